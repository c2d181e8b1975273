/** Where everything stands: my cities large along the bottom, neighbours above them, my two hands below; or the whole table. */
import { holder, isLong, link, neighbours, offerOf, pair, parked, type Board, type View } from './model'

export interface Spot { x: number; y: number; s: number }
export interface Box { x: number; y: number; w: number; h: number }
export type CardKind = 'tall' | 'flat' | 'near'

/** One city board: a card drawn at a scale. */
export interface Card extends Box {
  id: string
  kind: CardKind
  s: number
  mine: boolean
  /** Where trains in somebody's hand at this city are shown; null for my own. */
  strip: Spot | null
}

export interface Way {
  a: string
  b: string
  kind: string
  /** A straight or bent way between the two cards, from a to b. */
  points: [number, number][]
  /** The city whose card the way does not touch, named by a sign at that end. */
  sign: string | null
  loose: [number, number] | null
}

export interface Stage {
  w: number
  h: number
  cards: Record<string, Card>
  ways: Way[]
  hands: Box[]
  handScale: number
  offerScale: number
}

export const ENGINE = 92
export const CAR = 39
export const length = (train: string): number => ENGINE + CAR * (isLong(train) ? 5 : 3)

/** The inside of a card, in its own units. */
export const INSIDE = {
  tall: {
    w: 300, h: 250, plate: 32,
    yard: { x: 10, y: 40, cols: 10, pitch: 28.2, row: 29, size: 25 },
    tracks: { l: { x: 10, y: 101, s: 0.78 }, s: { x: 10, y: 160, s: 0.78 } },
    hotel: { x: 243, y: 106, w: 48, h: 106, across: false },
    store: { x: 10, y: 224, cols: 20, pitch: 14.1, row: 14, size: 12.5 },
  },
  flat: {
    w: 374, h: 160, plate: 25,
    yard: { x: 8, y: 31, cols: 20, pitch: 18, row: 20, size: 16.5 },
    tracks: { l: { x: 8, y: 53, s: 0.76 }, s: { x: 8, y: 106, s: 0.76 } },
    hotel: { x: 242, y: 57, w: 124, h: 46, across: true },
    store: { x: 178, y: 116, cols: 10, pitch: 18.8, row: 19, size: 16 },
  },
} as const

const near = (w: number) => ({ s: (w - 14) / 290, h: 26 + 2 * 62 * ((w - 14) / 290) + 22 })

export interface Inside {
  w: number
  h: number
  plate: number
  yard: { x: number; y: number; cols: number; pitch: number; row: number; size: number } | null
  tracks: { l: Spot; s: Spot }
  hotel: { x: number; y: number; w: number; h: number; across: boolean } | null
  store: { x: number; y: number; cols: number; pitch: number; row: number; size: number } | null
}

export function inside(card: Card): Inside {
  if (card.kind !== 'near') return INSIDE[card.kind]
  const { s, h } = near(card.w)
  return { w: card.w, h, plate: 24, yard: null, tracks: { l: { x: 6, y: 25, s }, s: { x: 6, y: 25 + 62 * s, s } }, hotel: null, store: null }
}

