export { percent } from '../lib/percent'
import { settings } from '../lib/settings.svelte'

/** A number with at most so many digits behind the point, and a real minus sign. */
export function figure(n: number, digits = 1): string {
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: digits }).format(n).replace('-', '−')
}

/** The same with a sign in any case. */
export function change(n: number): string {
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1, signDisplay: 'always' }).format(n).replace('-', '−')
}

export function month(ms: number): string {
  return new Intl.DateTimeFormat(settings.language, { month: 'long', year: 'numeric' }).format(ms)
}
