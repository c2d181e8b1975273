// The words of the project in all languages: checks them, lists what a language lacks, begins a new one.
//
// usage: node scripts/words.mjs [check | status | todo LANGUAGE | start LANGUAGE] [--root FOLDER]
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asked, catalogues, languagesOf, ROOT } from './catalogues.mjs'
import { argumentsOf, choicesOf, fault, mismatch } from './messages.mjs'
import { misprint } from './typography.mjs'

function pattern(key) {
  return new RegExp(`^${key.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^.]+')}$`)
}

/** Faults of the files: words missing, too many, unreadable, with other values than in English. */
function faultsOfFiles(all, languages) {
  const found = []
  for (const one of all) {
    const english = one.words.en ?? {}
    for (const language of languages) {
      const words = one.words[language]
      if (!words) {
        found.push(`${one.name}: there is no file for ${language}`)
        continue
      }
      const say = (key, problem) => found.push(`${one.name}: ${language}: ${key} ${problem}`)
      for (const key of Object.keys(english)) if (!words[key]) say(key, 'is missing')
      for (const [key, text] of Object.entries(words)) {
        if (!(key in english)) say(key, 'is not in the English file')
        else if (text) {
          const wrong = fault(text, language) ?? mismatch(text, english[key]) ?? limits(text, one.fill) ?? misprint(text, language)
          if (wrong) say(key, wrong)
        }
      }
    }
    for (const key of Object.keys(english)) if (!one.about(key)) found.push(`${one.name}: context.json says nothing about ${key}`)
  }
  for (const one of all) {
    // Games in one folder share what is said about their words.
    const written = all.filter((other) => other.folder === one.folder).flatMap((other) => Object.keys(other.words.en ?? {}))
    for (const key of Object.keys(one.context)) {
      const used = written.some((word) => (key.endsWith('*') ? word.startsWith(key.slice(0, -1)) : word === key))
      if (!used) found.push(`${one.name}: context.json speaks of ${key}, which is no key`)
    }
  }
  return found
}

/** What only the page can put together must not be in words that others show. */
function limits(text, fill) {
  const { shown } = argumentsOf(text)
  if (fill === 'nothing' && (shown.size || choicesOf(text).length)) return 'must not hold values'
  if (fill === 'values' && choicesOf(text).length) return 'must not have forms to choose from'
  return undefined
}

/** Faults between files and sources: keys nobody wrote, words nobody shows, values nobody fills in. */
function faultsOfSources(all, root) {
  const found = []
  const pages = all.filter((one) => one.sources)
  const { uses, calls } = asked(root)
  const home = (where) => pages.filter((one) => one.sources.split(sep).join('/') !== 'web/src').find((one) => where.startsWith(`${one.sources.split(sep).join('/')}/`))
  const shell = pages.find((one) => one.sources.split(sep).join('/') === 'web/src')
  for (const one of pages) {
    const inside = `${one.sources.split(sep).join('/')}/`
    const keys = uses.filter((use) => use.where.startsWith(inside)).flatMap((use) => [...use.keys])
    const exact = new Set(keys)
    const patterns = keys.filter((key) => key.includes('*')).map(pattern)
    for (const key of Object.keys(one.words.en ?? {})) {
      if (!exact.has(key) && !patterns.some((known) => known.test(key))) found.push(`${one.name}: nothing shows ${key}`)
    }
  }
  for (const { where, key, values } of calls) {
    const text = home(where)?.words.en?.[key] ?? shell?.words.en?.[key]
    if (text === undefined) {
      found.push(`${where}: there are no words for ${key}`)
      continue
    }
    if (fault(text, 'en') || values === null) continue
    const { shown, chosen } = argumentsOf(text)
    const wanted = new Set([...shown, ...chosen])
    const lost = [...wanted].filter((name) => !values.includes(name))
    const idle = values.filter((name) => !wanted.has(name))
    if (lost.length) found.push(`${where}: ${key} needs {${lost.join('}, {')}}`)
    if (idle.length) found.push(`${where}: ${key} has no place for {${idle.join('}, {')}}`)
  }
  return found
}

export function check(root = ROOT) {
  const all = catalogues(root)
  return [...faultsOfFiles(all, languagesOf(all)), ...faultsOfSources(all, root)]
}

function missing(one, language) {
  return Object.keys(one.words.en ?? {}).filter((key) => !one.words[language]?.[key])
}

function status(root) {
  const all = catalogues(root)
  const languages = languagesOf(all)
  const width = Math.max(...all.map((one) => one.name.length))
  console.log(`${'words'.padEnd(width)}  ${languages.map((one) => one.padStart(9)).join('')}`)
  for (const one of all) {
    const total = Object.keys(one.words.en ?? {}).length
    const counts = languages.map((language) => `${total - missing(one, language).length}/${total}`.padStart(9))
    console.log(`${one.name.padEnd(width)}  ${counts.join('')}`)
  }
}

function todo(root, language) {
  for (const one of catalogues(root)) {
    const keys = missing(one, language)
    if (!keys.length) continue
    console.log(`\n${relative(root, one.path(language)).split(sep).join('/')}: ${keys.length} to write`)
    for (const key of keys) console.log(`\n  ${key}\n    about: ${one.about(key) ?? '-'}\n    en:    ${one.words.en[key]}`)
  }
}

/** A file for every catalogue, with all keys and no words; what is there already stays. */
function start(root, language) {
  new Intl.PluralRules(language)
  for (const one of catalogues(root)) {
    const old = one.words[language] ?? {}
    one.write(language, Object.fromEntries(Object.keys(one.words.en).map((key) => [key, old[key] ?? ''])))
    console.log(relative(root, one.path(language)).split(sep).join('/'))
  }
}

function main() {
  const given = process.argv.slice(2)
  const at = given.indexOf('--root')
  const root = at < 0 ? ROOT : given.splice(at, 2)[1]
  const [what = 'check', language] = given
  const commands = { status: () => status(root), todo: () => todo(root, language), start: () => start(root, language) }
  if (commands[what] && (what === 'status' || language)) commands[what]()
  else if (what === 'check') {
    const found = check(root)
    for (const line of found) console.error(line)
    console.log(found.length ? `${found.length} faults in the words` : 'the words are complete')
    process.exitCode = found.length ? 1 : 0
  } else {
    console.error('usage: words.mjs [check | status | todo LANGUAGE | start LANGUAGE] [--root FOLDER]')
    process.exitCode = 2
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
