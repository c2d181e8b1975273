// The page's types, made from the server's schema: src/lib/types.gen.ts
import { readFile, writeFile } from 'node:fs/promises'
import { compile } from 'json-schema-to-typescript'

const here = new URL('..', import.meta.url)
const target = new URL('src/lib/types.gen.ts', here)

/** A frame or view that is passed on untouched is any data to the page. */
function loosened(part) {
  if (Array.isArray(part)) return part.map(loosened)
  if (part && typeof part === 'object') {
    if (Array.isArray(part.anyOf) && part.anyOf.some((one) => Object.keys(one).length === 0)) return { tsType: 'any' }
    if (part.type === 'object' && !part.properties && !part.additionalProperties) return { tsType: 'Record<string, any>' }
    const plain = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, loosened(value)]))
    delete plain.discriminator
    delete plain.pattern
    return plain
  }
  return part
}

export async function writeTypes() {
  const schema = JSON.parse(await readFile(new URL('schema.json', here), 'utf8'))
  const { protocol, $defs } = schema
  const properties = Object.fromEntries(Object.keys($defs).map((name) => [name, { $ref: `#/$defs/${name}` }]))
  const whole = {
    title: 'Shapes', type: 'object', additionalProperties: false, required: Object.keys($defs), properties, $defs: loosened($defs),
  }
  const text = await compile(whole, 'Shapes', {
    bannerComment: '/* Made from schema.json by scripts/types.mjs: do not edit. */',
    additionalProperties: false, ignoreMinAndMaxItems: true, format: false,
  })
  const full = `${text}\nexport const PROTOCOL = ${protocol}\n`
  const old = await readFile(target, 'utf8').catch(() => '')
  if (old !== full) await writeFile(target, full)
}

if (process.argv[1] === new URL(import.meta.url).pathname) await writeTypes()
