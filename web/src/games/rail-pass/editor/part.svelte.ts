/** Drawing a layout: cities, what lies between them, and who plays which. */
import type { BoardPart, Doc, Field, Group, Pen, Spot, Thing, Tool } from '../../../editor/contract'
import type { Draft } from '../../../editor/draft.svelte'
import { lang } from '../lang'
import { COLOURS, PAINT, type LinkKind } from '../model'
import { addCity, addSeating, CITY, cities, emptied, giveCity, KINDS, linkOf, links, moveCity, ownerOf, paintCity, PLACES, removeCity, seating, setLink, SIZE, spotOf, wayOf } from './layout'

const w = lang.t

export class LayoutPart implements BoardPart {
  step = 60
  snaps = false
  kind: LinkKind = $state('open')
  seat = $state(0)
  from: string | null = $state(null)
  /** A city on its way to another place. */
  held: { id: string; at: Spot } | null = $state.raw(null)
  pen: Spot = $state.raw({ x: 0, y: 0 })
  #players = $state(0)

  constructor(private draft: Draft) {}

  get doc(): Doc {
    return this.draft.doc
  }

  /** The number of players whose cities are shown. */
  players = $derived(seating(this.doc).some((one) => one.players === this.#players) ? this.#players : (seating(this.doc)[0]?.players ?? 2))

  tools(): Tool[] {
    return [
      { id: 'select', key: 'v', name: w('rp.ed.select'), about: w('rp.ed.select.about'), icon: 'M6 3.500v14l4-3.500 2.500 6 2.500-1-2.500-6h5z', cursor: 'default' },
      { id: 'city', key: 'c', name: w('rp.ed.city'), about: w('rp.ed.city.about'), icon: 'M3.500 8h11v9h-11zM19 13v6M16 16h6', cursor: 'pointer' },
      { id: 'link', key: 'l', name: w('rp.ed.link'), about: w('rp.ed.link.about'), icon: 'M3 5h6v6H3zM15 13h6v6h-6zM9 11l6 4', cursor: 'pointer' },
      { id: 'owner', key: 'o', name: w('rp.ed.owner'), about: w('rp.ed.owner.about'), icon: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.500 20.500c.8-4 3.800-6 7.500-6s6.700 2 7.500 6', cursor: 'pointer' },
      { id: 'erase', key: 'x', name: w('rp.ed.erase'), about: w('rp.ed.erase.about'), icon: 'M8.500 19.500 4 15 14.500 4.500 20 10 10.500 19.500zM8.500 19.500H20M9 9.500l5.500 5.500', cursor: 'pointer' },
    ]
  }

  brushes(): Field[] {
    if (this.draft.tool === 'link') return [{ kind: 'row', id: 'kind', label: '', buttons: KINDS.map((one) => ({ id: one, name: w(`rp.link.${one}`), pressed: this.kind === one, run: () => (this.kind = one) })) }]
    if (this.draft.tool !== 'owner') return []
    return [{ kind: 'row', id: 'seat', label: '', buttons: Array.from({ length: this.players }, (_, k) => ({ id: String(k + 1), name: w('rp.edit.player', { n: k + 1 }), pressed: this.seat === k, run: () => (this.seat = k) })) }]
  }

  mirrors() {
    return []
  }

  size() {
    return SIZE
  }

  cityName(id: string): string {
    const city = cities(this.doc).find((one) => one.id === id)
    return city ? `${id}: ${w(`rp.colour.${city.colour}`)}, P${ownerOf(this.doc, this.players, id) + 1}` : w('rp.ed.free', { id })
  }

  things(): Thing[] {
    return [
      ...cities(this.doc).map((one) => ({ id: `city:${one.id}`, name: this.cityName(one.id), ...spotOf(one.id) })),
      ...links(this.doc).map((one) => ({ id: `link:${one.a}-${one.b}`, name: `${one.a}–${one.b}: ${w(`rp.link.${one.kind}`)}`, ...wayOf(one).middle })),
    ]
  }

  places(): Thing[] | null {
    if (this.draft.tool === 'select' || this.draft.tool === 'erase') return this.things()
    const offered = this.draft.tool === 'city' ? PLACES : cities(this.doc).map((one) => one.id)
    return offered.map((id) => ({ id: `city:${id}`, name: this.cityName(id), ...spotOf(id) }))
  }

  hit(at: Spot, reach: number): string | null {
    const place = PLACES.find((id) => Math.abs(spotOf(id).x - at.x) < CITY.width / 2 && Math.abs(spotOf(id).y - at.y) < CITY.height / 2)
    const there = place && cities(this.doc).some((one) => one.id === place)
    if (place && (there || this.draft.tool === 'city')) return there ? `city:${place}` : `place:${place}`
    const link = this.draft.tool === 'owner' || this.draft.tool === 'city' ? undefined : links(this.doc).find((one) => Math.hypot(wayOf(one).middle.x - at.x, wayOf(one).middle.y - at.y) < Math.max(34, reach))
    return link ? `link:${link.a}-${link.b}` : null
  }

  down(pen: Pen): void {
    const [kind = '', id = ''] = (pen.thing ?? '').split(':')
    const { draft } = this
    this.pen = pen.at
    if (draft.tool === 'select') {
      draft.selected = pen.thing
      if (kind === 'city' && !pen.keys) this.held = { id, at: spotOf(id) }
    } else if (draft.tool === 'city') {
      if (kind === 'place') draft.change((doc) => addCity(doc, id))
      if (id) draft.selected = `city:${id}`
    } else if (draft.tool === 'link') {
      if (kind === 'link') draft.change((doc) => (linkOf(doc, id[0]!, id[2]!)!.kind = this.kind))
      else if (kind !== 'city') this.from = null
      else if (this.from === null || this.from === id) this.from = this.from === id ? null : id
      else {
        const one = this.from
        draft.change((doc) => setLink(doc, one, id, this.kind))
        this.from = null
      }
    } else if (draft.tool === 'owner' && kind === 'city') draft.change((doc) => giveCity(doc, this.players, id, this.seat))
    else if (draft.tool === 'erase' && pen.thing) this.remove(pen.thing)
  }

  move(pen: Pen): void {
    this.pen = pen.at
    if (this.held) this.held = { ...this.held, at: pen.at }
  }

  /** The place over which a held city hangs. */
  target(): string | null {
    const held = this.held
    if (!held) return null
    const near = PLACES.find((id) => Math.abs(spotOf(id).x - held.at.x) < 150 && Math.abs(spotOf(id).y - held.at.y) < 130)
    return near && near !== held.id ? near : null
  }

  up(_pen: Pen): void {
    const [held, to] = [this.held, this.target()]
    this.held = null
    if (!held || !to) return
    this.draft.change((doc) => moveCity(doc, held.id, to))
    this.draft.selected = `city:${to}`
  }

  cancel(): boolean {
    const had = this.held !== null || this.from !== null
    this.held = null
    this.from = null
    return had
  }

  remove(thing: string): void {
    const [kind, id = ''] = thing.split(':')
    this.draft.change((doc) => {
      if (kind === 'city') removeCity(doc, id)
      else doc.links = links(doc).filter((one) => `${one.a}-${one.b}` !== id)
    })
    this.draft.selected = null
  }

  nudge(thing: string, dx: number, dy: number): void {
    const id = thing.slice(5)
    if (!thing.startsWith('city:')) return
    const at = PLACES.indexOf(id)
    const [column, row] = [(at % 3) + dx, Math.floor(at / 3) + dy]
    if (column < 0 || column > 2 || row < 0 || row > 1) return
    const to = PLACES[row * 3 + column]!
    this.draft.change((doc) => moveCity(doc, id, to))
    this.draft.selected = `city:${to}`
  }

  empty(): void {
    this.draft.change(emptied)
  }

  thingAt(pointer: string): string | null {
    const [, list, index] = pointer.split('/')
    const one = list && index ? this.doc[list]?.[index] : null
    if (!one) return null
    return list === 'cities' ? `city:${one.id}` : list === 'links' ? `link:${one.a}-${one.b}` : null
  }

  selected(): Group[] {
    const [kind, id = ''] = (this.draft.selected ?? '').split(':')
    const { draft } = this
    if (kind === 'link') {
      const link = linkOf(this.doc, id[0] ?? '', id[2] ?? '')
      return link ? [{ id: 'link', title: `${link.a} – ${link.b}`, fields: [
        { kind: 'choice', id: 'link-kind', label: w('rp.ed.kind'), value: link.kind, choices: KINDS.map((one) => ({ value: one, name: w(`rp.link.${one}`) })), set: (value) => draft.change((doc) => (linkOf(doc, link.a, link.b)!.kind = value as LinkKind)) },
        { kind: 'row', id: 'link-do', label: '', buttons: [{ id: 'remove', name: w('rp.ed.link.remove'), danger: true, run: () => this.remove(`link:${id}`) }] },
      ] }] : []
    }
    const city = cities(this.doc).find((one) => one.id === id)
    return city ? [{ id: 'city', title: w('rp.ed.city.at', { id }), fields: [
      { kind: 'row', id: 'city-colour', label: w('rp.ed.colour'), buttons: COLOURS.map((one) => ({ id: one, name: w(`rp.colour.${one}`), colour: PAINT[one]!.fill, pressed: city.colour === one, run: () => draft.change((doc) => paintCity(doc, id, one)) })) },
      ...seating(this.doc).map((entry): Field => ({ kind: 'choice', id: `city-owner-${entry.players}`, label: w('rp.ed.with', { n: entry.players }), value: String(ownerOf(this.doc, entry.players, id)), choices: entry.seats.map((_, k) => ({ value: String(k), name: w('rp.edit.player', { n: k + 1 }) })), set: (value) => draft.change((doc) => giveCity(doc, entry.players, id, Number(value))) })),
      { kind: 'row', id: 'city-do', label: '', buttons: [{ id: 'remove', name: w('rp.ed.city.remove'), danger: true, run: () => this.remove(`city:${id}`) }] },
    ] }] : []
  }

  board(): Group[] {
    const { draft, doc } = this
    const taken = seating(doc).map((one) => one.players)
    const more = [2, 3, 4, 5, 6].filter((n) => !taken.includes(n) && n <= cities(doc).length)
    return [
      { id: 'layout', title: w('rp.ed.layout'), fields: [
        { kind: 'text', id: 'layout-id', label: w('rp.ed.id'), value: doc.id, most: 40, set: (value) => draft.change((board) => (board.id = value.replace(/[^A-Za-z0-9-]/g, '-')), 'id') },
        { kind: 'text', id: 'layout-note', label: w('rp.ed.note'), value: doc.note ?? '', most: 400, set: (value) => draft.change((board) => (board.note = value), 'note') },
        { kind: 'number', id: 'layout-each', label: w('rp.ed.each'), value: doc.yard?.each ?? Math.floor(20 / Math.max(1, cities(doc).length - 1)), least: 1, most: 20, set: (value) => draft.change((board) => (board.yard = { each: value })) },
        { kind: 'switch', id: 'layout-parts', label: w('rp.ed.parts'), value: !!doc.unlimited_parts, set: (value) => draft.change((board) => (value ? (board.unlimited_parts = true) : delete board.unlimited_parts)) },
      ] },
      { id: 'seating', title: w('rp.ed.seating'), fields: [
        { kind: 'row', id: 'players', label: w('rp.ed.show'), buttons: taken.map((n) => ({ id: String(n), name: String(n), pressed: this.players === n, run: () => (this.#players = n) })) },
        ...(more.length ? [{ kind: 'row' as const, id: 'players-add', label: w('rp.ed.also'), buttons: more.map((n) => ({ id: String(n), name: `+ ${n}`, run: () => { draft.change((board) => addSeating(board, n)); this.#players = n } })) }] : []),
        { kind: 'number', id: 'express', label: w('rp.ed.express', { n: this.players }), value: seating(doc).find((one) => one.players === this.players)?.express_s ?? 300, least: 30, most: 600, set: (value) => draft.change((board) => (seating(board).find((one) => one.players === this.players)!.express_s = value)) },
        ...(taken.length > 1 ? [{ kind: 'row' as const, id: 'players-remove', label: '', buttons: [{ id: 'remove', name: w('rp.ed.without', { n: this.players }), danger: true, run: () => draft.change((board) => (board.seating = seating(board).filter((one) => one.players !== this.players))) }] }] : []),
      ] },
    ]
  }
}