// ---------------------------------------------------------------- my table
export function myStage(view: View, seat: number, w: number, h: number): Stage {
  const narrow = w < 620
  const gap = narrow ? 8 : 14
  const mine = ordered(view, Object.keys(view.cities).filter((id) => view.cities[id].seat === seat))
  const others = Object.keys(view.cities).filter((id) => view.cities[id].seat !== seat)
  const joined = others.filter((id) => mine.some((own) => neighbours(view, own).includes(id)))
  const blocked = others.filter((id) => !joined.includes(id) && mine.some((own) => link(view, own, id)?.kind === 'blocked'))
  const above = sorted(view, mine, [...joined, ...(joined.length < (narrow ? 2 : 4) ? blocked : [])])

  const handsH = Math.min(narrow ? 62 : 104, h * 0.15)
  const wide = Math.min((w - gap * (above.length + 1)) / above.length, narrow ? 240 : 330)
  let nearW = wide
  while (near(nearW).h > h * (narrow ? 0.19 : 0.23) && nearW > 96) nearW -= 4
  const nearH = near(nearW).h
  const stripH = 60 * near(nearW).s * 0.8 + 8
  const bandH = Math.max(narrow ? 68 : 96, Math.min(130, h * (narrow ? 0.1 : 0.14)))
  const top = stripH + gap / 2
  const ownTop = top + nearH + bandH
  const ownH = h - ownTop - handsH - gap * 1.5
  const gapX = narrow ? 26 : 66
  const gapY = narrow ? 13 : 34

  let best = { kind: 'tall' as 'tall' | 'flat', rows: 1, s: 0 }
  for (const kind of ['tall', 'flat'] as const) {
    for (let rows = 1; rows <= mine.length; rows += 1) {
      const cols = Math.ceil(mine.length / rows)
      const s = Math.min((w - 2 * gap - (cols - 1) * gapX) / (cols * INSIDE[kind].w), (ownH - (rows - 1) * gapY) / (rows * INSIDE[kind].h))
      if (s * INSIDE[kind].tracks.l.s > best.s * INSIDE[best.kind].tracks.l.s * 1.02) best = { kind, rows, s }
    }
  }
  const cards: Record<string, Card> = {}
  const cols = Math.ceil(mine.length / best.rows)
  const [cw, ch] = [INSIDE[best.kind].w * best.s, INSIDE[best.kind].h * best.s]
  const free = ownH - best.rows * ch - (best.rows - 1) * gapY
  mine.forEach((id, at) => {
    const [row, col] = [Math.floor(at / cols), at % cols]
    const inRow = row === best.rows - 1 ? mine.length - cols * row : cols
    const left = (w - inRow * cw - (inRow - 1) * gapX) / 2
    cards[id] = { id, kind: best.kind, s: best.s, mine: true, strip: null, w: cw, h: ch, x: left + col * (cw + gapX), y: ownTop + free * 0.5 + row * (ch + gapY) }
  })
  const step = w / above.length
  above.forEach((id, at) => {
    const x = step * (at + 0.5) - nearW / 2
    cards[id] = { id, kind: 'near', s: 1, mine: false, w: nearW, h: nearH, x, y: top, strip: { x: x + 6, y: 7, s: near(nearW).s * 0.8 } }
  })
  const hw = (w - gap * 3) / 2
  const hands = [0, 1].map((k) => ({ x: gap + k * (hw + gap), y: h - handsH - gap / 2, w: hw, h: handsH }))
  return {
    w, h, cards, hands,
    handScale: Math.min((handsH - (narrow ? 18 : 28)) / 66, (hw - (narrow ? 44 : 84)) / 287, 1.25),
    offerScale: Math.min(narrow ? 0.42 : 0.62, (step - 16) / 300),
    ways: ways(view, cards, mine, above),
  }
}

/** My cities in an order that puts linked ones side by side. */
function ordered(view: View, mine: string[]): string[] {
  let best = mine
  let least = Infinity
  for (const order of permutations(mine)) {
    let cost = 0
    for (let i = 0; i < order.length; i += 1) {
      for (let j = i + 1; j < order.length; j += 1) {
        const kind = link(view, order[i], order[j])?.kind
        if (kind && j > i + 1) cost += kind === 'blocked' ? 1 : 4
        if (order[i] > order[j]) cost += 0.1
      }
    }
    if (cost < least) [best, least] = [order, cost]
  }
  return best
}

function permutations(items: string[]): string[][] {
  if (items.length < 2 || items.length > 4) return [items]
  return items.flatMap((one, at) => permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [one, ...rest]))
}

/** Neighbours in the order of the cities they are joined to, so that tracks do not cross. */
function sorted(view: View, mine: string[], above: string[]): string[] {
  const place = (id: string) => {
    const at = mine.map((own, k) => (link(view, own, id) ? k : -1)).filter((k) => k >= 0)
    return at.length ? at.reduce((a, b) => a + b, 0) / at.length : mine.length / 2
  }
  return [...above].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
}

function ways(view: View, cards: Record<string, Card>, mine: string[], above: string[]): Way[] {
  const out: Way[] = []
  const firstRow = Math.min(...mine.map((id) => cards[id].y))
  for (const own of mine) {
    const up = above.filter((id) => link(view, own, id))
    up.forEach((id, at) => {
      const [low, high] = [cards[own], cards[id]]
      const downs = mine.filter((one) => link(view, one, id))
      const hx = high.x + (high.w * (downs.indexOf(own) + 1)) / (downs.length + 1)
      const touches = low.y <= firstRow + 1
      const lx = touches ? Math.max(low.x + 26, Math.min(low.x + low.w - 26, up.length > 1 ? low.x + (low.w * (at + 0.5)) / up.length : hx)) : hx
      const ly = touches ? low.y : firstRow - 15
      const points: [number, number][] = [[lx, ly], [hx, high.y + high.h]]
      out.push({ a: own, b: id, kind: link(view, own, id)!.kind, points, sign: touches ? null : own, loose: touches ? null : [lx, ly] })
    })
  }
  mine.forEach((own, i) => {
    for (const other of mine.slice(i + 1)) {
      const found = link(view, own, other)
      if (found) out.push({ a: own, b: other, kind: found.kind, points: between(cards[own], cards[other]), sign: null, loose: null })
    }
  })
  return out
}

