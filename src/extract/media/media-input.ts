import { ALL_FORMATS, CustomSource, EncodedPacketSink, Input } from 'mediabunny'
import type { BlobSource } from '../blob-source.ts'

export const transportStream = 'MPEG Transport Stream'

/** A recording, read at positions through the open descriptor; nothing is held whole. */
export function mediaInput(source: BlobSource): Input {
  return new Input({
    formats: ALL_FORMATS,
    source: new ForwardSource({
      getSize: () => source.sizeBytes,
      read: (start, end) => source.slice({ at: start, length: end - start }),
      prefetchProfile: 'fileSystem',
      handleUnhandledError: () => {},
    }),
  })
}

/** So many reads in turn of bytes that were just read: nobody who gets on does that. */
const againMax = 20_000
const recentMax = 64

/**
 * Who looks for the next element of a damaged Matroska file asks for its last eight bytes for ever
 * (mediabunny 1.61, `resync`), and gives no timer a turn. Such a reader is told that there is
 * nothing more, and one that does not listen is ended.
 */
class ForwardSource extends CustomSource {
  readonly #recent = new Set<string>()
  #again = 0

  // Not in the types of the package: what it calls for each piece.
  _read(...asked: [start: number, end: number, ...unknown[]]): unknown {
    const [start, end] = asked
    const key = `${start}-${end}`
    if (!this.#recent.has(key)) {
      this.#again = 0
      if (this.#recent.size >= recentMax) this.#recent.clear()
      this.#recent.add(key)
    } else if (++this.#again > 2 * againMax) {
      throw new Error('the same bytes are read for ever')
    } else if (this.#again > againMax) {
      return null
    }
    return (CustomSource.prototype as unknown as ForwardSource)._read.apply(this, asked)
  }
}

/**
 * When a recording begins by its own clock, in seconds. A transport stream is cut out of one that
 * never ends, so its clock may stand anywhere; all others begin where their clock does.
 */
export async function startSeconds(input: Input): Promise<number> {
  const { name } = await input.getFormat()
  return name === transportStream ? await input.getFirstTimestamp() : 0
}

/**
 * Whether anything of its sound can be told apart. The reader of FLAC looks for ever for the end of
 * a recording whose first frame it cannot read: it is asked for that one first.
 */
export async function hasFirstFrame(input: Input): Promise<boolean> {
  const { name } = await input.getFormat()
  if (name !== 'FLAC') return true
  const track = await input.getPrimaryAudioTrack()
  if (track === null) return false
  return (await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) !== null
}
