/** The side of a square, in dots. The brightest dot of each says how much light falls on it. */
const side = 16
/** In squares: letters and lines are narrower than twice this, shadows are wider. */
const reach = 3
/** Of squares beside each other: so much more or less light is as much. */
const alikeWithin = 0.06
/** Nearly everywhere a page has as much light as beside it; leaves of trees have not. */
const alikeShare = 0.8
/** The darkest twentieth of a page, beside its brightest: above it nothing is gained. */
const unevenBelow = 0.8
/** A desk is as dark; what is darker has nothing to read in it. */
const dimmest = 48

type Graymap = { width: number; height: number; header: Uint8Array; dots: Uint8Array }
/** The light on each square, row by row. */
type Light = { across: number; down: number; squares: Uint8Array }

/**
 * A page as if the same light fell on all of it: photographs have shadows and dark edges, and
 * Tesseract tells ink from paper by one threshold for the whole picture. Of another picture than a
 * page with shadows, or of another format than a portable graymap, these very bytes.
 */
export function evenLight(image: Uint8Array): Uint8Array {
  const map = readGraymap(image)
  if (!map) return image
  const light = brightest(map)
  return isPage(light) && isUneven(light) ? brightened(map, withoutInk(light)) : image
}

function readGraymap(image: Uint8Array): Graymap | undefined {
  const start = Buffer.from(image.buffer, image.byteOffset, Math.min(40, image.length))
  const [header, width, height] = /^P5 (\d+) (\d+) 255\n/.exec(start.toString('latin1')) ?? []
  if (header === undefined) return undefined
  return {
    width: Number(width),
    height: Number(height),
    header: image.subarray(0, header.length),
    dots: image.subarray(header.length),
  }
}

function brightest({ width, height, dots }: Graymap): Light {
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)]
  const squares = new Uint8Array(across * down)
  for (let y = 0; y < height; y++) {
    const first = Math.floor(y / side) * across
    for (let square = 0; square < across; square++) {
      const end = y * width + Math.min(width, (square + 1) * side)
      let most = squares[first + square] as number
      for (let dot = y * width + square * side; dot < end; dot++) {
        if ((dots[dot] as number) > most) most = dots[dot] as number
      }
      squares[first + square] = most
    }
  }
  return { across, down, squares }
}

function isPage({ across, squares }: Light): boolean {
  let alike = 0
  for (let i = 1; i < squares.length; i++) {
    if (i % across === 0) continue
    const [before, here] = [squares[i - 1] as number, squares[i] as number]
    if (Math.abs(here - before) <= Math.max(here, before) * alikeWithin) alike++
  }
  return alike >= alikeShare * (squares.length - squares.length / across)
}

function isUneven({ squares }: Light): boolean {
  const sorted = squares.slice().sort()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number
  return at(0.05) < unevenBelow * at(0.95)
}

/** A closing: what is dark and narrow goes, what is dark and wide stays as it is. */
function withoutInk(light: Light): Light {
  const widest = inReach(light, Math.max)
  return inReach(widest, Math.min)
}

type Pick = (...values: number[]) => number
/** A row or a column: so many squares, each a step after the last. */
type Line = { step: number; count: number }

/** Of each square the most, or the least, within reach: along the rows, then along the columns. */
function inReach({ across, down, squares }: Light, pick: Pick): Light {
  const along = (from: Uint8Array, { step, count }: Line) =>
    from.map((_, i) => {
      const place = Math.floor(i / step) % count
      const near = i - Math.min(reach, place) * step
      const far = i + Math.min(reach, count - 1 - place) * step
      let found = from[i] as number
      for (let at = near; at <= far; at += step) found = pick(found, from[at] as number)
      return found
    })
  return {
    across,
    down,
    squares: along(along(squares, { step: 1, count: across }), { step: across, count: down }),
  }
}

function brightened({ width, height, header, dots }: Graymap, light: Light): Uint8Array {
  const whole = new Uint8Array(header.length + dots.length)
  whole.set(header)
  const even = whole.subarray(header.length)
  const columns = Array.from({ length: width }, (_, x) => between({ dot: x, count: light.across }))
  for (let y = 0; y < height; y++) {
    const row = lightOfRow(light, y)
    for (let x = 0; x < width; x++) {
      const there = mixed(row, columns[x] as Between)
      even[y * width + x] = Math.min(255, ((dots[y * width + x] as number) * 255) / there)
    }
  }
  return whole
}

/** As it changes from the middle of a square to the middle of the one below. */
function lightOfRow({ across, down, squares }: Light, y: number): Float64Array {
  const { one, other, share } = between({ dot: y, count: down })
  const upper = squares.subarray(one * across, (one + 1) * across)
  const lower = squares.subarray(other * across, (other + 1) * across)
  return Float64Array.from(upper, (light, i) =>
    Math.max(dimmest, light + ((lower[i] as number) - light) * share),
  )
}

type Between = { one: number; other: number; share: number }

/** The two squares between whose middles a dot lies, and how far it is from the first of them. */
function between({ dot, count }: { dot: number; count: number }): Between {
  const exact = Math.min(count - 1, Math.max(0, (dot + 0.5) / side - 0.5))
  const one = Math.floor(exact)
  return { one, other: Math.min(one + 1, count - 1), share: exact - one }
}

function mixed(values: Float64Array, { one, other, share }: Between): number {
  const value = values[one] as number
  return value + ((values[other] as number) - value) * share
}
