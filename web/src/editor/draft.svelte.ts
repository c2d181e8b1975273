import type { Doc } from './contract'

const MOST_STEPS = 300

/** The board that is drawn, with everything that was done to it. */
export class Draft {
  doc: Doc = $state.raw({})
  selected: string | null = $state(null)
  tool = $state('select')
  snap = $state(true)
  mirror = $state('')
  /** Changes since it was opened or saved. */
  dirty = $state(false)
  #past: Doc[] = $state.raw([])
  #future: Doc[] = $state.raw([])
  #stroke = ''

  constructor(doc: Doc) {
    this.doc = doc
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** Change a copy; what is done in one stroke (a drag, typing in one field) is undone at once. */
  change(make: (doc: Doc) => void, stroke = ''): void {
    const next = structuredClone(this.doc)
    make(next)
    if (JSON.stringify(next) === JSON.stringify(this.doc)) return
    if (!stroke || stroke !== this.#stroke) this.#past = [...this.#past.slice(-MOST_STEPS), this.doc]
    this.#stroke = stroke
    this.#future = []
    this.doc = next
    this.dirty = true
  }

  /** The next change begins a new step. */
  lift(): void {
    this.#stroke = ''
  }

  undo(): void {
    const last = this.#past.at(-1)
    if (!last) return
    this.#future = [...this.#future, this.doc]
    this.#past = this.#past.slice(0, -1)
    this.doc = last
    this.dirty = true
    this.lift()
  }

  redo(): void {
    const next = this.#future.at(-1)
    if (!next) return
    this.#past = [...this.#past, this.doc]
    this.#future = this.#future.slice(0, -1)
    this.doc = next
    this.dirty = true
    this.lift()
  }

  /** Another board altogether. */
  open(doc: Doc): void {
    this.doc = doc
    this.#past = []
    this.#future = []
    this.selected = null
    this.dirty = false
    this.lift()
  }
}
