import { api } from './api.svelte'
import { troubleWords } from './shared.svelte'

/** What the server said of a board from a file: its data if it can be played, every problem, what to look at, its picture. */
export interface OwnBoard {
  data: Record<string, unknown> | null
  problems: string[]
  warnings: string[]
  /** The numbers of players that can play on it. */
  players: number[]
  picture: string
}

/** Read a board file and have the server check it; `notText` is what to say of a file that is no UTF-8 text. */
export async function readOwnBoard(game: string, file: File, notText: string): Promise<OwnBoard> {
  const refused = (problem: string): OwnBoard => ({ data: null, problems: [problem], warnings: [], players: [], picture: '' })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return refused(notText)
  }
  try {
    const found = await api.checkBoardFile(game, text)
    const picture = found.svg ? `data:image/svg+xml,${encodeURIComponent(found.svg)}` : ''
    const data = found.ok ? (JSON.parse(text) as Record<string, unknown>) : null
    return { data, problems: found.problems, warnings: found.warnings ?? [], players: found.players ?? [], picture }
  } catch (trouble) {
    return refused(troubleWords(trouble))
  }
}
