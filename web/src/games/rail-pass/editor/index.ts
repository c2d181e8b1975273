import type { BoardEditor } from '../../../editor/contract'
import { lang } from '../lang'
import { readable, starter } from './layout'
import { LayoutPart } from './part.svelte'
import Plan from './Plan.svelte'

const editor: BoardEditor = {
  lang,
  starter,
  copy: (doc) => ({ ...structuredClone(doc), id: `my-${doc.id}`.slice(0, 40).replace(/^my-my-/, 'my-').replace(/-$/, ''), kind: 'custom', version: 1 }),
  readable,
  Canvas: Plan,
  part: (draft) => new LayoutPart(draft),
}
export default editor
