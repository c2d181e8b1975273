/** The service worker: it begins once the page is there, so that a first visit is no slower for it. */
import type { Language } from './languages'

const KEEP_AFTER_MS = 4_000

/** Whether this browser can keep the page for later: only over https, or on the machine itself. */
export const canKeep = (): boolean => 'serviceWorker' in navigator && 'caches' in window

export function startWorker(): void {
  if (import.meta.env.DEV || !canKeep()) return
  const begin = () =>
    void navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch((fault) => console.info('no service worker:', fault))
  if (document.readyState === 'complete') setTimeout(begin)
  else addEventListener('load', () => setTimeout(begin), { once: true })
}

let due = 0

/** Have the rulebooks in this language ready for a time without the server; not where somebody saves data. */
export function keepForLater(language: Language, games: string[]): void {
  if (import.meta.env.DEV || !canKeep() || !games.length) return
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  clearTimeout(due)
  due = setTimeout(() => {
    void navigator.serviceWorker.ready.then((found) => found.active?.postMessage({ language, books: games }))
  }, KEEP_AFTER_MS) as unknown as number
}

/** What an installed page is called and offers, in the language of its reader. */
export function nameApp(language: Language): void {
  if (import.meta.env.DEV) return
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="manifest"]') ?? document.createElement('link')
  link.rel = 'manifest'
  link.href = `/app.${language}.webmanifest`
  document.head.append(link)
}
