/** Finished games that were opened on this device: kept with their replay, so that they can be looked at offline. */
import { gamePage } from '../games'
import { api } from './api.svelte'
import type { Answer, Hooks, TableChannel } from './channel'
import { merge } from './merge'
import { TableSession } from './session.svelte'
import { enter, game, shared } from './shared.svelte'
import type { FromPage, Listing, Past, Replay, Welcome } from './types.gen'
import { canKeep } from './worker'

// The service worker looks here for what it answers offline.
const CACHE = 'goldenspike-games'
const MOST = 20
const WAITS_MS = [5_000, 20_000, 60_000]
const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`
const recordOf = (table: string) => `/kept/${encodeURIComponent(table)}`

interface Kept {
  listing: Listing
  welcome: Welcome
}

/** Keep a finished game as it is shown here: the last position, the record, the replay and the match file. */
export async function keepGame(session: TableSession): Promise<void> {
  const { table, you } = session
  if (!canKeep() || !navigator.serviceWorker.controller || table.status !== 'finished' || table.sandbox) return
  await session.earlier.loadAll()
  const welcome: Welcome = {
    op: 'welcome', table, you, seat: session.seat, version: session.version, now_ms: Date.now(), view: session.view, own: session.own,
    entries: session.entries, whole: true, result: session.result, earlier: false, rate: 1, at_ms: 0, zero_ms: null,
  }
  const cache = await caches.open(CACHE)
  const parts = ['', '/reel', ...(table.board === 'custom' ? ['/board'] : [])].map((part) => at(table.id) + part)
  for (const part of parts) await put(cache, part)
  if (table.board !== 'custom') await api.boardOf(table)
  const listing: Listing = { table, you, awaited_me: false, result: session.result }
  await cache.put(recordOf(table.id), new Response(JSON.stringify({ listing, welcome } satisfies Kept), { headers: { 'Content-Type': 'application/json' } }))
  const records = (await cache.keys()).filter((request) => new URL(request.url).pathname.startsWith('/kept/'))
  for (const old of records.slice(0, -MOST)) await forget(cache, new URL(old.url).pathname.slice('/kept/'.length))
  // To look at it needs no match file, and a server with much to do takes its time to write one.
  await put(cache, `${at(table.id)}/export`)
}

/** A server that is busy with other things makes the replay a little later. */
async function put(cache: Cache, path: string): Promise<void> {
  for (const wait of [...WAITS_MS, 0]) {
    const answer = await fetch(path).catch(() => null)
    if (answer?.ok) return cache.put(path, answer)
    if (!wait || (answer && answer.status < 500 && answer.status !== 429)) break
    await new Promise((done) => setTimeout(done, wait))
  }
  throw new Error(`no answer from ${path}`)
}

async function forget(cache: Cache, table: string): Promise<void> {
  for (const part of ['', '/reel', '/export', '/board']) await cache.delete(`/api/tables/${table}${part}`)
  await cache.delete(`/kept/${table}`)
}

/** All of them, the last one first. */
export async function keptGames(): Promise<Listing[]> {
  if (!canKeep()) return []
  const cache = await caches.open(CACHE)
  const records = (await cache.keys()).filter((request) => new URL(request.url).pathname.startsWith('/kept/'))
  const found = await Promise.all(records.reverse().map(async (request) => (await (await cache.match(request))?.json()) as Kept | undefined))
  return found.flatMap((one) => one?.listing ?? [])
}

/** Whoever leaves this browser leaves no games in it. */
export async function forgetGames(): Promise<void> {
  if (canKeep()) await caches.delete(CACHE)
}

/** Nothing can be done at a table that is only kept. */
class StillChannel implements TableChannel {
  async ask(frame: Extract<FromPage, { id: string }>): Promise<Answer> {
    return { op: 'refused', id: frame.id, code: 'status', clause: '', sentence: '' }
  }

  tell(): void {}
  look(): void {}
  ping(): void {}
  hurry(): void {}
  close(): void {}
}

/** A finished game as this device keeps it; null if it does not. */
export async function openKept(table: string): Promise<TableSession | null> {
  if (!canKeep()) return null
  const cache = await caches.open(CACHE)
  const [record, reel] = await Promise.all([cache.match(recordOf(table)), cache.match(`${at(table)}/reel`)])
  if (!record || !reel) return null
  const { listing, welcome } = (await record.json()) as Kept
  if (!shared.games) await enter()
  const page = await gamePage(game(listing.table.game))
  let told: Hooks | undefined
  const session = new TableSession(listing, page, (hooks) => {
    told = hooks
    return new StillChannel()
  }, false)
  session.pastKept = pasts((await reel.json()) as Replay, welcome)
  session.board = await api.boardOf(listing.table)
  told?.line('online', 0)
  told?.welcome(welcome)
  return session
}

/** Earlier positions out of a replay: the first as a whole, then what changed; as everybody at the table saw them. */
function pasts(replay: Replay, welcome: Welcome): (version: number) => Past {
  const views = new Map<number, any>()
  let view: any = null
  for (const frame of replay.frames) {
    view = frame.view ?? merge(view, frame.change)
    views.set(frame.version, view)
  }
  const versions = [...views.keys()].sort((a, b) => a - b)
  return (version) => {
    const found = versions.findLast((one) => one <= version) ?? versions[0]
    const entry = welcome.entries.find((one) => one.version === version) ?? welcome.entries[0]
    return { version, last: welcome.version, seat: null, entry, view: views.get(found), own: null }
  }
}
