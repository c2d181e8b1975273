/** Everything this page says: names, prompts, what happened, what an action does. */
import { ranking, verdict } from '../../lib/ranking'
import { list } from '../../lib/words.svelte'
import type { Entry } from '../../lib/types.gen'
import type { Focus, GameProps } from '../contract'
import { atlas, boardOf, card, effects, seatNumber, trackStep, turnLine, viewOf, type Effect, type Hex, type Track, type TurnLine } from './model'

import { handPoints, type HandName } from './poker'
import { rowsOf, valuesOf } from './values'

// ---------------------------------------------------------------- names
export function seatName(p: GameProps, seat: number): string {
  if (seat === p.seat && p.you.seats.length < 2) return p.t('pr.you')
  return p.table.seats[seat]?.name || `${p.t('pr.seat')} ${'ABCDEFGH'[seat] ?? '?'}`
}

export function cardName(p: GameProps, text: string): string {
  const one = card(text)
  if (!one.suit) return p.t('pr.card.joker', { suits: one.suits.map((suit) => p.t(`pr.suit.${suit}`)).join(' / ') })
  return p.t('pr.card.name', { value: p.t(`pr.value.${one.value}`), suit: p.t(`pr.suit.${one.suit}`) })
}

/** The hand with its points: "a pair, 1". */
export function handWords(p: GameProps, name: HandName): string {
  if (name === 'none') return p.t('pr.hand.none')
  return p.t('pr.hand.worth', { hand: p.t(`pr.hand.${name}`), n: handPoints(p, name) })
}

export function goalName(p: GameProps, id: string): string {
  return p.t(`pr.goal.${id}.name`)
}

export function goalSays(p: GameProps, id: string): string {
  return p.t(`pr.goal.${id}.text`)
}

export function ownerName(p: GameProps, id: string): string {
  return p.t(`pr.owner.${id}.name`)
}

export function ownerSays(p: GameProps, id: string): string {
  const { tracks, owner_price, owner_fort, owner_goal, saloon_factor } = valuesOf(p)
  const left = Math.max(0, tracks - owner_price)
  const n = { '03': owner_price, '04': owner_fort, '05': saloon_factor + 1, '10': owner_goal }[id] ?? left
  return p.t(`pr.owner.${id}.text`, { n, of: tracks })
}

/** What an owner's offer costs and gives, in a few words. */
export function powerSays(p: GameProps, id: string): string {
  return p.t(`pr.power.${id}`, { n: valuesOf(p).owner_price })
}

/** What a part of the score counts. */
export function itemSays(p: GameProps, item: string): string {
  const v = valuesOf(p)
  const n = { gold: v.nugget_points, escaped: v.escape, saloons: v.saloon_plus, towns: v.town_points }[item]
  return p.t(`pr.says.${item}`, { first: v.goal[0], later: v.goal[1], ...(n === undefined ? {} : { n }) })
}

export function featureName(p: GameProps, hex: Hex): string {
  return p.t(`pr.is.${hex.is}`)
}

export function featureSays(p: GameProps, hex: Hex): string {
  const board = boardOf(p)
  const key = (hex.is === 'saloon' || hex.is === 'fort') && board.map === 'forest' ? `pr.does.${hex.is}_forest` : `pr.does.${hex.is}`
  const v = valuesOf(p)
  const saloon = board.map === 'forest' ? v.saloon_plus : v.saloon_factor
  const n = { mine: v.nugget_points, saloon, fort: v.fort_side }[hex.is] ?? 0
  return p.t(key, { n, times: (rowsOf(p).bank ?? []).map((times) => `×${times}`).join(', ') })
}

/** A track by the hexes it lies between. */
export function trackName(p: GameProps, track: Track): string {
  const [one = '', other = ''] = track.name.split(/[|^*]/)
  if (track.kind === 'shortcut') return p.t('pr.track.shortcut', { hex: one })
  if (track.name.includes('^')) return p.t('pr.track.rim', { hex: one })
  if (track.kind === 'bridge' || track.kind === 'tunnel') return p.t(`pr.track.${track.kind}`, { a: one, b: other })
  return p.t('pr.track.plain', { a: one, b: other })
}

export function effectWords(p: GameProps, found: Effect[]): string[] {
  return found.map((one) => {
    if (one.town) return p.t('pr.effect.town', { town: one.town.name })
    const name = featureName(p, one.hex!)
    if (!one.of) return p.t('pr.effect.side', { what: name })
    return one.have! >= one.of ? p.t('pr.effect.done', { what: name }) : p.t('pr.effect.part', { what: name, k: one.have!, of: one.of })
  })
}

