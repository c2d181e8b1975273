import { Catalogue, type Words } from '../lib/words.svelte'

export const lang = new Catalogue(import.meta.glob<Words>(['./lang/*.json', '!./lang/context.json'], { import: 'default' }))
