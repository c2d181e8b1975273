/** What the shell gives to a game's page, and what a game's page gives to the shell. See docs/page.md. */
import type { Catalogue } from '../lib/words.svelte'
import type { Component } from 'svelte'
import type { Entry, GameInfo, Outcome, Reason, Signal, Table, You } from '../lib/types.gen'

/** Things on the board that belong together: shared between log and board. */
export type Focus = { kind: string; ids: string[] }

export type SignalKind = Signal['kind']

/** The clock of a game in real time: what view.time.now_ms would be at this very moment. */
export interface GameClock {
  /** Server time at which the game's clock shows 0; null while it stands still. */
  zero_ms: number | null
  now(): number
}

export interface Sign {
  seat: number
  kind: SignalKind
  about: string
  /** By the clock of this page (performance.now()). */
  at: number
}

/** Everything a game's components get; a plain object, replaced as a whole. */
export interface GameProps {
  table: Table
  you: You
  /** The viewpoint; null for a spectator. */
  seat: number | null
  /** The merged view (view + own) of the shown version, which may be a past one. */
  view: any
  /** The part of it that nobody else sees; null for a spectator. */
  own: any
  /** GET /api/boards/{game}/{board} */
  board: any
  /** An earlier moment is shown, or a replay. */
  past: boolean
  /** Whose move this moment is about, where a review shows it. */
  about?: number | null
  /** Something can be chosen here: neither the past nor a curtain is shown, and the game goes on. */
  live: boolean
  /** Empty when not live or not awaited. */
  legal: string[]
  /** Up to the shown version. */
  entries: Entry[]
  /** What happened since my last decision: to highlight. */
  last: Entry[]
  result: Outcome | null
  /** How far everybody has come in the count at the end; null before it and once it is done. */
  tally: number[] | null
  /** For the count: say how far it is. */
  count(tally: number[] | null): void
  /** Action chosen but not yet confirmed (preview). */
  draft: string | null
  /** Set the draft (confirm setting on) or send it at once (off). */
  choose(text: string | null): void
  /** Send the draft. */
  confirm(): void
  /** Why not? Cached per version. */
  why(texts: string[]): Promise<Reason[]>
  /** My private steps of an unfinished turn, in games whose turns are written in steps. */
  steps: string[]
  /** Send a step or a command at once, without a draft; resolves with the refusal, or null if it was done. */
  step(text: string, held_ms?: number): Promise<Reason | null>
  /** Take my last private step back, or all of them. */
  back(all?: boolean): void
  /** Games in real time only. */
  clock: GameClock | null
  /** In a tutorial time passes only with what the reader does. */
  lesson: boolean
  /** The wall clock stands still, by somebody's wish or because nobody was there. */
  paused: boolean
  /** Stop the wall clock or let it go on, where that is allowed. */
  pause(on: boolean): void
  /** A tip is open. */
  tipped: boolean
  /** What happened by itself most recently, in notation. */
  happened: string[]
  /** A quick sign to everybody. */
  signal(kind: SignalKind, about?: string): void
  /** Everybody's signs of the last few seconds. */
  signals: Sign[]
  hover: Focus | null
  setHover(focus: Focus | null): void
  reducedMotion: boolean
  sound(name: string): void
  /** The game's own language file first, then the shell's. */
  t(key: string, values?: Record<string, string | number>): string
}

export interface TourNote {
  id: string
  when(p: GameProps): boolean
  /** CSS selector of what the note is pinned to. */
  at: string
  /** Language key. */
  text: string | ((p: GameProps) => string)
}

export interface KeyHint {
  key: string
  label: string
  run(): void
}

/** A decision that can be made ahead: done as soon as it is allowed. */
export interface StandingOrder {
  id: string
  label: string
  /** What it does about the decision that is asked for; null if nothing. */
  text: string | null
}

/** What a picker of boards gets while a table is set up. */
export interface BoardsProps {
  info: GameInfo
  seats: number
  board: string
  /** A board of one's own, instead of a built-in one. */
  file: Record<string, unknown> | null
  choose(board: string, file: Record<string, unknown> | null): void
}

/** What the lines of all players get: side by side in a row or two where the window is small. */
export interface PlayersProps extends GameProps {
  row: boolean
  /** Open what there is to know about somebody. */
  show(): void
}

export interface GamePage {
  /** The hero. */
  Board: Component<GameProps>
  /** What I can do now. */
  Hand: Component<GameProps>
  /** Supplies, display, and whatever else lies beside the board. */
  Side: Component<GameProps>
  /** Everybody in a line each, always in sight. */
  Players?: Component<PlayersProps>
  /** End scoring, item by item. */
  Score: Component<GameProps>
  /** One sentence: what is asked of me now, or who is awaited. */
  prompt(p: GameProps): string
  /** An entry in words of the language. */
  tell(entry: Entry, p: GameProps): string
  focus(entry: Entry, p: GameProps): Focus | null
  /** An action in words, e.g. for the draft bar and the keyboard list of choices. */
  describe(text: string, p: GameProps): string
  /** Decisions that a player may make ahead in this game, besides the only choice there is. */
  orders?(p: GameProps): StandingOrder[]
  /** The server draws the position: the view has ``picture`` (SVG) and ``text``, for the viewpoint alone. */
  pictures?: boolean
  /** Keyboard shortcuts. */
  keys(p: GameProps): KeyHint[]
  /** The board takes the whole stage: the game keeps hands and choices on it. */
  whole?: boolean
  /** Nothing is hidden from anybody: one screen goes round without a curtain. */
  open?: boolean
  /** Which entries the live region speaks; all of them unless the game says otherwise. */
  hears?(entry: Entry, p: GameProps): boolean
  /** Boards to choose from with pictures, on the set-up screen. */
  Boards?: Component<BoardsProps>
  /** May the wall clock be stopped? While it cannot, no tips are shown. */
  mayPause?(p: GameProps): boolean
  /** Its score counts before everybody's eyes: the winner is named when it is done. */
  counts?: boolean
  /** What begins with an entry, as a heading of the log: a new round. */
  heading?(entry: Entry, p: GameProps): string
  /** What the live region says of an entry, where that is more than the log. */
  speak?(entry: Entry, p: GameProps): string
  /** A thing that may bring points, as a bot names it, in words; without a name, all of its kind. */
  item?(what: string, name: string, p: GameProps): string
  /** A card or the like that a rival may hold, in words. */
  held?(name: string, p: GameProps): string
  /** A place that a review names, in words. */
  place?(where: string, p: GameProps): string
  /** What went wrong, as a review of a game in real time names it, in words. */
  mishap?(what: string, p: GameProps): string
  /** Guided first round. */
  tour: TourNote[]
  /** Its words, by language. */
  lang?: Catalogue
}
