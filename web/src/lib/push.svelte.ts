/** Notices that this device shows although the page is closed (Web Push). */
import { api, Trouble } from './api.svelte'
import { settings } from './settings.svelte'
import type { PushSettings } from './types.gen'

export const push = $state({ settings: null as PushSettings | null, permission: permission() })

function permission(): string {
  return 'Notification' in window ? Notification.permission : 'denied'
}

/** Whether this browser can; most can only over https, and some only once the page is installed. */
export const browserCan = (): boolean => !import.meta.env.DEV && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether server and browser can. */
export const offered = (): boolean => browserCan() && !!push.settings?.key

/** Does this device tell its owner? */
export const isOn = (): boolean => !!push.settings?.endpoint && push.permission === 'granted'

export async function readPush(): Promise<void> {
  push.settings = await api.push()
  push.permission = permission()
}

/** The server may have lost the subscription, or the browser may have made a new one. */
export async function renewPush(): Promise<void> {
  if (!browserCan() || permission() !== 'granted') return
  const found = await navigator.serviceWorker.getRegistration()
  const mine = await found?.pushManager.getSubscription()
  if (!mine) return
  await readPush()
  if (push.settings?.endpoint && push.settings.endpoint !== mine.endpoint) await tell(mine)
}

export async function turnOn(): Promise<void> {
  push.permission = await Notification.requestPermission()
  if (push.permission !== 'granted') throw new Trouble(-1, 'push denied', '')
  const key = push.settings?.key
  const worker = await navigator.serviceWorker.ready
  try {
    let mine = await worker.pushManager.getSubscription()
    if (mine && key && !sameKey(mine, key)) {
      await mine.unsubscribe()
      mine = null
    }
    mine ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key ?? '') })
    await tell(mine)
  } catch (fault) {
    if (fault instanceof Trouble) throw fault
    console.info('no notices:', fault)
    throw new Trouble(-1, 'push failed', '')
  }
}

export async function turnOff(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration()
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
  push.settings = await api.endPush()
}

/** Minutes after midnight, by the clock of each device; null for no quiet hours. */
export async function keepHours(hours: [number, number] | null): Promise<void> {
  const mine = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
  if (mine) await tell(mine, hours)
}

async function tell(mine: PushSubscription, hours?: [number, number] | null): Promise<void> {
  const known: [number, number] | null = push.settings?.quiet_from == null ? null : [push.settings.quiet_from, push.settings.quiet_to ?? 0]
  const [from, to] = (hours === undefined ? known : hours) ?? [null, null]
  push.settings = await api.setPush({
    endpoint: mine.endpoint, p256dh: text(mine.getKey('p256dh')), auth: text(mine.getKey('auth')), language: settings.language,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', offset_minutes: -new Date().getTimezoneOffset(), quiet_from: from, quiet_to: to,
  })
}

function sameKey(mine: PushSubscription, key: string): boolean {
  const own = mine.options?.applicationServerKey
  return !own || text(own) === key
}

function text(raw: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(raw ?? new ArrayBuffer(0)))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

function bytes(key: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0))
}
