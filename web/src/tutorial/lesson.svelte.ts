/** A reader's way through a tutorial: which chapter and step, what is said, and the table on which it happens. */
import type { GamePage } from '../games/contract'
import { api } from '../lib/api.svelte'
import { TableSession } from '../lib/session.svelte'
import { reducedMotion, settings } from '../lib/settings.svelte'
import { asTrouble, botName, myName } from '../lib/shared.svelte'
import type { LessonAnswer, Table, Tutorial, TutorialStep } from '../lib/types.gen'
import type { Trouble } from '../lib/api.svelte'
import { t } from '../lib/words.svelte'
import { LessonChannel } from './lesson_channel'

/** A question so soon after a click or a key was a try; a later one came from looking around. */
const TRIED_MS = 700

/** The first of the actions wanted that is legal; ``*`` stands for anything. */
export function firstOf(wanted: string[], legal: string[]): string | null {
  for (const one of wanted) {
    const like = new RegExp(`^${one.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`)
    const found = legal.find((text) => like.test(text))
    if (found) return found
  }
  return null
}

export class Lesson {
  tutorial: Tutorial = $state.raw(null!)
  session: TableSession | null = $state.raw(null)
  /** The chapter. */
  at = $state(0)
  step = $state(0)
  /** Actions of the step that are done. */
  times = $state(0)
  /** What the last action brought, to be read before the next step. */
  praise = $state('')
  /** After a wrong try: what helps, and whether the rules refused it. */
  help = $state('')
  /** Others act, or time passes. */
  busy = $state(false)
  chapterOver = $state(false)
  finished = $state(false)
  trouble: Trouble | null = $state.raw(null)
  private channel: LessonChannel | null = null
  private acted = 0
  private closed = false

  constructor(tutorial: Tutorial, readonly page: GamePage) {
    this.tutorial = tutorial
    void this.open(0)
  }

  close(): void {
    this.closed = true
    this.session?.close()
  }

  get chapter() {
    return this.tutorial.chapters[this.at]
  }

  get asked(): TutorialStep | null {
    return this.chapter.steps[this.step] ?? null
  }

  /** All steps of the tutorial, and how many of them are done. */
  get total(): number {
    return this.tutorial.chapters.reduce((sum, chapter) => sum + chapter.steps.length, 0)
  }

  get passed(): number {
    return this.tutorial.chapters.slice(0, this.at).reduce((sum, chapter) => sum + chapter.steps.length, 0) + this.step
  }

  /** What the reader is told now. */
  get says(): string {
    return this.praise || this.asked?.say || ''
  }

  /** The first of the actions asked for that is possible now. */
  get way(): string | null {
    return firstOf(this.asked?.show ?? [], this.session?.legalNow ?? [])
  }

  /** The page tells when somebody has clicked or pressed a key. */
  noteAct = (): void => {
    this.acted = performance.now()
  }

  /** Choose what is asked for, so that the reader sees where it goes; where nothing is chosen first, do it. */
  showWay = (): void => {
    const [session, text] = [this.session, this.way]
    if (!session || text === null || this.busy) return
    this.help = ''
    if (session.table.timed || session.props.steps.length || this.page.whole) void session.step(text)
    else session.choose(text)
  }

  goOn = (): void => {
    if (this.busy || this.finished) return
    this.praise = this.help = ''
    if (!this.chapterOver) return this.speak()
    if (this.at + 1 < this.tutorial.chapters.length) void this.open(this.at + 1)
    else this.finish()
  }

  restart = (): void => {
    if (this.finished) void this.open(0)
    else void this.channel?.restart()
  }

  /** The sentences in another language; the lesson stays where it is. */
  async translate(language: string): Promise<void> {
    const found = await api.tutorial(this.tutorial.game, language).catch(() => null)
    if (found) this.tutorial = found
  }

  private finish(): void {
    this.finished = true
    this.say(this.tutorial.end)
  }

  private async open(at: number): Promise<void> {
    const { game } = this.tutorial
    const chapter = this.tutorial.chapters[at].id
    const pictures = this.page.pictures === true
    this.trouble = null
    this.busy = true
    try {
      const answer = await api.lesson(game, chapter, { language: settings.language, pictures })
      if (this.closed) return
      const before = this.session
      const table = this.named(answer.table)
      const session = new TableSession({ table, you: { host: false, seats: [answer.seat], account: null }, awaited_me: true, result: null }, this.page, (hooks) => {
        this.channel = new LessonChannel(game, chapter, () => settings.language, pictures, hooks, {
          went: (answer, settled) => this.session === session && this.went(answer, settled),
          helped: (say) => this.helped(say),
          pace: () => (reducedMotion() ? 0 : 1),
          named: (table) => this.named(table),
          failed: (fault) => (this.trouble = asTrouble(fault)),
        }, answer)
        return this.channel
      })
      if (before?.table.board === table.board) session.board = before.board
      // The next position takes the place of the last at once, so that the board stays where it is.
      await this.channel?.opened
      before?.close()
      this.finished = false
      this.at = at
      this.step = this.times = 0
      this.session = session
      this.went(answer, true)
      void session.readRules(settings.language)
    } catch (fault) {
      this.trouble = asTrouble(fault)
      this.busy = false
    }
  }

  private went(answer: LessonAnswer, settled: boolean): void {
    const before = this.step
    const back = answer.step < before || (answer.step === before && answer.times <= this.times)
    this.help = ''
    this.busy = !settled
    if (!settled) return
    const passed = !back && answer.step > before ? this.chapter.steps[before] : null
    this.times = answer.times
    this.step = Math.min(answer.step, this.chapter.steps.length)
    this.chapterOver = answer.over
    this.praise = passed?.done ?? ''
    if (this.session?.notice) this.session.notice = null
    if (passed || back) this.speak()
  }

  private helped(say: string): void {
    if (performance.now() - this.acted > TRIED_MS || this.chapterOver) return
    this.praise = ''
    this.help = say
    this.say(say)
  }

  private speak(): void {
    this.say(this.says)
  }

  private say(words: string): void {
    const session = this.session
    if (session && words && session.said.at(-1) !== words) session.said = [...session.said, words].slice(-8)
  }

  private named(table: Table): Table {
    let bots = 0
    return { ...table, seats: table.seats.map((seat) => ({ ...seat, name: seat.holder === 'person' ? myName() || t('name.me') : botName(bots++) })) }
  }
}
