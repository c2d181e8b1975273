/** The words of the page in the chosen language, and those of the game that is open. */
import format, { type CompiledMessage } from 'icu-minify/format'
import type { Language } from './languages'
import { settings } from './settings.svelte'
import type { GameInfo } from './types.gen'

export type Values = Record<string, string | number>
/** Sentences as the build leaves them: text, or a short list where values are filled in. */
export type Words = Record<string, CompiledMessage>
type Loader = () => Promise<Words>

/** One formatter for each language: it takes a thousand times longer to make one than to use it. */
function byLanguage<T>(make: (language: string) => T): (language: string) => T {
  const made: Record<string, T> = {}
  return (language) => (made[language] ??= make(language))
}

const numbers = byLanguage((language) => new Intl.NumberFormat(language))
const cardinals = byLanguage((language) => new Intl.PluralRules(language))
const ordinals = byLanguage((language) => new Intl.PluralRules(language, { type: 'ordinal' }))
const moments = byLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }))
const clocks = byLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))
const spans = byLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
const lists = byLanguage((language) => new Intl.ListFormat(language, { type: 'conjunction' }))
const formatters = {
  // Numbers in sentences have a real minus sign.
  getNumberFormat: (language: string) => ({ format: (n: number) => numbers(language).format(n).replace('-', '−') }) as Intl.NumberFormat,
  getPluralRules: (language: string, options?: Intl.PluralRulesOptions) => (options?.type === 'ordinal' ? ordinals : cardinals)(language),
  getDateTimeFormat: clocks,
}

/** Words in several languages, of which those that are read are loaded. */
export class Catalogue {
  private readonly files: Record<Language, Loader>
  private readonly loaded: Record<Language, Words> = {}
  private changed = $state(0)

  constructor(files: Record<string, Loader>) {
    this.files = Object.fromEntries(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]))
  }

  /** In English where nobody has written in that language. */
  async load(language: Language): Promise<void> {
    const name = language in this.files ? language : 'en'
    if (this.loaded[name] || !this.files[name]) return
    this.loaded[name] = await this.files[name]()
    this.changed += 1
  }

  find(key: string): { message: CompiledMessage; language: Language } | undefined {
    void this.changed
    for (const language of [settings.language, 'en']) {
      const message = this.loaded[language]?.[key]
      if (message !== undefined) return { message, language }
    }
    return undefined
  }

  /** The sentence for a key with its values; the page's own words where this catalogue has none. */
  t = (key: string, values?: Values): string => {
    const found = this.find(key) ?? page.find(key)
    return found ? String(format(found.message, found.language, values, { formatters })) : key
  }
}

const page = new Catalogue(import.meta.glob<Words>(['../lang/*.json', '!../lang/context.json'], { import: 'default' }))
const opened = new Set<Catalogue>([page])

export const t = page.t

/** Have a catalogue ready in the chosen language, and in every language that is chosen from now on. */
export async function open(catalogue: Catalogue = page): Promise<void> {
  opened.add(catalogue)
  await catalogue.load(settings.language)
}

/** Read everything in another language from now on. */
export async function speak(language: Language): Promise<void> {
  await Promise.all([...opened].map((one) => one.load(language)))
  settings.language = language
}

/** Words of a game that are not built with the page: sentences in which ``{name}`` is a value. */
export function plainCatalogue(words: Record<Language, Record<string, string>>): Catalogue {
  const message = (text: string): CompiledMessage => {
    const parts = text.split(/\{(\w+)\}/)
    return parts.length === 1 ? text : (parts.map((part, place) => (place % 2 ? [part] : part)).filter((part) => part !== '') as CompiledMessage)
  }
  const files = Object.entries(words).map(([language, texts]) =>
    [language, async () => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, message(text)]))] as const)
  return new Catalogue(Object.fromEntries(files))
}

/** A word that a game brings for its options, presets and bots; in English where the reader's language has none. */
export function gameWord(info: GameInfo, key: string): string | undefined {
  return info.words[settings.language]?.[key] ?? info.words.en?.[key]
}

export function known(key: string): boolean {
  return page.find(key) !== undefined
}

export function moment(ms: number): string {
  return moments(settings.language).format(ms)
}

export function clock(ms: number): string {
  return clocks(settings.language).format(ms)
}

/** "3 minutes ago", in words. */
export function ago(ms: number, now: number): string {
  const seconds = Math.round((ms - now) / 1000)
  for (const [unit, size] of [['day', 86400], ['hour', 3600], ['minute', 60]] as const) {
    if (Math.abs(seconds) >= size) return spans(settings.language).format(Math.trunc(seconds / size), unit)
  }
  return t('time.justnow')
}

/** A span of time as people say it: "2 d 3 h", "4:05". */
export function span(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000))
  if (s >= 86400) return t('time.days', { d: Math.floor(s / 86400), h: Math.floor((s % 86400) / 3600) })
  if (s >= 3600) return t('time.hours', { h: Math.floor(s / 3600), m: Math.floor((s % 3600) / 60) })
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}

export function list(items: string[]): string {
  return lists(settings.language).format(items)
}

/** A number with a real minus sign. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : String(n)
}
