/** Hints of a bot: asked for at any time, answered as soon as there is something to decide. */
import type { Answer } from './channel'
import type { Hinted } from './types.gen'

/** What a bot would do, the actions it compared (the best first), its plans, points to come and what rivals may hold. */
export type Hint = Pick<Hinted, 'text' | 'by'> & Required<Pick<Hinted, 'judged' | 'plans' | 'expected' | 'held'>>

/** What asking needs of the open table. */
interface Asked {
  readonly awaited: boolean
  readonly legalNow: string[]
  readonly version: number
  askBot(): Promise<Answer>
  hinted(hint: Hint): void
}

const TRIES = 4

export class Advice {
  hint: Hint | null = $state.raw(null)
  asking = $state(false)
  /** Somebody asked before it was their turn. */
  wanted = $state(false)

  constructor(private readonly of: Asked) {}

  ask = async (): Promise<void> => {
    if (this.asking) return
    if (!this.of.awaited) {
      this.wanted = !this.wanted
      return
    }
    this.wanted = false
    this.asking = true
    try {
      // While a bot thinks, others may act: its answer still holds if the decision is the same, else it is asked again.
      for (let k = 0; k < TRIES && this.of.awaited; k += 1) {
        const answer = await this.of.askBot()
        if (answer.op !== 'hinted') return
        if (!this.of.legalNow.includes(answer.text)) continue
        const { text, by, judged = [], plans = [], expected = [], held = [] } = answer
        this.hint = { text, by, judged, plans, expected, held }
        this.of.hinted(this.hint)
        return
      }
    } finally {
      this.asking = false
    }
  }

  /** The position has changed. */
  moved(): void {
    this.hint = null
    if (this.wanted && this.of.awaited) void this.ask()
  }
}
