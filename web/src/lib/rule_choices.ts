/** What may be chosen of the rules of a game, for a table or a whole tournament. */
import type { GameInfo } from './types.gen'

export type Options = Record<string, boolean | number | string>
/** Numbers of the rulebook as they are typed; the standard where nothing is. */
export type Values = Record<string, string>

export const usualOptions = (info: GameInfo): Options => Object.fromEntries(info.options.map((option) => [option.name, option.default]))

/** Are the options just those of this preset? */
export function isPreset(info: GameInfo, options: Options, name: string): boolean {
  const wanted = { ...usualOptions(info), ...info.presets[name] }
  return Object.keys(wanted).every((one) => wanted[one] === options[one])
}

/** The numbers that are not the standard ones, as options. */
export function otherValues(info: GameInfo, values: Values): Record<string, string> {
  const typed = Object.entries(values).map(([name, text]) => [name, text.replaceAll(' ', '')])
  const other = typed.filter(([name, text]) => text && text !== String(info.values.find((value) => value.name === name)?.standard))
  return Object.fromEntries(other.map(([name, text]) => [`values.${name}`, text]))
}
