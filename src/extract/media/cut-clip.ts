import { writeSync } from 'node:fs'
import {
  AdtsOutputFormat,
  Conversion,
  FlacOutputFormat,
  type InputFormat,
  MkvOutputFormat,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  StreamTarget,
  type StreamTargetChunk,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { cleanLine } from '../../base/clean-text.ts'
import { ExtractFailed, type TimeRange } from '../../domain/ingest/ports.ts'
import { type BlobSource, blobSource } from '../blob-source.ts'
import { mediaInput, startSeconds, transportStream } from './media-input.ts'

/** Containers that can be written, by the names that the reader gives them. */
const formats: Record<string, () => OutputFormat> = {
  MP4: () => new Mp4OutputFormat({ fastStart: false }),
  'QuickTime File Format': () => new MovOutputFormat({ fastStart: false }),
  WebM: () => new WebMOutputFormat(),
  Matroska: () => new MkvOutputFormat(),
  MP3: () => new Mp3OutputFormat(),
  WAVE: () => new WavOutputFormat(),
  Ogg: () => new OggOutputFormat(),
  FLAC: () => new FlacOutputFormat(),
  ADTS: () => new AdtsOutputFormat(),
  [transportStream]: () => new MpegTsOutputFormat(),
}
/** A copy begins at a whole picture and ends with a whole packet. */
const slackMs = 15_000

type Cut = { clipFd: number; range: TimeRange; limitBytes: number }

class LimitReached extends Error {}

/**
 * Copies the packets of a range into the open file `clipFd`, without decoding, and then looks at
 * what came out: the same kinds of track and about the length that was asked for. Ends as soon as
 * there are more than `limitBytes` (0: any number). Throws ExtractFailed for what cannot be cut;
 * what is in `clipFd` is then worth nothing.
 */
export async function cutClip(
  source: BlobSource,
  cut: Cut,
): Promise<{ durationMs: number } | 'too large'> {
  try {
    const wanted = await copyRange(source, cut)
    return await checkClip(cut.clipFd, wanted)
  } catch (error) {
    if (error instanceof LimitReached) return 'too large'
    const detail = error instanceof Error ? cleanLine(error.message).slice(0, 200) : undefined
    throw new ExtractFailed({ code: 'corrupt', detail }, { cause: error })
  }
}

type Wanted = { lengthMs: number; kinds: string }

async function copyRange(source: BlobSource, { clipFd, range, limitBytes }: Cut): Promise<Wanted> {
  const input = mediaInput(source)
  const output = new Output({
    format: outputFor(await input.getFormat()),
    target: new StreamTarget(intoFile(clipFd, { limitBytes })),
  })
  try {
    const start = await startSeconds(input)
    const endMs = Math.min(range.endMs, ((await input.computeDuration()) - start) * 1000)
    if (range.startMs >= endMs) throw new Error('the range is empty')
    const conversion = await Conversion.init({
      input,
      output,
      trim: { start: start + range.startMs / 1000, end: start + endMs / 1000 },
      copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY, boundaryPolicy: 'expand' },
      tags: {},
      showWarnings: false,
    })
    if (!conversion.isValid) throw new Error('its tracks cannot be copied')
    await conversion.execute()
    const kinds = conversion.utilizedTracks.map(({ type }) => type)
    return { lengthMs: endMs - range.startMs, kinds: kindsOf(kinds) }
  } catch (error) {
    // Or the descriptors of its tracks stay open.
    await output.cancel().catch(() => {})
    throw error
  } finally {
    input.dispose()
  }
}

function outputFor(format: InputFormat): OutputFormat {
  const make = formats[format.name]
  if (!make) throw new Error(`${format.name} files cannot be cut`)
  return make()
}

function intoFile(
  clipFd: number,
  { limitBytes }: { limitBytes: number },
): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    write({ data, position }) {
      if (limitBytes > 0 && position + data.length > limitBytes) throw new LimitReached()
      for (let done = 0; done < data.length; ) {
        done += writeSync(clipFd, data, done, data.length - done, position + done)
      }
    },
  })
}

/** A damaged recording may give an empty clip without an error: nobody pays for that. */
async function checkClip(clipFd: number, wanted: Wanted): Promise<{ durationMs: number }> {
  const clip = mediaInput(blobSource(clipFd))
  try {
    const kinds = (await clip.getTracks()).map(({ type }) => type)
    const seconds = (await clip.computeDuration()) - (await startSeconds(clip))
    const durationMs = Math.round(seconds * 1000)
    const isShort = durationMs < wanted.lengthMs / 2 - 1000
    const isLong = durationMs > wanted.lengthMs + slackMs
    if (kindsOf(kinds) !== wanted.kinds || !(durationMs > 0) || isShort || isLong) {
      throw new Error('the clip is not what was asked for')
    }
    return { durationMs }
  } finally {
    clip.dispose()
  }
}

function kindsOf(kinds: readonly string[]): string {
  return kinds
    .filter((kind) => kind === 'video' || kind === 'audio')
    .sort()
    .join()
}