/** From the edge of one card to the edge of another. */
function between(a: Card, b: Card): [number, number][] {
  const [ax, ay, bx, by] = [a.x + a.w / 2, a.y + a.h / 2, b.x + b.w / 2, b.y + b.h / 2]
  const level = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 20
  if (level) {
    const far = Math.abs(ax - bx) > Math.max(a.w, b.w) * 1.7
    if (far) {
      const y = Math.max(a.y + a.h, b.y + b.h) + 12
      return [[ax, a.y + a.h], [ax, y], [bx, y], [bx, b.y + b.h]]
    }
    const y = (Math.max(a.y, b.y) + Math.min(a.y + a.h, b.y + b.h)) / 2
    return ax < bx ? [[a.x + a.w, y], [b.x, y]] : [[a.x, y], [b.x + b.w, y]]
  }
  const upright = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 20
  if (upright) {
    const x = (Math.max(a.x, b.x) + Math.min(a.x + a.w, b.x + b.w)) / 2
    const tops: [number, number][] = ay < by ? [[x, a.y + a.h], [x, b.y]] : [[x, a.y], [x, b.y + b.h]]
    return Math.abs(tops[0][1] - tops[1][1]) > Math.max(a.h, b.h) * 0.9 ? bent(a, b) : tops
  }
  return [[ax < bx ? a.x + a.w - 14 : a.x + 14, ay < by ? a.y + a.h : a.y], [ax < bx ? b.x + 14 : b.x + b.w - 14, ay < by ? b.y : b.y + b.h]]
}

/** Round a card that lies in between, along the outer side. */
function bent(a: Card, b: Card): [number, number][] {
  const x = Math.min(a.x, b.x) - 14
  return [[a.x, a.y + a.h / 2], [x, a.y + a.h / 2], [x, b.y + b.h / 2], [b.x, b.y + b.h / 2]]
}

// ---------------------------------------------------------------- the whole table
export function wholeStage(view: View, board: Board, w: number, h: number): Stage {
  const upright = w < h * 0.95
  const at = (id: string): [number, number] => {
    const city = board.cities.find((one) => one.id === id)
    const [col, row] = city ? [city.column, city.row] : ['ABC'.indexOf(id) >= 0 ? 'ABC'.indexOf(id) : 'DEF'.indexOf(id), 'ABC'.includes(id) ? 0 : 1]
    return upright ? [row, col] : [col, row]
  }
  const ids = Object.keys(view.cities)
  const [cols, rows] = [Math.max(...ids.map((id) => at(id)[0])) + 1, Math.max(...ids.map((id) => at(id)[1])) + 1]
  const narrow = w < 620
  const [gapX, gapY] = narrow ? [40, 34] : [68, 62]
  const cards: Record<string, Card> = {}
  const tallS = Math.min((w - 24 - (cols - 1) * gapX) / (cols * 300), (h - 16 - (rows - 1) * gapY) / (rows * (250 + 44)))
  const near_ = tallS < 0.72
  const nearW = Math.min((w - 16 - (cols - 1) * gapX) / cols, 340)
  let cw = near_ ? nearW : 300 * tallS
  while (near_ && (near(cw).h + 52 * near(cw).s) * rows + gapY * (rows - 1) > h - 10 && cw > 90) cw -= 3
  const s = near_ ? near(cw).s : tallS * 0.78
  const ch = near_ ? near(cw).h : 250 * tallS
  const strip = 56 * s * 0.85 + 4
  const [left, top] = [(w - cols * cw - (cols - 1) * gapX) / 2, Math.max(4, (h - rows * (ch + strip) - (rows - 1) * gapY) / 2)]
  for (const id of ids) {
    const [col, row] = at(id)
    const [x, y] = [left + col * (cw + gapX), top + strip + row * (ch + strip + gapY)]
    cards[id] = { id, kind: near_ ? 'near' : 'tall', s: near_ ? 1 : tallS, mine: false, w: cw, h: ch, x, y, strip: { x: x + 2, y: y - strip + 2, s: s * 0.85 } }
  }
  const drawn = view.links.filter((one) => cards[one.a] && cards[one.b])
  return {
    w, h, cards, hands: [], handScale: 0.6, offerScale: Math.min(0.5, s * 0.8),
    ways: drawn.map((one) => ({ ...one, points: between(cards[one.a], cards[one.b]), sign: null, loose: null })),
  }
}

// ---------------------------------------------------------------- places on the stage
export function wayOf(stage: Stage, a: string, b: string): Way | undefined {
  return stage.ways.find((way) => pair(way.a, way.b) === pair(a, b))
}

