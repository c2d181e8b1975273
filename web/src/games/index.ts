/** Which page plays which game: one of the folders here, a module that the game's package brings, or the plain page. */
import { open } from '../lib/words.svelte'
import type { GamePage } from './contract'

const pages = import.meta.glob<{ default: GamePage }>('./*/index.ts')
// Which games a folder plays. Only these short lists are loaded at once; a page is loaded when its game is opened.
const lists = import.meta.glob<string[]>('./*/games.json', { eager: true, import: 'default' })

const folders: Record<string, string | undefined> = {}
for (const [path, games] of Object.entries(lists)) {
  for (const game of games) folders[game] = path.replace('games.json', 'index.ts')
}

/** The page of a game with its words; ``module`` is the address of a page module that its package brings. */
export async function gamePage(game: string, module: string | null = null): Promise<GamePage> {
  const page = await found(game, module)
  if (page.lang) await open(page.lang)
  return page
}

async function found(game: string, module: string | null): Promise<GamePage> {
  const folder = folders[game]
  if (folder) return (await pages[folder]()).default
  if (module) return (await import('./outside')).outsidePage(module)
  return (await pages['./plain/index.ts']()).default
}
