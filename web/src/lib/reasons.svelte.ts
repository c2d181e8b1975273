/** Why an action is not allowed, in the reader's language: asked once for every position. */
import { api } from './api.svelte'
import type { Answer } from './channel'
import { inWords } from './said'
import { settings } from './settings.svelte'
import type { Reason } from './types.gen'

/** The table takes so many questions at once. */
const AT_ONCE = 128

export function noReason(text: string): Reason {
  return { text, code: '', clause: '', sentence: '' }
}

export class Reasons {
  private clauses: Record<string, string> = $state.raw({})
  private known = new Map<string, Reason>()

  /** The rules in the chosen language, to say why not. */
  async readRules(game: string, language: string): Promise<void> {
    const found = await api.rulebook(game, language).catch(() => null)
    if (found && found.lang === settings.language) this.clauses = found.clauses
    this.clear()
  }

  /** The position has changed. */
  clear(): void {
    this.known.clear()
  }

  /** The rule or refusal in the reader's language, where it is written in it. */
  sentence(given: { clause: string; sentence: string }): string {
    return (given.clause && this.clauses[given.clause]) || inWords(given.sentence)
  }

  async of(texts: string[], ask: (texts: string[]) => Promise<Answer>, versionNow: () => number): Promise<Reason[]> {
    const known = new Map(this.known)
    const unknown = texts.filter((text) => !known.has(text))
    const version = versionNow()
    for (let from = 0; from < unknown.length; from += AT_ONCE) {
      const answer = await ask(unknown.slice(from, from + AT_ONCE))
      if (answer.op !== 'reasons') continue
      for (const one of answer.reasons) {
        const reason = { ...one, sentence: this.sentence(one) }
        known.set(one.text, reason)
        // Where everything goes on meanwhile the answer still tells; it is only not kept.
        if (version === versionNow()) this.known.set(one.text, reason)
      }
    }
    return texts.map((text) => known.get(text) ?? noReason(text))
  }
}
