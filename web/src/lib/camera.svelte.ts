/** Where the eye is over the board: a shift and a scale, kept within the board. */
export class Camera {
  x = $state(0)
  y = $state(0)
  k = $state(1)
  /** In motion: the picture may be soft until it rests. */
  moving = $state(false)
  #width = 1
  #height = 1
  #boardWidth = 1
  #boardHeight = 1
  #frame = 0
  #led = false
  #rest: ReturnType<typeof setTimeout> | undefined
  /** It shows the whole board and follows the size of the window. */
  untouched = true

  get fitted(): number {
    return Math.min(this.#width / this.#boardWidth, this.#height / this.#boardHeight)
  }

  resize(width: number, height: number, boardWidth: number, boardHeight: number): void {
    if (width < 1 || height < 1) return
    const same = this.#boardWidth === boardWidth && this.#boardHeight === boardHeight
    const middle = { x: (this.#width / 2 - this.x) / this.k, y: (this.#height / 2 - this.y) / this.k }
    this.#width = width
    this.#height = height
    this.#boardWidth = boardWidth
    this.#boardHeight = boardHeight
    if (this.untouched || !same) this.#set(0, 0, this.fitted)
    else this.#set(width / 2 - middle.x * this.k, height / 2 - middle.y * this.k, this.k)
  }

  #set(x: number, y: number, k: number): void {
    const scale = Math.min(4, Math.max(this.fitted, k))
    const w = this.#boardWidth * scale
    const h = this.#boardHeight * scale
    this.k = scale
    this.x = w <= this.#width ? (this.#width - w) / 2 : Math.min(0, Math.max(this.#width - w, x))
    this.y = h <= this.#height ? (this.#height - h) / 2 : Math.min(0, Math.max(this.#height - h, y))
  }

  #stir(): void {
    this.untouched = false
    this.moving = true
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => (this.moving = false), 180)
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
  }

  pan(dx: number, dy: number): void {
    this.stop()
    this.#stir()
    this.#set(this.x + dx, this.y + dy, this.k)
  }

  /** Scale about a point of the window. */
  zoom(factor: number, px = this.#width / 2, py = this.#height / 2): void {
    this.stop()
    this.#stir()
    const k = Math.min(4, Math.max(this.fitted, this.k * factor))
    this.#set(px - ((px - this.x) / this.k) * k, py - ((py - this.y) / this.k) * k, k)
  }

  /** Glide to another place; at once where motion is unwanted. */
  glide(x: number, y: number, k: number, calm: boolean, whole = false): void {
    this.stop()
    this.#stir()
    if (calm) {
      this.#set(x, y, k)
      this.untouched = whole
      return
    }
    const from = { x: this.x, y: this.y, k: this.k }
    const start = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, (now - start) / 260)
      const ease = 1 - (1 - part) ** 3
      this.#stir()
      this.#set(from.x + (x - from.x) * ease, from.y + (y - from.y) * ease, from.k + (k - from.k) * ease)
      if (part < 1) this.#frame = requestAnimationFrame(step)
      else this.untouched = whole
    }
    this.#frame = requestAnimationFrame(step)
  }

  fit(calm: boolean): void {
    const k = this.fitted
    this.glide((this.#width - this.#boardWidth * k) / 2, (this.#height - this.#boardHeight * k) / 2, k, calm, true)
  }

  /** Bring a part of the board into the middle of the window. */
  look(box: { x: number; y: number; width: number; height: number }, calm: boolean, most = 1.1): void {
    const k = Math.min(most, this.#width / box.width, this.#height / box.height)
    const scale = Math.max(this.fitted, k)
    const x = this.#width / 2 - (box.x + box.width / 2) * scale
    const y = this.#height / 2 - (box.y + box.height / 2) * scale
    this.glide(x, y, scale, calm)
  }

  /** Look at these points from near; with none, at the whole board again if it was left for that. */
  near(points: { x: number; y: number }[], calm: boolean, most = 1): void {
    const [xs, ys] = [points.map((one) => one.x), points.map((one) => one.y)]
    const [x, y] = [Math.min(...xs) - 160, Math.min(...ys) - 115]
    if (points.length) this.look({ x, y, width: Math.max(...xs) + 160 - x, height: Math.max(...ys) + 115 - y }, calm, most)
    else if (this.#led) this.fit(calm)
    this.#led = points.length > 0
  }

  /** Move as little as needed to see a point. */
  reveal(px: number, py: number, calm: boolean): void {
    const margin = Math.min(70, this.#width / 6, this.#height / 6)
    const sx = this.x + px * this.k
    const sy = this.y + py * this.k
    const dx = sx < margin ? margin - sx : sx > this.#width - margin ? this.#width - margin - sx : 0
    const dy = sy < margin ? margin - sy : sy > this.#height - margin ? this.#height - margin - sy : 0
    if (dx || dy) this.glide(this.x + dx, this.y + dy, this.k, calm)
  }
}
