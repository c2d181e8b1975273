/*
 * The service worker: what of the page works without the server, and notices while the page is closed.
 *
 * BUILD is put in front of this file when the page is built: its version, the hash of its index.html, the files that
 * every visitor needs, and those of each language. Each version has a cache of its own, filled as a whole or not at all,
 * so the files of two versions never meet. Of the server's answers only those are kept that are the same for everybody
 * (games, boards, rulebooks), and finished games that were opened on this device, which the page puts there itself.
 */
/* global BUILD */
const SHELL = `goldenspike-page-${BUILD.version}`
const PUBLIC = 'goldenspike-public' // games, boards, rulebooks
const GAMES = 'goldenspike-games' // finished games that were opened here: see lib/kept_games.ts
const PUBLIC_PATH = /^\/api\/(games|rulebook\/.+|boards\/[^/]+\/[^/]+)$/
const NOT_PUBLIC = /\.pdf$/
const GAME_PATH = /^\/api\/tables\/[\w-]+(\/(reel|export|board))?$/
const PATIENCE_MS = 6_000 // before the page comes from the cache because the line is bad
const LOST = new Set([502, 503, 504]) // a proxy whose server does not answer

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin) return
  const answer = respond(event.request, url)
  if (answer) event.respondWith(answer)
})

async function install() {
  const cache = await caches.open(SHELL)
  const index = await fetch('/', { cache: 'no-cache' })
  const text = await index.clone().text()
  // The server may have been updated between the two requests: then the next worker is the right one.
  if (!index.ok || (await hashed(text)) !== BUILD.index) throw new Error('another version of the page is there by now')
  await cache.addAll(BUILD.files)
  await cache.put('/', index)
}

async function hashed(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The old version is not needed any more: a worker begins only when the last page of the one before is closed. */
async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('goldenspike-page-') && name !== SHELL).map((name) => caches.delete(name)))
  await self.clients.claim()
}

function respond(request, url) {
  if (request.mode === 'navigate') return url.pathname.startsWith('/api/') || url.pathname.includes('.') ? null : opened(request)
  if (url.pathname.startsWith('/assets/')) return asset(request)
  if (BUILD.files.includes(url.pathname)) return networkFirst(request, SHELL, false)
  if (PUBLIC_PATH.test(url.pathname) && !NOT_PUBLIC.test(url.pathname)) return networkFirst(request, PUBLIC, true)
  if (GAME_PATH.test(url.pathname)) return networkFirst(request, GAMES, false)
  return null
}

/** The page itself comes from the server, so it is never old; from the cache where the server cannot be reached. */
async function opened(request) {
  const kept = async () => (await caches.open(SHELL)).match('/')
  const late = new Promise((done) => setTimeout(done, PATIENCE_MS))
  const fresh = fetch(request).catch(() => null)
  const answer = await Promise.race([fresh, late])
  if (answer && !LOST.has(answer.status)) return answer
  return (await kept()) ?? (await fresh) ?? Response.error()
}

/** Names of assets hold the hash of what is in them: one that is kept is the right one. */
async function asset(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  const path = new URL(request.url).pathname
  if (answer.ok && Object.values(BUILD.languages).some((files) => files.includes(path))) {
    const cache = await caches.open(SHELL)
    await cache.put(request, answer.clone())
  }
  return answer
}

/** What is kept says so by a header, so that the page knows that it is offline. */
async function networkFirst(request, name, keep) {
  try {
    const answer = await fetch(request)
    if (!LOST.has(answer.status)) {
      if (keep && answer.ok) await (await caches.open(name)).put(request, answer.clone())
      return answer
    }
    return (await fromCache(request, name)) ?? answer
  } catch (fault) {
    const kept = await fromCache(request, name)
    if (kept) return kept
    throw fault
  }
}

async function fromCache(request, name) {
  const kept = await (await caches.open(name)).match(request, { ignoreVary: true })
  if (!kept) return undefined
  const headers = new Headers(kept.headers)
  headers.set('X-Kept', '1')
  return new Response(kept.body, { status: kept.status, headers })
}

/* What the page asks to have ready offline: the words of a language, and the rulebooks in it. */
self.addEventListener('message', (event) => {
  const { language, books } = event.data ?? {}
  if (typeof language === 'string') event.waitUntil(keepWords(language).then(() => keepBooks(language, Array.isArray(books) ? books : [])))
})

async function keepWords(language) {
  const cache = await caches.open(SHELL)
  for (const file of BUILD.languages[language] ?? []) if (!(await cache.match(file))) await cache.add(file)
}

async function keepBooks(language, games) {
  const cache = await caches.open(PUBLIC)
  await keepAnew(cache, '/api/games')
  for (const game of games) {
    const book = await keepAnew(cache, `/api/rulebook/${encodeURIComponent(game)}?lang=${language}`)
    const pictures = book ? [...(await book.json()).html.matchAll(/src="(\/api\/rulebook\/[^"]+)"/g)].map((found) => found[1].replaceAll('&amp;', '&')) : []
    for (const picture of pictures) if (!(await cache.match(picture))) await cache.add(picture).catch(() => {})
  }
}

/** The answer as it is now; the one that is kept stays if there is none. */
async function keepAnew(cache, path) {
  const answer = await fetch(path).catch(() => null)
  if (!answer?.ok) return null
  await cache.put(path, answer.clone())
  return answer
}

/* Notices: what is shown was sealed for this browser alone. */
self.addEventListener('push', (event) => {
  let said = {}
  try {
    said = event.data?.json() ?? {}
  } catch {
    // Browsers want something to be shown for every push.
  }
  const { title = 'Golden Spike', body = '', url = '/', tag = 'goldenspike', language = 'en' } = said
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang: language, renotify: true, icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', data: { url } }))
})

/* The browser's maker has ended a subscription: whoever wanted notices here goes on getting them. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event.newSubscription)))

async function subscribeAgain(given) {
  const known = await (await fetch('/api/me/push')).json()
  if (!known.endpoint || !known.key) return
  const made = given ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: known.key }))
  const { endpoint, keys } = made.toJSON()
  const clock = { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', offset_minutes: -new Date().getTimezoneOffset() }
  const wish = { endpoint, p256dh: keys.p256dh, auth: keys.auth, language: known.language, ...clock, quiet_from: known.quiet_from, quiet_to: known.quiet_to }
  await fetch('/api/me/push', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(wish) })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const wanted = new URL(event.notification.data?.url ?? '/', location.origin)
  if (wanted.origin === location.origin) event.waitUntil(show(wanted))
})

/** A page that shows the table already comes to the front; otherwise a new one is opened. */
async function show(wanted) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => new URL(page.url).pathname === wanted.pathname)
  return there ? there.focus() : self.clients.openWindow(wanted.href)
}
