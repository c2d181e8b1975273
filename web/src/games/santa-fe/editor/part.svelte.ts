/** Drawing a board: cities, lines, spaces, arrows, squares, railroads. */
import type { BoardPart, Doc, Field, Group, Pen, Spot, Thing, Tool } from '../../../editor/contract'
import type { Draft } from '../../../editor/draft.svelte'
import { lang } from '../lang'
import { apart, far, middle } from './curves'
import { boardGroups, cityGroups, lineGroups } from './groups'
import { cities, drawnLines, emptied, freeCityId, lines, radius, removeCity, renumber, roads, type Drawn } from './model'

const GRID = 10
const NEAR = 7
const TERRAIN = ['m', 'r', 'l'] as const
const w = lang.t

export class SantaFePart implements BoardPart {
  step = GRID
  snaps = true
  /** The first city of a line that is being drawn. */
  from: string | null = $state(null)
  /** Where the pen is, for the line that is being drawn and the city that would be placed. */
  pen: Spot = $state.raw({ x: 0, y: 0 })
  /** What a moved city is in line with. */
  guides: { x?: number; y?: number } = $state.raw({})
  terrain: (typeof TERRAIN)[number] | '.' = $state('m')
  railroad = $state('')
  #drag: { kind: 'city' | 'via' | 'paint'; id: string; index: number; dx: number; dy: number; adds?: boolean; moved: boolean } | null = null

  constructor(private draft: Draft) {}

  get doc(): Doc {
    return this.draft.doc
  }

  drawn: Drawn[] = $derived.by(() => drawnLines(this.doc))
  city = $derived(new Map(cities(this.doc).map((one) => [one.id, one])))
  road = $derived(roads(this.doc).find((one) => one.id === this.railroad) ?? roads(this.doc)[0])

  tools(): Tool[] {
    return [
      { id: 'select', key: 'v', name: w('sf.ed.select'), about: w('sf.ed.select.about'), icon: 'M6 3.500v14l4-3.500 2.500 6 2.500-1-2.500-6h5z', cursor: 'default' },
      { id: 'city', key: 'c', name: w('sf.ed.city'), about: w('sf.ed.city.about'), icon: 'M9 5a6 6 0 1 0 .01 0M19 15v6M16 18h6' },
      { id: 'line', key: 'l', name: w('sf.ed.line'), about: w('sf.ed.line.about'), icon: 'M5 15a3 3 0 1 0 .01 0M19 3a3 3 0 1 0 .01 0M7.500 16.500 17 8', cursor: 'pointer' },
      { id: 'terrain', key: 't', name: w('sf.ed.terrain'), about: w('sf.ed.terrain.about'), icon: 'M2.500 19 9 7l4 7 2.500-4 6 9z', cursor: 'cell' },
      { id: 'arrow', key: 'a', name: w('sf.ed.arrow'), about: w('sf.ed.arrow.about'), icon: 'M4 12h15M13 6l6 6-6 6', cursor: 'pointer' },
      { id: 'square', key: 'q', name: w('sf.ed.square'), about: w('sf.ed.square.about'), icon: 'M4 8h8v8H4zM15 8h5v8h-5', cursor: 'pointer' },
      { id: 'home', key: 'h', name: w('sf.ed.home'), about: w('sf.ed.home.about'), icon: 'M4 11.500 12 5l8 6.500M6.500 10v9h11v-9M10 19v-5h4v5', cursor: 'pointer' },
      { id: 'erase', key: 'x', name: w('sf.ed.erase'), about: w('sf.ed.erase.about'), icon: 'M8.500 19.500 4 15 14.500 4.500 20 10 10.500 19.500zM8.500 19.500H20M9 9.500l5.500 5.500', cursor: 'pointer' },
    ]
  }

  brushes(): Field[] {
    if (this.draft.tool === 'terrain') {
      const kinds = [...TERRAIN, '.'] as const
      return [{ kind: 'row', id: 'terrain', label: '', buttons: kinds.map((one) => ({ id: one === '.' ? 'plain' : one, name: w(`sf.ed.terrain.${one === '.' ? 'plain' : one}`), pressed: this.terrain === one, run: () => (this.terrain = one) })) }]
    }
    if (this.draft.tool === 'square' || this.draft.tool === 'home') {
      const offered = roads(this.doc).filter((one) => this.draft.tool === 'home' || one.kind === 'major')
      return [{ kind: 'row', id: 'road', label: '', buttons: offered.map((one) => ({ id: one.id, name: one.id, colour: one.colour, pressed: this.road?.id === one.id, run: () => (this.railroad = one.id) })) }]
    }
    return []
  }

