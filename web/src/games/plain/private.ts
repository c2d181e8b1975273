/** What only one seat sees, in words: cards in hand and the like. It is found without knowing the game. */

/** Parts of a seat's own view that are shown elsewhere. */
const ELSEWHERE = new Set(['legal', 'question', 'steps', 'picture', 'text', 'seat', 'you'])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function text(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(text).filter(Boolean).join(', ')
  if (isObject(value)) return Object.entries(value).map(([name, part]) => `${name} ${text(part)}`).join(', ')
  return String(value)
}

/** Names and values, such as hand: CHI, DEN. */
export function privateFacts(own: unknown): [string, string][] {
  if (!isObject(own)) return []
  return Object.entries(own).flatMap(([name, value]): [string, string][] => {
    if (ELSEWHERE.has(name)) return []
    if (Array.isArray(value) && value.some(isObject)) return value.flatMap(privateFacts)
    if (isObject(value) && Object.values(value).some((part) => Array.isArray(part) || isObject(part))) return privateFacts(value)
    const words = text(value)
    return words ? [[name.replaceAll('_', ' '), words]] : []
  })
}
