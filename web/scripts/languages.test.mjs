// Every sentence exists in all three languages, with the same values in it, and every key the page uses is written.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src', import.meta.url))
const LANGUAGES = ['en', 'de', 'it']

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

const all = files(source)
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Nested words as one level of keys. */
function flat(words, before = '') {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? flat(value, `${before}${key}/`) : [[`${before}${key}`, value]])
}

const homes = [...new Set(all.filter((path) => /\/(en|de|it)\.json$/.test(path.replaceAll('\\', '/'))).map(dirname))]

for (const home of homes) {
  const words = Object.fromEntries(LANGUAGES.map((language) => [language, Object.fromEntries(flat(read(join(home, `${language}.json`))))]))
  const name = home.slice(source.length)

  test(`${name}: the same keys in every language`, () => {
    for (const language of LANGUAGES) assert.deepEqual(Object.keys(words[language]).sort(), Object.keys(words.en).sort(), language)
  })

  test(`${name}: no empty words, the same values in braces`, () => {
    const values = (text) => [...new Set(String(text).match(/\{\w+\}/g) ?? [])].sort()
    for (const language of LANGUAGES) {
      for (const [key, text] of Object.entries(words[language])) {
        assert.ok(typeof text === 'string' && text.trim(), `${language} ${key}`)
        if (!/_one$/.test(key) || name !== '/lang') assert.deepEqual(values(text), values(words.en[key]), `${language} ${key}`)
      }
    }
  })

  if (name === '/lang') test(`${name}: whoever writes of one writes of many`, () => {
    for (const key of Object.keys(words.en)) {
      if (key.endsWith('_one')) assert.ok(`${key.slice(0, -4)}_other` in words.en, key)
    }
  })
}

test('every key the page asks for is written', () => {
  const written = new Set(homes.flatMap((home) => flat(read(join(home, 'en.json'))).map(([key]) => key.replace(/_(one|other)$/, ''))))
  const missing = []
  for (const path of all.filter((one) => /\.(svelte|ts)$/.test(one))) {
    const text = readFileSync(path, 'utf8')
    for (const [, key] of text.matchAll(/\b(?:t|words|known)\('([\w.]+)'/g)) if (!written.has(key)) missing.push(`${path.slice(source.length)}: ${key}`)
  }
  assert.deepEqual(missing, [])
})
