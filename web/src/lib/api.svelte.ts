/** Requests to the table. A refusal is a Trouble with the server's own line. */
import { settings } from './settings.svelte'
import type {
  Account, AddedPlayer, AnySeatLink, ApiToken, Best, BoardCheck, BrowserSession, Claim, Credentials, Done, Entry, GameInfo, Invitation, JoinTournament, Keeping, LessonAnswer, LessonTry, Listing, Lobby, Made, MadeApiToken,
  NewApiToken, NewNotices, NewPassword, NewPush, NewSavedBoard, NewStudy, NewTable, NewTournament, NewTournamentPlayer, NextBoardVersion, Note, Past, PrintOrder, PrintablePart, PublishedDeal, PushSettings, RecoverPassword,
  RecoveryCodes, Related, RelationChange, Replay, Report, Review, Sandbox, SavedBoard, SavedBoardInfo, SeatChange, Study, Table, TableChange, TotpOff, TotpSetUp, Tournament, TournamentLink, TournamentLists, TournamentMade,
  Tutorial, PersonHere, PlayedGames, Profile,
} from './types.gen'

/** Whether the server answers at all. */
export const connection = $state({ lost: !navigator.onLine })
addEventListener('offline', () => (connection.lost = true))
addEventListener('online', () => (connection.lost = false))

