/** What the whole page shares: the games on offer and who I am here. */
import { api, Trouble } from './api.svelte'
import { inWords } from './said'
import { settings } from './settings.svelte'
import type { Account, AnySeatLink, GameInfo, Invitation, Made, NewTable, NewSeat } from './types.gen'
import { gameWord, known, t } from './words.svelte'

export const shared = $state({
  games: null as GameInfo[] | null,
  me: null as Account | null,
  trouble: null as Trouble | null,
})

export async function enter(): Promise<void> {
  try {
    // Offline the games may be kept on this device; who I am is known to the server alone.
    const [games, me] = await Promise.allSettled([shared.games ?? api.games(), api.me()])
    if (games.status === 'rejected') throw games.reason
    shared.games = games.value
    if (me.status === 'rejected') throw me.reason
    shared.me = me.value
    shared.trouble = null
  } catch (trouble) {
    shared.trouble = asTrouble(trouble)
  }
}

export function asTrouble(fault: unknown): Trouble {
  if (fault instanceof Trouble) return fault
  console.error(fault)
  return new Trouble(-1, 'page', fault instanceof Error ? fault.message : '')
}

/** What a failed request means, in the reader's language. */
export function troubleWords(fault: unknown): string {
  const trouble = asTrouble(fault)
  if (trouble.status === 0 || trouble.code === 'offline') return t('trouble.offline')
  const key = `trouble.${trouble.code}`
  const own = trouble.code ? t(key) : key
  if (own !== key) return own
  return inWords(trouble.message) || t('trouble.any')
}

export const game = (name: string): GameInfo | undefined => shared.games?.find((one) => one.name === name)

export function myName(): string {
  return settings.name || shared.me?.name || ''
}

/** The bot that sits down unless somebody chooses another. */
export function usualBot(info: GameInfo): string {
  return info.bots.find((bot) => bot.name === 'fireman')?.name ?? info.bots.at(-1)?.name ?? 'greedy'
}

/** The bots on offer with their names; a fireman who is also known as greedy is offered once. */
export function botsOf(info: GameInfo): { name: string; word: string }[] {
  const fireman = info.bots.some((bot) => bot.name === 'fireman')
  return info.bots.filter((bot) => !(fireman && bot.name === 'greedy')).map(({ name }) => {
    return { name, word: levelWord(info, name) }
  })
}

/** A level in words. */
function levelWord(info: GameInfo, name: string): string {
  return gameWord(info, `bot.${name}`) ?? (known(`bot.${name}`) ? t(`bot.${name}`) : name)
}

/** A bot in words, with its character: superintendent:blocker. */
export function botWord(info: GameInfo, bot: string): string {
  const [name = bot, character] = bot.split(':')
  const level = levelWord(info, name)
  return character && known(`character.${character}`) ? t('character.of', { level, character: t(`character.${character}`) }) : level
}

/** A sentence about what a bot likes to do, or how it adapts; nothing where there is nothing to say. */
export function botAbout(bot: string): string {
  const [name = '', character] = bot.split(':')
  const key = character ? `character.${character}.about` : `bot.${name}.about`
  return known(key) ? t(key) : ''
}

/** Characters that a level may have. */
export function charactersOf(info: GameInfo, level: string): string[] {
  return info.bots.find((one) => one.name === level)?.characters ?? []
}

/** The name of somebody of that level and character. */
export function characterName(info: GameInfo, level: string, character: string): string {
  const names = t(`character.${character}.names`).split(',')
  const levels = info.bots.filter((one) => one.characters?.length).map((one) => one.name)
  return (names[Math.max(0, levels.indexOf(level)) % names.length] ?? '').trim()
}

export function usualSeats(info: GameInfo): number {
  return Math.min(info.most_seats, Math.max(info.least_seats, 4))
}

export function botName(place: number): string {
  const names = t('bots.names').split(',')
  return names[place % names.length].trim()
}

/** Against bots, with friends by link, or all at one screen. */
export type Kind = 'bots' | 'friends' | 'screen'

export function wish(info: GameInfo, kind: Kind, preset = '', players = 0): NewTable {
  const count = players || (kind === 'screen' ? Math.min(info.most_seats, Math.max(info.least_seats, 2)) : usualSeats(info))
  const seats: NewSeat[] = Array.from({ length: count }, (_, place) => {
    if (place === 0) return { holder: 'me', name: myName() || t('name.me') }
    if (kind === 'bots') return { holder: 'bot', bot: usualBot(info), name: botName(place - 1) }
    if (kind === 'screen') return { holder: 'me', name: t('name.player', { n: place + 1 }) }
    return { holder: 'free' }
  })
  if (kind === 'screen') seats[0].name = myName() || t('name.player', { n: 1 })
  return { game: info.name, seats, start: kind !== 'friends', options: { ...info.presets[preset] } }
}

// Invitations hold secrets: they stay in this tab, for the host to hand out, and nowhere else.
export function keepInvitations(made: Made): void {
  try {
    sessionStorage.setItem(`invitations ${made.table.id}`, JSON.stringify(made.invitations))
    if (made.link) keepLink(made.table.id, made.link)
  } catch {
    // Without storage a new link can be made at any time.
  }
}

export function keepLink(table: string, link: AnySeatLink): void {
  try {
    sessionStorage.setItem(`any seat ${table}`, JSON.stringify(link))
  } catch {
    // The same.
  }
}

export function keptLink(table: string): AnySeatLink | null {
  try {
    return JSON.parse(sessionStorage.getItem(`any seat ${table}`) ?? 'null')
  } catch {
    return null
  }
}

export function keptInvitations(table: string): Invitation[] {
  try {
    return JSON.parse(sessionStorage.getItem(`invitations ${table}`) ?? '[]')
  } catch {
    return []
  }
}

export async function make(table: NewTable): Promise<string> {
  const made = await api.make(table)
  keepInvitations(made)
  return `/t/${made.table.id}`
}

/** Offer something as a file to save. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Offer a document as a file to save. */
export function download(name: string, data: unknown): void {
  saveFile(name, new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }))
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.setAttribute('readonly', '')
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
