/** Poker hands: their names and points in this match, and what the cards that nobody has seen still allow. */
import type { GameProps } from '../contract'
import { card, SUITS, VALUES, type View } from './model'
import { valuesOf } from './values'

export const HANDS = ['pair', 'two_pair', 'three', 'full_house', 'straight', 'four', 'five'] as const
export type HandName = (typeof HANDS)[number] | 'none'

export function handPoints(p: GameProps, name: HandName): number {
  const { poker, five_kind } = valuesOf(p)
  return name === 'none' ? 0 : name === 'five' ? five_kind : (poker[HANDS.indexOf(name)] ?? 0)
}

function plainHand(values: string[]): HandName {
  const counts = VALUES.map((value) => values.filter((one) => one === value).length)
  const most = Math.max(0, ...counts)
  const pairs = counts.filter((n) => n === 2).length
  if (most === 5) return 'five'
  if (most === 4) return 'four'
  if (counts.every((n) => n > 0)) return 'straight'
  if (most === 3) return pairs ? 'full_house' : 'three'
  return pairs === 2 ? 'two_pair' : pairs ? 'pair' : 'none'
}

/** The hand that these values make; a Joker takes the value that gives most. */
export function handName(p: GameProps, values: string[]): HandName {
  const plain = values.filter((value) => value !== '*')
  const hands = [plainHand(plain)]
  if (plain.length < values.length) hands.push(...VALUES.map((value) => plainHand([...plain, value])))
  const rank = (name: HandName) => (name === 'none' ? -1 : HANDS.indexOf(name))
  return hands.sort((one, other) => handPoints(p, other) - handPoints(p, one) || rank(other) - rank(one))[0]!
}

export interface Odds {
  value: string
  /** Cards of this value that nobody has seen in this round. */
  left: number
  /** Chance that one of them lies open next turn. */
  next: number
}

/** What is left of each value among the cards not seen in this round, and the chance to see it next turn. */
export function odds(p: GameProps, view: View): { unseen: number; rows: Odds[] } {
  const gone = new Set(view.gone)
  if (view.own?.hand_card) gone.add(view.own.hand_card)
  const jokers = p.table.options.jokers === true ? ['*SC', '*HD'] : []
  const unseen = [...VALUES.flatMap((value) => SUITS.map((suit) => value + suit)), ...jokers].filter((one) => !gone.has(one))
  const open = view.seats === 1 || view.seats > 4 ? 2 : 3
  const rows = [...VALUES, ...(jokers.length ? ['★'] : [])].map((value) => {
    const left = unseen.filter((one) => card(one).value === value).length
    let none = 1
    for (let k = 0; k < open; k += 1) none *= Math.max(0, (unseen.length - left - k) / Math.max(1, unseen.length - k))
    return { value, left, next: left ? 1 - none : 0 }
  })
  return { unseen: unseen.length, rows }
}

/** The best hands that the cards nobody has seen could still make of mine. */
export function reachable(p: GameProps, view: View, values: string[], left: number, chosen: boolean): HandName[] {
  const rows = odds(p, view).rows.filter((row) => row.value !== '★')
  const open = chosen ? [] : view.shown.filter((one) => one !== view.taken || view.own?.card === one)
  const shown = open.map((one) => card(one).value)
  const count = (value: string) => (rows.find((row) => row.value === value)?.left ?? 0) + shown.filter((one) => one === value).length
  const found = new Set<HandName>()
  const grow = (hand: string[], from: number, more: number): void => {
    if (!more) {
      found.add(handName(p, hand))
      return
    }
    for (let k = from; k < VALUES.length; k += 1) {
      const value = VALUES[k]!
      if (hand.slice(values.length).filter((one) => one === value).length < count(value)) grow([...hand, value], k, more - 1)
    }
  }
  grow(values, 0, left)
  const worth = (name: HandName) => handPoints(p, name)
  return [...HANDS].reverse().filter((name) => found.has(name)).sort((one, other) => worth(other) - worth(one))
}
