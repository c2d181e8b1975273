// Types from the schema, then checks and bundle side by side; any fault fails the build.
// With --unchecked only the bundle: for those who play, not for those who change the page.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { writeTypes } from './types.mjs'

const home = fileURLToPath(new URL('..', import.meta.url))

function run(name, script, ...rest) {
  return new Promise((done) => {
    const begun = Date.now()
    const child = spawn(process.execPath, [script, ...rest], { cwd: home })
    let said = ''
    child.stdout.on('data', (part) => (said += part))
    child.stderr.on('data', (part) => (said += part))
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(said)
      console.log(`${name}: ${code === 0 ? 'done' : 'FAILED'} in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
      done(code === 0)
    })
  })
}

await writeTypes()
const checks = process.argv.includes('--unchecked') ? [] : [
  run('check', 'node_modules/svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings', '--output', 'human'),
  run('words', 'scripts/words.mjs', 'check'),
  run('deals', '--test', 'scripts/deal.test.mjs'),
]
const good = await Promise.all([...checks, run('bundle', 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn')])
process.exit(good.every(Boolean) ? 0 : 1)
