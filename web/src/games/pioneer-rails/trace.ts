/** Snapping to tracks: which one a finger or a mouse means. */
import type { Track } from './model'

interface Spot {
  x: number
  y: number
}

export function distance(track: Track, spot: Spot): number {
  return toSegment(track.ax, track.ay, track.bx, track.by, spot)
}

function toSegment(ax: number, ay: number, bx: number, by: number, spot: Spot): number {
  const dx = bx - ax
  const dy = by - ay
  const along = Math.max(0, Math.min(1, ((spot.x - ax) * dx + (spot.y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(ax + along * dx - spot.x, ay + along * dy - spot.y)
}

/** The nearest of some tracks within reach. Shortcuts cross each other, so only the half they lead to counts. */
export function nearest(tracks: Track[], spot: Spot, reach: number, farEnd?: (track: Track) => number): Track | null {
  let best: Track | null = null
  let least = reach
  for (const track of tracks) {
    let far = distance(track, spot)
    if (track.kind === 'shortcut' && farEnd) {
      const end = farEnd(track) === track.a ? { x: track.ax, y: track.ay } : { x: track.bx, y: track.by }
      far = toSegment(track.x * 0.7 + end.x * 0.3, track.y * 0.7 + end.y * 0.3, end.x, end.y, spot) + 2
    }
    if (far < least) {
      least = far
      best = track
    }
  }
  return best
}
