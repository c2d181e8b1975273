/**
 * The channel of a lesson: as the channel of a table for whoever uses it, but every frame is an answer to a request that
 * sends along all that was done so far. The server remembers nothing; the page cannot make it believe anything.
 */
import { api } from '../lib/api.svelte'
import type { Answer, Hooks, TableChannel } from '../lib/channel'
import type { FromPage, LessonAnswer, LessonMoment, Table } from '../lib/types.gen'

/** What the lesson is told, beyond what the table is. */
export interface LessonHooks {
  /** A try was granted: where the reader stands now; ``settled`` once everything that follows has been shown. */
  went(answer: LessonAnswer, settled: boolean): void
  /** A try was refused, or asked about: what helps. */
  helped(say: string, byRule: boolean): void
  /** How much slower than the game's clock (or at all, 0) what happens is shown. */
  pace(): number
  /** A seat's name. */
  named(table: Table): Table
  failed(fault: unknown): void
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export class LessonChannel implements TableChannel {
  /** The reader's actions in this chapter. */
  done: string[] = []
  /** Once the position has been shown. */
  readonly opened: Promise<void>
  private version = 0
  private queue: Promise<unknown> = Promise.resolve()
  private over = false
  private table: Table | null = null
  /** How many private steps the unfinished turn has. */
  private unfinished = 0

  constructor(
    private game: string,
    private chapter: string,
    private language: () => string,
    private pictures: boolean,
    private hooks: Hooks,
    private lesson: LessonHooks,
    first: LessonAnswer,
  ) {
    this.opened = this.next(async () => this.welcome(first))
  }

  /** Begin the chapter again. */
  restart(): Promise<void> {
    return this.next(() => this.goBack([]))
  }

  ask(frame: Extract<FromPage, { id: string }>): Promise<Answer> {
    return this.next(() => this.answer(frame))
  }

  tell(): void {}

  look(): void {}

  ping(): void {}

  hurry(): void {}

  close(): void {
    this.over = true
  }

  /** One thing after the other: an answer is shown whole before the next request leaves. */
  private next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work)
    this.queue = done.catch((fault) => this.over || this.lesson.failed(fault))
    return done
  }

  private send(tried: { text?: string; why?: string[] }): Promise<LessonAnswer> {
    return api.lesson(this.game, this.chapter, { done: this.done, language: this.language(), pictures: this.pictures, ...tried })
  }

  private async answer(frame: Extract<FromPage, { id: string }>): Promise<Answer> {
    switch (frame.op) {
      case 'move':
        return this.move(frame.id, frame.seat, frame.text)
      case 'why': {
        const answer = await this.send({ why: frame.texts })
        if (answer.say) this.lesson.helped(answer.say, true)
        return { op: 'reasons', id: frame.id, version: this.version, reasons: answer.reasons }
      }
      case 'undo':
      case 'back':
        await this.goBack(this.done.slice(0, frame.op === 'back' && frame.all ? -this.unfinished : -1))
        return { op: 'ack', id: frame.id, version: this.version }
      default:
        return { op: 'refused', id: frame.id, code: 'lesson', clause: '', sentence: '' }
    }
  }

  private async goBack(done: string[]): Promise<void> {
    this.done = done
    this.welcome(await this.send({}))
  }

  private async move(id: string, seat: number, text: string): Promise<Answer> {
    const answer = await this.send({ text })
    if (answer.refused) {
      this.lesson.helped(answer.say, answer.refused.clause !== '')
      return { ...answer.refused, op: 'refused', id, sentence: answer.refused.sentence || answer.say }
    }
    this.done = [...this.done, text]
    const [first, ...rest] = answer.moments
    const given: Answer = first.entry === null && first.steps.length
      ? { op: 'own', id, version: this.version, seat, own: first.own as any, steps: first.steps }
      : { op: 'ack', id, version: first.entry?.version ?? this.version }
    this.show(answer, first, rest.length > 0)
    this.lesson.went(answer, false)
    // What follows is shown while the action already counts as done.
    this.queue = this.queue.then(() => this.follow(answer, rest))
    return given
  }

  private async follow(answer: LessonAnswer, moments: LessonMoment[]): Promise<void> {
    for (const [place, moment] of moments.entries()) {
      await pause(moment.wait_ms * this.lesson.pace())
      if (this.over) return
      this.show(answer, moment, place < moments.length - 1)
    }
    this.lesson.went(answer, true)
  }

  private welcome(answer: LessonAnswer): void {
    if (this.over) return
    const [moment] = answer.moments
    this.table = this.lesson.named(answer.table)
    this.version = answer.table.version
    this.unfinished = moment.steps.length
    this.hooks.line('online', 0)
    this.hooks.welcome({
      op: 'welcome', table: this.table, you: { host: false, seats: [answer.seat], account: null }, seat: answer.seat, version: this.version,
      now_ms: Date.now(), view: moment.view as any, own: moment.own as any, entries: [], whole: true, result: moment.result, earlier: false, rate: 1,
      at_ms: moment.at_ms, zero_ms: null,
    })
    this.lesson.went(answer, true)
  }

  private show(answer: LessonAnswer, moment: LessonMoment, goesOn: boolean): void {
    const now_ms = Date.now()
    const [view, own] = [moment.view as any, moment.own as any]
    // The game's clock runs only while something happens.
    const zero_ms = goesOn && moment.at_ms !== null && this.lesson.pace() > 0 ? now_ms - moment.at_ms : null
    this.unfinished = moment.steps.length
    if (moment.entry) {
      this.version = moment.entry.version
      const table = moment.result && this.table ? { table: { ...this.table, status: 'finished' as const } } : {}
      // The server may have made this answer for somebody before: here it happens now.
      this.hooks.event({
        op: 'event', version: this.version, now_ms, entry: { ...moment.entry, at_ms: now_ms }, view, own, awaited: moment.awaited, zero_ms, at_ms: moment.at_ms,
        ...table, ...(moment.result ? { result: moment.result } : {}),
      })
    } else if (moment.at_ms === null) this.hooks.own({ op: 'own', id: '', version: this.version, seat: answer.seat, own, steps: moment.steps })
    else this.hooks.tick({ op: 'tick', version: this.version, now_ms, at_ms: moment.at_ms, view, own, happened: moment.happened, zero_ms })
  }
}
