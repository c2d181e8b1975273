import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const table = process.env.GOLDENSPIKE_TABLE ?? 'http://127.0.0.1:8765'

export default defineConfig({
  plugins: [svelte()],
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
