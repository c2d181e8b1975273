/** Numbers of a review as people read them. */
export { percent } from '../lib/percent'
import { settings } from '../lib/settings.svelte'
import type { ReviewDecision } from '../lib/types.gen'

export function rounded(value: number): string {
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: 0 }).format(value).replace('-', '−')
}

/** Points that were lost: halves count where there are few. */
export function lostPoints(value: number): number {
  return value < 3 ? Math.round(2 * value) / 2 : Math.round(value)
}

/** Decisions that clearly cost something, worst first. */
export function costly(decisions: ReviewDecision[]): ReviewDecision[] {
  return decisions.filter((one) => one.clear).toSorted((one, other) => other.chance - one.chance || other.points - one.points)
}
