/** How long free seats wait before bots take them; 0 for ever. */
import { t } from './words.svelte'

export const FILL_WAITS = [0, 60, 120, 300, 600]

export const fillWord = (seconds: number): string => (seconds ? t('fill.after', { n: seconds / 60 }) : t('fill.never'))
