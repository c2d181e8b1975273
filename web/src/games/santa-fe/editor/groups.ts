/** What the side panel says about a city, a line and the whole board. */
import type { Field, Group } from '../../../editor/contract'
import type { Draft } from '../../../editor/draft.svelte'
import { lang } from '../lang'
import { cities, lines, renameCity, renameRoad, roads, type Line, type Railroad } from './model'

const w = lang.t
const VALUES = ['', '2', '3', '4', '5', '6', '7']
const COLOURS = ['#1f5fae', '#b3321f', '#2f8a3c', '#c58a12', '#6a3f99', '#1f8a8a', '#8a5a2b', '#3b3b46', '#c2528b']
const ID = /^[A-Z]{3}$/
const ROAD_ID = /^[A-Z]{2}$/

export function cityGroups(draft: Draft, id: string, remove: () => void): Group[] {
  const city = cities(draft.doc).find((one) => one.id === id)
  if (!city) return []
  const set = (key: string, value: unknown, stroke = '') => draft.change((doc) => Object.assign(cities(doc).find((one) => one.id === id)!, { [key]: value }), stroke)
  const majors = roads(draft.doc).filter((one) => one.kind === 'major')
  const { width, height } = draft.doc.size
  return [{
    id: 'city', title: w('sf.ed.city'), fields: [
      { kind: 'text', id: 'city-name', label: w('sf.ed.name'), value: city.name, most: 60, set: (value) => set('name', value, `name ${id}`) },
      { kind: 'text', id: 'city-id', label: w('sf.ed.letters'), value: city.id, most: 3, set: (value) => rename(draft, id, value.toUpperCase()) },
      { kind: 'choice', id: 'city-value', label: w('sf.ed.value'), value: String(city.value ?? ''), choices: VALUES.map((one) => ({ value: one, name: one || w('sf.ed.value.none') })), set: (value) => set('value', value ? Number(value) : null) },
      { kind: 'row', id: 'city-squares', label: w('sf.ed.squares'), buttons: majors.map((one) => ({ id: one.id, name: one.id, colour: one.colour, pressed: city.squares.includes(one.id), run: () => set('squares', city.squares.includes(one.id) ? city.squares.filter((road) => road !== one.id) : [...city.squares, one.id]) })) },
      { kind: 'number', id: 'city-x', label: 'x', value: city.x, least: 0, most: width, set: (value) => set('x', value) },
      { kind: 'number', id: 'city-y', label: 'y', value: city.y, least: 0, most: height, set: (value) => set('y', value) },
      { kind: 'row', id: 'city-do', label: '', buttons: [
        ...(city.label ? [{ id: 'label', name: w('sf.ed.label.free'), run: () => draft.change((doc) => delete cities(doc).find((one) => one.id === id)!.label) }] : []),
        { id: 'remove', name: w('sf.ed.city.remove'), danger: true, run: remove },
      ] },
    ],
  }]
}

function rename(draft: Draft, old: string, id: string): void {
  if (!ID.test(id) || id === old || cities(draft.doc).some((one) => one.id === id)) return
  draft.change((doc) => renameCity(doc, old, id))
  draft.selected = `city:${id}`
}

export function lineGroups(draft: Draft, id: string, name: string, remove: () => void): Group[] {
  const line = lines(draft.doc).find((one) => one.id === id)
  if (!line) return []
  const change = (make: (one: Line) => void, stroke = '') => draft.change((doc) => make(lines(doc).find((one) => one.id === id)!), stroke)
  const letters = ['.', 'm', 'r', 'l', 'mr', 'ml', 'rl', 'mrl']
  const words = (text: string) => [...text].map((one) => w(`sf.ed.terrain.${one === '.' ? 'plain' : one}`)).join(' + ')
  return [{
    id: 'line', title: name, fields: [
      { kind: 'number', id: 'line-spaces', label: w('sf.ed.spaces'), value: line.segments.length, least: 1, most: 8, set: (value) => change((one) => (one.segments = Array.from({ length: value }, (_, k) => one.segments[k] ?? '.'))) },
      ...line.segments.map((text, k): Field => ({ kind: 'choice', id: `line-space-${k}`, label: w('sf.ed.space.n', { n: k + 1 }), value: text, choices: letters.map((one) => ({ value: one, name: words(one) })), set: (value) => change((one) => (one.segments[k] = value)) })),
      { kind: 'choice', id: 'line-arrow', label: w('sf.ed.arrow'), value: line.one_way ?? '', choices: [{ value: '', name: w('sf.ed.arrow.none') }, { value: 'a>b', name: `${line.a} → ${line.b}` }, { value: 'b>a', name: `${line.b} → ${line.a}` }], set: (value) => change((one) => (one.one_way = (value || null) as typeof one.one_way)) },
      { kind: 'text', id: 'line-follows', label: w('sf.ed.follows'), value: line.follows ?? '', most: 120, set: (value) => change((one) => (value ? (one.follows = value) : delete one.follows), `follows ${id}`) },
      { kind: 'row', id: 'line-do', label: '', buttons: [
        ...(line.via?.length ? [{ id: 'straight', name: w('sf.ed.straight'), run: () => change((one) => delete one.via) }] : []),
        { id: 'remove', name: w('sf.ed.line.remove'), danger: true, run: remove },
      ] },
      { kind: 'note', id: 'line-bend', text: w('sf.ed.line.bend') },
    ],
  }]
}