// ---------------------------------------------------------------- what is asked
export function prompt(p: GameProps): string {
  const view = viewOf(p)
  if (!view) return ''
  if (view.phase === 'over') return overWords(p)
  const dealer = view.dealer ? seatName(p, seatNumber(view.dealer)) : ''
  const own = p.seat === null ? undefined : view.own
  if (view.phase === 'deal') {
    return own && p.live && p.legal.length ? p.t('pr.prompt.deal') : p.t('pr.prompt.dealer', { who: dealer })
  }
  const waiting = view.waiting.map((letter) => seatName(p, seatNumber(letter)))
  if (!own) return p.t('pr.prompt.watch', { who: list(waiting) })
  if (!p.live) return p.t('pr.prompt.past', { round: view.round, turn: view.turn })
  switch (own.stage) {
    case 'pick':
      return p.t('pr.prompt.pick')
    case 'name':
      return p.t('pr.prompt.name')
    case 'draw': {
      const suit = own.railway ? p.t(`pr.suit.${own.railway}`) : ''
      const open = p.legal.some((text) => trackStep(text))
      if (open) return p.t('pr.prompt.draw', { n: own.tracks_left ?? 0, suit })
      return p.t(p.legal.includes('t') ? 'pr.prompt.drawn_town' : 'pr.prompt.drawn')
    }
    case 'choose':
      return p.t(`pr.prompt.${p.legal[0]?.split(' ')[0] ?? 'choose'}`)
    case 'again':
      return p.t('pr.prompt.again')
    default:
      return p.t('pr.prompt.wait', { who: list(waiting) })
  }
}

export function overWords(p: GameProps): string {
  const view = viewOf(p)
  const result = p.result
  if (!view || !result) return p.t('pr.prompt.over')
  if (p.tally) return p.t('over.counting')
  if (view.seats === 1) return p.t(result.winners.length ? 'pr.over.beaten' : 'pr.over.short', { n: result.points[0] ?? 0, target: view.target ?? 0 })
  return verdict(ranking(p, (seat) => seatName(p, seat)))
}

// ---------------------------------------------------------------- an action in words
export function describe(text: string, p: GameProps): string {
  const whole = turnLine(text)
  if (whole) return turnWords(p, whole, p.past ? '' : p.t('pr.act.turn'))
  const [verb = '', ...rest] = text.split(' ')
  const last = rest.at(-1) ?? ''
  switch (verb) {
    case 'take':
    case 'use':
      return p.t(`pr.act.${verb}`, { card: cardName(p, last) })
    case '>':
      return p.t('pr.act.name', { suit: p.t(`pr.suit.${last}`) })
    case 't':
      return p.t('pr.act.town', { n: valuesOf(p).town_tracks })
    case 't=suit':
      return p.t('pr.town.suit_for', { n: valuesOf(p).town_tracks, suit: p.t(`pr.suit.${last}`) })
    case 'bank':
    case 'jail':
    case 'cell':
      return p.t(`pr.act.${verb}`, { k: last.replace('J', '') })
    case 'saloon':
      return /^r\d$/.test(last) ? p.t('pr.act.saloon_round', { k: last.slice(1), times: valuesOf(p).saloon_factor }) : p.t('pr.act.saloon', { value: last })
    case 'done':
      return p.t('pr.done')
  }
  if (/^o\d\d$/.test(verb)) return p.t('phrase.colon', { what: ownerName(p, verb.slice(1)), more: last ? p.t(`pr.suit.${last}`) : powerSays(p, verb.slice(1)) })
  const step = trackStep(text)
  const board = boardOf(p)
  const track = step ? atlas(board).track.get(step.name) : undefined
  if (!step || !track) return text
  const view = viewOf(p)
  const sheet = view && p.seat !== null ? view.sheets[p.seat] : undefined
  const notes = view && sheet ? effectWords(p, effects(board, view, sheet, track)) : []
  const name = step.marks.includes('+') ? `${p.t('pr.track.switch')}, ${trackName(p, track)}` : trackName(p, track)
  return [name, ...notes].join(' · ')
}

/** What a turn completed, in names. */
function actWords(p: GameProps, line: TurnLine): string[] {
  const board = boardOf(p)
  const at = atlas(board)
  return line.acts.map(({ kind, at: where, detail }) => {
    if (kind === 'town') return at.townAt.get(where)?.name ?? where
    const sum = /=(\d+)$/.exec(detail)?.[1]
    if (kind === 'bank') return p.t('pr.tell.bank', { n: Number(sum ?? 0) })
    if (kind === 'ranch') return p.t('pr.ranch')
    if (kind === 'bandit') return p.t(detail === 'esc' ? 'pr.won.escaped' : 'pr.won.captured')
    return p.t(`pr.is.${kind}`)
  })
}

/** Of an earlier moment nobody has to be told that it is the whole turn. */
function turnWords(p: GameProps, line: TurnLine, who: string): string {
  const values = { who, card: cardName(p, line.card), suit: line.rail ? p.t(`pr.suit.${line.rail}`) : '', n: line.tracks.length }
  const done = actWords(p, line)
  const said = p.t(who ? 'pr.tell.turn' : 'pr.tell.drawn', values)
  return done.length ? p.t('pr.tell.with', { turn: said, what: list(done) }) : `${said}.`
}

