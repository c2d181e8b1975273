/** What a study says, in the reader's language. Where a game says something of its own, it stays as the study wrote it. */
import { settings } from '../lib/settings.svelte'
import type { StudyVerdict } from '../lib/types.gen'
import { list } from '../lib/words.svelte'
import { lang } from './lang'

const { t } = lang
type Figures = Record<string, any>
const NAMED = 6 // places named in a sentence

export interface Said {
  tone: StudyVerdict['tone']
  text: string
  /** Is it in the reader's language? */
  own: boolean
}

function percent(share: number): string {
  return new Intl.NumberFormat(settings.language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

function number(value: number, form = 'number'): string {
  if (form === 'share') return percent(value)
  const digits = form === 'minutes' ? 0 : Math.abs(value) < 1 ? 2 : 1
  return new Intl.NumberFormat(settings.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}

/** A probability: never 0, and two digits of it say enough. */
function odds(p: number): string {
  return new Intl.NumberFormat(settings.language, { maximumSignificantDigits: p >= 0.01 ? 2 : 1 }).format(p)
}

function interval(f: Figures): string {
  const [value, low, high] = [f.mean, f.low, f.high].map((one: number) => number(one, f.form))
  return low === high ? value : t('between', { value, low, high })
}

function good(f: Figures): string {
  const [low, high] = [f.least, f.most].map((one: number | null) => (one === null ? '' : number(one, f.form)))
  return low && high ? t('good.between', { low, high }) : low ? t('good.least', { low }) : t('good.most', { high })
}

function measure(one: StudyVerdict): string {
  const f: Figures = one.figures
  const key = `say.${one.key}`
  if (!lang.find(key) || !('mean' in f)) return ''
  const said = t(key, { value: interval(f) })
  const wrong = f.wrong ? t(`wrong.${one.key}.${f.wrong}`) : ''
  if (!('was' in f)) return wrong ? t('tail.wrong', { said, wrong, good: good(f) }) : t('tail.plain', { said })
  const base = version(f.base)
  const was = number(f.was, f.form)
  if (one.tone === 'alike') return t('tail.alike', { said, base, was })
  if (one.tone === 'unclear') return t('tail.unclear', { said, base, was, n: f.games })
  return t(f.more ? 'tail.more' : 'tail.less', { said, base, was })
}

function seats(f: Figures): string {
  if ('games' in f) return t('seats.few', { n: f.games })
  const fair = percent(f.fair)
  if (!('seat' in f)) return t('seats.fair', { low: percent(f.low), high: percent(f.high), fair, p: odds(f.p), missed: percent(f.missed) })
  const words = { seat: f.seat, points: number(Math.abs(f.ahead)), share: percent(f.share), fair, p: odds(f.p) }
  return t(f.ahead > 0 ? 'seats.ahead' : 'seats.behind', words)
}

function card(f: Figures): string {
  if ('part' in f) return t('card.decides', { card: f.card, value: interval(f), part: percent(f.part) })
  return t(f.more ? 'card.more' : 'card.less', { card: f.card, points: number(f.mean), base: version(f.base) })
}

function places(f: Figures): string {
  const dead: string[] = f.dead
  if (!dead.length) return f.base ? t('places.same', { base: version(f.base) }) : t('places.used')
  const rest = dead.length - NAMED
  const names = rest > 1 ? [...dead.slice(0, NAMED), t('places.rest', { n: rest })] : dead
  return t('places.dead', { places: list(names) })
}

function luck(f: Figures): string {
  const words = { deal: percent(f.deal), skill: percent(f.skill), rest: percent(f.rest) }
  return f.mostly ? t('luck.mostly', words) : t('luck', words)
}

/** The name of a version as people read it. */
export function version(label: string): string {
  if (label === 'as it is') return t('study.usual')
  return label.startsWith('board ') ? t('study.board', { board: label.slice(6) }) : label
}

export function sentence(one: StudyVerdict): Said {
  const f: Figures = one.figures
  const known = one.key === 'few' ? t('few', { n: f.games }) : one.key === 'seats' ? seats(f) : one.key === 'places' ? places(f) : one.key === 'luck' ? luck(f) : one.key.startsWith('card ') ? card(f) : measure(one)
  return { tone: one.tone, text: known || one.text, own: !!known || settings.language === 'en' }
}

const TONES = ['warning', 'changed', 'fact', 'alike', 'unclear']
const HEADLINES = new Set(['won', 'decided', 'behind', 'minutes', 'seats', 'luck', 'skill', 'places', 'score'])

/** The verdicts of each version: what a reader wants to know at once, and the rest. */
export function byVersion(said: StudyVerdict[]): { version: string; first: Said[]; rest: Said[] }[] {
  const labels = [...new Set(said.map((one) => one.version))]
  const sorted = (of: StudyVerdict[]) => of.sort((one, other) => TONES.indexOf(one.tone) - TONES.indexOf(other.tone)).map(sentence)
  return labels.map((label) => {
    const of = said.filter((one) => one.version === label)
    const at_once = (one: StudyVerdict) => one.tone === 'warning' || one.tone === 'changed' || (one.tone === 'fact' && HEADLINES.has(one.key)) || one.key === 'few' || (one.tone === 'alike' && (one.key === 'seats' || one.key === 'places'))
    return { version: version(label), first: sorted(of.filter(at_once)), rest: sorted(of.filter((one) => !at_once(one))) }
  })
}
