/** The numbers of the rulebook in this match, and what they make of the printed sheet. */
import type { GameProps } from '../contract'
import { ruleValues } from '../rule_values'
import { boardOf, type Rows } from './model'

export interface RuleValues {
  tracks: number
  town_tracks: number
  poker: number[]
  five_kind: number
  saloon_factor: number
  saloon_plus: number
  bank: number[]
  nuggets_per_bank: number
  nugget_points: number
  town_points: number
  fort_side: number
  escape: number
  goal: [number, number]
  owner_price: number
  owner_fort: number
  owner_goal: number
  solo_target: number[]
  solo_goal: number
}

export function valuesOf(p: GameProps): RuleValues {
  return ruleValues(boardOf(p).rule_values, p.table)
}

/** The rows of the score area with the numbers of this match. */
export function rowsOf(p: GameProps): Rows {
  const rows = boardOf(p).rows
  const { goal, bank, nuggets_per_bank, fort_side } = valuesOf(p)
  return boardOf(p).map === 'forest' ? { ...rows, goal, fort_side } : { ...rows, goal, bank, nuggets_per_bank }
}

const LEVELS = ['beginner', 'easy', 'medium', 'hard', 'legendary']

/** What a lone player must beat before the goals that are left. */
export function soloBase(p: GameProps): number {
  return valuesOf(p).solo_target[LEVELS.indexOf(String(p.table.options.difficulty))] ?? 0
}
