/** A finished game as a picture to share: the final board, the winner, everybody's points. */
import { api } from './api.svelte'
import type { Ranked } from './ranking'
import type { Table } from './types.gen'

const WIDTH = 1200
const EDGE = 40
const PAPER = '#f3e9d2'
const INK = '#2b2118'
const SOFT = '#5d4d3c'
const FRAME = '#33241a'
const LAMP = '#d9a441'
const RED = '#9c2f25'

/** A player by place; or, where a team plays, what each city brought: that has no place. */
type Row = Pick<Ranked, 'name' | 'colour' | 'points' | 'won'> & { place?: number }
export interface Shown { table: Table; version: number; seat: number | null; title: string; subtitle: string; rows: Row[] }

async function drawn(svg: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  return picture
}

/** As large as fits, and no larger than asked for. */
function fitted(c: CanvasRenderingContext2D, text: string, size: number, room: number, face: string): void {
  do c.font = `${size}px ${face}`
  while (c.measureText(text).width > room && (size -= 2) > 12)
}

/** The picture as a PNG file. */
export async function resultPicture({ table, version, seat, title, subtitle, rows }: Shown): Promise<Blob> {
  await document.fonts.ready
  const past = await api.past(table.id, version, seat, true)
  const svg = (past.view as { picture?: string } | null)?.picture ?? ''
  const board = svg ? await drawn(svg) : null
  const wide = WIDTH - 2 * EDGE
  const high = board ? Math.min(900, (wide * (board.naturalHeight || 3)) / (board.naturalWidth || 4)) : 0
  const half = Math.ceil(rows.length / 2)
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: 190 + high + 40 + half * 64 + EDGE })
  const c = canvas.getContext('2d')!
  c.fillStyle = PAPER
  c.fillRect(0, 0, canvas.width, canvas.height)
  c.fillStyle = FRAME
  c.fillRect(0, 0, WIDTH, 150)
  c.fillStyle = LAMP
  c.fillRect(0, 150, WIDTH, 4)
  c.textBaseline = 'alphabetic'
  c.fillStyle = '#ffe2a0'
  fitted(c, title, 62, wide, 'Besley, Georgia, serif')
  c.fillText(title, EDGE, 82)
  c.fillStyle = PAPER
  fitted(c, subtitle, 28, wide, '"Public Sans", Arial, sans-serif')
  c.fillText(subtitle, EDGE, 126)
  if (board) {
    const w = Math.min(wide, (high * (board.naturalWidth || 4)) / (board.naturalHeight || 3))
    c.drawImage(board, (WIDTH - w) / 2, 190, w, high)
  }
  rows.forEach((one, k) => row(c, one, EDGE + Math.floor(k / half) * (wide / 2 + 10), 190 + high + 30 + (k % half) * 64, wide / 2 - 10))
  c.fillStyle = SOFT
  c.font = '22px "Public Sans", Arial, sans-serif'
  c.textAlign = 'right'
  c.fillText('Golden Spike', WIDTH - EDGE, canvas.height - 14)
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'))
}

function row(c: CanvasRenderingContext2D, one: Row, x: number, y: number, wide: number): void {
  c.textAlign = 'left'
  c.fillStyle = one.won ? RED : INK
  c.font = '700 30px Besley, Georgia, serif'
  const left = one.place === undefined ? x - 46 : x
  if (one.place !== undefined) c.fillText(`${one.place}.`, x, y + 36)
  c.beginPath()
  c.arc(left + 62, y + 26, 13, 0, 2 * Math.PI)
  c.fillStyle = one.colour
  c.fill()
  c.strokeStyle = INK
  c.lineWidth = 2
  c.stroke()
  c.fillStyle = one.won ? RED : INK
  fitted(c, one.name, 30, wide - 200, 'Besley, Georgia, serif')
  c.fillText(one.name, left + 90, y + 36)
  c.textAlign = 'right'
  c.font = '700 34px Besley, Georgia, serif'
  c.fillText(String(one.points).replace('-', '−'), x + wide, y + 36)
  c.strokeStyle = '#c9b88f'
  c.lineWidth = 1
  c.beginPath()
  c.moveTo(x, y + 54)
  c.lineTo(x + wide, y + 54)
  c.stroke()
}
