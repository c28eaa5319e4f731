/** Colours as they are written here: `#rrggbb`. What differs enough to be read says WCAG 2.2. */

const contrastMin = 4.5
/** Shares of ink that are tried, in hundredths. */
const step = 4

/** Dark letters on a light colour, light ones on a dark: whichever differs more. */
export function lettersOn(color: string): string {
  return luminanceOf(partsOf(color)) > 0.179 ? '#111' : '#fff'
}

/** The colour for letters on this ground: with as little of its ink as can be read. */
export function readable(color: string, on: { ink: string; ground: string }): string {
  const [own, ink, ground] = [color, on.ink, on.ground].map(partsOf) as [Parts, Parts, Parts]
  for (let share = 0; share < 100; share += step) {
    const mixed = own.map((part, i) => {
      return Math.round((part * (100 - share) + (ink[i] as number) * share) / 100)
    })
    if (contrastOf(mixed, ground) >= contrastMin) return written(mixed)
  }
  return on.ink
}

type Parts = readonly number[]

function partsOf(color: string): Parts {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

function written(parts: Parts): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function luminanceOf(parts: Parts): number {
  const [red = 0, green = 0, blue = 0] = parts.map((whole) => {
    const part = whole / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: Parts, other: Parts): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return ((light as number) + 0.05) / ((dark as number) + 0.05)
}
