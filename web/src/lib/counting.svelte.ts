/** Points counted before everybody's eyes, one item after another. */
import { untrack } from 'svelte'
import type { GameProps } from '../games/contract'

const FRESH_MS = 30_000
const BEGIN_MS = 700
const ALL = 999

export class Counting {
  /** How many items are counted; 0 before the first. */
  step = $state(0)
  running = $state(false)
  speed = $state(1)

  /** A game that ended while we looked on is counted slowly; an old one lies open at once. To be made while a component begins. */
  constructor(
    read: () => GameProps,
    private items: () => number,
    each_ms: number,
    /** How far everybody has come, by seat. */
    sums: () => number[],
  ) {
    const fresh = untrack(() => !read().reducedMotion && Date.now() - (read().entries.at(-1)?.at_ms ?? 0) < FRESH_MS)
    this.step = fresh ? 0 : ALL
    this.running = fresh
    $effect(() => {
      if (!this.running || this.done) return
      const timer = setTimeout(() => (this.step += 1), (this.step === 0 ? BEGIN_MS : each_ms) / this.speed)
      return () => clearTimeout(timer)
    })
    // Until the count is done, nothing else on the page names the winner. Telling makes the props anew: only what differs is told.
    $effect(() => {
      const now = this.done ? null : sums()
      if (JSON.stringify(read().tally) !== JSON.stringify(now)) untrack(() => read().count(now))
    })
    $effect(() => () => untrack(() => read().count(null)))
  }

  get done(): boolean {
    return this.step > this.items()
  }

  /** Which item is being counted, if any. */
  get at(): number | null {
    return this.done || this.step === 0 ? null : this.step - 1
  }

  toggle = (): void => {
    this.running = !this.running
  }

  hurry = (): void => {
    this.speed = this.speed === 1 ? 3 : 1
    this.running = true
  }

  skip = (): void => {
    this.step = ALL
  }

  again = (): void => {
    this.step = 0
    this.speed = 1
    this.running = true
  }
}

/** Rows as plain text: the first column to the left, the others to the right. */
export function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, k) => Math.max(...rows.map((row) => row[k]?.length ?? 0)))
  return rows.map((row) => row.map((cell, k) => (k ? cell.padStart(widths[k] ?? 0) : cell.padEnd(widths[k] ?? 0))).join('  ')).join('\n')
}
