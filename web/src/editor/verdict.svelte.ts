import { api } from '../lib/api.svelte'
import { asTrouble, troubleWords } from '../lib/shared.svelte'
import type { BoardPart, Doc } from './contract'

const AGAIN_MS = 3000

/** One finding of the checker, and the things on the canvas that it is about. */
export interface Finding { text: string; things: string[]; problem: boolean }

/** What the server's own checker says of the board, a moment after each change. */
export class Verdict {
  ok: boolean | null = $state(null)
  waiting = $state(false)
  findings: Finding[] = $state.raw([])
  players: number[] = $state.raw([])
  picture = $state('')
  fault = $state('')
  #serial = 0
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(private game: string, private part: () => BoardPart) {}

  /** Look at a board after a pause; what it returns stops the waiting. */
  look(doc: Doc, pause = 450): () => void {
    const serial = ++this.#serial
    this.waiting = true
    const timer = setTimeout(() => {
      void api.checkBoard(this.game, doc).then(
        (answer) => {
          if (serial !== this.#serial) return
          this.fault = ''
          this.ok = answer.ok
          const texts = answer.ok ? (answer.warnings ?? []) : answer.problems
          const places = answer.places ?? []
          this.findings = texts.map((text, k) => {
            const things = (places[k] ?? []).map((pointer) => this.part().thingAt(pointer)).filter((one) => one !== null)
            return { text, things: [...new Set(things)], problem: !answer.ok }
          })
          this.players = answer.players ?? []
          if (answer.ok) this.picture = answer.svg ?? ''
          this.waiting = false
        },
        (trouble) => {
          if (serial !== this.#serial) return
          this.fault = troubleWords(trouble)
          // A busy server is asked again; anything else waits for the next change.
          if (asTrouble(trouble).status === 503 || asTrouble(trouble).status === 429) this.#again = setTimeout(() => serial === this.#serial && this.look(doc, 0), AGAIN_MS)
          else this.waiting = false
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      clearTimeout(this.#again)
    }
  }
}
