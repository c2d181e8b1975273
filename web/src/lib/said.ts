/** What the table says in English, in the reader's language, where we know the sentence. */
import { t } from './words.svelte'

const KNOWN: Record<string, string> = {
  'there is nothing to take back': 'refused.nothing',
  'somebody else has acted since; ask the table to go back': 'refused.acted',
  'something was revealed since; ask the table to go back': 'refused.revealed',
  'the table is asked already; vote on that first': 'refused.asked',
  'the table is there already': 'refused.there',
  'that position was taken back before; choose one on the way to the present one': 'refused.branch',
  'the table has moved on since; look again': 'refused.moved',
  'this seat is not yours': 'refused.seat',
  'only people of this table talk here': 'refused.talk',
  'there are no hints at this table': 'refused.nohints',
  'this server has no room for anything but moves now': 'refused.noroom',
  'so much has happened at this table that only moves are recorded now': 'trouble.record',
  'so much was stored for your address today that going back has to wait': 'refused.bytes',
  'you have said so much at this table that nothing more is kept': 'refused.chatfull',
  'too fast; wait a little': 'trouble.fast',
  'this table is over': 'trouble.over',
  'this table is closed': 'trouble.closed',
  'this game needs the seats that are left': 'trouble.needed',
  'this server does not send e-mail; its operator can set that up': 'trouble.noemail',
}

export function inWords(sentence: string): string {
  const key = KNOWN[sentence]
  if (key) return t(key)
  return sentence ? sentence[0].toUpperCase() + sentence.slice(1) : ''
}
