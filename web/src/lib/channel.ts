/** The live channel of one table: resumes by version, notices gaps, sends again what was not acknowledged. */
import type { Ack, Bye, Event as TableEvent, FromPage, Hinted, Own, Pong, Presence, Reasons, Refused, Signalled, Tick, ToPage, Welcome } from './types.gen'
import { PROTOCOL } from './types.gen'
import { keepMove, moveAnswered, waitingMoves } from './waiting_moves'

export type Line = 'joining' | 'online' | 'waiting' | 'ended'
export type Answer = Ack | Refused | Reasons | Hinted | Own

export interface Hooks {
  welcome(frame: Welcome): void
  event(frame: TableEvent): void
  own(frame: Own): void
  tick(frame: Tick): void
  signalled(frame: Signalled): void
  pong(frame: Pong): void
  presence(frame: Presence): void
  line(state: Line, retryAt: number): void
  ended(frame: Bye): void
  /** The answer to a move that was made before the page was loaded again. */
  late?(answer: Answer): void
}

/** What a table that is open needs of its channel. */
export interface TableChannel {
  ask(frame: WithId): Promise<Answer>
  tell(frame: FromPage): void
  look(seat: number | null): void
  ping(): void
  hurry(): void
  close(): void
}

const PING_MS = 15_000
const SILENCE_MS = 32_000
const FIRST_WAIT_MS = 400
const MOVED_WAIT_MS = 120 // after the server said that we shall come back
const LONGEST_WAIT_MS = 8_000

export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type WithId = Extract<FromPage, { id: string }>

export class Channel implements TableChannel {
  /** The last version this page has seen; null before the first welcome. */
  version: number | null = null
  private socket: WebSocket | null = null
  private waiting = new Map<string, { frame: WithId; done: (answer: Answer) => void }>()
  private tries = 0
  private retry = 0
  private pulse = 0
  private heard = 0
  private greeted = false
  private catching = false
  private called = false
  private over = false
  /** The latest moment of the round that was shown: what comes later and is older is not shown any more. */
  private at = 0
  private nudge = () => this.hurry()
  // A connection that is cut says nothing: without this the page would believe in it for half a minute. Where the server
  // is still to be reached, as on this very machine, the next try brings it back at once.
  private cut = () => this.socket && this.lost()

  constructor(
    private table: string,
    private seat: number | null,
    private language: () => string,
    /** Does the page want positions drawn by the server? */
    private pictures: boolean,
    private hooks: Hooks,
    /** Are moves that were not answered kept in this browser? Not where a clock runs: there they come too late. */
    private keeps = false,
  ) {
    if (keeps) for (const frame of waitingMoves(table)) this.waiting.set(frame.id, { frame, done: (answer) => this.hooks.late?.(answer) })
    addEventListener('online', this.nudge)
    addEventListener('offline', this.cut)
    document.addEventListener('visibilitychange', this.nudge)
    this.connect()
  }

  close(): void {
    this.over = true
    removeEventListener('online', this.nudge)
    removeEventListener('offline', this.cut)
    document.removeEventListener('visibilitychange', this.nudge)
    clearTimeout(this.retry)
    clearInterval(this.pulse)
    this.socket?.close()
  }

  /** Look at the table from another of my seats. */
  look(seat: number | null): void {
    this.seat = seat
    this.version = null
    if (this.greeted) this.greet()
  }

  /** Send a frame and keep it until it is answered, over any number of broken connections. */
  ask(asked: WithId): Promise<Answer> {
    return new Promise((done) => {
      // A move may arrive much later than it was made: it never counts for another turn than the one that was shown.
      const frame = asked.op === 'move' && this.version !== null ? { ...asked, known: this.version } : asked
      this.waiting.set(frame.id, { frame, done })
      if (this.keeps && frame.op === 'move') keepMove(this.table, frame)
      if (this.greeted) this.post(frame)
    })
  }

  /** Forget a frame that was not answered; it may still have had its effect. */
  get unanswered(): number {
    return this.waiting.size
  }

  /** Something nobody waits for: lost if the connection is. */
  tell(frame: FromPage): void {
    if (this.greeted) this.post(frame)
  }

