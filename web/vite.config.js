import { svelte } from '@sveltejs/vite-plugin-svelte'
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vite'
import { installable } from './scripts/installable.mjs'
import { licenceFile } from './scripts/licenses.mjs'
import { wordFiles } from './scripts/messages.mjs'

const table = process.env.GOLDENSPIKE_TABLE ?? 'http://127.0.0.1:8765'

/** Tells the server which games have a page of their own: it draws the positions of all others. */
const gameList = {
  name: 'game-list',
  generateBundle() {
    const games = globSync('src/games/*/games.json', { cwd: import.meta.dirname }).sort()
      .flatMap((path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')))
    this.emitFile({ type: 'asset', fileName: 'games.json', source: `${JSON.stringify(games)}\n` })
  },
}

export default defineConfig({
  plugins: [wordFiles, svelte(), gameList, licenceFile, installable],
  build: {
    outDir: process.env.GOLDENSPIKE_PAGE ?? '../src/goldenspike/server/page',
    emptyOutDir: true,
    // The content policy of the table allows files only: nothing is put into data addresses or inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    cssTarget: 'es2022',
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: {
      '/api': { target: table, ws: true, changeOrigin: false },
      '/health': table,
    },
  },
})
