/** Drawing a sheet: hexes, rivers, ranges, stations, towns. */
import type { BoardPart, Choice, Doc, Field, Group, Pen, Spot, Thing, Tool } from '../../../editor/contract'
import type { Draft } from '../../../editor/draft.svelte'
import { lang } from '../lang'
import { allHexes, allVertices, beside, change, clear, desert, emptied, FEATURES, fitRows, flow, hexes, middleOf, opposite, oppositeVertex, paint, placeOf, raise, ranges, resize, rivers, SIDE, sizeOf, toggleTown, townAt, towns, vertexAt } from './sheet'

const w = lang.t
const SUITS = ['S', 'H', 'D', 'C']

export class SheetPart implements BoardPart {
  step = SIDE
  snaps = false
  #brush = $state('mine')
  /** The first hex of a range that is being drawn. */
  from: string | null = $state(null)
  #stroke: 'paint' | 'river' | 'erase' | null = null
  #last = ''

  constructor(private draft: Draft) {}

  get doc(): Doc {
    return this.draft.doc
  }

  names = $derived(allHexes(this.doc))
  vertices = $derived(allVertices(this.doc))
  /** The middles of the hexes on the rim, where a river may leave the map. */
  rim = $derived(new Set(this.names.filter((name) => {
    const { row, col } = placeOf(name)
    return !row || !col || row === this.doc.rows - 1 || col === this.doc.cols - 1
  }).map((name) => `${middleOf(name).x} ${middleOf(name).y}`)))

  tools(): Tool[] {
    return [
      { id: 'select', key: 'v', name: w('pr.ed.select'), about: w('pr.ed.select.about'), icon: 'M6 3.500v14l4-3.500 2.500 6 2.500-1-2.500-6h5z', cursor: 'default' },
      { id: 'paint', key: 'p', name: w('pr.ed.paint'), about: w('pr.ed.paint.about'), icon: 'M12 3.500 19.500 8v8L12 20.500 4.500 16V8zM8.500 12h7', cursor: 'cell' },
      { id: 'river', key: 'r', name: w('pr.ed.river'), about: w('pr.ed.river.about'), icon: 'M3 8c3-3 6 3 9 0s6 3 9 0M3 15c3-3 6 3 9 0s6 3 9 0', cursor: 'cell' },
      { id: 'range', key: 'g', name: w('pr.ed.range'), about: w('pr.ed.range.about'), icon: 'M2.500 19 9 7l4 7 2.500-4 6 9z', cursor: 'pointer' },
      { id: 'town', key: 't', name: w('pr.ed.town'), about: w('pr.ed.town.about'), icon: 'M4 11.500 12 5l8 6.500M6.500 10v9h11v-9M10 19v-5h4v5' },
      { id: 'erase', key: 'x', name: w('pr.ed.erase'), about: w('pr.ed.erase.about'), icon: 'M8.500 19.500 4 15 14.500 4.500 20 10 10.500 19.500zM8.500 19.500H20M9 9.500l5.500 5.500', cursor: 'cell' },
    ]
  }

