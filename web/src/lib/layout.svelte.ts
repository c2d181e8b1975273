/** Which of three layouts fits the window: a phone, a tablet held upright, or anything wider. */
export type Layout = 'phone' | 'tablet' | 'wide'

function fitting(width: number, height: number): Layout {
  // A phone on its side is wide but low.
  if (width < 600 || (height < 480 && width <= 1000)) return 'phone'
  return width <= 1100 && width < height * 1.2 ? 'tablet' : 'wide'
}

const size = $state({ width: innerWidth, height: innerHeight })
addEventListener('resize', () => {
  size.width = innerWidth
  size.height = innerHeight
})

export const layout = {
  get is(): Layout {
    return fitting(size.width, size.height)
  },
}
