// What makes the page installable: a manifest in each language, and the service worker with the list of its files.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const WORKER = 'src/worker/service_worker.js'
const COLOURS = { background_color: '#f4ecdb', theme_color: '#33241a' }
const ICONS = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/spike.svg', sizes: 'any', type: 'image/svg+xml' },
]

export function manifest(language, words) {
  const shortcut = (name, url) => ({ name, url, icons: [ICONS[0]] })
  return {
    id: '/', start_url: '/', scope: '/', lang: language, name: 'Golden Spike', short_name: 'Golden Spike', description: words['home.lead'],
    display: 'standalone', ...COLOURS, categories: ['games'], icons: ICONS,
    shortcuts: [shortcut(words['nav.lobby'], '/lobby'), shortcut(words['title.rules'], '/rules'), shortcut(words['title.offline'], '/offline')],
  }
}

const hashOf = (content) => createHash('sha256').update(content).digest('hex')

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .map((one) => relative(folder, join(one.parentPath, one.name)).split(sep).join('/')).sort()
}

/** Which files the worker keeps, by what a visitor needs: everybody's, or those of a language. Workshop and studies need the server. */
export function sorted(names, languages, online) {
  const files = []
  const words = Object.fromEntries(languages.map((language) => [language, []]))
  for (const name of names) {
    if (/(^|\/)\./.test(name) || ['index.html', 'licenses.txt', 'games.json', 'service-worker.js'].includes(name) || name.endsWith('.webmanifest')) continue
    const language = languages.find((one) => new RegExp(`^assets/${one}-[\\w-]{8}\\.js$`).test(name))
    if (language) words[language].push(`/${name}`)
    else if (!online.has(name)) files.push(`/${name}`)
  }
  return { files, languages: words }
}

/** Everything that only these parts of the page load: what they import, unless the rest imports it too. */
function onlyFor(bundle, parts) {
  const reach = (roots, without) => {
    const found = new Set()
    const walk = (name) => {
      const chunk = bundle[name]
      if (!chunk || chunk.type !== 'chunk' || found.has(name)) return
      found.add(name)
      for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
      for (const next of [...chunk.imports, ...chunk.dynamicImports]) if (!without.has(next)) walk(next)
    }
    roots.forEach(walk)
    return found
  }
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const theirs = chunks.filter((one) => one.facadeModuleId && parts.test(one.facadeModuleId.replaceAll('\\', '/'))).map((one) => one.fileName)
  const others = reach(chunks.filter((one) => one.isEntry).map((one) => one.fileName), new Set(theirs))
  return new Set([...reach(theirs, new Set())].filter((name) => !others.has(name)))
}

let out = ''
let home = ''
let online = new Set()

export const installable = {
  name: 'installable',
  apply: 'build',
  configResolved(config) {
    home = config.root
    out = join(config.root, config.build.outDir)
    if (config.build.outDir.startsWith('/') || /^[A-Za-z]:/.test(config.build.outDir)) out = config.build.outDir
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      online = onlyFor(bundle, /\/src\/(editor|study)\/|\/editor\/index\.ts$/)
    },
  },
  closeBundle: {
    order: 'post',
    sequential: true,
    handler() {
      const languages = readdirSync(join(home, 'src/lang')).filter((name) => name !== 'context.json').map((name) => name.replace('.json', '')).sort()
      for (const language of languages) {
        const words = JSON.parse(readFileSync(join(home, 'src/lang', `${language}.json`), 'utf8'))
        writeFileSync(join(out, `app.${language}.webmanifest`), `${JSON.stringify(manifest(language, words), null, 1)}\n`)
      }
      const kept = sorted(filesIn(out), languages, online)
      const index = hashOf(readFileSync(join(out, 'index.html')))
      const worker = readFileSync(join(home, WORKER), 'utf8')
      const all = [...kept.files, ...Object.values(kept.languages).flat()]
      const version = hashOf([index, worker, ...all.map((name) => hashOf(readFileSync(join(out, name.slice(1)))))].join('\n')).slice(0, 16)
      writeFileSync(join(out, 'service-worker.js'), `const BUILD = ${JSON.stringify({ version, index, ...kept })}\n${worker}`)
    },
  },
}
