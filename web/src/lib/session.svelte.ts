/** One open table: what the channel tells, what is shown of it, and what a person does with it. */
import type { Focus, GamePage, GameProps, SignalKind, StandingOrder } from '../games/contract'
import { Advice, type Hint } from './advice.svelte'
import { api } from './api.svelte'
import { Channel, freshId, type Answer, type Hooks, type Line, type TableChannel } from './channel'
import { merge } from './merge'
import { Orders } from './orders.svelte'
import { gameProps } from './props'
import { noReason, Reasons } from './reasons.svelte'
import { Round } from './round.svelte'
import { settings } from './settings.svelte'
import { sound } from './sound.svelte'
import type { Entry, Event as TableEvent, Listing, Outcome, Own, Past, Reason, Refused, Table, Tick, Welcome, You } from './types.gen'
import { entryWords, firstSeat, guarded, lastMoves, standing, STEPS, turnedUp, unheard } from './entries'
import { EarlierEntries } from './earlier_entries.svelte'
import { Tempo } from './tempo.svelte'
import { TimeTravel } from './time_travel.svelte'
import { Undoing } from './undoing'
import { t } from './words.svelte'

const CLOCK_PINGS_MS = [300, 900, 1800, 3500]
const CLOCK_PING_MS = 6_000

export interface Notice {
  text: string
  clause?: string
  undo?: boolean
  good?: boolean
}

export class TableSession {
  table: Table = $state.raw(null!)
  you: You = $state.raw(null!)
  seat: number | null = $state(null)
  version = $state(0)
  view: any = $state.raw(null)
  own: any = $state.raw(null)
  entries: Entry[] = $state.raw([])
  result: Outcome | null = $state.raw(null)
  spectators = $state(0)
  line: Line = $state('joining')
  retryAt = $state(0)
  ended: string | null = $state(null)
  welcomed = $state(false)
  board: any = $state.raw(null)
  /** A tip is open. */
  tipped = $state(false)
  /** How far the count at the end is; see GameProps. */
  tally: number[] | null = $state.raw(null)
  draft: string | null = $state(null)
  sending = $state(0)
  hover: Focus | null = $state.raw(null)
  notice: Notice | null = $state.raw(null)
  /** What the live region says. */
  said: string[] = $state([])
  /** Hot-seat: whose turn it is to take the device; null when the screen is open. */
  curtain: number | null = $state(null)
  /** Server time minus the time here. */
  drift = 0
  unread = $state(0)
  /** A version named in the address, to be shown once the table is here. */
  wanted: number | null = null
  readonly round = new Round()
  readonly earlier = new EarlierEntries(this)
  readonly history = new TimeTravel(this)
  readonly advice = new Advice(this)
  readonly undoing = new Undoing(this)
  readonly orders = new Orders(this)
  readonly tempo = new Tempo(this, () => this.channel)
  pastKept: ((version: number) => Past) | null = null // earlier positions of a finished game that this device keeps

  /** In a tutorial time passes only with what the reader does. */
  readonly lesson: boolean
  private channel: TableChannel
  private reasons = new Reasons()
  private beats = 0
  /** My private steps as last shown: a server that comes back does not know them any more. */
  private remembered: string[] = []

  constructor(listing: Listing, readonly page: GamePage, connect?: (hooks: Hooks) => TableChannel, lesson = connect !== undefined) {
    this.lesson = lesson
    this.table = listing.table
    this.you = listing.you
    this.seat = firstSeat(listing.table, listing.you)
    this.version = listing.table.version
    const hooks: Hooks = {
      welcome: (frame) => this.welcome(frame),
      event: (frame) => this.event(frame),
      own: (frame) => this.stepped(frame),
      tick: (frame) => this.ticked(frame),
      signalled: (frame) => (this.you.muted ?? []).includes(frame.seat) || this.round.signalled(frame),
      pong: (frame) => this.round.pong(frame),
      presence: (frame) => {
        const online = new Set(frame.online)
        this.spectators = frame.spectators
        this.table = { ...this.table, seats: this.table.seats.map((seat) => ({ ...seat, online: online.has(seat.seat) })) }
      },
      line: (state, retryAt) => {
        this.line = state
        this.retryAt = retryAt
      },
      ended: (frame) => (this.ended = frame.reason || 'closed'),
      late: (answer) => answer.op === 'refused' && this.refused(answer),
    }
    this.channel = connect?.(hooks) ?? new Channel(listing.table.id, this.seat, () => settings.language, page.pictures === true, hooks, !listing.table.timed)
    if (listing.you.seats.length > 1 && listing.table.status === 'running' && !settings.openHands && !listing.table.sandbox && !page.open) {
      this.curtain = this.seat
    }
    if (listing.table.timed) {
      for (const wait of CLOCK_PINGS_MS) setTimeout(() => this.channel.ping(), wait)
      this.beats = setInterval(() => this.channel.ping(), CLOCK_PING_MS) as unknown as number
    }
    api.boardOf(listing.table).then((board) => (this.board = board), () => (this.board = {}))
  }

