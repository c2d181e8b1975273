/** Open tables for the gallery: positions of the tutorials, told once. Nothing can be done at them. */
import { gamePage } from '../games'
import { api } from '../lib/api.svelte'
import type { Answer, Hooks, TableChannel } from '../lib/channel'
import { TableSession } from '../lib/session.svelte'
import { settings } from '../lib/settings.svelte'
import { game } from '../lib/shared.svelte'
import type { Entry, FromPage, LessonAnswer, LessonMoment, TutorialChapter } from '../lib/types.gen'
import { firstOf } from '../tutorial/lesson.svelte'
import { seat } from './samples'

/** A channel that refuses whatever is asked. */
class StillChannel implements TableChannel {
  async ask(frame: Extract<FromPage, { id: string }>): Promise<Answer> {
    return { op: 'refused', id: frame.id, code: 'gallery', clause: '', sentence: 'Nothing can be done in the gallery.' }
  }

  tell(): void {}
  look(): void {}
  ping(): void {}
  hurry(): void {}
  close(): void {}
}

/** How things stand at a table, and what happened there. */
export interface Told {
  answer: LessonAnswer
  moment: LessonMoment
  entries: Entry[]
}

/** The position of a chapter after so many of its steps. */
export async function position(name: string, chapter: TutorialChapter, steps = 0): Promise<Told> {
  const page = await gamePage(game(name))
  const asked = { language: settings.language, pictures: page.pictures === true }
  const [done, entries]: [string[], Entry[]] = [[], []]
  let answer = await api.lesson(name, chapter.id, asked)
  let moment = answer.moments[0]
  for (const step of chapter.steps.slice(0, steps).flatMap((step) => Array.from({ length: step.times }, () => step))) {
    const text = firstOf(step.show, (moment.own as { legal: string[] }).legal)
    if (text === null) break
    answer = await api.lesson(name, chapter.id, { ...asked, done: [...done], text })
    done.push(text)
    moment = answer.moments.at(-1)!
    entries.push(...answer.moments.flatMap((one) => one.entry ?? []))
  }
  return { answer, moment, entries }
}

/** A table at that position. A new one for every state that is shown, so that each can be changed by itself. ``tips``: with those of a first game. */
export async function openTable(name: string, { answer, moment, entries }: Told, tips = false): Promise<TableSession> {
  const found = await gamePage(game(name))
  const page = tips ? found : { ...found, tour: [] }
  const seats = answer.table.seats.map((one) => ({ ...one, name: seat(one.seat % 4).name, awaited: moment.awaited.includes(one.seat) }))
  const table = { ...answer.table, status: moment.result ? ('finished' as const) : ('running' as const), seats }
  const you = { host: true, seats: [answer.seat], account: null }
  let told: Hooks | undefined
  const session = new TableSession({ table, you, awaited_me: true, result: null }, page, (hooks) => {
    told = hooks
    return new StillChannel()
  })
  // Logs are told at once, and their words need the board.
  session.board = await api.boardOf(table)
  told?.line('online', 0)
  told?.welcome({
    op: 'welcome', table, you, seat: answer.seat, version: entries.at(-1)?.version ?? table.version, now_ms: Date.now(), view: moment.view, own: moment.own,
    entries, whole: true, result: moment.result, earlier: false, rate: 1, at_ms: moment.at_ms, zero_ms: null,
  })
  return session
}
