/** What can be done with a board: play on it, study it. A board is its data, or the version of a saved one. */
import { api } from '../lib/api.svelte'
import { usualSeats, wish } from '../lib/shared.svelte'
import type { GameInfo, NewTable } from '../lib/types.gen'
import type { Doc } from './contract'

export type BoardRef = { id: string; version: number }
const isRef = (board: Doc | BoardRef): board is BoardRef => typeof board.version === 'number' && Object.keys(board).length === 2

/** As many players as usual, or as near to it as the board allows. */
export function seatsFor(info: GameInfo, players: number[]): number {
  const usual = usualSeats(info)
  return [...players].sort((a, b) => Math.abs(a - usual) - Math.abs(b - usual))[0] ?? usual
}

/** A table against bots. */
export function boardTable(info: GameInfo, players: number[], board: Doc | BoardRef): NewTable {
  const table = wish(info, 'bots', info.starts[0] ?? '', seatsFor(info, players))
  return { ...table, ...(isRef(board) ? { saved_board: board } : { board_file: board }) }
}

export async function studied(game: string, board: Doc | BoardRef): Promise<string> {
  const made = await api.newStudy({ game, ...(isRef(board) ? { saved_board: board } : { board_file: board }) })
  return `/study/${made.id}`
}
