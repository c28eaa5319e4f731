import type { BlobSource } from '../blob-source.ts'

/** The part of the engine that we use. */
type Engine = typeof import('sharp').default

let engine: Engine | undefined
/** Where there are compressed pictures: pictures themselves, and the covers of recordings. */
const withPictures = ['\x89PNG', '\xff\xd8', 'RIFF', 'GIF8', 'II*', 'MM', 'ID3', 'fLaC', 'OggS']
const matroska = '\x1a\x45\xdf\xa3'
const headBytes = 12

/** Whether the first bytes of a file look as if there were compressed pictures in it. */
export function showsPictures(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, headBytes)
  return [...withPictures, matroska].some((magic) => head.startsWith(magic)) || isMovie(head)
}

function isMovie(head: string): boolean {
  return head.slice(4, 8) === 'ftyp'
}

/**
 * Loads the engine that opens pictures, if the file looks as if there were some. It is compiled
 * code: after `confine` there is no way to load any.
 */
export async function loadPictureEngine(source: BlobSource): Promise<void> {
  if (!showsPictures(source.head(headBytes))) return
  const { default: sharp } = await import('sharp')
  // One thread, nothing kept, and none of the formats that we do not let in.
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  engine = sharp
}

const loaders = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map(
  (name) => `VipsForeignLoad${name}`,
)

export function pictureEngine(): Engine | undefined {
  return engine
}
