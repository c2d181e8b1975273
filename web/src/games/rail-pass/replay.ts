/** A finished match as moving pictures: frames laid over one another. */
import { merge } from '../../lib/merge'
import type { Replay } from '../../lib/types.gen'
import type { View } from './model'

export interface Statistics {
  length_ms: number
  seats: { seat: number; commands: number; loaded: number; stored: number; given: number; taken: number; moved: number; waited_ms: number; idle_ms: number; holding_ms: number; working_ms: number }[]
  links: { link: string; kind: string; passes: number; ended: number; waiting_ms: number; longest_ms: number }[]
  slices: { from_ms: number; to_ms: number; loaded: number; stored: number; passes: number; waiting: Record<string, number>; bottleneck: string | null }[]
  stored: Record<string, number[]>
  score: [number, number][]
  faults: { at_ms: number; what: string }[]
}

const EVERY = 40

/** Views by number of frame, with a whole one kept now and then so that going back is quick. */
export class ReplayViews {
  readonly at: number[]
  private kept = new Map<number, View>()

  constructor(readonly replay: Replay) {
    this.at = replay.frames.map((frame) => frame.at_ms)
  }

  get last(): number {
    return this.replay.frames.length - 1
  }

  /** The frame that is shown at a moment. */
  frame(ms: number): number {
    let [low, high] = [0, this.last]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.at[middle] <= ms) low = middle
      else high = middle - 1
    }
    return low
  }

  view(frame: number): View {
    const known = this.kept.get(frame)
    if (known) return known
    let from = frame
    while (from > 0 && !this.kept.has(from) && !this.replay.frames[from].view) from -= 1
    let view = (this.kept.get(from) ?? this.replay.frames[from].view) as View
    for (let k = from + 1; k <= frame; k += 1) {
      const one = this.replay.frames[k]
      view = (one.view ?? (one.change ? laid(view, one.change) : view)) as View
      if (k % EVERY === 0) this.kept.set(k, view)
    }
    this.kept.set(frame, view)
    if (this.kept.size > 400) this.kept.delete(this.kept.keys().next().value!)
    return view
  }
}

/** Changes: objects by key, everything else replaced. */
function laid(view: any, change: any): any {
  return merge(view, change)
}
