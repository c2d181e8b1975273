/** What a piece will do once it is laid, as far as everybody can see. */
import { built, lineOf, mainPlay, nextSpace, railsAt, value, type Atlas, type Lay, type Line, type RuleValues, type View } from './model'

export interface Effect {
  line: Line
  /** The space that will be filled, counted from a. */
  space: number
  count: number
  total: number
  /** The city that the piece completes a line into. */
  reaches: string | null
  /** Cities that count one railroad more after it. */
  connects: string[]
  first: number
  square: number
  times: number
  bonus: number
  cost: number
  /** Points that cards on the table gain, by seat. */
  gains: number[]
}

/** What a piece will do, as far as everybody can see. */
export function effect(at: Atlas, view: View, options: Record<string, unknown>, rules: RuleValues, seat: number, lay: Lay): Effect | null {
  const line = lineOf(at, lay)
  if (!line) return null
  const done = built(view, line.id)?.filled ?? 0
  const total = line.pieces.length
  const space = nextSpace(view, line, lay.from)
  const major = at.road.get(lay.rail)?.kind === 'major'
  const complete = done + 1 >= total
  const to = at.city.get(lay.to)
  const there = railsAt(view, lay.to)
  const connects: string[] = []
  if (!railsAt(view, lay.from).includes(lay.rail)) connects.push(lay.from)
  let first = 0
  let square = 0
  if (complete && to) {
    if (!there.includes(lay.rail)) connects.push(lay.to)
    if (at.majorHomes.has(lay.to)) {
      const open = options.home_base_bonus === 'first_arrival' ? !arrived(at, view, lay.to) : options.home_base_bonus === 'unconnected' && there.length === 0
      if (open) first = rules.connection_bonus
    } else if (there.length === 0) first = rules.connection_bonus
    if (major && !there.includes(lay.rail) && to.squares.some((s) => s.railroad === lay.rail)) square = rules.square_bonus
  }
  const play = mainPlay(view.seats[seat]?.play)
  const times = play === 'double' ? rules.double_bonus : play === 'triple' ? rules.triple_bonus : 1
  const gains = view.seats.map((p) =>
    connects.reduce((sum, id) => {
      const city = at.city.get(id)
      return city ? sum + value(view, city) * p.table.filter((c) => c === id).length : sum
    }, 0),
  )
  return {
    line,
    space,
    count: done + 1,
    total,
    reaches: complete ? lay.to : null,
    connects,
    first,
    square,
    times,
    bonus: (first + square) * times,
    cost: terrain(view, options, rules, seat, line, space, done),
    gains,
  }
}

/** Whether any line has been finished into a city. */
function arrived(at: Atlas, view: View, city: string): boolean {
  return view.track.some((t) => {
    const line = at.line.get(t.line)
    return !!line && t.filled === line.pieces.length && (t.from === line.a ? line.b : line.a) === city
  })
}

function terrain(view: View, options: Record<string, unknown>, rules: RuleValues, seat: number, line: Line, space: number, done: number) {
  if (options.terrain !== true) return 0
  let letters = line.pieces[space]?.terrain ?? ''
  if (options.terrain_unit === 'line_once') {
    if (done > 0) return 0
    letters = line.pieces.map((p) => p.terrain).join('')
  }
  const mountain = letters.includes('m') ? rules.mountain_price : 0
  const river = letters.includes('r')
  if (view.seats[seat]?.engineer && river) return options.engineer_mountain_river === 'pay_mountain' ? mountain : 0
  return mountain + (river ? rules.river_price : 0)
}
