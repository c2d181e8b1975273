/** Made-up people, tables and results for the gallery. */
import type { Ranked } from '../lib/ranking'
import type { Listing, Seat, Table } from '../lib/types.gen'

const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7']
const NAMES = ['Konstantin', 'Ida', 'Otto', 'Bartholomew the Long']

export function seat(place: number, more: Partial<Seat> = {}): Seat {
  return {
    seat: place, letter: 'ABCD'[place]!, holder: place ? 'bot' : 'person', name: NAMES[place]!, colour: COLOURS[place]!, bot: place ? 'fireman' : null,
    stands_in: false, online: true, awaited: false, bank_ms: null, due_ms: null, absent_ms: null, ...more,
  }
}

export const seatStates: Record<string, Seat> = {
  person: seat(0), awaited: seat(0, { awaited: true }), away: seat(0, { online: false }), bot: seat(1), 'a bot stands in': seat(2, { holder: 'person', stands_in: true }),
  free: seat(3, { holder: 'free', name: '' }), closed: seat(3, { holder: 'closed', name: '' }),
}

function table(more: Partial<Table>): Table {
  return {
    id: 'gallery', game: 'santa-fe-rails', title: 'Santa Fe Rails', name: '', status: 'running', listed: false, created_ms: Date.now() - 7_200_000, changed_ms: Date.now() - 60_000,
    options: {}, board: 'rails-to-the-pacific', pace: { kind: 'none' } as Table['pace'], hints: true, confirm: true, sandbox: false, rules: '', version: 12,
    seats: [0, 1, 2, 3].map((place) => seat(place, { awaited: place === 0 })), proposal: null, hot_seat: false, known: '', deal: null, timed: false, values: {}, saved_board: null, fill_ms: null, tournament: null, watch_delay_s: 0, ...more,
  }
}

const you = { host: true, seats: [0], account: null }
const final = (points: number[], winners: number[]) => ({ points, winners }) as Listing['result']

export const listings: Listing[] = [
  { table: table({ id: 'g1' }), you, awaited_me: true, result: null },
  { table: table({ id: 'g2', name: 'A name that is as long as names of tables may be at all', seats: [0, 1, 2].map((place) => seat(place, { awaited: place === 2 })) }), you, awaited_me: false, result: null },
  { table: table({ id: 'g3', status: 'open', seats: [seat(0), seat(1, { holder: 'free', name: '' })] }), you, awaited_me: false, result: null },
  { table: table({ id: 'g4', status: 'finished' }), you, awaited_me: false, result: final([153, 120, 90, 88], [0]) },
  { table: table({ id: 'g5', status: 'finished' }), you, awaited_me: false, result: final([120, 153, 131, 88], [1]) },
  { table: table({ id: 'g6', sandbox: true }), you, awaited_me: false, result: null },
]

export const ranked: Ranked[] = [2, 0, 3, 1].map((place, at) => ({
  seat: place, name: NAMES[place]!, colour: COLOURS[place]!, points: 150 - 17 * at, place: at + 1, won: at === 0, me: place === 0,
}))
