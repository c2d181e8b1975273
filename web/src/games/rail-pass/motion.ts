/** Where trains, cubes and engineers are while they move, at a moment of the game's clock. */
import { homeOf, jobOf, lodging, type Job, type View } from './model'
import { cabSpot, carSpot, guestSpot, handSpot, length, mix, storeSpot, trackSpot, trainSpot, yardSpot, type Spot, type Stage } from './stage'

export interface Scene {
  readonly stage: Stage
  readonly view: View
  readonly seat: number | null
  readonly now: number
  /** Nothing moves for who asked for that. */
  readonly calm: boolean
}

/** A cube or an engineer between two places. */
export interface Flying { key: string; cube?: string; person?: string; at: Spot }

function share(job: Job, now: number): number {
  return Math.max(0, Math.min(1, (now - job.began_ms) / Math.max(1, job.need_ms)))
}

/** Where a train is at this moment. */
export function movingSpot(scene: Scene, name: string): { at: Spot; moving: boolean } | null {
  const { stage, view, seat } = scene
  const still = trainSpot(stage, view, seat, name)
  const job = jobOf(view, name)
  if (!still || !job || scene.calm) return still ? { at: still, moving: false } : null
  const end = goal(scene, job, name)
  return end ? { at: mix(still, end, 0.08 + 0.84 * share(job, scene.now)), moving: true } : { at: still, moving: false }
}

/** Where a train that is being carried will rest. */
function goal({ stage, seat }: Scene, job: Job, name: string): Spot | null {
  if (job.do === 'pick' && stage.hands.length && job.seat === seat) return handSpot(stage, job.hand === 'lh' ? 0 : 1, name)
  if (job.do === 'park' && job.track) {
    const card = stage.cards[job.track[0]]
    return card ? trackSpot(card, job.track[2] as 'l' | 's') : null
  }
  if (job.do === 'take') {
    if (stage.hands.length && job.seat === seat) return handSpot(stage, job.hand === 'lh' ? 0 : 1, name)
    const card = job.to ? stage.cards[job.to] : null
    return card?.strip ?? null
  }
  return null
}

const hop = (spot: Spot, part: number): Spot => ({ ...spot, y: spot.y - Math.sin(part * Math.PI) * 18 })

/** Cubes and engineers between two places, at this moment. */
export function inFlight(scene: Scene): Flying[] {
  const { stage, view, seat } = scene
  return view.jobs.flatMap((job): Flying[] => {
    const spot = trainSpot(stage, view, seat, job.train)
    const city = view.trains[job.train]?.at
    const card = city ? stage.cards[city] : undefined
    if (!spot || !card || scene.calm) return []
    const part = share(job, scene.now)
    const place = view.trains[job.train].cubes.length
    if (job.do === 'load') return [{ key: `${job.train}c`, cube: job.cube, at: hop(mix(yardSpot(card, job.spot ?? 0), carSpot(spot, place), part), part) }]
    if (job.do === 'store') return [{ key: `${job.train}c`, cube: job.cube, at: hop(mix(carSpot(spot, Math.max(0, view.trains[job.train].cubes.lastIndexOf(job.cube ?? ''))), storeSpot(card, view.cities[city!].stored), part), part) }]
    if ((job.do === 'xfer' || job.do === 'xchg') && job.other) {
      const other = trainSpot(stage, view, seat, job.other)
      if (!other) return []
      const out = [{ key: `${job.train}c`, cube: job.cube, at: hop(mix(carSpot(spot, Math.max(0, view.trains[job.train].cubes.lastIndexOf(job.cube ?? ''))), carSpot(other, Math.min(4, view.trains[job.other].cubes.length)), part), part) }]
      if (job.do === 'xchg') out.push({ key: `${job.train}d`, cube: job.back, at: hop(mix(carSpot(other, Math.max(0, view.trains[job.other].cubes.lastIndexOf(job.back ?? ''))), carSpot(spot, place - 1), part), part) })
      return out
    }
    if (job.do === 'eng' && job.engineer) {
      const from = lodging(view, job.engineer)
      const hotel = guestSpot(card, Math.max(0, view.cities[city!].hotel.indexOf(job.engineer)))
      const train = from && view.trains[from.place] ? trainSpot(stage, view, seat, from.place) : null
      const to = job.to && view.trains[job.to] ? trainSpot(stage, view, seat, job.to) : null
      return [{ key: `${job.train}e`, person: homeOf(job.engineer), at: hop(mix(train ? cabSpot(train) : hotel, to ? cabSpot(to) : guestSpot(card, view.cities[city!].hotel.length), part), part) }]
    }
    return []
  })
}

/** Where the ring of a hold is drawn: over the spot that is pressed. */
export function holdSpot({ stage, view }: Scene, spot: string, train: string, small: boolean): Spot | null {
  const [what, one, two] = spot.split(':')
  if (what === 'hand') {
    const box = stage.hands[Number(one)]
    return { x: box.x + box.w / 2, y: Math.max(60, box.y - (small ? 50 : 62)), s: 1 }
  }
  if (what === 'track') {
    const at = trackSpot(stage.cards[one], two as 'l' | 's')
    return { x: at.x + (length(train) * at.s) / 2, y: at.y - 4, s: 1 }
  }
  const card = stage.cards[what === 'city' ? one : (one.split('-').find((end) => end !== view.trains[train]?.at) ?? '')]
  return card ? { x: card.x + card.w / 2, y: card.y + card.h / 2, s: 1 } : null
}
