import type { Preview } from '../../domain/ingest/ports.ts'
import { waveHeight, waveWidth } from './limits.ts'
import type { Peaks } from './peaks-of-wave.ts'
import { writePng } from './write-png.ts'

const background = 0xff
const foreground = 0x40

/** A column for each part, as high as it is loud, around the middle. */
export function drawWaveform(peaks: Peaks): Preview {
  const [width, height] = [waveWidth, waveHeight]
  const data = new Uint8Array(width * height).fill(background)
  for (let x = 0; x < width; x++) {
    const loudness = peaks[Math.floor((x * peaks.length) / width)] ?? 0
    const half = Math.max(0.5, (loudness * height) / 2)
    for (let y = Math.floor(height / 2 - half); y < height / 2 + half; y++) {
      if (y >= 0 && y < height) data[y * width + x] = foreground
    }
  }
  const bytes = writePng({ width, height, data }, 1)
  return { picture: { contentType: 'image/png', width, height, bytes } }
}
