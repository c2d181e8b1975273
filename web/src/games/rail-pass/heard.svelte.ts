/** What a player should hear: calls and answers that concern this seat, faults, the last minute. Never every tick. */
import type { GameProps } from '../contract'
import { holder, undelivered, viewOf, type View } from './model'
import { left, moment } from './pulse.svelte'
import { cityName, faultWords, seatName, signWords } from './words'

const APART_MS = 1300

export function listen(read: () => GameProps): { words: string } {
  const heard = $state({ words: '' })
  let queue: string[] = []
  let timer = 0
  let before: View | null = null
  let happened: string[] = []
  let signs = 0
  let entered = -1
  let told = Infinity
  let stands: boolean[] = []

  function say(words: string) {
    if (!words) return
    queue = [...queue, words].slice(-3)
    timer ||= setTimeout(speak) as unknown as number
  }

  function speak() {
    heard.words = queue.join('. ')
    queue = []
    timer = setTimeout(() => {
      timer = 0
      if (queue.length) speak()
    }, APART_MS) as unknown as number
  }

  $effect(() => {
    const p = read()
    const view = viewOf(p)
    const was = before
    before = view
    if (!view || !was || !p.live || view === was) return
    const seat = p.seat
    for (const offer of view.offers) {
      if (was.offers.some((one) => one.train === offer.train && one.since_ms === offer.since_ms)) continue
      const giver = holder(view.trains[offer.train])?.seat ?? 0
      if (seat === null || giver === seat || view.cities[offer.to].seat === seat) p.sound('toot')
      if (seat !== null && view.cities[offer.to].seat === seat) say(p.t('rp.hear.offer', { who: seatName(p, giver), train: offer.train, what: view.trains[offer.train].cubes.split('').map((one) => cityName(p, one)).join(', ') || p.t('rp.empty') }))
    }
    for (const offer of was.offers) {
      if (view.offers.some((one) => one.train === offer.train && one.since_ms === offer.since_ms)) continue
      const [giver, now] = [holder(was.trains[offer.train])?.seat, holder(view.trains[offer.train])?.seat]
      if (now !== giver && now !== undefined) {
        if (giver === seat || seat === null) p.sound('couple')
        if (giver === seat) say(p.t('rp.hear.taken', { who: seatName(p, now), train: offer.train }))
      } else if (giver === seat && view.phase === 'running') say(p.t('rp.hear.declined', { train: offer.train }))
    }
    if (seat !== null) {
      const mine = Object.keys(view.cities).filter((id) => view.cities[id].seat === seat)
      if (mine.some((id) => view.cities[id].stored > was.cities[id].stored)) {
        // The last one of all is a moment of its own.
        if (undelivered(view)) p.sound('home')
      } else if (mine.some((id) => view.cities[id].left < was.cities[id].left)) p.sound('cube')
      if (view.hands[seat]?.some((hand, k) => hand?.train && hand.train !== was.hands[seat]?.[k]?.train)) p.sound('couple')
    }
  })

  const faults = (p: GameProps, lines: string[]) => {
    for (const line of lines) {
      if (/SPILL|WRECK|QUIT/.test(line)) p.sound('crash')
      say(faultWords(p, line))
    }
  }
  $effect(() => {
    const p = read()
    if (p.happened === happened) return
    happened = p.happened
    faults(p, happened)
  })
  $effect(() => {
    const p = read()
    const last = p.entries.at(-1)
    const fresh = p.entries.filter((entry) => entry.version > entered)
    const first = entered < 0
    entered = last?.version ?? 0
    if (!first && p.live) for (const entry of fresh) faults(p, entry.events)
  })

  $effect(() => {
    const p = read()
    const fresh = p.signals.filter((sign) => sign.at > signs)
    if (!fresh.length) return
    signs = Math.max(...fresh.map((sign) => sign.at))
    for (const sign of fresh) {
      if (sign.seat === p.seat) continue
      p.sound('chat')
      say(p.t('rp.signal.said', { who: seatName(p, sign.seat), what: signWords(p, sign) }))
    }
  })

  $effect(() => {
    const p = read()
    const now = p.table.seats.map((seat) => seat.stands_in)
    const was = stands
    stands = now
    if (!was.length) return
    now.forEach((one, seat) => {
      if (one !== was[seat]) say(p.t(one ? 'rp.player.gone' : 'rp.player.back', { name: seatName(p, seat) }))
    })
  })

  $effect(() => {
    const timer = setInterval(() => {
      const p = read()
      if (!p.clock || !p.live || viewOf(p)?.phase !== 'running') return
      const rest = left(p, moment(p))
      for (const mark of [60, 30, 10]) {
        if (rest <= mark * 1000 && told > mark && rest > 0) {
          told = mark
          p.sound(mark === 10 ? 'hurry' : 'turn')
          say(mark === 60 ? p.t('rp.hear.minute') : p.t('rp.hear.left', { n: mark }))
          break
        }
      }
      if (rest > 61_000) told = Infinity
    }, 500)
    return () => clearInterval(timer)
  })

  return heard
}

