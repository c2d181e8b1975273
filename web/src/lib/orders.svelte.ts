/** Decisions made ahead: what a player always wants is done as soon as it is allowed. */
import type { StandingOrder } from '../games/contract'

/** What following orders needs of the open table. */
interface Ordered {
  readonly live: boolean
  readonly awaited: boolean
  readonly legalNow: string[]
  readonly version: number
  readonly offered: StandingOrder[]
  draft: string | null
  send(text: string): void
}

/** Time to see what happened, and to change one's mind. */
const AFTER_MS = 700
export const ONLY_CHOICE = 'only'

export class Orders {
  /** Ids of the orders given at this table. */
  given: string[] = $state([])
  private timer = 0

  constructor(private readonly of: Ordered) {}

  give(id: string, on: boolean): void {
    this.given = on ? [...this.given, id] : this.given.filter((one) => one !== id)
    this.moved()
  }

  /** Whoever takes something back wants to decide it themselves. */
  withdraw(): void {
    this.given = []
    clearTimeout(this.timer)
  }

  /** What the orders say about the decision that is asked for. */
  get answer(): string | null {
    const { live, awaited, legalNow, offered } = this.of
    if (!live || !awaited || !this.given.length) return null
    const ordered = offered.find((one) => one.text !== null && this.given.includes(one.id) && legalNow.includes(one.text))
    if (ordered) return ordered.text
    return this.given.includes(ONLY_CHOICE) && legalNow.length === 1 ? legalNow[0] : null
  }

  /** The position has changed: follow the orders unless somebody decides first. */
  moved(): void {
    clearTimeout(this.timer)
    if (this.answer === null) return
    const version = this.of.version
    this.timer = setTimeout(() => {
      const answer = this.answer
      if (answer !== null && this.of.version === version && this.of.draft === null) this.of.send(answer)
    }, AFTER_MS) as unknown as number
  }
}
