import { writeSync } from 'node:fs'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { mediaInput } from '../media/media-input.ts'
import { type Heard, heardSound } from './heard-sound.ts'

/**
 * Decodes the sound of a recording into the open file `outFd`, as whole numbers of 16 bits, one
 * channel, 16,000 a second. Silence takes no room on the disk. Throws ExtractFailed:
 * `unsupported_type` with its form where it is not decoded here.
 */
export async function writeSound(
  source: BlobSource,
  { outFd, secondsMax }: { outFd: number; secondsMax: number },
): Promise<{ samples: number }> {
  const input = mediaInput(source)
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track) throw new ExtractFailed({ code: 'empty', detail: 'it has no sound' })
    const pieces = await heardSound(track, secondsMax)
    const detail = (await track.getCodec())?.toUpperCase()
    if (!pieces) throw new ExtractFailed({ code: 'unsupported_type', detail })
    const samples = await writeAll(pieces, outFd)
    if (samples === 0) throw new ExtractFailed({ code: 'corrupt', detail: 'nothing can be heard' })
    return { samples }
  } finally {
    input.dispose()
  }
}

/** What comes before the damage of a recording can be heard. */
async function writeAll(pieces: AsyncIterable<Heard>, outFd: number): Promise<number> {
  let [samples, written] = [0, 0]
  try {
    for await (const piece of pieces) {
      samples = piece.at + piece.samples.length
      if (piece.samples.every((sample) => sample === 0)) continue
      writeAt(outFd, piece)
      written = samples
    }
  } catch (error) {
    if (samples === 0 || (error as NodeJS.ErrnoException).syscall === 'write') throw error
  }
  // A silent end has to be there, too.
  if (written < samples) writeAt(outFd, { at: samples - 1, samples: new Float32Array(1) })
  return samples
}

function writeAt(outFd: number, { at, samples }: Heard): void {
  const bytes = Buffer.allocUnsafe(samples.length * 2)
  samples.forEach((sample, i) => {
    const whole = Math.round((Number.isNaN(sample) ? 0 : sample) * 32_768)
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, whole)), i * 2)
  })
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(outFd, bytes, done, bytes.length - done, at * 2 + done)
  }
}
