/** Where things lie on the map: the ends of railroads, and parallel lines beside each other. */
import { filled, pairKey, type Atlas, type Line, type View } from './model'

/** Which of several lines between two cities it is, as one sees it on the map; empty where there is only one. */
export function sideOf(at: Atlas, line: Line): '' | 'north' | 'south' | 'west' | 'east' | 'middle' {
  const beside = at.pair.get(pairKey(line.a, line.b)) ?? []
  if (beside.length < 2) return ''
  const spots = beside.map((one) => ({ id: one.id, ...middleOf(one) }))
  const spread = (axis: 'x' | 'y') => Math.max(...spots.map((one) => one[axis])) - Math.min(...spots.map((one) => one[axis]))
  const axis = spread('y') >= spread('x') ? 'y' : 'x'
  const place = spots.sort((a, b) => a[axis] - b[axis]).findIndex((one) => one.id === line.id)
  if (place > 0 && place < spots.length - 1) return 'middle'
  return axis === 'y' ? (place ? 'south' : 'north') : place ? 'east' : 'west'
}

function middleOf(line: Line): { x: number; y: number } {
  const { pieces } = line
  const sum = pieces.reduce((all, one) => ({ x: all.x + one.x, y: all.y + one.y }), { x: 0, y: 0 })
  return { x: sum.x / pieces.length, y: sum.y / pieces.length }
}

/** Where a railhead stands: the end of the last piece that leads to it, or the home base before the first one. Of two on one line ``nth`` says which. */
export function railhead(at: Atlas, view: View, rail: string, tip: { city?: string; line?: string }, nth = 0) {
  for (let k = view.track.length - 1; k >= 0; k--) {
    const entry = view.track[k]!
    if (nth > 0 && entry.line === tip.line && entry.railroad === rail) {
      nth -= 1
      continue
    }
    const line = at.line.get(entry.line)
    if (!line || entry.railroad !== rail || !entry.filled) continue
    const reached = entry.from === line.a ? line.b : line.a
    const complete = entry.filled === line.pieces.length
    if (tip.line === line.id || (complete && tip.city === reached)) {
      const piece = line.pieces[filled(line, entry).at(-1)!]!
      const turn = entry.from === line.a ? 0 : 180
      const angle = ((piece.angle + turn) * Math.PI) / 180
      const reach = piece.length / 2 - (complete ? 6 : 1)
      return {
        x: piece.x + Math.cos(angle) * reach,
        y: piece.y + Math.sin(angle) * reach,
        angle: piece.angle + turn,
        started: true,
      }
    }
  }
  const city = tip.city ? at.city.get(tip.city) : undefined
  return city ? { x: city.x, y: city.y, angle: 0, started: false } : null
}
