/** The languages of the page, found by their files: a new file is a new language. */
export type Language = string

const files = import.meta.glob(['../lang/*.json', '!../lang/context.json'])

/** English first, since everything is written in it. */
export const LANGUAGES: Language[] = Object.keys(files)
  .map((path) => path.replace(/^.*\/|\.json$/g, ''))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))

/** A language as it calls itself. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** The first language of the browser that the page speaks. */
export function spoken(tags: readonly string[] = navigator.languages ?? []): Language {
  for (const tag of tags) {
    const found = LANGUAGES.find((one) => one === tag) ?? LANGUAGES.find((one) => one.slice(0, 2) === tag.slice(0, 2))
    if (found) return found
  }
  return 'en'
}
