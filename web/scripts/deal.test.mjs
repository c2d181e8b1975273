// The page checks deals by itself: its hash is the real one, and a deal that was tampered with does not pass.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sha256, verify } from '../src/lib/deal.ts'

const real = (text) => createHash('sha256').update(text, 'ascii').digest('hex')

test('the hash is SHA-256', () => {
  for (let length = 0; length < 200; length += 1) {
    const text = Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 7 + length) % 90))).join('')
    assert.equal(sha256(text), real(text))
  }
})

test('a fair deal passes, and nothing else', () => {
  const [table, secret] = ['T-1_x', 'ab'.repeat(32)]
  const contributions = [{ seat: 2, random: 'cd'.repeat(32) }, { seat: 0, random: 'ef'.repeat(16) }]
  const words = `0:${'ef'.repeat(16)} 2:${'cd'.repeat(32)}`
  const deal = {
    scheme: 'goldenspike-deal/1', table, secret, contributions,
    commitment: real(`goldenspike-deal/1 commitment ${table} ${secret}`),
    seed: real(`goldenspike-deal/1 seed ${table} ${secret} ${words}`).slice(0, 32),
  }
  assert.deepEqual(verify(deal), { secret: true, seed: true, noted: null })
  assert.equal(verify({ ...deal, secret: 'ac'.repeat(32) }).secret, false)
  assert.equal(verify({ ...deal, contributions: contributions.slice(1) }).seed, false)
  assert.equal(verify({ ...deal, seed: '0'.repeat(32) }).seed, false)
})
