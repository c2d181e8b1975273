/** Who came first: everybody in the order of the result, and what it means for the reader. */
import type { GameProps } from '../games/contract'
import { list, t } from './words.svelte'

export interface Ranked {
  seat: number
  name: string
  colour: string
  points: number
  /** Equal results share a place. */
  place: number
  won: boolean
  me: boolean
}

/** Whoever reads this played one seat of their own. */
const own = (p: GameProps): number | null => (p.you.seats.length === 1 ? p.you.seats[0]! : null)

export function ranking(p: GameProps, name: (seat: number) => string): Ranked[] {
  const result = p.result
  if (!result) return []
  const rows = result.points.map((points, seat) => ({
    seat, name: name(seat), colour: p.table.seats[seat]?.colour ?? '#888', points, place: 1, won: result.winners.includes(seat), me: seat === own(p),
  }))
  // Ties are broken by the rules: whoever won is first, also with the points of another.
  const ahead = (a: Ranked, b: Ranked) => Number(b.won) - Number(a.won) || b.points - a.points
  rows.sort((a, b) => ahead(a, b) || a.seat - b.seat)
  for (const row of rows) row.place = 1 + rows.filter((other) => ahead(other, row) < 0).length
  return rows
}

/** One sentence: "You win!", "Ida and Otto share the victory". */
export function verdict(ranked: Ranked[]): string {
  const winners = ranked.filter((one) => one.won)
  if (!winners.length) return t('over.nobody')
  if (winners.some((one) => one.me)) {
    const others = winners.filter((one) => !one.me).map((one) => one.name)
    return others.length ? t('over.you.shared', { who: list(others) }) : t('over.you')
  }
  return t('over.won', { who: list(winners.map((one) => one.name)), n: winners.length })
}

/** How the reader did, if somebody else won. */
export function ownPlace(ranked: Ranked[]): string {
  const me = ranked.find((one) => one.me)
  return me && !me.won && ranked.length > 1 ? t('over.place', { place: me.place, n: me.points }) : ''
}
