/** Entries from before those a page was welcomed with: they are fetched when somebody asks for them. */
import { api } from './api.svelte'
import { STEPS } from './entries'
import type { Entry, Table } from './types.gen'

/** What fetching needs of the open table. */
interface Read {
  entries: Entry[]
  readonly table: Table
  readonly seat: number | null
}

const MOST_PAGES = 50

export class EarlierEntries {
  /** Are there any? */
  there = $state(false)
  busy = $state(false)

  constructor(private readonly of: Read) {}

  /** The page begins anew. Talk alone is not enough to know what was done last: then earlier pages come by themselves. */
  welcomed(there: boolean): void {
    this.there = there
    if (there) void this.loadUntil(() => this.of.entries.some((entry) => STEPS.has(entry.kind)))
  }

  /** One page more; false if nothing came. */
  load = async (): Promise<boolean> => {
    const first = this.of.entries[0]?.version
    if (!this.there || this.busy || first === undefined) return false
    this.busy = true
    try {
      const found = await api.entries(this.of.table.id, first, this.of.seat)
      // A new welcome may have come meanwhile.
      if (this.of.entries[0]?.version !== first) return false
      this.of.entries = [...found, ...this.of.entries]
      this.there = found.length > 0 && found[0].version > 1
      return found.length > 0
    } catch {
      return false
    } finally {
      this.busy = false
    }
  }

  /** Back to the first one. */
  loadAll = (): Promise<void> => this.loadUntil(() => false)

  private async loadUntil(enough: () => boolean): Promise<void> {
    for (let page = 0; page < MOST_PAGES && !enough() && (await this.load()); page++);
  }
}
