/**
 * A page module that a game's own package brings, served at /games/<game>/page.js. Its parts are plain functions that
 * fill an element, since it shares no framework with this page. What it leaves out is taken from the plain page.
 */
import type { Component } from 'svelte'
import type { GamePage, GameProps } from './contract'
import OutsidePart from './OutsidePart.svelte'
import plain from './plain'
import { plainCatalogue } from '../lib/words.svelte'

/** A part in its place: given the newest props whenever something changed, and taken away in the end. */
export interface Mounted {
  update(p: GameProps): void
  destroy(): void
}

export type Part = (target: HTMLElement, p: GameProps) => Mounted

type Parts = 'Board' | 'Hand' | 'Side' | 'Score'

/** The default export of a page module. */
export type OutsidePage = Partial<Record<Parts, Part>> & Partial<Omit<GamePage, Parts | 'Boards' | 'lang'>> & {
  /** By language: sentences in which ``{name}`` is a value. */
  lang?: Record<string, Record<string, string>>
}

function component(part: Part): Component<GameProps> {
  return ((anchor: any, props: GameProps) => (OutsidePart as any)(anchor, { part, props })) as unknown as Component<GameProps>
}

export async function outsidePage(address: string): Promise<GamePage> {
  try {
    const found = (await import(/* @vite-ignore */ address)).default as OutsidePage
    const { Board, Hand, Side, Score, lang, ...rest } = found
    const parts = Object.entries({ Board, Hand, Side, Score }).filter(([, part]) => part)
    const words = lang && { lang: plainCatalogue(lang) }
    return { ...plain, ...rest, ...words, ...Object.fromEntries(parts.map(([name, part]) => [name, component(part!)])) }
  } catch (fault) {
    // A module that cannot be loaded must not keep anybody from playing.
    console.error(fault)
    return plain
  }
}
