// Messages in the format of ICU: what a sentence consists of, and what is wrong with it. Used by the build and by the checks.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import compile from 'icu-minify/compile'
import { readFileSync } from 'node:fs'

/** The arguments of a message: those that are shown, and those that only choose between forms. */
export function argumentsOf(text) {
  const shown = new Set()
  const chosen = new Set()
  const look = (parts, counted) => {
    for (const part of parts) {
      if (part.type === TYPE.pound) shown.add(counted)
      else if (part.type === TYPE.plural || part.type === TYPE.select) {
        chosen.add(part.value)
        const inner = part.type === TYPE.plural ? part.value : counted
        for (const form of Object.values(part.options)) look(form.value, inner)
      } else if (part.type === TYPE.tag) look(part.children, counted)
      else if (part.type !== TYPE.literal) shown.add(part.value)
    }
  }
  look(parse(text))
  return { shown, chosen }
}

/** Each plural and select of a message with its forms. */
export function choicesOf(text) {
  const found = []
  const look = (parts) => {
    for (const part of parts) {
      if (part.type !== TYPE.plural && part.type !== TYPE.select) continue
      const kind = part.type === TYPE.select ? 'select' : part.pluralType
      found.push({ name: part.value, kind, forms: Object.keys(part.options) })
      for (const form of Object.values(part.options)) look(form.value)
    }
  }
  look(parse(text))
  return found
}

/** The plural forms of a language that a sentence must have. French and others know a form for millions alone: nobody counts that far here. */
export function formsOf(language, type = 'cardinal') {
  const rules = new Intl.PluralRules(language, { type })
  const used = new Set()
  for (let n = 0; n <= 1000; n += 1) used.add(rules.select(n))
  return { needed: used, allowed: new Set(rules.resolvedOptions().pluralCategories) }
}

/** What is wrong with one sentence in itself; undefined if nothing is. */
export function fault(text, language) {
  if (typeof text !== 'string') return 'is not a sentence'
  if (text !== text.trim() || !text) return 'is empty or begins or ends with a space'
  let choices
  try {
    choices = choicesOf(text)
  } catch (problem) {
    return `cannot be read as a message: ${problem.message}`
  }
  for (const { name, kind, forms } of choices) {
    if (kind === 'select') continue
    const { needed, allowed } = formsOf(language, kind)
    const missing = [...needed].filter((form) => !forms.includes(form)).sort()
    const wrong = forms.filter((form) => !form.startsWith('=') && !allowed.has(form))
    if (missing.length) return `has no form "${missing.join('", "')}" for {${name}}`
    if (wrong.length) return `has a form "${wrong.join('", "')}" for {${name}}, which ${language} does not know`
  }
  return undefined
}

/** What is wrong with a translation beside the English sentence. */
export function mismatch(text, english) {
  const own = argumentsOf(text)
  const first = argumentsOf(english)
  const known = new Set([...first.shown, ...first.chosen])
  const lost = [...first.shown].filter((name) => !own.shown.has(name) && !first.chosen.has(name))
  const invented = [...own.shown, ...own.chosen].filter((name) => !known.has(name))
  if (lost.length) return `lacks {${lost.join('}, {')}}`
  if (invented.length) return `has {${[...new Set(invented)].join('}, {')}}, which nobody fills in`
  return undefined
}

/** Words of a file as the page holds them: sentences without arguments stay text, the others become short lists. */
export function compiled(words) {
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, compile(text)]))
}

/** Files of the page's words are called after their language, as in `de.json` or `pt-BR.json`. */
const WORD_FILE = /[/\\]lang[/\\][a-z]{2,3}(?:-[A-Z]{2})?\.json$/

/** Compiles words while the page is built. What a language lacks is taken from English, so the page loads one file. */
export const wordFiles = {
  name: 'word-files',
  enforce: 'pre',
  transform(code, id) {
    if (!WORD_FILE.test(id)) return null
    const english = id.replace(/[\w-]+\.json$/, 'en.json')
    this.addWatchFile(english)
    const written = Object.entries(JSON.parse(code)).filter(([, text]) => text)
    const words = { ...JSON.parse(readFileSync(english, 'utf8')), ...Object.fromEntries(written) }
    return { code: JSON.stringify(compiled(words)), map: null }
  },
}
