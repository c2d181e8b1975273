/**
 * Moves that the server has not answered yet, kept in this browser: a page that is closed or loaded again while the
 * connection is lost sends them when it is back. Each has its id, so that none counts twice.
 */
import type { FromPage } from './types.gen'

export type MoveFrame = Extract<FromPage, { op: 'move' }>

const PREFIX = 'goldenspike waiting '

export function waitingMoves(table: string): MoveFrame[] {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + table) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => one?.op === 'move' && typeof one.id === 'string') : []
  } catch {
    return []
  }
}

function write(table: string, moves: MoveFrame[]): void {
  try {
    if (moves.length) localStorage.setItem(PREFIX + table, JSON.stringify(moves))
    else localStorage.removeItem(PREFIX + table)
  } catch {
    // A browser that keeps nothing still sends them for as long as the page is open.
  }
}

export function keepMove(table: string, frame: MoveFrame): void {
  write(table, [...waitingMoves(table), frame])
}

export function moveAnswered(table: string, id: string): void {
  const kept = waitingMoves(table)
  if (kept.some((one) => one.id === id)) write(table, kept.filter((one) => one.id !== id))
}

/** Where moves wait. */
export function tablesWithMoves(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}

export function forgetMoves(table?: string): void {
  for (const one of table === undefined ? tablesWithMoves() : [table]) write(one, [])
}
