import { api } from './api.svelte'
import { troubleWords } from './shared.svelte'

/** What the server said of a board from a file: its data if it can be played, every problem, its picture (null if it was not looked at). */
export interface OwnBoard {
  data: Record<string, unknown> | null
  problems: string[]
  picture: string | null
}

/** Read a board file and have the server check it; `notJson` is what to say of a file that is no JSON. */
export async function readOwnBoard(game: string, file: File, notJson: string): Promise<OwnBoard> {
  try {
    const data = JSON.parse(await file.text()) as Record<string, unknown>
    const found = await api.checkBoard(game, data)
    const picture = found.svg ? `data:image/svg+xml,${encodeURIComponent(found.svg)}` : ''
    return { data: found.ok ? data : null, problems: found.problems, picture }
  } catch (trouble) {
    return { data: null, problems: [trouble instanceof SyntaxError ? notJson : troubleWords(trouble)], picture: null }
  }
}
