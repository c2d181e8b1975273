/** What a game's page gets of the table that is open. */
import type { Focus, GameProps } from '../games/contract'
import type { TableSession } from './session.svelte'
import { reducedMotion } from './settings.svelte'
import { sound } from './sound.svelte'

export function gameProps(session: TableSession): GameProps {
  return {
    table: session.table,
    you: session.you,
    seat: session.seat,
    view: session.shownView,
    own: session.shownOwn,
    board: session.board,
    past: session.history.shown !== null,
    live: session.live,
    legal: session.live && session.awaited ? session.legalNow : [],
    entries: session.shownEntries,
    last: session.lastMoves,
    result: session.history.shown === null ? session.result : null,
    tally: session.tally,
    count: (tally) => (session.tally = tally),
    draft: session.draft,
    choose: session.choose,
    confirm: session.confirm,
    why: session.why,
    steps: session.live ? session.steps : [],
    step: session.step,
    back: session.back,
    clock: session.round.clock,
    lesson: session.lesson,
    paused: session.paused,
    pause: session.pause,
    tipped: session.tipped,
    happened: session.round.happened,
    signal: session.signal,
    signals: session.round.signals,
    hover: session.hover,
    setHover: (focus: Focus | null) => (session.hover = focus),
    reducedMotion: reducedMotion() || session.tempo.skipping,
    sound,
    t: session.words,
  }
}
