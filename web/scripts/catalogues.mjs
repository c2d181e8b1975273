// Where the words of the project are: which files, which languages, which keys the sources use.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LANGUAGE = /^[a-z]{2,3}(-[A-Z]{2})?$/

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const folders = (path) => (existsSync(path) ? readdirSync(path).filter((name) => statSync(join(path, name)).isDirectory()).sort() : [])

function files(folder, wanted) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).sort().flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return name === 'node_modules' ? [] : files(path, wanted)
    return wanted.test(name) ? [path] : []
  })
}

/**
 * Words that are written in the same languages: a folder with a file for each, and what translators should know.
 * `fill` says what a sentence may hold: any message of the page, single values, or no values at all.
 */
class Catalogue {
  constructor(root, folder, { fill, sources = null, before = '' }) {
    Object.assign(this, { root, folder: join(root, folder), fill, sources, before })
    this.name = before ? `${folder}/${before.slice(0, -1)}` : folder
    this.words = {}
    for (const name of readdirSync(this.folder).sort()) {
      if (!name.startsWith(before) || !name.endsWith('.json')) continue
      const language = name.slice(before.length, -'.json'.length)
      if (LANGUAGE.test(language)) this.words[language] = read(join(this.folder, name))
    }
    const context = join(this.folder, 'context.json')
    this.context = existsSync(context) ? read(context) : {}
  }

  path(language) {
    return join(this.folder, `${this.before}${language}.json`)
  }

  write(language, words) {
    writeFileSync(this.path(language), `${JSON.stringify(words, null, 2)}\n`)
  }

  /** What a translator should know about a key: the line for it, or for the longest beginning of it. */
  about(key) {
    if (this.context[key]) return this.context[key]
    const starts = Object.keys(this.context).filter((one) => one.endsWith('*') && key.startsWith(one.slice(0, -1)))
    return this.context[starts.sort((a, b) => b.length - a.length)[0]]
  }
}

/** Every catalogue: the page, its studies, each game on the page, each game's options and tutorial, and the letters of the server. */
export function catalogues(root = ROOT) {
  const found = []
  const pages = join('web', 'src', 'games')
  const games = folders(join(root, pages)).filter((name) => existsSync(join(root, pages, name, 'lang')))
  found.push(new Catalogue(root, join('web', 'src', 'lang'), { fill: 'messages', sources: join('web', 'src') }))
  for (const part of ['editor', 'profile', 'review', 'study', 'tournament']) {
    const sources = join('web', 'src', part)
    if (existsSync(join(root, sources, 'lang'))) found.push(new Catalogue(root, join(sources, 'lang'), { fill: 'messages', sources }))
  }
  for (const name of games) found.push(new Catalogue(root, join(pages, name, 'lang'), { fill: 'messages', sources: join(pages, name) }))
  const rules = join('src', 'goldenspike', 'games')
  for (const name of folders(join(root, rules))) {
    for (const part of ['words', 'tutorial']) {
      const folder = join(rules, name, part)
      if (!existsSync(join(root, folder))) continue
      const own = [...new Set(readdirSync(join(root, folder)).map((file) => file.split('.')[0]))].sort()
      for (const game of own.filter((one) => one !== 'context')) found.push(new Catalogue(root, folder, { fill: 'nothing', before: `${game}.` }))
    }
  }
  const letters = join('src', 'goldenspike', 'server', 'people', 'words')
  if (existsSync(join(root, letters))) found.push(new Catalogue(root, letters, { fill: 'values' }))
  return found
}

export function languagesOf(all) {
  const found = new Set(all.flatMap((one) => Object.keys(one.words)))
  return ['en', ...[...found].filter((one) => one !== 'en').sort()]
}

// ---------------------------------------------------------------- what the sources ask for
const FILLED = String.raw`\$\{(?:[^{}]|\{[^{}]*\})*\}`
const LITERAL = new RegExp(String.raw`(['"\`])([A-Za-z][\w.-]*(?:${FILLED}[\w.-]*)*)\1`, 'g')

/** Keys that a text names; `*` stands for a part that is filled in. */
function named(text) {
  const found = new Set()
  for (const [, , words] of text.matchAll(LITERAL)) found.add(words.replace(new RegExp(FILLED, 'g'), '*').replace(/\.$/, '.*'))
  return found
}

/** The values that a call fills in: names, or null where that cannot be read off the text. */
function filled(text, at) {
  const rest = text.slice(at)
  if (/^\s*\)/.test(rest)) return []
  const start = rest.match(/^\s*,\s*\{/)
  if (!start) return null
  let depth = 1
  let place = start[0].length
  let part = ''
  const parts = []
  for (; place < rest.length && depth > 0; place += 1) {
    const c = rest[place]
    if ('({['.includes(c)) depth += 1
    if (')}]'.includes(c)) depth -= 1
    if (depth === 0 || (depth === 1 && c === ',')) {
      parts.push(part)
      part = ''
    } else part += c
  }
  const names = parts.map((one) => one.trim()).filter(Boolean)
  if (names.some((one) => one.startsWith('...'))) return null
  return names.map((one) => one.match(/^['"]?(\w+)/)?.[1] ?? '')
}

/** Everything the sources of the page ask a catalogue for. */
export function asked(root = ROOT) {
  const uses = []
  const calls = []
  for (const path of files(join(root, 'web', 'src'), /\.(svelte|ts)$/)) {
    const text = readFileSync(path, 'utf8')
    const where = relative(root, path).split(sep).join('/')
    uses.push({ where, keys: named(text) })
    for (const call of text.matchAll(/(?<![\w$])(?:t|words|known|\w+\.t|\w+\.words)\(\s*'([\w.\- ]+)'/g)) {
      const line = text.slice(0, call.index).split('\n').length
      calls.push({ where: `${where}:${line}`, key: call[1], values: filled(text, call.index + call[0].length) })
    }
  }
  return { uses, calls }
}
