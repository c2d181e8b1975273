/** Lay what a seat sees beyond the public over the public view: objects by key, equal-long lists of objects by place. */
export function merge(under: any, over: any): any {
  if (over === undefined) return under
  if (isObject(under) && isObject(over)) {
    const out: Record<string, any> = { ...under }
    for (const key of Object.keys(over)) out[key] = key in under ? merge(under[key], over[key]) : over[key]
    return out
  }
  if (Array.isArray(under) && Array.isArray(over) && under.length === over.length && over.length > 0) {
    if (under.every(isObject) && over.every(isObject)) return under.map((one, place) => merge(one, over[place]))
  }
  return over
}

function isObject(value: unknown): value is Record<string, any> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
