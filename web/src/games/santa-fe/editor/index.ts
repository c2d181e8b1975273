import type { BoardEditor } from '../../../editor/contract'
import { lang } from '../lang'
import Map from './Map.svelte'
import { readable, starter } from './model'
import { SantaFePart } from './part.svelte'

const editor: BoardEditor = {
  lang,
  starter,
  copy: (doc) => ({ ...structuredClone(doc), id: `my-${doc.id}`.slice(0, 40).replace(/^my-my-/, 'my-').replace(/-$/, ''), kind: 'fan', version: 1 }),
  readable,
  Canvas: Map,
  part: (draft) => new SantaFePart(draft),
}
export default editor