  close(): void {
    this.history.close()
    clearInterval(this.beats)
    this.channel.close()
  }

  retryNow(): void {
    this.channel.hurry()
  }

  // ------------------------------------------------------------------ what is told
  private welcome(frame: Welcome): void {
    const fresh = this.welcomed && !frame.whole ? frame.entries : []
    this.drift = frame.now_ms - Date.now()
    this.round.told(frame.now_ms, frame.zero_ms, frame.rate)
    const sameTurn = frame.seat === this.seat && !frame.whole && !frame.entries.some((entry) => entry.kind === 'undo' || entry.kind === 'rewind' || entry.seat === frame.seat && entry.kind === 'move')
    this.table = frame.table
    this.you = frame.you
    this.seat = frame.seat
    this.view = frame.view
    this.own = frame.own
    this.result = frame.result
    if (frame.whole) {
      this.entries = frame.entries
      this.earlier.welcomed(frame.earlier)
    } else {
      const known = this.entries.at(-1)?.version ?? -1
      this.entries = [...this.entries, ...frame.entries.filter((entry) => entry.version > known)]
    }
    this.settle(frame.version)
    this.welcomed = true
    this.tempo.greeted()
    this.orders.moved()
    if (this.wanted !== null) {
      void this.history.travel(this.wanted)
      this.wanted = null
    }
    if (fresh.length) this.speak(fresh)
    if (sameTurn && this.remembered.length && !this.steps.length) void this.retrace(this.remembered)
    else this.remembered = this.steps
    // Whoever has just been given a seat looks from it.
    if (frame.seat === null && frame.you.seats.length) this.look(firstSeat(frame.table, frame.you)!)
    else this.turn()
  }

  private event(frame: TableEvent): void {
    const awaited = this.awaited
    this.drift = frame.now_ms - Date.now()
    this.round.told(frame.now_ms, frame.zero_ms)
    let table = frame.table ?? this.table
    table = {
      ...table,
      version: frame.version,
      seats: table.seats.map((seat) => ({
        ...seat,
        awaited: frame.awaited.includes(seat.seat),
        ...(frame.clocks ? { bank_ms: frame.clocks[seat.seat]?.[0] ?? null, due_ms: frame.clocks[seat.seat]?.[1] ?? null } : {}),
      })),
    }
    this.table = table
    if (STEPS.has(frame.entry.kind) || frame.view !== null) {
      this.view = frame.view
      this.own = frame.own
    }
    if (frame.result) {
      this.result = frame.result
      if (this.page.counts) this.tally = this.table.seats.map(() => 0)
    }
    this.remembered = this.steps
    this.entries = [...turnedUp(this.entries, frame.entry), frame.entry]
    this.settle(frame.version)
    this.speak([frame.entry])
    this.noise(frame.entry, !awaited && this.awaited)
    this.tempo.moved()
    this.turn()
    this.orders.moved()
  }

  /** A private step was done or taken back, here or in another tab. */
  private stepped(frame: Own): void {
    this.own = frame.own
    this.remembered = frame.steps
    this.reasons.clear()
    this.advice.hint = null
    if (this.draft !== null && !this.legalNow.includes(this.draft)) this.draft = null
    this.orders.moved()
  }

  private ticked(frame: Tick): void {
    this.view = frame.view
    this.own = frame.own
    this.reasons.clear()
    this.round.told(frame.now_ms, frame.zero_ms)
    if (frame.happened.length) this.round.happened = frame.happened
  }

  /** Send steps again that the server has forgotten, as far as they are still allowed. */
  private async retrace(steps: string[]): Promise<void> {
    const seat = this.seat
    for (const text of steps) {
      if (seat === null || seat !== this.seat) return
      const answer = await this.channel.ask({ op: 'move', id: freshId(), seat, text })
      if (answer.op !== 'own') return
    }
  }

