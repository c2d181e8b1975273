/** Deals that nobody chose: what this browser adds to them, and how it checks them after the game (docs/fair-deals.md). */
import type { PublishedDeal, Table } from './types.gen'

const SCHEME = 'goldenspike-deal/1'

/** What this browser noted when it sat down. */
interface Noted {
  commitment: string
  random: string
}

export interface Verdict {
  /** The secret fits the commitment, the seed follows from everything. */
  secret: boolean
  seed: boolean
  /** What was noted here before the game fits too; null if nothing was. */
  noted: boolean | null
}

const key = (table: string) => `deal ${table}`

const drawn = new Map<string, string>()

/** Random bits of this browser for a deal that is promised already. */
export function addition(table: Table): string | undefined {
  if (!table.deal?.commitment) return undefined
  const bits = crypto.getRandomValues(new Uint8Array(32))
  const random = drawn.get(table.id) ?? Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('')
  drawn.set(table.id, random)
  return random
}

/** Note what was promised, and what was added for a seat unless another device of its holder had done so before. */
export function note(before: Table, seat: number | undefined): void {
  const deal = before.deal
  if (!deal?.commitment || seat === undefined || noted(before.id)?.commitment === deal.commitment) return
  const random = deal.contributed?.includes(seat) ? '' : (drawn.get(before.id) ?? '')
  try {
    localStorage.setItem(key(before.id), JSON.stringify({ commitment: deal.commitment, random } satisfies Noted))
  } catch {
    // Without storage the deal can still be checked, only not against this note.
  }
}

function noted(table: string): Noted | null {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? 'null')
  } catch {
    return null
  }
}

export function verify(deal: PublishedDeal): Verdict {
  const added = [...deal.contributions].sort((one, other) => one.seat - other.seat)
  const words = added.map((one) => ` ${one.seat}:${one.random}`).join('')
  const known = noted(deal.table)
  return {
    secret: deal.scheme === SCHEME && sha256(`${SCHEME} commitment ${deal.table} ${deal.secret}`) === deal.commitment,
    seed: sha256(`${SCHEME} seed ${deal.table} ${deal.secret}${words}`).slice(0, 32) === deal.seed,
    noted: known && known.commitment === deal.commitment && (!known.random || added.some((one) => one.random === known.random)),
  }
}

/** SHA-256 of ASCII text. The browser's own is not there on pages of a home network, which come without https. */
export function sha256(text: string): string {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n)
  const part = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32) >>> 0
  const hash = primes.slice(0, 8).map((p) => part(Math.sqrt(p)))
  const k = primes.map((p) => part(Math.cbrt(p)))
  const size = ((text.length + 8) >> 6) * 16 + 16
  const words = new Uint32Array(size)
  for (let i = 0; i < text.length; i += 1) words[i >> 2] |= text.charCodeAt(i) << (24 - 8 * (i & 3))
  words[text.length >> 2] |= 0x80 << (24 - 8 * (text.length & 3))
  words[size - 1] = text.length * 8
  const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n))
  const w = new Uint32Array(64)
  for (let at = 0; at < size; at += 16) {
    let [a, b, c, d, e, f, g, h] = hash
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) w[i] = words[at + i]
      else {
        const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3)
        const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10)
        w[i] = w[i - 16] + s0 + w[i - 7] + s1
      }
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i] + x) >>> 0
  }
  return hash.map((x) => x.toString(16).padStart(8, '0')).join('')
}
