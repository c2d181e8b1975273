/** A picture behind the board to draw after. It stays in this browser: nobody else sees it, and no file has it. */
export class Trace {
  url = $state('')
  opacity = $state(0.5)
  scale = $state(1)
  x = $state(0)
  y = $state(0)
  /** Above what is drawn, where the drawing would hide it. */
  over = $state(false)

  async read(file: File): Promise<void> {
    const reader = new FileReader()
    const done = new Promise<string>((good, bad) => {
      reader.onload = () => good(String(reader.result))
      reader.onerror = () => bad(reader.error)
    })
    reader.readAsDataURL(file)
    this.url = await done
  }

  clear(): void {
    Object.assign(this, { url: '', scale: 1, x: 0, y: 0 })
  }
}
