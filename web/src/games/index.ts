/** Which page plays which game. A game without one is played on the plain page. */
import type { GamePage } from './contract'

type Loader = () => Promise<{ default: GamePage }>

const santaFe = import.meta.glob<{ default: GamePage }>('./santa-fe/index.ts')['./santa-fe/index.ts']

const pages: Record<string, Loader | undefined> = {
  'santa-fe-rails': santaFe,
  'santa-fe': santaFe,
  'pioneer-rails': () => import('./pioneer-rails'),
  'rail-pass': () => import('./rail-pass'),
}

export async function gamePage(game: string): Promise<GamePage> {
  const load = pages[game] ?? (() => import('./plain'))
  return (await load()).default
}
