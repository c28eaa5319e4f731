import { type Dots, writePng } from './write-png.ts'

/** A drawn page as a PNG: in colour where that fits, else in grey; undefined where neither does. */
export function pngOfPage(drawn: Dots, bytesMax: number): Buffer | undefined {
  const { grey, isLossless } = greyOf(drawn)
  const inColour = isLossless ? undefined : writePng(withoutFourth(drawn), 3)
  if (inColour && inColour.byteLength <= bytesMax) return inColour
  const inGrey = writePng(grey, 1)
  return inGrey.byteLength <= bytesMax ? inGrey : undefined
}

/** Red, green and blue are the low bytes of a dot, in this order. */
function greyOf(drawn: Dots): { grey: Dots; isLossless: boolean } {
  const { buffer, byteOffset, length } = drawn.data
  const dots = new Uint32Array(buffer, byteOffset, length / 4)
  const data = new Uint8Array(dots.length)
  let differs = 0
  for (let i = 0; i < dots.length; i++) {
    const dot = dots[i] as number
    data[i] = dot
    differs |= (dot ^ (dot >> 8)) & 0xffff
  }
  if (differs !== 0) for (let i = 0; i < dots.length; i++) data[i] = brightness(dots[i] as number)
  return { grey: { ...drawn, data }, isLossless: differs === 0 }
}

/** As the eye has it (ITU-R BT.601). */
function brightness(dot: number): number {
  const red = dot & 0xff
  const green = (dot >> 8) & 0xff
  const blue = (dot >> 16) & 0xff
  return (red * 299 + green * 587 + blue * 114) / 1000
}

function withoutFourth(drawn: Dots): Dots {
  const data = new Uint8Array((drawn.data.length / 4) * 3)
  for (let from = 0, to = 0; from < drawn.data.length; from += 4, to += 3) {
    data[to] = drawn.data[from] as number
    data[to + 1] = drawn.data[from + 1] as number
    data[to + 2] = drawn.data[from + 2] as number
  }
  return { ...drawn, data }
}
