/** Where the lines of a board run while it is drawn: the same curves as in the printed board. */
import type { Spot } from '../../../editor/contract'

export type Path = Spot[]
export const far = (p: Spot, q: Spot) => Math.hypot(q.x - p.x, q.y - p.y)
export const length = (path: Path) => path.slice(1).reduce((sum, p, k) => sum + far(path[k]!, p), 0)

/** A centripetal Catmull-Rom curve through the points, as points about every few pixels. */
export function smooth(points: Path, step = 6): Path {
  const out = [points[0]!]
  const first = { x: 2 * points[0]!.x - points[1]!.x, y: 2 * points[0]!.y - points[1]!.y }
  const [end, before] = [points.at(-1)!, points.at(-2)!]
  const chain = [first, ...points, { x: 2 * end.x - before.x, y: 2 * end.y - before.y }]
  for (let k = 0; k + 3 < chain.length; k++) {
    const [p0, p1, p2, p3] = chain.slice(k, k + 4) as [Spot, Spot, Spot, Spot]
    const [d1, d2, d3] = [far(p0, p1), far(p1, p2), far(p2, p3)].map((d) => Math.sqrt(d) || 1e-3) as [number, number, number]
    const [c1, c2] = [control(p0, p1, p2, d1, d2), control(p3, p2, p1, d3, d2)]
    const count = Math.max(2, Math.min(400, Math.floor(far(p1, p2) / step)))
    for (let j = 1; j <= count; j++) {
      const t = j / count
      const u = 1 - t
      const mix = (axis: 'x' | 'y') => u ** 3 * p1[axis] + 3 * u * u * t * c1[axis] + 3 * u * t * t * c2[axis] + t ** 3 * p2[axis]
      out.push({ x: mix('x'), y: mix('y') })
    }
  }
  return out
}

function control(before: Spot, at: Spot, after: Spot, d1: number, d2: number): Spot {
  const scale = 3 * d1 * (d1 + d2)
  const weight = 2 * d1 * d1 + 3 * d1 * d2 + d2 * d2
  const on = (axis: 'x' | 'y') => (d1 * d1 * after[axis] - d2 * d2 * before[axis] + weight * at[axis]) / scale
  return { x: on('x'), y: on('y') }
}

/** The part of a path between two lengths. */
export function cut(path: Path, start: number, end: number): Path {
  const out: Path = []
  let run = 0
  for (let k = 0; k + 1 < path.length; k++) {
    const [p, q] = [path[k]!, path[k + 1]!]
    const step = far(p, q)
    const [low, high] = [Math.max(start, run), Math.min(end, run + step)]
    if (step > 0 && low < high) {
      for (const at of [low, high]) {
        const w = (at - run) / step
        const point = { x: p.x + (q.x - p.x) * w, y: p.y + (q.y - p.y) * w }
        if (!out.length || far(out.at(-1)!, point) > 1e-6) out.push(point)
      }
    }
    run += step
  }
  return out.length > 1 ? out : [path[0]!, path.at(-1)!]
}

/** A path moved to its left, less so near its ends. */
export function aside(path: Path, by: number, taper = 17): Path {
  const total = length(path)
  let run = 0
  return path.map((p, k) => {
    const [before, after] = [path[Math.max(0, k - 1)]!, path[Math.min(path.length - 1, k + 1)]!]
    const [dx, dy] = [after.x - before.x, after.y - before.y]
    const size = Math.hypot(dx, dy) || 1
    run += k ? far(path[k - 1]!, p) : 0
    const share = 0.35 + 0.65 * Math.max(0, Math.min(1, run / taper, (total - run) / taper))
    return { x: p.x + (dy / size) * by * share, y: p.y - (dx / size) * by * share }
  })
}

export function middle(path: Path): { at: Spot; angle: number } {
  const half = length(path) / 2
  let run = 0
  for (let k = 0; k + 1 < path.length; k++) {
    const [p, q] = [path[k]!, path[k + 1]!]
    const step = far(p, q)
    if (run + step >= half && step > 0) {
      const w = (half - run) / step
      return { at: { x: p.x + (q.x - p.x) * w, y: p.y + (q.y - p.y) * w }, angle: (Math.atan2(q.y - p.y, q.x - p.x) * 180) / Math.PI }
    }
    run += step
  }
  return { at: path[0]!, angle: 0 }
}

/** How far a point is from a path. */
export function apart(path: Path, at: Spot): number {
  let least = Infinity
  for (let k = 0; k + 1 < path.length; k++) {
    const [p, q] = [path[k]!, path[k + 1]!]
    const size = far(p, q) ** 2
    const along = size ? Math.max(0, Math.min(1, ((at.x - p.x) * (q.x - p.x) + (at.y - p.y) * (q.y - p.y)) / size)) : 0
    least = Math.min(least, far(at, { x: p.x + along * (q.x - p.x), y: p.y + along * (q.y - p.y) }))
  }
  return least
}

export const drawn = (path: Path) => path.map((p, k) => `${k ? 'L' : 'M'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('')
