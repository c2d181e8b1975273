/** How fast bots move at this table: as its reader likes it, and at once while they skip ahead. */
import type { TableChannel } from './channel'
import { settings } from './settings.svelte'

/** What a wish for a tempo needs of the open table. */
interface Played {
  readonly table: { timed: boolean; seats: { awaited: boolean; holder: string; stands_in?: boolean }[] }
  readonly live: boolean
  readonly awaited: boolean
  readonly seat: number | null
}

const DELAY_MS = { quick: 0, usual: null, slow: 2500 }

export class Tempo {
  /** Until my next decision bots move at once and nothing is animated. */
  skipping = $state(false)
  private told: number | null = null

  constructor(private readonly of: Played, private readonly channel: () => TableChannel) {}

  /** Bots are at it, and one could wish that they hurry. */
  get slow(): boolean {
    const { table, live, awaited, seat } = this.of
    return live && !awaited && seat !== null && !table.timed && table.seats.some((one) => one.awaited && one.holder === 'bot')
  }

  skip = (): void => {
    this.skipping = true
    this.tell()
  }

  /** Somebody acted: skipping ends where a decision of mine begins. */
  moved(): void {
    if (this.skipping && this.of.awaited) {
      this.skipping = false
      this.tell()
    }
  }

  /** A server that has just greeted this page knows of no wish. */
  greeted(): void {
    this.told = null
    this.tell()
  }

  tell = (): void => {
    const wanted = this.skipping ? 0 : DELAY_MS[settings.bots]
    if (wanted === this.told) return
    this.told = wanted
    this.channel().tell({ op: 'tempo', bot_delay_ms: wanted })
  }
}
