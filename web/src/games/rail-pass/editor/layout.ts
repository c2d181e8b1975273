/** A layout as its file has it: cities on six places, what lies between them, who plays which. */
import type { Doc, Spot } from '../../../editor/contract'
import { COLOURS, type LinkKind } from '../model'

export interface City { id: string; colour: string }
export interface Link { a: string; b: string; kind: LinkKind }
export interface Seating { players: number; seats: string[][]; express_s?: number }

export const PLACES = [...'ABCDEF']
export const KINDS: LinkKind[] = ['open', 'tunnel', 'bridge', 'blocked']
export const SIZE = { width: 1000, height: 660 }
export const CITY = { width: 190, height: 120 }

export const cities = (doc: Doc) => doc.cities as City[]
export const links = (doc: Doc) => doc.links as Link[]
export const seating = (doc: Doc) => doc.seating as Seating[]

export function spotOf(id: string): Spot {
  const k = PLACES.indexOf(id)
  return { x: 180 + (k % 3) * 320, y: 190 + Math.floor(k / 3) * 290 }
}

/** Where a link runs; one that passes over a city in the middle bends around it. */
export function wayOf(link: { a: string; b: string }): { d: string; middle: Spot } {
  const [a, b] = [spotOf(link.a), spotOf(link.b)]
  const row = a.y === b.y && Math.abs(a.x - b.x) > 400
  const bend = row ? (a.y < 300 ? -190 : 190) : 0
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  return row ? { d: `M${a.x} ${a.y}Q${middle.x} ${a.y + bend} ${b.x} ${b.y}`, middle: { x: middle.x, y: middle.y + bend / 2 } } : { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, middle }
}

export const linkOf = (doc: Doc, one: string, other: string) => links(doc).find((link) => (link.a === one && link.b === other) || (link.a === other && link.b === one))

// ---------------------------------------------------------------- changes
export function addCity(doc: Doc, id: string): void {
  if (cities(doc).some((one) => one.id === id)) return
  const colour = COLOURS.find((one) => cities(doc).every((city) => city.colour !== one)) ?? COLOURS[0]!
  doc.cities = [...cities(doc), { id, colour }].sort((a, b) => a.id.localeCompare(b.id))
  for (const entry of seating(doc)) entry.seats.reduce((few, one) => (one.length < few.length ? one : few)).push(id)
}

export function removeCity(doc: Doc, id: string): void {
  doc.cities = cities(doc).filter((one) => one.id !== id)
  doc.links = links(doc).filter((one) => one.a !== id && one.b !== id)
  for (const entry of seating(doc)) entry.seats = entry.seats.map((one) => one.filter((city) => city !== id))
}

/** Put a city on another place; what lies there takes the old one. */
export function moveCity(doc: Doc, from: string, to: string): void {
  const turn = (id: string) => (id === from ? to : id === to ? from : id)
  doc.cities = cities(doc).map((one) => ({ ...one, id: turn(one.id) })).sort((a, b) => a.id.localeCompare(b.id))
  doc.links = links(doc).map((one) => {
    const [a, b] = [turn(one.a), turn(one.b)].sort() as [string, string]
    return { ...one, a, b }
  })
  for (const entry of seating(doc)) entry.seats = entry.seats.map((one) => one.map(turn).sort())
}

/** Lay a link of a kind, or take the same one away. */
export function setLink(doc: Doc, one: string, other: string, kind: LinkKind): void {
  const known = linkOf(doc, one, other)
  const [a, b] = [one, other].sort() as [string, string]
  if (!known) doc.links.push({ a, b, kind })
  else if (known.kind === kind) doc.links = links(doc).filter((link) => link !== known)
  else known.kind = kind
}

/** A city swaps its colour with whichever has the one it is to get. */
export function paintCity(doc: Doc, id: string, colour: string): void {
  const city = cities(doc).find((one) => one.id === id)
  const other = cities(doc).find((one) => one.colour === colour)
  if (!city) return
  if (other) other.colour = city.colour
  city.colour = colour
}

export function giveCity(doc: Doc, players: number, id: string, seat: number): void {
  const entry = seating(doc).find((one) => one.players === players)
  if (!entry) return
  entry.seats = entry.seats.map((one, k) => (k === seat ? [...one.filter((city) => city !== id), id].sort() : one.filter((city) => city !== id)))
}

export const ownerOf = (doc: Doc, players: number, id: string) => seating(doc).find((one) => one.players === players)?.seats.findIndex((one) => one.includes(id)) ?? -1

/** Seats for another number of players: cities are dealt in turn. */
export function addSeating(doc: Doc, players: number): void {
  const seats = Array.from({ length: players }, (_, k) => cities(doc).map((one) => one.id).filter((_, j) => j % players === k))
  doc.seating = [...seating(doc), { players, seats }].sort((a, b) => a.players - b.players)
}

export function starter(): Doc {
  return {
    schema: 1, id: 'my-layout', name: 'My layout', note: '', kind: 'custom', version: 1,
    cities: [{ id: 'A', colour: 'K' }, { id: 'B', colour: 'R' }, { id: 'D', colour: 'B' }],
    links: [{ a: 'A', b: 'B', kind: 'open' }, { a: 'A', b: 'D', kind: 'tunnel' }],
    seating: [{ players: 2, seats: [['A', 'B'], ['D']] }, { players: 3, seats: [['A'], ['B'], ['D']] }],
  }
}

/** No cities and no links; as many players as before. */
export function emptied(doc: Doc): void {
  Object.assign(doc, { cities: [], links: [] })
  for (const entry of seating(doc)) entry.seats = entry.seats.map(() => [])
}

export function readable(doc: Doc): boolean {
  const place = (one: unknown) => typeof one === 'string' && PLACES.includes(one)
  return (
    Array.isArray(doc?.cities) && doc.cities.every((one: any) => place(one?.id) && typeof one.colour === 'string')
    && Array.isArray(doc.links) && doc.links.every((one: any) => place(one?.a) && place(one?.b) && KINDS.includes(one.kind))
    && Array.isArray(doc.seating) && doc.seating.every((one: any) => Number.isInteger(one?.players) && Array.isArray(one.seats) && one.seats.every((cities: unknown) => Array.isArray(cities)))
  )
}
