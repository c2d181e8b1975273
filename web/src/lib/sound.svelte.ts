/** Small sounds, made on the spot, each with a caption for those who do not hear them. */
import { settings } from './settings.svelte'
import { known, t } from './words.svelte'

type Note = { at: number; hz: number; to?: number; last: number; loud: number; shape: OscillatorType; noise?: boolean }

export const SOUNDS: Record<string, Note[]> = {
  // A piece of track falls into place.
  lay: [
    { at: 0, hz: 190, to: 70, last: 0.09, loud: 0.5, shape: 'triangle' },
    { at: 0.012, hz: 2400, to: 900, last: 0.03, loud: 0.12, shape: 'square', noise: true },
  ],
  // A card is turned.
  card: [{ at: 0, hz: 1800, to: 700, last: 0.07, loud: 0.16, shape: 'sine', noise: true }],
  reveal: [
    { at: 0, hz: 1800, to: 700, last: 0.07, loud: 0.16, shape: 'sine', noise: true },
    { at: 0.09, hz: 1800, to: 700, last: 0.07, loud: 0.16, shape: 'sine', noise: true },
    { at: 0.18, hz: 1800, to: 700, last: 0.07, loud: 0.16, shape: 'sine', noise: true },
  ],
  money: [
    { at: 0, hz: 1760, last: 0.12, loud: 0.16, shape: 'sine' },
    { at: 0.07, hz: 2349, last: 0.2, loud: 0.16, shape: 'sine' },
  ],
  // Three blows, and the spike rings.
  spike: [
    { at: 0, hz: 1480, to: 900, last: 0.06, loud: 0.3, shape: 'square', noise: true },
    { at: 0.3, hz: 1480, to: 900, last: 0.06, loud: 0.3, shape: 'square', noise: true },
    { at: 0.62, hz: 1480, to: 900, last: 0.06, loud: 0.4, shape: 'square', noise: true },
    { at: 0.62, hz: 1976, last: 0.9, loud: 0.12, shape: 'sine' },
    { at: 0.62, hz: 2637, last: 0.7, loud: 0.06, shape: 'sine' },
  ],
  // The last of the cubes is home.
  lastcube: [
    { at: 0, hz: 1175, last: 0.16, loud: 0.14, shape: 'sine' },
    { at: 0.12, hz: 1397, last: 0.16, loud: 0.14, shape: 'sine' },
    { at: 0.24, hz: 1760, last: 0.5, loud: 0.16, shape: 'sine' },
    { at: 0.24, hz: 2349, last: 0.6, loud: 0.08, shape: 'sine' },
  ],
  // A station bell: it is your turn.
  turn: [
    { at: 0, hz: 880, last: 0.5, loud: 0.22, shape: 'sine' },
    { at: 0, hz: 1320, last: 0.4, loud: 0.08, shape: 'sine' },
    { at: 0.22, hz: 1108, last: 0.6, loud: 0.18, shape: 'sine' },
  ],
  refused: [
    { at: 0, hz: 150, last: 0.12, loud: 0.3, shape: 'triangle' },
    { at: 0.14, hz: 130, last: 0.16, loud: 0.3, shape: 'triangle' },
  ],
  chat: [{ at: 0, hz: 660, last: 0.12, loud: 0.12, shape: 'sine' }],
  // Toot! Toot! A train is held out.
  toot: [
    { at: 0, hz: 622, last: 0.16, loud: 0.16, shape: 'triangle' },
    { at: 0, hz: 740, last: 0.16, loud: 0.12, shape: 'triangle' },
    { at: 0.2, hz: 622, to: 600, last: 0.3, loud: 0.16, shape: 'triangle' },
    { at: 0.2, hz: 740, to: 715, last: 0.3, loud: 0.12, shape: 'triangle' },
  ],
  // A cube is lifted.
  cube: [{ at: 0, hz: 520, to: 260, last: 0.05, loud: 0.22, shape: 'triangle' }],
  // A train has changed hands.
  couple: [
    { at: 0, hz: 240, to: 90, last: 0.08, loud: 0.4, shape: 'triangle' },
    { at: 0.07, hz: 300, to: 110, last: 0.09, loud: 0.4, shape: 'triangle' },
  ],
  // A cube has come home.
  home: [{ at: 0, hz: 1175, last: 0.14, loud: 0.14, shape: 'sine' }, { at: 0.06, hz: 1568, last: 0.2, loud: 0.12, shape: 'sine' }],
  // Something fell.
  crash: [
    { at: 0, hz: 900, to: 120, last: 0.35, loud: 0.5, shape: 'square', noise: true },
    { at: 0.02, hz: 120, to: 50, last: 0.3, loud: 0.4, shape: 'triangle' },
  ],
  // The last seconds.
  hurry: [{ at: 0, hz: 988, last: 0.1, loud: 0.2, shape: 'sine' }, { at: 0.16, hz: 988, last: 0.1, loud: 0.2, shape: 'sine' }, { at: 0.32, hz: 988, last: 0.1, loud: 0.2, shape: 'sine' }],
  // A far whistle: the game is over.
  finish: [
    { at: 0, hz: 466, last: 0.35, loud: 0.16, shape: 'triangle' },
    { at: 0, hz: 587, last: 0.35, loud: 0.12, shape: 'triangle' },
    { at: 0.45, hz: 466, to: 440, last: 0.9, loud: 0.16, shape: 'triangle' },
    { at: 0.45, hz: 587, to: 554, last: 0.9, loud: 0.12, shape: 'triangle' },
  ],
}

export const caption = $state({ text: '', count: 0 })
let heard: AudioContext | null = null
let fade = 0

export function sound(name: string): void {
  if (!settings.sound) return
  const notes = SOUNDS[name]
  if (!notes) return
  if (settings.captions && known(`sound.${name}`)) {
    caption.text = t(`sound.${name}`)
    caption.count += 1
    clearTimeout(fade)
    fade = setTimeout(() => (caption.text = ''), 1800) as unknown as number
  }
  // Before the first click a browser keeps silent and complains, and notes would pile up.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return
  try {
    heard ??= new AudioContext()
    if (heard.state === 'suspended') void heard.resume()
    for (const note of notes) play(heard, note)
  } catch {
    // A machine without sound has captions.
  }
}

function play(context: AudioContext, note: Note): void {
  const begin = context.currentTime + note.at
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, begin)
  // What the ear takes for half as loud is about a quarter of the power.
  gain.gain.exponentialRampToValueAtTime(note.loud * 2 * (settings.volume / 10) ** 2, begin + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + note.last)
  gain.connect(context.destination)
  if (note.noise) {
    const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * note.last), context.sampleRate)
    const data = buffer.getChannelData(0)
    for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1
    const source = context.createBufferSource()
    source.buffer = buffer
    const filter = context.createBiquadFilter()
    filter.type = 'bandpass'
    filter.frequency.setValueAtTime(note.hz, begin)
    filter.frequency.exponentialRampToValueAtTime(note.to ?? note.hz, begin + note.last)
    source.connect(filter).connect(gain)
    source.start(begin)
  } else {
    const source = context.createOscillator()
    source.type = note.shape
    source.frequency.setValueAtTime(note.hz, begin)
    if (note.to) source.frequency.exponentialRampToValueAtTime(note.to, begin + note.last)
    source.connect(gain)
    source.start(begin)
    source.stop(begin + note.last + 0.05)
  }
}
