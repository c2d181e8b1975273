import type { GameProps } from '../contract'

export function nameOf(p: GameProps, seat: number): string {
  const place = p.table.seats[seat]
  return place?.name || p.t('seat.nobody', { letter: place?.letter ?? '?' })
}