  mirrors() {
    return []
  }

  size() {
    return { width: this.doc.size.width as number, height: this.doc.size.height as number }
  }

  things(): Thing[] {
    return [
      ...cities(this.doc).map((one) => ({ id: `city:${one.id}`, name: `${one.name} (${one.id})`, x: one.x, y: one.y })),
      ...this.drawn.map(({ line, path }) => ({ id: `line:${line.id}`, name: this.lineName(line.id), ...middle(path).at })),
    ]
  }

  lineName(id: string): string {
    const line = lines(this.doc).find((one) => one.id === id)
    return line ? `${this.city.get(line.a)?.name ?? line.a} – ${this.city.get(line.b)?.name ?? line.b}${line.index ? ` ${line.index}` : ''}` : id
  }

  spaces(): Thing[] {
    return this.drawn.flatMap(({ line, slots }) => slots.map((slot, k) => ({
      id: `space:${line.id}:${k}`, name: w('sf.ed.space', { line: this.lineName(line.id), n: k + 1, terrain: this.terrainWords(line.segments[k] ?? '.') }), ...middle(slot).at,
    })))
  }

  terrainWords(text: string): string {
    return [...text].map((one) => w(`sf.ed.terrain.${one === '.' ? 'plain' : one}`)).join(' + ')
  }

  places(): Thing[] | null {
    const tool = this.draft.tool
    if (tool === 'city') return null
    if (tool === 'terrain') return this.spaces()
    if (tool === 'line' || tool === 'square' || tool === 'home') return this.things().filter((one) => one.id.startsWith('city:'))
    if (tool === 'arrow') return this.things().filter((one) => one.id.startsWith('line:'))
    return this.things()
  }

  hit(at: Spot, reach: number): string | null {
    const tool = this.draft.tool
    if (tool !== 'terrain' && tool !== 'arrow') {
      let best: string | null = null
      let least = Infinity
      for (const one of cities(this.doc)) {
        const d = far(at, one) - radius(one)
        if (d < Math.max(2, reach * 0.6) && d < least) [best, least] = [`city:${one.id}`, d]
      }
      if (best) return best
      if (tool === 'square' || tool === 'home' || tool === 'city') return null
    }
    let best: string | null = null
    let least = Math.max(7, reach)
    for (const one of this.drawn) {
      if (tool === 'terrain') {
        one.slots.forEach((slot, k) => {
          const d = apart(slot, at)
          if (d < least) [best, least] = [`space:${one.line.id}:${k}`, d]
        })
      } else {
        const d = apart(one.path, at)
        if (d < least) [best, least] = [`line:${one.line.id}`, d]
      }
    }
    return best
  }

