/** The numbers of the rulebook at a table. */
import type { Table } from '../lib/types.gen'

/** The standard ones, and what the board or whoever made the table has set otherwise; a row comes in one word: 2,3,5. */
export function ruleValues<T extends object>(standard: T, table: Table): T {
  const own = Object.entries(table.values ?? {})
  if (!own.length) return standard
  return { ...standard, ...Object.fromEntries(own.map(([name, value]) => [name, typeof value === 'string' ? value.split(',').map(Number) : value])) }
}
