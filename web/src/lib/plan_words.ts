/** What a bot found, in the words of the language: lines of a search, things that bring points, cards. */
import { guarded } from './entries'
import type { TableSession } from './session.svelte'
import type { Seat } from './types.gen'
import { t } from './words.svelte'

/** "A: lay SF CHI>KC" with the player's name and the action in words. */
export function lineWords(line: string, seats: Seat[], name: (seat: number) => string, describe: (seat: number, text: string) => string): string {
  const [letter, text] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]
  const who = seats.find((one) => one.letter === letter)
  if (!who || !text) return line
  // The action alone: what it would bring depends on what came before it.
  const words = describe(who.seat, text).split(' · ')[0] ?? text
  return t('phrase.colon', { what: name(who.seat), more: words })
}

/** A thing that may bring points, in the words of its game; without a name, all of its kind. */
export function itemWords(session: TableSession, what: string, name: string): string {
  return guarded(() => session.page.item?.(what, name, session.props), undefined) ?? [what, name].filter(Boolean).join(' ')
}

/** A card that a rival may hold, in the words of its game. */
export function cardWords(session: TableSession, name: string): string {
  return guarded(() => session.page.held?.(name, session.props), undefined) ?? name
}