export class Trouble extends Error {
  constructor(readonly status: number, readonly code: string, line: string) {
    super(line)
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': settings.language }
  if (method !== 'GET') headers['Content-Type'] = 'application/json'
  let answer: Response
  try {
    answer = await fetch(path, { method, headers, credentials: 'same-origin', body: method === 'GET' ? undefined : JSON.stringify(body ?? {}) })
  } catch {
    connection.lost = true
    throw new Trouble(0, 'offline', '')
  }
  connection.lost = answer.headers.has('X-Kept') // the service worker answered, not the server
  const text = await answer.text()
  let data: any = null
  try {
    data = text ? JSON.parse(text) : null
  } catch {
    // Something between page and table answered with a page of its own.
  }
  if (!answer.ok) {
    const line = typeof data?.error === 'string' ? data.error : typeof data?.detail === 'string' ? data.detail : ''
    throw new Trouble(answer.status, data?.code ?? '', line)
  }
  if (text && data === null && text !== 'null') throw new Trouble(answer.status, 'offline', '')
  return data as T
}

/** A file that the server makes. */
async function file(path: string, body?: unknown): Promise<Blob> {
  const headers = { 'Accept-Language': settings.language, 'Content-Type': 'application/json' }
  const answer = await fetch(path, { method: body ? 'POST' : 'GET', headers, credentials: 'same-origin', body: body ? JSON.stringify(body) : undefined }).catch(() => null)
  if (answer?.ok) return answer.blob()
  const said = await answer?.json().catch(() => null)
  throw new Trouble(answer?.status ?? 0, said?.code ?? (answer ? '' : 'offline'), said?.error ?? '')
}

const cup = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`
const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`

export interface Rulebook {
  html: string
  clauses: Record<string, string>
  lang: string
}

/** What is printed: the board of a table, or a board by name or as data, with options. */
export type PrintSource = { table: string } | { board: string | Record<string, unknown> | null; options?: PrintOrder['options'] }

export const api = {
  games: () => ask<GameInfo[]>('GET', '/api/games'),
  board: (game: string, board: string) => ask<any>('GET', `/api/boards/${encodeURIComponent(game)}/${encodeURIComponent(board)}`),
  /** The board a table is played on, which may be one of its own. */
  boardOf: (table: Table) =>
    table.board === 'custom' ? ask<any>('GET', `${at(table.id)}/board`) : api.board(table.game, table.board),
  picture: (game: string, board: string) => `/api/boards/${encodeURIComponent(game)}/${encodeURIComponent(board)}.svg`,
  rulebook: (game: string, lang: string) => ask<Rulebook>('GET', `/api/rulebook/${encodeURIComponent(game)}?lang=${lang}`),
  tutorial: (game: string, lang: string) => ask<Tutorial>('GET', `/api/tutorials/${encodeURIComponent(game)}?lang=${lang}`),
  lesson: (game: string, chapter: string, wish: LessonTry) =>
    ask<LessonAnswer>('POST', `/api/tutorials/${encodeURIComponent(game)}/${encodeURIComponent(chapter)}`, wish),
  me: () => ask<Account>('GET', '/api/me'),
  push: () => ask<PushSettings>('GET', '/api/me/push'),
  setPush: (wish: NewPush) => ask<PushSettings>('PUT', '/api/me/push', wish),
  endPush: () => ask<PushSettings>('DELETE', '/api/me/push'),
  tryPush: () => ask<Done>('POST', '/api/me/push/try'),
  tableNotices: (id: string, on: boolean) => ask<PushSettings>('PUT', `${at(id)}/notices`, { on }),
  register: (who: Credentials) => ask<Account>('POST', '/api/account', who),
  login: (who: Credentials) => ask<Account>('POST', '/api/login', who),
  logout: () => ask<unknown>('POST', '/api/logout'),
  notices: (wish: NewNotices) => ask<Account>('PUT', '/api/me/notices', wish),
  deleteAccount: (password: string) => ask<Account>('DELETE', '/api/me', { password }),
  password: (wish: NewPassword) => ask<Account>('POST', '/api/me/password', wish),
  recover: (name: string) => ask<Done>('POST', '/api/recover', { name }),
  recoverPassword: (wish: RecoverPassword) => ask<Done>('POST', '/api/recover/password', wish),
  confirmEmail: (token: string) => ask<Done>('POST', '/api/confirm', { token }),
  recoveryCodes: (password: string) => ask<RecoveryCodes>('POST', '/api/me/recovery-codes', { password }),
  setUpTotp: (password: string) => ask<TotpSetUp>('POST', '/api/me/totp', { password }),
  totpOn: (code: string) => ask<RecoveryCodes>('POST', '/api/me/totp/on', { code }),
  totpOff: (wish: TotpOff) => ask<Account>('POST', '/api/me/totp/off', wish),
  sessions: () => ask<BrowserSession[]>('GET', '/api/me/sessions'),
  endSession: (id: string) => ask<Account>('DELETE', `/api/me/sessions/${encodeURIComponent(id)}`),
  logoutEverywhere: () => ask<Account>('DELETE', '/api/me/sessions'),
  tokens: () => ask<ApiToken[]>('GET', '/api/me/tokens'),
  newToken: (wish: NewApiToken) => ask<MadeApiToken>('POST', '/api/me/tokens', wish),
  revokeToken: (id: string) => ask<ApiToken[]>('DELETE', `/api/me/tokens/${encodeURIComponent(id)}`),
  ownData: () => ask<unknown>('GET', '/api/me/data'),
  profile: (name: string) => ask<Profile>('GET', `/api/profiles/${encodeURIComponent(name)}`),
  history: (name: string, game: string, after: string) =>
    ask<PlayedGames>('GET', `/api/profiles/${encodeURIComponent(name)}/games?${new URLSearchParams({ game, after })}`),
  showProfile: (shown: boolean) => ask<Profile>('PUT', '/api/me/profile', { shown }),
  personAt: (id: string, who: number | 'host') => ask<PersonHere>('GET', `${at(id)}/people/${who}`),
  people: () => ask<Related[]>('GET', '/api/me/people'),
  forgetPerson: (id: string) => ask<Related[]>('DELETE', `/api/me/people/${encodeURIComponent(id)}`),
  lobby: () => ask<Lobby>('GET', '/api/lobby'),
  quick: (game: string, name: string) => ask<Listing>('POST', '/api/quick', { game, name }),
  tournaments: () => ask<TournamentLists>('GET', '/api/tournaments'),
  makeTournament: (wish: NewTournament) => ask<TournamentMade>('POST', '/api/tournaments', wish),
  tournament: (id: string) => ask<Tournament>('GET', cup(id)),
  joinTournament: (id: string, wish: JoinTournament) => ask<Tournament>('POST', `${cup(id)}/join`, wish),
  tournamentLink: (id: string) => ask<TournamentLink>('POST', `${cup(id)}/link`),
  addPlayer: (id: string, wish: NewTournamentPlayer) => ask<AddedPlayer>('POST', `${cup(id)}/players`, wish),
  takeOut: (id: string, number: number) => ask<Tournament>('DELETE', `${cup(id)}/players/${number}`),
  startTournament: (id: string) => ask<Tournament>('POST', `${cup(id)}/start`),
  closeTournament: (id: string) => ask<Tournament>('DELETE', cup(id)),
  make: (wish: NewTable) => ask<Made>('POST', '/api/tables', wish),
  table: (id: string) => ask<Listing>('GET', at(id)),
  change: (id: string, wish: TableChange) => ask<unknown>('PATCH', at(id), wish),
  start: (id: string) => ask<unknown>('POST', `${at(id)}/start`),
  claim: (id: string, wish: Claim) => ask<Listing>('POST', `${at(id)}/claim`, wish),
  sit: (id: string, wish: { name: string; random?: string; accept: boolean }) => ask<Listing>('POST', `${at(id)}/sit`, wish),
  contribute: (id: string, random: string) => ask<Listing>('POST', `${at(id)}/deal`, { random }),
  deal: (id: string) => ask<PublishedDeal>('GET', `${at(id)}/deal`),
  seat: (id: string, seat: number, wish: SeatChange) => ask<unknown>('POST', `${at(id)}/seats/${seat}`, wish),
  leave: (id: string) => ask<Listing>('POST', `${at(id)}/leave`),
  takeOver: (id: string) => ask<Listing>('POST', `${at(id)}/host`),
  relate: (id: string, who: number | 'host', wish: RelationChange) => ask<Listing>('PUT', `${at(id)}/people/${who}`, wish),
  report: (id: string, who: number | 'host', wish: Report) => ask<Done>('POST', `${at(id)}/people/${who}/report`, wish),
  invite: (id: string, seat: number) => ask<Invitation>('POST', `${at(id)}/seats/${seat}/invitation`),
  anySeatLink: (id: string) => ask<AnySeatLink>('POST', `${at(id)}/link`),
  device: (id: string, seat: number) => ask<Invitation>('POST', `${at(id)}/seats/${seat}/device`),
  absence: (id: string, seat: number) => ask<Listing>('POST', `${at(id)}/seats/${seat}/absence`),
  past: (id: string, version: number, seat: number | null, pictures: boolean) => {
    const wanted = new URLSearchParams({ ...(seat === null ? {} : { seat: String(seat) }), ...(pictures ? { pictures: '1' } : {}) })
    return ask<Past>('GET', `${at(id)}/at/${version}${wanted.size ? `?${wanted}` : ''}`)
  },
  /** The last entries before a version, as a seat may read them. */
  entries: (id: string, before: number, seat: number | null) =>
    ask<Entry[]>('GET', `${at(id)}/entries?before=${before}${seat === null ? '' : `&seat=${seat}`}`),
  keeping: () => ask<Keeping>('GET', '/api/keeping'),
  note: (id: string) => ask<Note>('GET', `${at(id)}/note`),
  keepNote: (id: string, text: string) => ask<unknown>('PUT', `${at(id)}/note`, { text }),
  sandbox: (id: string, wish: Sandbox) => ask<Made>('POST', `${at(id)}/sandbox`, wish),
  again: (id: string, same_seed = false) => ask<Made>('POST', `${at(id)}/again`, { same_seed, sit: same_seed }),
  replay: (id: string) => ask<Replay>('GET', `${at(id)}/reel`),
  best: (game: string, board: string) => ask<Best[]>('GET', `/api/best?game=${encodeURIComponent(game)}&board=${encodeURIComponent(board)}`),
  checkBoardFile: (game: string, text: string) => ask<BoardCheck>('POST', `/api/boards/${encodeURIComponent(game)}/check`, { text }),
  checkBoard: (game: string, board: Record<string, unknown>) => ask<BoardCheck>('POST', `/api/boards/${encodeURIComponent(game)}/check`, { board }),
  /** What can be printed of a game. */
  printable: (game: string, lang: string) => ask<PrintablePart[]>('GET', `/api/print/${encodeURIComponent(game)}?lang=${lang}`),
  printed: (game: string, source: PrintSource, order: PrintOrder) =>
    'table' in source
      ? file(`${at(source.table)}/board.pdf?${new URLSearchParams({ parts: order.parts?.join(',') || 'all', paper: order.paper ?? 'a4', lang: order.language ?? 'en', backs: order.backs === false ? '0' : '1' })}`)
      : file(`/api/boards/${encodeURIComponent(game)}/print`, { ...order, ...source }),
  review: (id: string) => ask<Review>('GET', `${at(id)}/review`),
  askReview: (id: string) => ask<Review>('POST', `${at(id)}/review`),
  newStudy: (wish: NewStudy) => ask<Study>('POST', '/api/studies', wish),
  studies: () => ask<Study[]>('GET', '/api/studies'),
  study: (id: string) => ask<Study>('GET', `/api/studies/${encodeURIComponent(id)}`),
  stopStudy: (id: string) => ask<Study>('POST', `/api/studies/${encodeURIComponent(id)}/stop`),
  deleteStudy: (id: string) => ask<Done>('DELETE', `/api/studies/${encodeURIComponent(id)}`),
  /** A built-in board as its file has it. */
  boardFile: (game: string, board: string) => ask<Record<string, any>>('GET', `/api/boards/${encodeURIComponent(game)}/${encodeURIComponent(board)}/file`),
  savedBoards: () => ask<SavedBoardInfo[]>('GET', '/api/saved-boards'),
  savedBoard: (id: string, version: number | null) => ask<SavedBoard>('GET', `/api/saved-boards/${encodeURIComponent(id)}${version ? `?version=${version}` : ''}`),
  saveBoard: (wish: NewSavedBoard) => ask<SavedBoard>('POST', '/api/saved-boards', wish),
  saveBoardVersion: (id: string, wish: NextBoardVersion) => ask<SavedBoard>('POST', `/api/saved-boards/${encodeURIComponent(id)}/versions`, wish),
  deleteBoard: (id: string) => ask<Done>('DELETE', `/api/saved-boards/${encodeURIComponent(id)}`),
  savedPicture: (id: string, version: number) => `/api/saved-boards/${encodeURIComponent(id)}/versions/${version}.svg`,
  exported: (id: string) => ask<unknown>('GET', `${at(id)}/export`),
  imported: (file: unknown) => ask<Made>('POST', '/api/import', file),
}
