/** The words of the page in the chosen language, and those of the game that is open. */
import { settings, type Language } from './settings.svelte'
import type { GameInfo } from './types.gen'

type Words = Record<string, string>
export type Values = Record<string, string | number>

const files = import.meta.glob<Words>('../lang/{en,de,it}.json', { import: 'default' })

const loaded: Partial<Record<Language, Words>> = $state({})

export async function loadWords(language: Language): Promise<void> {
  if (!loaded.en && language !== 'en') await loadWords('en')
  if (!loaded[language]) loaded[language] = await files[`../lang/${language}.json`]()
}

/** A word that a game brings for its options, presets and bots; in English where the reader's language has none. */
export function gameWord(info: GameInfo, key: string): string | undefined {
  return info.words[settings.language]?.[key] ?? info.words.en?.[key]
}

const rules: Partial<Record<Language, Intl.PluralRules>> = {}

/** The sentence for a key: of one or of many where both are written, with values in braces. */
export function phrase(words: Words | undefined, language: Language, key: string, values?: Values): string | undefined {
  if (!words) return undefined
  let text: string | undefined = words[key]
  if (values && typeof values.n === 'number') {
    rules[language] ??= new Intl.PluralRules(language)
    const form = rules[language].select(values.n) === 'one' ? 'one' : 'other'
    text = words[`${key}_${form}`] ?? text
  }
  if (text === undefined) return undefined
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole))
}

export function t(key: string, values?: Values): string {
  const language = settings.language
  return phrase(loaded[language], language, key, values) ?? phrase(loaded.en, 'en', key, values) ?? key
}

export function known(key: string): boolean {
  return Boolean(loaded[settings.language]?.[key] ?? loaded.en?.[key])
}

/** The words of one game first, then those of the page. */
export function wordsOf(lang: Record<Language, Words> | undefined): (key: string, values?: Values) => string {
  return (key, values) => {
    const language = settings.language
    return phrase(lang?.[language], language, key, values) ?? phrase(lang?.en, 'en', key, values) ?? t(key, values)
  }
}

export function moment(ms: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms)
}

export function clock(ms: number): string {
  return new Intl.DateTimeFormat(settings.language, { timeStyle: 'short' }).format(ms)
}

/** "3 minutes ago", in words. */
export function ago(ms: number, now: number): string {
  const seconds = Math.round((ms - now) / 1000)
  const format = new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' })
  for (const [unit, size] of [['day', 86400], ['hour', 3600], ['minute', 60]] as const) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
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
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(items)
}

/** A number with a real minus sign. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : String(n)
}
