/** Which page shows which game: one of the folders here, a module that the game's package brings, or the plain page. */
import type { GameInfo } from '../lib/types.gen'
import { open } from '../lib/words.svelte'
import type { BoardEditor } from '../editor/contract'
import type { GamePage } from './contract'

const pages = import.meta.glob<{ default: GamePage }>('./*/index.ts')
// Which games a folder shows. Only these short lists are loaded at once; a page is loaded when its game is opened.
const lists = import.meta.glob<string[]>('./*/games.json', { eager: true, import: 'default' })

const editors = import.meta.glob<{ default: BoardEditor }>('./*/editor/index.ts')

const folders: Record<string, string | undefined> = {}
for (const [path, games] of Object.entries(lists)) {
  for (const game of games) folders[game] = path.replace('games.json', 'index.ts')
}

/** The page of a game with its words. */
export async function gamePage(game: GameInfo | undefined): Promise<GamePage> {
  const page = await found(game)
  if (page.lang) await open(page.lang)
  return page
}

/** The game's own page, else that of the game it is a variant of, else the plain page. */
async function found(game: GameInfo | undefined): Promise<GamePage> {
  const own = game && folders[game.name]
  if (own) return (await pages[own]()).default
  if (game?.page) return (await import('./outside')).outsidePage(game.page)
  const parent = game?.shown_as.find((name) => folders[name])
  return (await pages[(parent && folders[parent]) ?? './plain/index.ts']()).default
}

/** Where the editor of a game's boards is: in its own folder, or in that of the game it is a variant of. */
function editorPath(game: GameInfo): string | undefined {
  const names = [game.name, ...game.shown_as]
  return names.map((name) => folders[name]?.replace('index.ts', 'editor/index.ts')).find((path) => path && editors[path])
}

/** Can boards of this game be drawn here? */
export const hasEditor = (game: GameInfo): boolean => editorPath(game) !== undefined

export async function boardEditor(game: GameInfo): Promise<BoardEditor | null> {
  const path = editorPath(game)
  return path ? (await editors[path]()).default : null
}
