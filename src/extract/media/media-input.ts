import { ALL_FORMATS, CustomSource, Input } from 'mediabunny'
import type { BlobSource } from '../blob-source.ts'

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
