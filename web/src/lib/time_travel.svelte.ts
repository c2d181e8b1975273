/** Earlier positions of an open table: the one that is shown, the way to others, and playing them one by one. */
import type { GamePage } from '../games/contract'
import { api, Trouble } from './api.svelte'
import type { EarlierEntries } from './earlier_entries.svelte'
import { STEPS } from './entries'
import type { Entry, Past, Table } from './types.gen'
import { t } from './words.svelte'

const STEP_MS = 1400
const KEPT = 400

/** What travelling needs of the open table. */
interface Travelled {
  readonly entries: Entry[]
  readonly earlier: EarlierEntries
  readonly table: Table
  readonly seat: number | null
  readonly page: GamePage
  draft: string | null
  notice: { text: string } | null
  readonly pastKept: ((version: number) => Past) | null
}

export class TimeTravel {
  past: Past | null = $state.raw(null)
  /** The version a person is pulling the slider to; null is now. */
  shown: number | null = $state(null)
  playing = $state(false)
  speed = $state(1)
  private pasts = new Map<string, Promise<Past>>()
  private timer = 0

  constructor(private readonly of: Travelled) {}

  close(): void {
    clearTimeout(this.timer)
  }

  /** Another seat sees other things. */
  forget(): void {
    this.pasts.clear()
  }

  /** The versions a slider stops at. */
  get stops(): number[] {
    return this.of.entries.filter((entry) => STEPS.has(entry.kind)).map((entry) => entry.version)
  }

  travel = async (to: number | null): Promise<void> => {
    const last = this.stops.at(-1)
    if (to === null || last === undefined || to >= last) {
      this.shown = null
      this.past = null
      return
    }
    this.of.draft = null
    this.shown = to
    try {
      const past = await this.fetchPast(to)
      if (this.shown === to) this.past = past
    } catch (trouble) {
      this.playing = false
      this.shown = null
      this.past = null
      this.of.notice = { text: trouble instanceof Trouble && trouble.message ? trouble.message : t('past.none') }
    }
  }

  private fetchPast(version: number): Promise<Past> {
    const key = `${version}/${this.of.seat}`
    let found = this.pasts.get(key)
    if (!found) {
      const kept = this.of.pastKept
      found = kept ? Promise.resolve(kept(version)) : api.past(this.of.table.id, version, this.of.seat, this.of.page.pictures === true)
      found.catch(() => this.pasts.delete(key))
      this.pasts.set(key, found)
      if (this.pasts.size > KEPT) this.pasts.delete(this.pasts.keys().next().value!)
    }
    return found
  }

  walk = (by: number): void => {
    const stops = this.stops
    const now = this.shown ?? stops.at(-1) ?? 0
    const place = stops.findLastIndex((stop) => stop <= now)
    if (place + by < 0 && this.of.earlier.there) {
      void this.of.earlier.load().then((more) => more && this.walk(by))
      return
    }
    const next = stops[Math.min(stops.length - 1, Math.max(0, place + by))]
    if (next !== undefined) void this.travel(next)
  }

  /** To the very beginning, also if it is not here yet. */
  first = async (): Promise<void> => {
    await this.of.earlier.loadAll()
    if (this.stops.length) await this.travel(this.stops[0])
  }

  play = async (): Promise<void> => {
    if (this.playing) {
      this.playing = false
      clearTimeout(this.timer)
      return
    }
    this.playing = true
    if (this.shown === null) await this.first()
    const tick = () => {
      if (!this.playing || this.shown === null) {
        this.playing = false
        return
      }
      this.walk(1)
      this.timer = setTimeout(tick, STEP_MS / this.speed) as unknown as number
    }
    this.timer = setTimeout(tick, STEP_MS / this.speed) as unknown as number
  }
}
