/** What a game brings so that its boards can be drawn in the workshop. A game without it simply has no editor. See docs/page.md. */
import type { Component } from 'svelte'
import type { Catalogue } from '../lib/words.svelte'
import type { Draft } from './draft.svelte'

/** A board as its file has it. */
export type Doc = Record<string, any>

export interface Spot { x: number; y: number }

export interface Tool {
  id: string
  name: string
  /** One sentence: what a press does. */
  about: string
  /** A letter that chooses it. */
  key: string
  /** Path data on a grid of 24. */
  icon: string
  cursor?: 'default' | 'crosshair' | 'cell' | 'pointer'
}

export interface Choice { value: string; name: string; colour?: string }

/** One row of a side panel. */
export type Field =
  | { kind: 'text'; id: string; label: string; value: string; most: number; set(value: string): void }
  | { kind: 'number'; id: string; label: string; value: number; least: number; most: number; set(value: number): void }
  | { kind: 'choice'; id: string; label: string; value: string; choices: Choice[]; set(value: string): void }
  | { kind: 'colour'; id: string; label: string; value: string; set(value: string): void }
  | { kind: 'switch'; id: string; label: string; value: boolean; set(value: boolean): void }
  | { kind: 'row'; id: string; label: string; buttons: { id: string; name: string; pressed?: boolean; colour?: string; danger?: boolean; run(): void }[] }
  | { kind: 'note'; id: string; text: string }

export interface Group { id: string; title: string; fields: Field[]; open?: boolean }

/** Something on the board that can be selected, by an id such as ``city:CHI``. */
export interface Thing extends Spot { id: string; name: string }

/** Where the pointer is, or the cursor of the keyboard. */
export interface Pen {
  /** Where exactly, in the coordinates of the board. */
  at: Spot
  /** What lies there. */
  thing: string | null
  /** How far a finger or a mouse may miss, in the coordinates of the board. */
  reach: number
  /** Pressed with keys: there is no dragging. */
  keys: boolean
}

export interface CanvasProps { draft: Draft; part: BoardPart; hover: string | null; dark: boolean }

/** The deeds of an editor at one draft. */
export interface BoardPart {
  tools(): Tool[]
  /** Choices of the tool that is in hand, such as what is painted. */
  brushes(): Field[]
  size(): { width: number; height: number }
  things(): Thing[]
  /** Places that the arrow keys visit with this tool; null where any place will do. */
  places(): Thing[] | null
  /** The step of the keyboard's cursor where any place will do. */
  step: number
  hit(at: Spot, reach: number): string | null
  down(pen: Pen): void
  move(pen: Pen): void
  up(pen: Pen): void
  /** Give up what was begun; true if there was something. */
  cancel(): boolean
  remove(thing: string): void
  nudge(thing: string, dx: number, dy: number): void
  /** Take everything off the board. */
  empty(): void
  /** What can be said about what is selected. */
  selected(): Group[]
  /** What can be said about the whole board. */
  board(): Group[]
  /** The thing that a place of the checker means: a JSON pointer into the file, such as /cities/3. */
  thingAt(pointer: string): string | null
  /** Kinds of symmetric painting, by name. */
  mirrors(): Choice[]
  /** Does it have places that snap? */
  snaps: boolean
}

export interface BoardEditor {
  lang: Catalogue
  /** The smallest board that can be played. */
  starter(): Doc
  /** Another board made into one of one's own: with a name and a kind of its own. */
  copy(doc: Doc): Doc
  /** Why a file is no board that can be drawn here; empty if it is one. Everything else the checker says. */
  readable(doc: Doc): boolean
  Canvas: Component<CanvasProps>
  part(draft: Draft): BoardPart
}