  /** The place that a city takes: on the grid, or in line with another one. */
  snapped(at: Spot, except = ''): Spot {
    this.guides = {}
    const { width, height } = this.size()
    const inside = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))
    if (!this.draft.snap) return { x: inside(at.x, width), y: inside(at.y, height) }
    const found = { x: Math.round(at.x / GRID) * GRID, y: Math.round(at.y / GRID) * GRID }
    for (const axis of ['x', 'y'] as const) {
      const lined = cities(this.doc).filter((one) => one.id !== except && Math.abs(one[axis] - at[axis]) < NEAR)
      const near = lined.sort((a, b) => Math.abs(a[axis] - at[axis]) - Math.abs(b[axis] - at[axis]))[0]
      if (near) {
        found[axis] = near[axis]
        this.guides = { ...this.guides, [axis]: near[axis] }
      }
    }
    return { x: inside(found.x, width), y: inside(found.y, height) }
  }

  down(pen: Pen): void {
    const { draft } = this
    this.pen = pen.at
    const [kind, id = '', index = ''] = (pen.thing ?? '').split(/:(.*?)(?::(\d+))?$/).filter((part) => part !== undefined)
    if (draft.tool === 'select') {
      const handle = this.handleAt(pen.at, pen.reach)
      if (handle !== null && draft.selected) {
        this.#drag = { kind: 'via', id: draft.selected.slice(5), index: handle.index, dx: 0, dy: 0, adds: handle.adds, moved: false }
        return
      }
      draft.selected = pen.thing
      const city = kind === 'city' ? this.city.get(id) : undefined
      if (city && !pen.keys) this.#drag = { kind: 'city', id, index: 0, dx: city.x - pen.at.x, dy: city.y - pen.at.y, moved: false }
    } else if (draft.tool === 'city') {
      if (pen.thing) draft.selected = pen.thing
      else this.addCity(pen.at)
    } else if (draft.tool === 'line') {
      if (kind !== 'city') this.from = null
      else if (this.from === null || this.from === id) this.from = this.from === id ? null : id
      else {
        this.addLine(this.from, id)
        this.from = null
      }
    } else if (draft.tool === 'terrain') {
      if (kind !== 'space') return
      const now = this.segment(id, Number(index))
      const adds = this.terrain === '.' || !now.includes(this.terrain)
      this.#drag = { kind: 'paint', id: '', index: 0, dx: 0, dy: 0, adds, moved: false }
      this.paint(id, Number(index), adds)
    } else if (draft.tool === 'arrow') {
      if (kind === 'line') this.turnArrow(id)
    } else if (draft.tool === 'square' && kind === 'city' && this.road) {
      const road = this.road.id
      draft.change((doc) => {
        const city = cities(doc).find((one) => one.id === id)!
        city.squares = city.squares.includes(road) ? city.squares.filter((one) => one !== road) : [...city.squares, road]
      })
    } else if (draft.tool === 'home' && kind === 'city' && this.road) {
      const road = this.road.id
      draft.change((doc) => (roads(doc).find((one) => one.id === road)!.home = id))
    } else if (draft.tool === 'erase' && pen.thing) this.remove(pen.thing)
  }

  move(pen: Pen): void {
    this.pen = this.draft.tool === 'city' ? this.snapped(pen.at) : pen.at
    const drag = this.#drag
    if (!drag) return
    if (drag.kind === 'paint') {
      const [kind, id, index] = (pen.thing ?? '').split(/:(.*):/)
      if (kind === 'space' && id) this.paint(id, Number(index), !!drag.adds)
      return
    }
    if (drag.kind === 'city') {
      const to = { x: pen.at.x + drag.dx, y: pen.at.y + drag.dy }
      const city = this.city.get(drag.id)
      // A click is no drag: a city moves once the pointer has really gone somewhere.
      if (!city || (!drag.moved && far(city, to) < 4)) return
      drag.moved = true
      const spot = this.snapped(to, drag.id)
      this.draft.change((doc) => Object.assign(cities(doc).find((one) => one.id === drag.id)!, spot), `drag ${drag.id}`)
      return
    }
    const spot = { x: Math.round(pen.at.x), y: Math.round(pen.at.y) }
    this.draft.change((doc) => {
      const line = lines(doc).find((one) => one.id === drag.id)
      if (!line) return
      const via = [...(line.via ?? [])]
      if (drag.adds) via.splice(drag.index, 0, [spot.x, spot.y])
      else via[drag.index] = [spot.x, spot.y]
      line.via = via
    }, `via ${drag.id} ${drag.index}`)
    drag.adds = false
  }

  up(_pen: Pen): void {
    this.#drag = null
    this.guides = {}
  }

  cancel(): boolean {
    const had = this.#drag !== null || this.from !== null
    this.#drag = null
    this.from = null
    this.guides = {}
    return had
  }

  /** Points of the selected line that can be dragged: its own, and the middle of each part between them, where a new one is made. */
  handles(): { at: Spot; index: number; adds: boolean }[] {
    const chosen = this.draft.selected?.startsWith('line:') ? this.drawn.find((one) => one.line.id === this.draft.selected!.slice(5)) : undefined
    if (!chosen) return []
    const via = (chosen.line.via ?? []).map(([x, y]) => ({ x, y }))
    const own = via.map((at, index) => ({ at, index, adds: false }))
    if (!via.length) return [{ at: middle(chosen.path).at, index: 0, adds: true }]
    const ends = [this.city.get(chosen.line.a)!, ...via, this.city.get(chosen.line.b)!]
    const between = ends.slice(1).map((one, index) => ({ at: { x: (one.x + ends[index]!.x) / 2, y: (one.y + ends[index]!.y) / 2 }, index, adds: true }))
    return [...own, ...between]
  }

  handleAt(at: Spot, reach: number) {
    return this.handles().find((one) => far(one.at, at) < Math.max(6, reach)) ?? null
  }

  addCity(at: Spot): void {
    const spot = this.snapped(at)
    this.guides = {}
    let id = ''
    this.draft.change((doc) => {
      const name = w('sf.ed.city.new', { n: cities(doc).length + 1 })
      id = freeCityId(doc, name)
      doc.cities.push({ id, name, value: 3, squares: [], ...spot })
    })
    this.draft.selected = `city:${id}`
  }

  addLine(a: string, b: string): void {
    const [start, end] = [this.city.get(a), this.city.get(b)]
    if (!start || !end) return
    const count = Math.max(1, Math.min(5, Math.round((far(start, end) - 30) / 75)))
    let id = ''
    this.draft.change((doc) => {
      doc.lines.push({ id: '', a, b, one_way: null, segments: Array(count).fill('.') })
      const made = lines(doc).at(-1)!
      renumber(doc)
      id = made.id
    })
    this.draft.selected = `line:${id}`
  }

  turnArrow(id: string): void {
    this.draft.change((doc) => {
      const line = lines(doc).find((one) => one.id === id)!
      line.one_way = line.one_way === 'a>b' ? 'b>a' : line.one_way === 'b>a' ? null : 'a>b'
    })
    this.draft.selected = `line:${id}`
  }

  segment(id: string, k: number): string {
    return lines(this.doc).find((one) => one.id === id)?.segments[k] ?? '.'
  }

  paint(id: string, k: number, adds: boolean): void {
    const brush = this.terrain
    this.draft.change((doc) => {
      const line = lines(doc).find((one) => one.id === id)
      if (!line) return
      const now = new Set(line.segments[k])
      if (brush === '.') now.clear()
      else if (adds) now.add(brush)
      else now.delete(brush)
      line.segments[k] = TERRAIN.filter((one) => now.has(one)).join('') || '.'
    }, 'paint')
  }

  remove(thing: string): void {
    const [kind, id] = [thing.slice(0, thing.indexOf(':')), thing.slice(thing.indexOf(':') + 1)]
    this.draft.change((doc) => {
      if (kind === 'city') removeCity(doc, id)
      else if (kind === 'line') {
        doc.lines = lines(doc).filter((one) => one.id !== id)
        renumber(doc)
      }
    })
    this.draft.selected = null
  }

  nudge(thing: string, dx: number, dy: number): void {
    const by = this.draft.snap ? GRID : 1
    const { width, height } = this.size()
    if (thing.startsWith('line:')) return this.bend(thing.slice(5), dx * by, dy * by)
    if (!thing.startsWith('city:')) return
    this.draft.change((doc) => {
      const city = cities(doc).find((one) => one.id === thing.slice(5))
      if (city) Object.assign(city, { x: Math.max(0, Math.min(width, city.x + dx * by)), y: Math.max(0, Math.min(height, city.y + dy * by)) })
    }, `nudge ${thing}`)
  }

  /** A line bends in its middle, or moves with all its bends. */
  bend(id: string, dx: number, dy: number): void {
    const chosen = this.drawn.find((one) => one.line.id === id)
    if (!chosen) return
    const at = middle(chosen.path).at
    const bends = chosen.line.via?.length ? chosen.line.via : [[Math.round(at.x), Math.round(at.y)] as [number, number]]
    this.draft.change((doc) => (lines(doc).find((one) => one.id === id)!.via = bends.map(([x, y]) => [x + dx, y + dy])), `nudge line:${id}`)
  }

  empty(): void {
    this.draft.change(emptied)
  }

  thingAt(pointer: string): string | null {
    const [, list, index] = pointer.split('/')
    const one = list && index ? this.doc[list]?.[index] : null
    if (!one) return null
    if (list === 'cities') return `city:${one.id}`
    return list === 'lines' ? `line:${one.id}` : list === 'railroads' && this.city.has(one.home) ? `city:${one.home}` : null
  }

  selected(): Group[] {
    const thing = this.draft.selected ?? ''
    const id = thing.slice(thing.indexOf(':') + 1)
    if (thing.startsWith('city:')) return cityGroups(this.draft, id, () => this.remove(thing))
    return thing.startsWith('line:') ? lineGroups(this.draft, id, this.lineName(id), () => this.remove(thing)) : []
  }

  board(): Group[] {
    return boardGroups(this.draft)
  }
}