  private settle(version: number): void {
    const moved = version !== this.version
    this.version = version
    if (moved) {
      this.reasons.clear()
      this.advice.moved()
    }
    if (this.draft !== null && !this.legalNow.includes(this.draft)) this.draft = null
  }

  private speak(entries: Entry[]): void {
    const heard = entries.filter((entry) => !unheard(entry, this.you) && guarded(() => this.page.hears?.(entry, this.props) ?? true, true))
    const words = heard.map((entry) => guarded(() => this.page.speak?.(entry, this.props), '') || this.tell(entry)).filter(Boolean)
    if (this.awaited && !this.table.timed) words.push(this.prompt)
    this.said = [...this.said, ...words].slice(-8)
    if (entries.some((entry) => entry.kind === 'chat' && entry.seat !== this.seat && !unheard(entry, this.you))) this.unread += 1
  }

  private noise(entry: Entry, mine: boolean): void {
    if (this.history.shown !== null || unheard(entry, this.you)) return
    if (entry.kind === 'finish' || this.result) sound('finish')
    else if (entry.kind === 'chat') entry.seat !== this.seat && sound('chat')
    else if (mine) sound('turn')
  }

  // ------------------------------------------------------------------ whose turn, on one screen
  private turn(): void {
    if (this.you.seats.length < 2 || this.table.status !== 'running' || this.ended) return
    const awaited = this.table.seats.filter((seat) => seat.awaited && this.you.seats.includes(seat.seat)).map((seat) => seat.seat)
    if (awaited.length === 0 || (this.seat !== null && awaited.includes(this.seat))) return
    this.takeOver(awaited[0])
  }

  /** Hand the device to another seat of mine; hidden things stay covered until somebody says so. */
  takeOver(seat: number): void {
    if (!this.you.seats.includes(seat)) return
    this.draft = null
    if (settings.openHands || this.table.sandbox || this.page.open) this.look(seat)
    else this.curtain = seat
  }

  openCurtain(): void {
    const seat = this.curtain
    this.curtain = null
    if (seat !== null && seat !== this.seat) this.look(seat)
  }

  private look(seat: number): void {
    this.seat = seat
    this.own = null
    this.history.forget()
    this.channel.look(seat)
  }

  // ------------------------------------------------------------------ what may be done
  get legalNow(): string[] {
    const legal = this.own?.legal
    return Array.isArray(legal) ? legal.filter((text): text is string => typeof text === 'string') : []
  }

  get running(): boolean {
    return this.table.status === 'running'
  }

  get live(): boolean {
    return this.history.shown === null && this.running && this.curtain === null
  }

  /** This very seat is asked for a decision. */
  get awaited(): boolean {
    return this.welcomed && this.seat !== null && this.running && this.table.seats.some((seat) => seat.seat === this.seat && seat.awaited)
  }

  choose = (text: string | null): void => {
    if (text !== null && !this.live) return
    this.notice = null
    this.draft = text
    if (text !== null && (!settings.confirm || this.table.timed)) this.confirm()
  }

  confirm = (): void => {
    const text = this.draft
    if (text === null || this.seat === null || !this.live) return
    void this.order({ op: 'move', id: freshId(), seat: this.seat, text }).then((answer) => {
      if (answer.op !== 'refused' && this.draft === text) this.draft = null
    })
  }

  /** For the orders given ahead: without asking again. */
  send = (text: string): void => {
    this.draft = text
    this.confirm()
  }

  get offered(): StandingOrder[] {
    return guarded(() => this.page.orders?.(this.props) ?? [], [])
  }

  /** My private steps of an unfinished turn. */
  get steps(): string[] {
    return Array.isArray(this.own?.steps) ? this.own.steps : []
  }

  /** Send a step or a command at once; what is refused is told to whoever sent it. */
  step = async (text: string, held_ms?: number): Promise<Reason | null> => {
    if (this.seat === null || !this.live) return null
    this.notice = null
    const held = held_ms === undefined ? {} : { held_ms: Math.max(0, Math.round(held_ms)) }
    const answer = await this.channel.ask({ op: 'move', id: freshId(), seat: this.seat, text, ...held })
    if (answer.op !== 'refused') return null
    sound('refused')
    const reason = { text, code: answer.code, clause: answer.clause, sentence: this.reasons.sentence(answer) }
    this.said = [...this.said, reason.sentence].slice(-8)
    return reason
  }

