import type { BoardEditor } from '../../../editor/contract'
import { lang } from '../lang'
import { SheetPart } from './part.svelte'
import Sheet from './Sheet.svelte'
import { readable, starter } from './sheet'

const editor: BoardEditor = {
  lang,
  starter,
  copy: (doc) => ({ ...structuredClone(doc), id: `my-${doc.id}`.slice(0, 40).replace(/^my-my-/, 'my-').replace(/-$/, ''), kind: 'fan' }),
  readable,
  Canvas: Sheet,
  part: (draft) => new SheetPart(draft),
}
export default editor