export function boardGroups(draft: Draft): Group[] {
  const doc = draft.doc
  const size = (key: 'width' | 'height') => ({ kind: 'number' as const, id: key, label: w(`sf.ed.${key}`), value: doc.size[key], least: 300, most: 4000, set: (value: number) => draft.change((board) => (board.size[key] = value)) })
  const marker = (key: '4' | '5') => ({ kind: 'number' as const, id: `marker-${key}`, label: w('sf.ed.marker', { n: Number(key) }), value: doc.markers[key] ?? 0, least: 0, most: 99, set: (value: number) => draft.change((board) => (board.markers[key] = value)) })
  const majors = roads(doc).filter((one) => one.kind === 'major').length
  const shorts = roads(doc).length - majors
  return [
    { id: 'board', title: w('sf.ed.board'), fields: [
      { kind: 'text', id: 'board-id', label: w('sf.ed.board.id'), value: doc.id, most: 40, set: (value) => draft.change((board) => (board.id = value.toLowerCase().replace(/[^a-z0-9-]/g, '-')), 'id') },
      { kind: 'text', id: 'board-note', label: w('sf.ed.note'), value: doc.note ?? '', most: 400, set: (value) => draft.change((board) => (board.note = value), 'note') },
      size('width'), size('height'), marker('4'), marker('5'),
    ] },
    ...roads(doc).map((road, k): Group => ({ id: `road-${k}`, title: `${road.name} (${road.id})`, open: false, fields: roadFields(draft, road, k) })),
    { id: 'roads', title: w('sf.ed.roads'), fields: [{ kind: 'row', id: 'roads', label: '', buttons: [
      ...(majors < 5 ? [{ id: 'major', name: w('sf.ed.major.add'), run: () => addRoad(draft, 'major') }] : []),
      ...(shorts < 4 ? [{ id: 'short', name: w('sf.ed.short.add'), run: () => addRoad(draft, 'short') }] : []),
    ] }] },
  ]
}

/** Fields are named by the railroad's place in the list: its letters may change while somebody types them. */
function roadFields(draft: Draft, road: Railroad, k: number): Field[] {
  const id = road.id
  const set = (key: keyof Railroad, value: unknown, stroke = '') => draft.change((doc) => Object.assign(roads(doc)[k]!, { [key]: value }), stroke)
  return [
    { kind: 'text', id: `road-${k}-name`, label: w('sf.ed.name'), value: road.name, most: 60, set: (value) => set('name', value, `road ${id}`) },
    { kind: 'text', id: `road-${k}-id`, label: w('sf.ed.letters.two'), value: id, most: 2, set: (value) => {
      const letters = value.toUpperCase()
      if (ROAD_ID.test(letters) && roads(draft.doc).every((one) => one.id !== letters)) draft.change((doc) => renameRoad(doc, id, letters))
    } },
    { kind: 'choice', id: `road-${k}-kind`, label: w('sf.ed.kind'), value: road.kind, choices: [{ value: 'major', name: w('sf.ed.major') }, { value: 'short', name: w('sf.ed.short') }], set: (value) => set('kind', value) },
    { kind: 'colour', id: `road-${k}-colour`, label: w('sf.ed.colour'), value: road.colour, set: (value) => set('colour', value) },
    { kind: 'number', id: `road-${k}-pieces`, label: w('sf.ed.pieces'), value: road.pieces, least: 1, most: 99, set: (value) => set('pieces', value) },
    { kind: 'choice', id: `road-${k}-home`, label: w('sf.ed.home'), value: road.home, choices: cities(draft.doc).map((one) => ({ value: one.id, name: one.name })), set: (value) => set('home', value) },
    { kind: 'row', id: `road-${k}-do`, label: '', buttons: [{ id: 'remove', name: w('sf.ed.road.remove'), danger: true, run: () => draft.change((doc) => {
      doc.railroads = roads(doc).filter((one) => one.id !== id)
      for (const city of cities(doc)) city.squares = city.squares.filter((one) => one !== id)
    }) }] },
  ]
}

function addRoad(draft: Draft, kind: 'major' | 'short'): void {
  draft.change((doc) => {
    const taken = new Set(roads(doc).map((one) => one.id))
    const pairs = [...'RABCDEFGHIJKLMNOPQSTUVWXYZ'].map((letter) => `${letter}${kind === 'major' ? 'R' : 'S'}`)
    const id = pairs.find((one) => !taken.has(one)) ?? 'ZZ'
    const colour = COLOURS.find((one) => roads(doc).every((road) => road.colour.toLowerCase() !== one)) ?? '#777777'
    doc.railroads.push({ id, name: w('sf.ed.road.new', { n: roads(doc).length + 1 }), kind, colour, pieces: kind === 'major' ? 14 : 6, home: cities(doc)[0]?.id ?? '' })
  })
}