  back = (all = false): void => {
    if (this.seat !== null && this.live && this.steps.length) void this.order({ op: 'back', id: freshId(), seat: this.seat, all })
  }

  /** A wall clock that stands still in the middle of a game. */
  get paused(): boolean {
    return !this.lesson && this.table.timed === true && this.running && this.welcomed && this.round.clock === null
  }

  pause = (on: boolean): void => {
    if (this.seat !== null && this.live && on !== this.paused) void this.order({ op: 'pause', id: freshId(), seat: this.seat, on }, false)
  }

  signal = (kind: SignalKind, about = ''): void => {
    if (this.seat !== null) this.channel.tell({ op: 'signal', id: freshId(), seat: this.seat, kind, about })
  }

  async order(frame: Parameters<TableChannel['ask']>[0], loud = true): Promise<Answer> {
    this.sending += 1
    try {
      const answer = await this.channel.ask(frame)
      if (answer.op === 'refused' && loud) this.refused(answer, frame.op === 'undo')
      return answer
    } finally {
      this.sending -= 1
    }
  }

  private refused(answer: Refused, undo = false): void {
    sound('refused')
    const text = this.reasons.sentence(answer) || t('refused.any', { code: answer.code })
    this.notice = { text, clause: answer.clause || undefined, undo }
    this.said = [...this.said, text].slice(-8)
  }

  /** Entries that change the position and have not been taken back. */
  get standing(): Entry[] {
    return standing(this.entries)
  }

  say = async (text: string): Promise<boolean> =>
    (await this.order({ op: 'say', id: freshId(), text, seat: this.seat })).op === 'ack'

  /** For the advice: one question to the table. */
  askBot = (): Promise<Answer> => this.order({ op: 'hint', id: freshId(), seat: this.seat ?? 0 })

  hinted(hint: Hint): void {
    if (this.live) this.draft = hint.text
    this.said = [...this.said, t('hint.says', { what: this.describe(hint.text) })].slice(-8)
  }

  why = async (texts: string[]): Promise<Reason[]> => {
    const seat = this.seat
    if (seat === null) return texts.map(noReason)
    return this.reasons.of(texts, (some) => this.channel.ask({ op: 'why', id: freshId(), seat, texts: some }), () => this.version)
  }

  /** The rules in the chosen language, to say why not. */
  readRules(language: string): Promise<void> {
    return this.reasons.readRules(this.table.game, language)
  }

  // ------------------------------------------------------------------ what a game's page gets
  words = (key: string, values?: Record<string, string | number>): string => (this.page.lang?.t ?? t)(key, values)

  shownOwn = $derived.by(() => {
    if (this.history.shown !== null && this.history.past) return this.history.past.own
    return this.curtain !== null ? null : this.own
  })
  shownView = $derived.by(() => {
    if (this.history.shown !== null) return this.history.past ? merge(this.history.past.view, this.history.past.own ?? undefined) : this.liveView
    return this.liveView
  })

  private get liveView(): any {
    if (this.view === null) return null
    return this.own === null || this.curtain !== null ? this.view : merge(this.view, this.own)
  }

  shownEntries: Entry[] = $derived(
    this.history.shown === null ? this.entries : this.entries.filter((entry) => entry.version <= (this.history.past?.version ?? this.history.shown!)),
  )

  lastMoves: Entry[] = $derived(lastMoves(this.shownEntries, this.history.shown === null ? this.seat : null))

  props: GameProps = $derived(gameProps(this))

  // ------------------------------------------------------------------ words
  name(seat: number | null): string {
    return seat === null ? t('seat.watcher') : (this.table.seats[seat]?.name || t('seat.nobody', { letter: this.table.seats[seat]?.letter ?? '?' }))
  }

  get prompt(): string {
    return guarded(() => this.page.prompt(this.props), '')
  }

  describe(text: string, seat: number | null = this.props.seat): string {
    return guarded(() => this.page.describe(text, seat === this.props.seat ? this.props : { ...this.props, seat }), text)
  }

  focusOf(entry: Entry): Focus | null {
    return guarded(() => this.page.focus(entry, this.props), null)
  }

  heading(entry: Entry): string {
    return guarded(() => this.page.heading?.(entry, this.props) ?? '', '')
  }

  tell(entry: Entry): string {
    // A game tells its moves by names of the board, which may come after the record.
    return entryWords(entry, this.name(entry.seat), this.entries, () => (this.board === null ? '' : this.page.tell(entry, this.props)))
  }
}
