import { text } from 'node:stream/consumers'
import type { BlobStore } from '../../src/domain/catalog/index.ts'

/** What the bytes of a key say. */
export async function blobText(blobs: BlobStore, key: string): Promise<string> {
  await using bytes = await blobs.open(key)
  return await text(bytes.stream({ start: 0, end: bytes.sizeBytes - 1 }))
}
