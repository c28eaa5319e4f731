import type { BlobSource } from '../blob-source.ts'

/** The part of the engine that we use. */
type Engine = typeof import('sharp').default

let engine: Engine | undefined
let isBroken = false
const pictures = ['\x89PNG', '\xff\xd8', 'GIF8', 'II*', 'MM']
/** Their covers are pictures. */
const recordings = ['RIFF', 'ID3', 'fLaC', 'OggS', '\x1a\x45\xdf\xa3']
const headBytes = 12

/** Whether the first bytes of a file look like those of a picture. */
export function isPicture(source: BlobSource): boolean {
  const head = source.head(headBytes).toString('latin1')
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || pictures.some((magic) => head.startsWith(magic))
}

/** Whether the first bytes of a file look as if there were compressed pictures in it. */
export function showsPictures(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, headBytes)
  return [...pictures, ...recordings].some((magic) => head.startsWith(magic)) || isMovie(head)
}

function isMovie(head: string): boolean {
  return head.slice(4, 8) === 'ftyp'
}

/**
 * Loads the engine that opens pictures, if the file looks as if there were some. It is compiled
 * code: after `confine` there is no way to load any. A machine on which it cannot be loaded (a
 * library of the system is missing) reads files all the same.
 */
export async function loadPictureEngine(source: BlobSource): Promise<void> {
  if (!showsPictures(source.head(headBytes))) return
  try {
    engine = await importPictureEngine()
  } catch {
    isBroken = true
  }
}

/** Throws what the system says when it cannot be loaded. */
export async function importPictureEngine(): Promise<Engine> {
  const { default: sharp } = await import('sharp')
  // One thread, nothing kept, and none of the formats that we do not let in.
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  return sharp
}

const loaders = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map(
  (name) => `VipsForeignLoad${name}`,
)

/** The engine, or why there is none. */
export function pictureEngine(): Engine | string {
  if (isBroken) return 'No preview: the engine for pictures cannot be loaded (see kontor doctor).'
  return engine ?? 'No preview: pictures of this format cannot be opened here.'
}
