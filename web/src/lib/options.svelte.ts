/** Options of a game in the reader's language; the server's English where the game brings no words. */
import type { GameInfo, OptionInfo, ValueInfo } from './types.gen'
import { gameWord, t } from './words.svelte'

export function gameAbout(info: GameInfo): string {
  return gameWord(info, 'about') ?? info.about
}

export function optionName(info: GameInfo, option: OptionInfo): string {
  const spaced = option.name.replaceAll('_', ' ')
  return gameWord(info, `option.${option.name}`) ?? spaced[0].toUpperCase() + spaced.slice(1)
}

export function optionSentence(info: GameInfo, option: OptionInfo): string {
  return gameWord(info, `option.${option.name}.about`) ?? option.about
}

export function valueName(info: GameInfo, option: OptionInfo, value: boolean | number | string): string {
  const named = gameWord(info, `option.${option.name}.choice.${value}`)
  if (named) return named
  if (value === true) return t('yes')
  if (value === false) return t('no')
  return String(value).replaceAll('_', ' ')
}

export function presetName(info: GameInfo, preset: string): string {
  return gameWord(info, `preset.${preset}`) ?? preset.replaceAll('_', ' ')
}

/** What a preset means, where the game says it. */
export function presetSentence(info: GameInfo, preset: string): string {
  return gameWord(info, `preset.${preset}.about`) ?? ''
}

/** A number of the rulebook that a table may set otherwise. */
export function ruleName(info: GameInfo, value: ValueInfo): string {
  const spaced = value.name.replaceAll('_', ' ')
  return gameWord(info, `value.${value.name}`) ?? spaced[0].toUpperCase() + spaced.slice(1)
}

export function ruleSentence(info: GameInfo, value: ValueInfo): string {
  return gameWord(info, `value.${value.name}.about`) ?? value.about
}
