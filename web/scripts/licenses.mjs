// The licences of everything the built page ships, found by what the bundle is really made of.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const RULE = '-'.repeat(78)
/** Code that a tool writes into the bundle belongs to the tool. */
const WRITTEN = { '\0vite/': 'vite', 'vite/': 'vite', '\0rolldown/': 'rolldown', 'rolldown:': 'rolldown' }
/** Packages whose licence file goes on about what they are made with, none of which is shipped. */
const ENOUGH = { vite: /^# Licenses of bundled dependencies/m, rolldown: /^end of terms and conditions/m }

/** The package a module comes from; undefined for our own. */
export function packageOf(id) {
  const written = Object.keys(WRITTEN).find((start) => id.startsWith(start))
  if (written) return WRITTEN[written]
  if (id.startsWith('\0')) throw new Error(`nobody knows who wrote ${id.slice(1)}, a part of the page`)
  const inside = id.replaceAll('\\', '/').split('/node_modules/').at(-1)
  if (inside === id.replaceAll('\\', '/')) return undefined
  return inside.split('/').slice(0, inside.startsWith('@') ? 2 : 1).join('/')
}

/** Every package of which the bundle holds code or files. */
export function shipped(bundle) {
  const found = new Set()
  for (const part of Object.values(bundle)) {
    const sources = part.type === 'chunk' ? Object.keys(part.modules) : (part.originalFileNames ?? [])
    for (const source of sources) {
      const name = packageOf(source.startsWith('node_modules/') ? `/${source}` : source)
      if (name) found.add(name)
    }
  }
  return [...found].sort()
}

function licenceText(home, name) {
  const folder = join(home, 'node_modules', name)
  const file = existsSync(folder) && readdirSync(folder).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one))
  if (!file) throw new Error(`${name} is part of the page but has no licence file`)
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
  return text.split(ENOUGH[name] ?? /$^/)[0].trim()
}

/** The file that goes with the page: name, version and licence as locked, then the text. */
export function licences(home, names) {
  const lock = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')).packages
  const parts = names.map((name) => {
    const locked = lock[`node_modules/${name}`]
    if (!locked?.license) throw new Error(`${name} is part of the page but the lock file does not know its licence`)
    return `${RULE}\n${name} ${locked.version} (${locked.license})\n${RULE}\n\n${licenceText(home, name)}\n`
  })
  return parts.join('\n')
}

/** Puts licenses.txt beside the page. */
export const licenceFile = {
  name: 'licences',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: licences(import.meta.dirname + '/..', shipped(bundle)) })
    },
  },
}