/** A point of a way, counted from one of its cities. */
export function along(way: Way, from: string, share: number): [number, number] {
  const points = way.a === from ? way.points : [...way.points].reverse()
  const parts = points.slice(1).map((q, k) => Math.hypot(q[0] - points[k][0], q[1] - points[k][1]))
  let rest = parts.reduce((a, b) => a + b, 0) * share
  for (let k = 0; k < parts.length; k += 1) {
    if (rest <= parts[k] || k === parts.length - 1) {
      const u = parts[k] ? rest / parts[k] : 0
      return [points[k][0] + (points[k + 1][0] - points[k][0]) * u, points[k][1] + (points[k + 1][1] - points[k][1]) * u]
    }
    rest -= parts[k]
  }
  return points[0]
}

export function trackSpot(card: Card, track: 'l' | 's'): Spot {
  const at = inside(card).tracks[track]
  return { x: card.x + at.x * card.s, y: card.y + at.y * card.s, s: at.s * card.s }
}

export function handSpot(stage: Stage, hand: number, train: string): Spot {
  const box = stage.hands[hand]
  const [fist, caption] = stage.w < 620 ? [38, 0] : [54, 14]
  const s = Math.min(stage.handScale, (box.w - fist - 6) / length(train))
  // In the middle of what the hand leaves free: it never lies over a train.
  return { x: box.x + (hand === 0 ? fist : 6) + (box.w - fist - 6 - length(train) * s) / 2, y: box.y + (box.h - 62 * s + caption) / 2, s }
}

/** Where a train stands now; null if it is nowhere to be seen. */
export function trainSpot(stage: Stage, view: View, seat: number | null, name: string): Spot | null {
  const home = parked(view, name)
  if (home) return stage.cards[home.city] ? trackSpot(stage.cards[home.city], home.track) : null
  const piece = view.trains[name]
  const held = piece && holder(piece)
  if (!held || !piece.at) return null
  const offer = offerOf(view, name)
  if (offer) {
    const way = wayOf(stage, offer.from, offer.to)
    if (way) {
      const [x, y] = along(way, offer.from, 0.36)
      const s = stage.offerScale
      return { x: Math.max(2, Math.min(stage.w - length(name) * s - 2, x - (length(name) * s) / 2)), y: y - 40 * s, s }
    }
  }
  if (stage.hands.length && held.seat === seat) return handSpot(stage, held.hand, name)
  const card = stage.cards[piece.at]
  if (!card?.strip) return null
  const there = Object.keys(view.trains).filter((other) => other === name || (view.trains[other].at === piece.at && holder(view.trains[other]) && !offerOf(view, other)))
  const s = Math.min(card.strip.s, (card.w / Math.max(1, there.length) - 6) / 290)
  return { x: card.strip.x + (card.w / Math.max(1, there.length)) * there.indexOf(name), y: card.strip.y + 62 * (card.strip.s - s), s }
}

/** A spot of the yard, the Hotel or the storage, as a point on the stage. */
export function yardSpot(card: Card, spot: number): Spot {
  const { yard } = inside(card)
  if (!yard) return { x: card.x + card.w / 2, y: card.y + card.h - 14, s: 0.4 }
  return { x: card.x + (yard.x + (spot % yard.cols) * yard.pitch) * card.s, y: card.y + (yard.y + Math.floor(spot / yard.cols) * yard.row) * card.s, s: (yard.size / 34) * card.s }
}

export function storeSpot(card: Card, at: number): Spot {
  const { store } = inside(card)
  if (!store) return { x: card.x + card.w - 24, y: card.y + 2, s: 0.5 }
  return { x: card.x + (store.x + (at % store.cols) * store.pitch) * card.s, y: card.y + (store.y + Math.floor(at / store.cols) * store.row) * card.s, s: (store.size / 34) * card.s }
}

export function carSpot(train: Spot, place: number): Spot {
  return { x: train.x + (ENGINE + place * CAR + 1) * train.s, y: train.y + 12 * train.s, s: train.s }
}

export function guestSpot(card: Card, place: number): Spot {
  const { hotel } = inside(card)
  if (!hotel) return { x: card.x + card.w - 12 - place * 18, y: card.y + card.h - 26, s: 0.5 }
  const s = (hotel.across ? 0.92 : 0.78) * card.s
  return hotel.across
    ? { x: card.x + (hotel.x + (hotel.w / 3) * (place + 0.5)) * card.s, y: card.y + (hotel.y + hotel.h - 6) * card.s, s }
    : { x: card.x + (hotel.x + hotel.w / 2) * card.s, y: card.y + (hotel.y + 16 + ((hotel.h - 18) / 3) * (place + 1) - 3) * card.s, s }
}

export const cabSpot = (train: Spot): Spot => ({ x: train.x + 67 * train.s, y: train.y + 43 * train.s, s: train.s })

export const mix = (a: Spot, b: Spot, share: number): Spot => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, s: a.s + (b.s - a.s) * share })
