/** Taking back: one's own last action, a whole turn, or with everybody's consent more than that. */
import { freshId, type Answer, type TableChannel } from './channel'
import { movesAtEnd } from './entries'
import type { Entry, Table, You } from './types.gen'

/** What taking back needs of the open table. */
interface Undone {
  readonly table: Table
  readonly you: You
  readonly seat: number | null
  readonly standing: Entry[]
  readonly steps: string[]
  readonly orders: { withdraw(): void }
  readonly history: { readonly stops: number[] }
  draft: string | null
  notice: { text: string } | null
  back(all?: boolean): void
  order(frame: Parameters<TableChannel['ask']>[0], loud?: boolean): Promise<Answer>
}

export class Undoing {
  constructor(private readonly of: Undone) {}

  /** My moves at the end of the record that nothing has followed yet. */
  get mine(): number {
    return this.of.seat === null ? 0 : movesAtEnd(this.of.standing, this.of.seat)
  }

  /** My last move that still stands. */
  get last(): Entry | undefined {
    return this.of.standing.findLast((entry) => entry.kind === 'move' && entry.seat === this.of.seat)
  }

  /** Nobody but me and bots. */
  get alone(): boolean {
    const { table, you } = this.of
    return you.seats.length === 1 && table.seats.every((seat) => seat.holder !== 'person' || you.seats.includes(seat.seat))
  }

  undo = async (): Promise<boolean> => {
    const of = this.of
    of.orders.withdraw()
    of.notice = null
    if (of.draft !== null) {
      of.draft = null
      return true
    }
    if (of.seat === null || of.table.timed) return false
    if (of.steps.length) {
      of.back()
      return true
    }
    const last = this.last
    // Bots agree at once: one click goes back to my last decision, whatever has happened since.
    if (this.alone && last && of.standing.at(-1) !== last) return this.rewind(this.before(last))
    const answer = await of.order({ op: 'undo', id: freshId(), seat: of.seat }, !this.alone || !last)
    return answer.op === 'ack' || (this.alone && last !== undefined && this.rewind(this.before(last)))
  }

  /** The version before a move. */
  private before(move: Entry): number {
    const stops = this.of.history.stops
    return stops[Math.max(0, stops.indexOf(move.version) - 1)]
  }

  /** Back to where my turn began: one step after the other, as far as that is allowed. */
  reset = async (): Promise<void> => {
    this.of.draft = null
    if (this.of.steps.length) return this.of.back(true)
    for (let left = this.mine; left > 0; left -= 1) if (!(await this.undo())) return
  }

  /** Ask the table to go back; with bots alone it does at once. */
  rewind = async (to: number): Promise<boolean> => {
    const seat = this.of.seat ?? this.of.you.seats[0]
    if (seat === undefined) return false
    this.of.notice = null
    return (await this.of.order({ op: 'rewind', id: freshId(), seat, to })).op === 'ack'
  }

  /** Ask the others to go back to before my last move. */
  ask = (): void => {
    if (this.last) void this.rewind(this.before(this.last))
  }

  vote = (yes: boolean, seat: number): void => {
    const proposal = this.of.table.proposal
    if (proposal) void this.of.order({ op: 'vote', id: freshId(), seat, proposal: proposal.id, yes })
  }
}