// ---------------------------------------------------------------- what happened
export function tell(entry: Entry, p: GameProps): string {
  const parts = (entry.events ?? []).filter((event) => !DEAL.test(event)).map((event) => eventWords(p, event))
  if (entry.kind === 'move' && typeof entry.seat === 'number') parts.unshift(moveWords(p, entry, entry.seat))
  return parts.filter(Boolean).join(' ')
}

/** The next turn and its cards, as a heading of the log. */
export function heading(entry: Entry, p: GameProps): string {
  const deal = (entry.events ?? []).find((event) => DEAL.test(event))
  return deal ? eventWords(p, deal) : ''
}

/** Who listens does not see the turns that were turned up further above in the log. */
export function speak(entry: Entry, p: GameProps): string {
  return [tell(entry, p), ...revealed(p, entry), heading(entry, p)].filter(Boolean).join(' ')
}

const DEAL = /^R(\d)T(\d)(?: D=(\w))?(?: burn (\S+))? (?:deal (.*)|hand cards)$/

function moveWords(p: GameProps, entry: Entry, seat: number): string {
  const who = seatName(p, seat)
  const text = (entry.text ?? '').replace(/^[A-H]: /, '')
  if (text.startsWith('take ')) return p.t('pr.tell.take', { who, card: cardName(p, text.slice(5)) })
  const line = turnLine(text)
  if (line) return turnWords(p, line, who)
  return p.t('pr.tell.written', { who })
}

/** What the turns that this entry turned up have completed. */
function revealed(p: GameProps, entry: Entry): string[] {
  const lines = ((entry.data ?? {}) as { revealed?: string[] }).revealed ?? []
  const said = lines.flatMap((text) => {
    const found = /^([A-H]): (.*)$/.exec(text)
    const line = found ? turnLine(found[2]!) : null
    if (!found || !line || seatNumber(found[1]!) === entry.seat || seatNumber(found[1]!) === p.seat) return []
    const done = actWords(p, line)
    return done.length ? [p.t('phrase.colon', { what: seatName(p, seatNumber(found[1]!)), more: list(done) })] : []
  })
  return said.length ? [p.t('pr.tell.revealed', { turns: said.reduce((what, more) => p.t('phrase.semicolon', { what, more })) })] : []
}

function eventWords(p: GameProps, event: string): string {
  const [what = '', first = '', ...rest] = event.split(' ')
  if (what === 'goal' && rest[0] === 'removed') return p.t('pr.tell.goal_removed', { goal: goalName(p, first) })
  if (what === 'goal' && rest[0] === 'turned') return p.t('pr.tell.goal_up', { goal: goalName(p, first), text: goalSays(p, first) })
  if (what === 'goal') {
    return rest.map((word) => p.t('pr.tell.goal', { who: seatName(p, seatNumber(word[0] ?? 'A')), goal: goalName(p, first), n: Number(word.split(':')[1] ?? 0) })).join(' ')
  }
  if (what === 'hand') return p.t('pr.tell.hand', { who: seatName(p, seatNumber(rest[0] ?? 'A')), hand: ((rest[1] ?? '').match(/10|[JQKA*]/g) ?? []).join(' ').replaceAll('*', '★'), n: Number(rest[2] ?? 0) })
  if (first === 'owner') return p.t('pr.tell.owner', { who: ownerName(p, rest[0] ?? '01'), text: ownerSays(p, rest[0] ?? '01') })
  const deal = DEAL.exec(event)
  if (deal) {
    const values = { round: deal[1]!, turn: deal[2]! }
    if (!deal[5]) return p.t('pr.tell.hand_turn', values)
    return p.t('pr.tell.deal', { ...values, cards: list(deal[5].split(' ').map((one) => cardName(p, one))) })
  }
  if (what === 'score') return p.t('pr.tell.score', { who: seatName(p, seatNumber(first)), n: Number(/=(-?\d+)$/.exec(event)?.[1] ?? 0) })
  return ''
}

export function focus(entry: Entry, _p: GameProps): Focus | null {
  const line = turnLine((entry.text ?? '').replace(/^[A-H]: /, ''))
  return line?.tracks.length ? { kind: 'track', ids: line.tracks.map((one) => one.name) } : null
}

// ---------------------------------------------------------------- what is to come
const ITEMS: Record<string, string> = {
  gold: 'gold', bank: 'banks', jail: 'jails', saloon: 'saloons', fort: 'forts', ranch: 'ranches', yard: 'yards',
}

/** What may bring points: a kind of feature, a goal, Towns, hands, what this turn has completed. */
export function item(what: string, name: string, p: GameProps): string {
  if (what === 'goal') return name ? p.t(`pr.goal.${name}.name`) : p.t('pr.item.goals')
  if (what === 'town') return p.t('pr.item.towns')
  if (what === 'hand') return p.t('pr.item.hands')
  if (what === 'turn') return p.t('pr.come.turn')
  return ITEMS[name] ? p.t(`pr.item.${ITEMS[name]}`) : p.t(`pr.is.${name}`)
}