  hurry(): void {
    if (this.over || document.visibilityState === 'hidden') return
    if (this.socket === null) this.connect()
    else if (Date.now() - this.heard > PING_MS + 5_000) this.lost()
  }

  private connect(): void {
    if (this.over || this.socket) return
    clearTimeout(this.retry)
    this.hooks.line('joining', 0)
    this.greeted = false
    this.heard = Date.now()
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/channel`)
    this.socket = socket
    socket.onopen = () => this.socket === socket && this.greet()
    socket.onmessage = (message) => this.socket === socket && this.hear(String(message.data))
    socket.onclose = () => this.socket === socket && this.lost()
    clearInterval(this.pulse)
    this.pulse = setInterval(() => this.beat(), PING_MS) as unknown as number
  }

  private beat(): void {
    if (Date.now() - this.heard > SILENCE_MS) this.lost()
    else this.ping()
  }

  /** Ask what time it is there; also shows that the line still holds. */
  ping(): void {
    if (this.greeted) this.post({ op: 'ping', sent: Math.round(performance.now()) })
  }

  private greet(): void {
    this.catching = true
    const known = this.version === null ? {} : { version: this.version }
    this.post({ op: 'hello', table: this.table, seat: this.seat, protocol: PROTOCOL, language: this.language(), pictures: this.pictures, ...known })
  }

  private post(frame: FromPage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame))
  }

  private lost(): void {
    const old = this.socket
    this.socket = null
    this.greeted = false
    clearInterval(this.pulse)
    if (old && old.readyState <= WebSocket.OPEN) old.close()
    if (this.over) return
    // A little chance keeps a hundred pages from knocking in the same instant.
    const usual = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries)
    const wait = (this.called && this.tries === 0 ? MOVED_WAIT_MS : usual) * (0.75 + Math.random() / 2)
    this.called = false
    this.tries += 1
    this.hooks.line('waiting', Date.now() + wait)
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.connect(), wait) as unknown as number
  }

  private hear(text: string): void {
    this.heard = Date.now()
    let frame: ToPage
    try {
      frame = JSON.parse(text)
    } catch {
      return
    }
    switch (frame.op) {
      case 'welcome':
        if (frame.seat !== this.seat) {
          // Told while we were on our way to another seat: the answer to that is still to come.
          if (this.catching) return
          this.seat = frame.seat
        }
        this.version = frame.version
        this.at = frame.at_ms ?? 0
        this.tries = 0
        this.catching = false
        this.hooks.line('online', 0)
        this.hooks.welcome(frame)
        if (!this.greeted) {
          this.greeted = true
          for (const { frame } of this.waiting.values()) this.post(frame)
        }
        return
      case 'event':
        if (this.catching || this.version === null || frame.version <= this.version) return
        if (frame.version > this.version + 1) {
          this.greet()
          return
        }
        this.version = frame.version
        this.at = frame.at_ms ?? 0
        this.hooks.event(frame)
        return
      case 'own':
        if (!this.catching && frame.seat === this.seat && frame.version === this.version) this.hooks.own(frame)
        this.answered(frame)
        return
      case 'tick':
        if (this.catching || this.version === null || frame.version < this.version) return
        if (frame.version > this.version) this.greet()
        else if (frame.at_ms >= this.at) {
          this.at = frame.at_ms
          this.hooks.tick(frame)
        }
        return
      case 'signalled':
        this.hooks.signalled(frame)
        return
      case 'pong':
        this.hooks.pong(frame)
        return
      case 'presence':
        this.hooks.presence(frame)
        return
      case 'bye':
        this.called = frame.again
        if (!frame.again) {
          this.over = true
          this.hooks.line('ended', 0)
          this.hooks.ended(frame)
        }
        return
      case 'ack':
      case 'refused':
      case 'reasons':
      case 'hinted':
        this.answered(frame)
    }
  }

  private answered(frame: Answer): void {
    const asked = this.waiting.get(frame.id)
    this.waiting.delete(frame.id)
    if (this.keeps) moveAnswered(this.table, frame.id)
    asked?.done(frame)
  }
}
