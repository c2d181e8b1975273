/** Lines of a search, who does what, in the words of the language. */
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