  /** What is painted; the other kind of map does not have everything. */
  get brush(): string {
    const known = this.brushNames()
    return known.some((one) => one.value === this.#brush) ? this.#brush : known[0]!.value
  }

  brushNames(): Choice[] {
    const kinds = FEATURES[desert(this.doc) ? 'desert' : 'forest']
    return [...kinds.map((one) => ({ value: one, name: w(`pr.is.${one}`) })), ...SUITS.map((one) => ({ value: `station-${one}`, name: w('pr.ed.station', { suit: w(`pr.suit.${one}`) }) })), { value: 'blank', name: w('pr.is.blank') }]
  }

  brushes(): Field[] {
    if (this.draft.tool !== 'paint') return []
    return [{ kind: 'row', id: 'brush', label: '', buttons: this.brushNames().map((one) => ({ id: one.value, name: one.name, pressed: this.brush === one.value, run: () => (this.#brush = one.value) })) }]
  }

  mirrors(): Choice[] {
    return [{ value: 'turn', name: w('pr.ed.turn') }]
  }

  size() {
    return sizeOf(this.doc)
  }

  isWords(name: string): string {
    const spec = hexes(this.doc)[name]
    if (!spec) return w('pr.is.blank')
    return spec.suit ? w('pr.ed.station', { suit: w(`pr.suit.${spec.suit}`) }) : w(`pr.is.${spec.t}`)
  }

  things(): Thing[] {
    return [
      ...this.names.map((name) => ({ id: `hex:${name}`, name: `${name}: ${this.isWords(name)}`, ...middleOf(name) })),
      ...towns(this.doc).map((one, k) => ({ id: `town:${k}`, name: `${one.name} (${one.v})`, ...vertexAt(one.v) })),
    ]
  }

  places(): Thing[] | null {
    if (this.draft.tool === 'town') return this.vertices.map((one) => ({ id: one.name, name: this.vertexName(one), ...one.at }))
    if (this.draft.tool === 'select') return this.things()
    return this.things().slice(0, this.names.length)
  }

  vertexName(one: { name: string; at: Spot }): string {
    const town = townAt(this.doc, one.at)
    return town >= 0 ? `${one.name}: ${towns(this.doc)[town]!.name}` : one.name
  }

  hit(at: Spot, reach: number): string | null {
    const tool = this.draft.tool
    if (tool === 'town') {
      const near = this.vertices.find((one) => Math.hypot(one.at.x - at.x, one.at.y - at.y) < Math.max(24, reach))
      return near ? `vertex:${near.name}` : null
    }
    if (tool === 'select' || tool === 'erase') {
      const k = towns(this.doc).findIndex((one) => Math.hypot(vertexAt(one.v).x - at.x, vertexAt(one.v).y - at.y) < Math.max(17, reach))
      if (k >= 0) return `town:${k}`
    }
    let best: string | null = null
    let least = SIDE * 0.98
    for (const name of this.names) {
      const d = Math.hypot(middleOf(name).x - at.x, middleOf(name).y - at.y)
      if (d < least) [best, least] = [`hex:${name}`, d]
    }
    return best
  }

  down(pen: Pen): void {
    const [kind = '', id = ''] = (pen.thing ?? '').split(':')
    const { draft } = this
    this.#last = ''
    if (draft.tool === 'select') draft.selected = pen.thing
    else if (draft.tool === 'town') {
      if (kind === 'vertex') this.make((doc) => this.twice(doc, id, oppositeVertex, toggleTown))
    } else if (draft.tool === 'range') {
      if (kind !== 'hex') this.from = null
      else if (this.from && beside(this.from, id)) {
        const one = this.from
        this.make((doc) => {
          raise(doc, one, id)
          const [a, b] = [opposite(doc, one), opposite(doc, id)]
          if (draft.mirror === 'turn' && ![a, b].some((name) => name === one || name === id)) raise(doc, a, b)
        })
        this.from = null
      } else this.from = this.from === id ? null : id
    } else {
      this.#stroke = draft.tool as 'paint' | 'river' | 'erase'
      this.move(pen)
    }
  }

  move(pen: Pen): void {
    const [kind = '', id = ''] = (pen.thing ?? '').split(':')
    if (!this.#stroke || !pen.thing || pen.thing === this.#last) return
    this.#last = pen.thing
    const stroke = this.#stroke
    if (stroke === 'erase' && kind === 'town') this.make((doc) => doc.towns.splice(Number(id), 1), 'stroke')
    if (kind !== 'hex') return
    const spec = hexes(this.doc)[id]
    if (stroke === 'river') {
      // Back to the end of a river takes it away; anything else goes on.
      const isEnd = spec?.t === 'river' && rivers(this.doc).some((path) => path.at(-1) === id || path[0] === id)
      if (spec?.t === 'river' && !isEnd) return
      if (!isEnd || pen.keys) this.make((doc) => this.twice(doc, id, opposite, isEnd ? clear : flow), 'stroke')
      else if (rivers(this.doc).some((path) => path.length === 1 && path[0] === id)) this.make((doc) => clear(doc, id), 'stroke')
    } else this.make((doc) => this.twice(doc, id, opposite, (board, name) => (stroke === 'erase' ? clear(board, name) : paint(board, name, this.brush))), 'stroke')
  }

  /** Do it here, and opposite if both halves of the sheet are to be alike. */
  twice(doc: Doc, name: string, turned: (doc: Doc, name: string) => string, make: (doc: Doc, name: string) => void): void {
    make(doc, name)
    const other = turned(doc, name)
    // There is one station of a suit.
    const single = this.draft.tool === 'paint' && this.brush.startsWith('station')
    if (this.draft.mirror === 'turn' && other !== name && !single) make(doc, other)
  }

  make(work: (doc: Doc) => void, stroke = ''): void {
    this.draft.change((doc) => {
      work(doc)
      fitRows(doc)
    }, stroke)
  }

  up(_pen: Pen): void {
    this.#stroke = null
  }

  cancel(): boolean {
    const had = this.#stroke !== null || this.from !== null
    this.#stroke = null
    this.from = null
    return had
  }

  remove(thing: string): void {
    const [kind, id = ''] = thing.split(':')
    this.make((doc) => (kind === 'town' ? doc.towns.splice(Number(id), 1) : clear(doc, id)))
    this.draft.selected = null
  }

  nudge(thing: string, dx: number, dy: number): void {
    if (!thing.startsWith('town:')) return
    const town = towns(this.doc)[Number(thing.slice(5))]
    if (!town) return
    const from = vertexAt(town.v)
    const ahead = this.vertices.filter((one) => (one.at.x - from.x) * dx + (one.at.y - from.y) * dy > 5 && townAt(this.doc, one.at) < 0)
    const next = ahead.sort((a, b) => Math.hypot(a.at.x - from.x, a.at.y - from.y) - Math.hypot(b.at.x - from.x, b.at.y - from.y))[0]
    if (next) this.draft.change((doc) => (towns(doc)[Number(thing.slice(5))]!.v = next.name), `nudge ${thing}`)
  }

  empty(): void {
    this.draft.change(emptied)
  }

  thingAt(pointer: string): string | null {
    const [, list, id = ''] = pointer.split('/')
    if (list === 'hex') return this.names.includes(id) ? `hex:${id}` : null
    if (list === 'ranges') return ranges(this.doc)[id] ? `hex:${ranges(this.doc)[id]![0]}` : null
    return list === 'towns' && towns(this.doc)[Number(id)] ? `town:${id}` : null
  }

  selected(): Group[] {
    const [kind, id = ''] = (this.draft.selected ?? '').split(':')
    if (kind === 'town') {
      const town = towns(this.doc)[Number(id)]
      return town ? [{ id: 'town', title: w('pr.ed.town'), fields: [
        { kind: 'text', id: 'town-name', label: w('pr.ed.name'), value: town.name, most: 24, set: (value) => this.draft.change((doc) => (towns(doc)[Number(id)]!.name = value), `town ${id}`) },
        { kind: 'row', id: 'town-do', label: '', buttons: [{ id: 'remove', name: w('pr.ed.town.remove'), danger: true, run: () => this.remove(`town:${id}`) }] },
      ] }] : []
    }
    const spec = hexes(this.doc)[id]
    const choices = [...this.brushNames(), ...(spec && (spec.t === 'river' || spec.t === 'mountain') ? [{ value: spec.t, name: w(`pr.is.${spec.t}`) }] : [])]
    return [{ id: 'hex', title: w('pr.ed.hex', { name: id }), fields: [
      { kind: 'choice', id: 'hex-is', label: w('pr.ed.is'), value: spec ? (spec.suit ? `station-${spec.suit}` : spec.t) : 'blank', choices, set: (value) => this.make((doc) => paint(doc, id, value)) },
      ...(spec?.n !== undefined ? [{ kind: 'number' as const, id: 'hex-n', label: w('pr.ed.sides'), value: spec.n, least: 1, most: 5, set: (value: number) => this.draft.change((doc) => (hexes(doc)[id]!.n = value)) }] : []),
    ] }]
  }

  board(): Group[] {
    const { draft, doc } = this
    const set = (key: string, value: unknown, stroke = '') => draft.change((board) => (board[key] = value), stroke)
    const row = (key: string): Field => ({ kind: 'text', id: `row-${key}`, label: w(`pr.ed.row.${key}`), value: (doc.score_rows[key] as number[]).join(', '), most: 80, set: (value) => {
      const numbers = value.split(',').map((one) => Number(one.trim()))
      if (numbers.every((n) => Number.isInteger(n) && n > 0)) draft.change((board) => (board.score_rows[key] = numbers), `row ${key}`)
    } })
    return [
      { id: 'sheet', title: w('pr.ed.sheet'), fields: [
        { kind: 'text', id: 'sheet-id', label: w('pr.ed.id'), value: doc.id, most: 40, set: (value) => set('id', value.toLowerCase().replace(/[^a-z0-9-]/g, '-'), 'id') },
        { kind: 'text', id: 'sheet-character', label: w('pr.ed.character'), value: doc.character ?? '', most: 200, set: (value) => set('character', value, 'character') },
        { kind: 'choice', id: 'sheet-map', label: w('pr.ed.map'), value: doc.map, choices: [{ value: 'desert', name: w('pr.ed.desert') }, { value: 'forest', name: w('pr.ed.forest') }], set: (value) => draft.change((board) => change(board, value as 'desert' | 'forest')) },
        { kind: 'number', id: 'sheet-rows', label: w('pr.ed.rows'), value: doc.rows, least: 3, most: 16, set: (value) => draft.change((board) => resize(board, value, board.cols)) },
        { kind: 'number', id: 'sheet-cols', label: w('pr.ed.cols'), value: doc.cols, least: 3, most: 20, set: (value) => draft.change((board) => resize(board, board.rows, value)) },
      ] },
      { id: 'score', title: w('pr.ed.score'), fields: [{ kind: 'note', id: 'score', text: w('pr.ed.score.about') }, row('ranch'), row('yard'), ...(desert(doc) ? [row('fort')] : [])] },
    ]
  }
}
