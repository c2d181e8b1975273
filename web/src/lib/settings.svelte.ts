/** What a person has chosen for this browser. Kept in it, never sent anywhere. */
import { LANGUAGES, spoken, type Language } from './languages'

export type Theme = 'system' | 'light' | 'dark'
export type Motion = 'system' | 'full' | 'less'
/** How fast bots move. */
export type Bots = 'quick' | 'usual' | 'slow'

interface Kept {
  language: Language
  theme: Theme
  motion: Motion
  bots: Bots
  sound: boolean
  /** 1 to 10. */
  volume: number
  captions: boolean
  confirm: boolean
  openHands: boolean
  name: string
  tour: boolean
  noted: string[]
  /** Games whose tutorial was done, or not wanted. */
  learned: string[]
}

const KEY = 'goldenspike'

function read(): Kept {
  const fresh: Kept = {
    language: spoken(), theme: 'system', motion: 'system', bots: 'usual', sound: true, volume: 7, captions: false, confirm: true, openHands: false, name: '',
    tour: true, noted: [], learned: [],
  }
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    for (const name of Object.keys(fresh) as (keyof Kept)[]) {
      if (typeof kept[name] === typeof fresh[name]) Object.assign(fresh, { [name]: kept[name] })
    }
    if (!LANGUAGES.includes(fresh.language)) fresh.language = 'en'
  } catch {
    // A browser that keeps nothing gets the defaults each time.
  }
  return fresh
}

export const settings: Kept = $state(read())

const calm = matchMedia('(prefers-reduced-motion: reduce)')
const dim = matchMedia('(prefers-color-scheme: dark)')
const system = $state({ calm: calm.matches, dim: dim.matches })
calm.addEventListener('change', () => (system.calm = calm.matches))
dim.addEventListener('change', () => (system.dim = dim.matches))

export function reducedMotion(): boolean {
  return settings.motion === 'less' || (settings.motion === 'system' && system.calm)
}

export function darkTheme(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && system.dim)
}

/** Keep the settings and put theme, motion and language where the style sheet looks. Runs once, from the page's root. */
export function keepSettings(): void {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings))
    } catch {
      // See above.
    }
    const root = document.documentElement
    root.lang = settings.language
    root.dataset.theme = darkTheme() ? 'dark' : 'light'
    root.dataset.motion = reducedMotion() ? 'less' : 'full'
  })
}
