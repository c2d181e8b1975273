/** With which board an editor begins: by its address, by what was handed over, or by what was drawn here before. */
import { api, Trouble } from '../lib/api.svelte'
import { handed } from '../lib/handed_board'
import type { BoardEditor, Doc } from './contract'
import { t } from './lang'

/** The saved board that a draft is a later version of. */
export interface SavedAs { id: string; version: number; mine: boolean }

export interface Start {
  doc: Doc
  saved: SavedAs | null
  /** It was found in this browser. */
  kept: boolean
  /** Nothing is to be left on it. */
  empty?: boolean
}

const KEPT = (game: string) => `goldenspike board ${game}`

export async function startOf(game: string, search: string, editor: BoardEditor): Promise<Start> {
  const wanted = new URLSearchParams(search)
  const start = await named(game, wanted, editor)
  // What cannot be drawn is no board of this game, wherever it came from.
  if (start && !editor.readable(start.doc)) throw new Trouble(400, '', t('ed.file.bad'))
  if (start) return start
  const empty = wanted.has('empty')
  const before = empty || wanted.has('new') ? null : keptBoard(game)
  return before && editor.readable(before.doc) ? { ...before, kept: true } : { doc: editor.starter(), saved: null, kept: false, empty }
}

/** The board that an address names; null if it names none. */
async function named(game: string, wanted: URLSearchParams, editor: BoardEditor): Promise<Start | null> {
  const [from, board] = [wanted.get('from'), wanted.get('board')]
  if (from) {
    const doc = from === 'handed' ? handed(game) : await api.boardFile(game, from)
    return doc && { doc: editor.readable(doc) ? editor.copy(doc) : doc, saved: null, kept: false }
  }
  if (!board) return null
  const found = await api.savedBoard(board, Number(wanted.get('v')) || null)
  return { doc: found.data, saved: { id: board, version: found.version, mine: found.mine }, kept: false }
}

/** What was drawn here before. */
export function keptBoard(game: string): { doc: Doc; saved: SavedAs | null } | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT(game)) ?? 'null')
    return kept?.doc && typeof kept.doc === 'object' ? { doc: kept.doc, saved: kept.saved ?? null } : null
  } catch {
    return null
  }
}

export function keep(game: string, doc: Doc, saved: SavedAs | null): void {
  try {
    localStorage.setItem(KEPT(game), JSON.stringify({ doc, saved }))
  } catch {
    // A browser that keeps nothing: the file and the server do.
  }
}

/** A name in small letters and digits, as the short names of boards are written; empty where nothing is left of it. */
export function slug(name: string): string {
  return name.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-').slice(0, 40).replace(/^-|-$/g, '')
}
