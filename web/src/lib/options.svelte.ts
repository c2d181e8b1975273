/** Options of a game in the reader's language; the server's English where no words are written. */
import { settings } from './settings.svelte'
import type { GameInfo, OptionInfo } from './types.gen'
import { loadOptionWords, optionText, t } from './words.svelte'

void loadOptionWords()

interface OptionWords {
  label?: string
  about?: string
  choices?: Record<string, string>
}

interface GameWords {
  about?: string
  options?: Record<string, OptionWords>
  presets?: Record<string, string>
}

function written(game: string): GameWords {
  const words = optionText()
  return words[settings.language]?.[game] ?? words.en?.[game] ?? {}
}

export function gameAbout(info: GameInfo): string {
  return written(info.name).about ?? info.about
}

export function optionName(info: GameInfo, option: OptionInfo): string {
  const spaced = option.name.replaceAll('_', ' ')
  return written(info.name).options?.[option.name]?.label ?? spaced[0].toUpperCase() + spaced.slice(1)
}

export function optionSentence(info: GameInfo, option: OptionInfo): string {
  return written(info.name).options?.[option.name]?.about ?? option.about
}

export function valueName(info: GameInfo, option: OptionInfo, value: boolean | number | string): string {
  const named = written(info.name).options?.[option.name]?.choices?.[String(value)]
  if (named) return named
  if (value === true) return t('yes')
  if (value === false) return t('no')
  return String(value).replaceAll('_', ' ')
}

export function presetName(info: GameInfo, preset: string): string {
  return written(info.name).presets?.[preset] ?? preset.replaceAll('_', ' ')
}
