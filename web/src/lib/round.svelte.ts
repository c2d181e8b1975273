/** The time of a game in real time, and the quick signs of its players. */
import type { GameClock, Sign } from '../games/contract'
import type { Pong, Signalled } from './types.gen'

const SIGNS_MS = 4_000
const ASKED_MS = 9_000
const SAMPLES = 12

export class Round {
  signals: Sign[] = $state.raw([])
  happened: string[] = $state.raw([])
  private zero: number | null = $state(null)
  private rate = 1
  /** Server time minus the clock of this page, from the answers that were quickest on their way. */
  private offset = $state(Date.now() - performance.now())
  private samples: { trip: number; offset: number }[] = []

  /** The clock as a game's page reads it; null where no wall clock runs. */
  clock: GameClock | null = $derived.by(() => {
    const zero = this.zero
    if (zero === null) return null
    const [offset, rate] = [this.offset, this.rate]
    return { zero_ms: zero, now: () => (performance.now() + offset - zero) * rate }
  })

  /** What a frame says about the time. */
  told(now_ms: number, zero_ms: number | null, rate?: number): void {
    if (!this.samples.length) this.offset = now_ms - performance.now()
    if (rate !== undefined) this.rate = rate
    this.zero = zero_ms
  }

  pong(frame: Pong): void {
    const here = performance.now()
    this.samples = [...this.samples, { trip: here - frame.sent, offset: frame.now_ms - (here + frame.sent) / 2 }].slice(-SAMPLES)
    this.offset = this.samples.reduce((one, other) => (other.trip < one.trip ? other : one)).offset
  }

  signalled(frame: Signalled): void {
    const sign = { seat: frame.seat, kind: frame.kind, about: frame.about, at: performance.now() }
    this.signals = [...this.signals, sign]
    // What somebody needs is not done in a moment.
    setTimeout(() => (this.signals = this.signals.filter((one) => one !== sign)), frame.kind === 'need' ? ASKED_MS : SIGNS_MS)
  }
}
