/** The game's clock as the page sees it: exact while something runs, a few times a second otherwise. */
import { untrack } from 'svelte'
import type { GameProps } from '../contract'
import { viewOf } from './model'

export const pulse = $state({ now: 0 })

/** Keep the pulse going while a component lives. `quick` asks for every frame. */
export function beat(read: () => GameProps, quick: () => boolean): void {
  // Whether, not why: what `quick` looks at may follow the pulse itself, and a pulse must not set off the next.
  const fast = $derived(quick())
  $effect(() => {
    const tick = () => (pulse.now = moment(read()))
    untrack(tick)
    if (!fast) {
      const timer = setInterval(tick, 200)
      return () => clearInterval(timer)
    }
    // Rings run smoothly enough at thirty pictures a second, and calmly at ten.
    const apart = read().reducedMotion ? 95 : 30
    let shown = 0
    let frame = requestAnimationFrame(function go(now) {
      if (now - shown >= apart) {
        shown = now
        tick()
      }
      frame = requestAnimationFrame(go)
    })
    return () => cancelAnimationFrame(frame)
  })
}

/** Milliseconds of the match now: by the table's clock where one runs, else as the position says. */
export function moment(p: GameProps): number {
  const shown = viewOf(p)?.time.now_ms ?? 0
  if (!p.clock || !p.live || p.clock.zero_ms === null) return shown
  return p.clock.now()
}

/** What is left of the round. */
export function left(p: GameProps, now: number): number {
  const view = viewOf(p)
  if (!view || view.phase !== 'running') return 0
  if (!p.clock || !p.live) return view.time.left_ms
  return Math.max(0, Math.min(view.time.total_ms, view.time.now_ms + view.time.left_ms - now))
}

/** Milliseconds until the clock moves (again): before the start and after a pause; 0 while it runs. */
export function countdown(p: GameProps, now: number): number {
  const view = viewOf(p)
  if (!view || !p.clock || p.clock.zero_ms === null || !p.live) return 0
  // The pulse only says when to look again: it may be old, or not have begun to beat.
  void now
  const wait = view.time.now_ms - p.clock.now()
  // Once it runs, a position that is ahead of the clock here is no new start: only a new round and a pause are.
  const pause = p.entries.findLast((entry) => entry.kind === 'start' || entry.kind === 'resume')?.version ?? 0
  const stretch = `${p.table.id} ${view.round} ${pause}`
  if (wait <= 0) running = stretch
  return wait > 0 && running !== stretch ? wait : 0
}
let running = ''
