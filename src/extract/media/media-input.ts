import { ALL_FORMATS, CustomSource, Input } from 'mediabunny'
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
