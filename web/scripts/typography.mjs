// How each language prints a sentence: quotes, apostrophes, dots and the spaces beside them.

const QUOTES = { de: '„“', en: '“”', es: '«»', fr: '«»', it: '«»' }

/** Each habit: the languages that have it (all where none is named), what breaks it, and what to write instead. */
const HABITS = [
  { broken: /'/, write: '’ for an apostrophe' },
  { broken: /\.\.\./, write: '… for three dots' },
  { not: ['de'], broken: /\s…/, write: '… without a space before it' },
  { only: ['fr'], broken: /[^\u00a0][;:?!»](?!\w)|«[^\u00a0]/, write: 'a no-break space inside « » and before ; : ? !' },
  { broken: /[\d}] \$/, write: 'a no-break space before $' },
]

/** The first habit of the language that the sentence breaks; undefined if there is none. */
export function misprint(text, language) {
  const quotes = QUOTES[language]
  const wrong = quotes && [...text].find((sign) => '"„“”«»'.includes(sign) && !quotes.includes(sign))
  if (wrong) return `has ${wrong}: write ${quotes} for quotes`
  const one = HABITS.find(({ only, not, broken }) => (only?.includes(language) ?? true) && !not?.includes(language) && broken.test(text))
  return one && `is misprinted: write ${one.write}`
}
