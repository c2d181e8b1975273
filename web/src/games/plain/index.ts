/** The plain page: any game, as the server draws and writes it, with a button for every choice. */
import type { Entry } from '../../lib/types.gen'
import type { GamePage, GameProps } from '../contract'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import Score from './Score.svelte'
import Side from './Side.svelte'
import { nameOf } from './names'

function awaitedNames(p: GameProps): string {
  const names = p.table.seats.filter((seat) => seat.awaited).map((seat) => nameOf(p, seat.seat))
  return names.join(', ')
}

const plain: GamePage = {
  Board, Hand, Side, Score, pictures: true,
  prompt(p) {
    if (p.result) return p.t('plain.over')
    if (p.legal.length) return typeof p.view?.question === 'string' ? p.view.question : p.t('plain.choose')
    const who = awaitedNames(p)
    return who ? p.t('plain.awaited', { who }) : p.t('plain.nobody')
  },
  tell(entry, p) {
    if (entry.kind !== 'move') return ''
    const also = entry.events.length ? ` (${entry.events.join('; ')})` : ''
    return `${entry.seat === null ? '' : `${nameOf(p, entry.seat)}: `}${stripped(entry, p)}${also}`
  },
  focus: () => null,
  describe: (text) => text,
  keys: (p) =>
    p.legal.slice(0, 9).map((text, place) => ({ key: String(place + 1), label: text, run: () => p.choose(text) })),
  tour: [],
}

/** A line of the log begins with the seat's letter; the name says it better. */
function stripped(entry: Entry, p: GameProps): string {
  const letter = entry.seat === null ? undefined : p.table.seats[entry.seat]?.letter
  return letter && entry.text.startsWith(`${letter}: `) ? entry.text.slice(letter.length + 2) : entry.text
}

export default plain
