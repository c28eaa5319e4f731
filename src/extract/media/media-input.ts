import { ALL_FORMATS, CustomSource, EncodedPacketSink, Input } from 'mediabunny'
import type { BlobSource } from '../blob-source.ts'

export const transportStream = 'MPEG Transport Stream'

/** A recording, read at positions through the open descriptor; nothing is held whole. */
export function mediaInput(source: BlobSource): Input {
  return new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => source.sizeBytes,
      read: (start, end) => source.slice({ at: start, length: end - start }),
      prefetchProfile: 'fileSystem',
      handleUnhandledError: () => {},
    }),
  })
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
