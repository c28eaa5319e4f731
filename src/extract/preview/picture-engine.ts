import { registerHooks } from 'node:module'
import type { BlobSource } from '../blob-source.ts'
import { compiledBriefly } from '../child/compile-engine.ts'
import { soughtBytesMax } from '../limits.ts'
import { standInBinding, standInWorker, startPictureThread, threadsFor } from './picture-threads.ts'

/** The part of the engine that we use. */
type Engine = typeof import('sharp').default

let engine: Engine | undefined
let isBroken = false
const pictures = ['\x89PNG', '\xff\xd8', 'GIF8', 'II*', 'MM']
/** Their covers are pictures. */
const recordings = ['RIFF', 'ID3', 'fLaC', 'OggS', '\x1a\x45\xdf\xa3']
/** What stands in a recording with a cover, or with frames that can be shown. */
const marks = [
  'image/',
  'APIC',
  'PIC\0',
  'covr',
  'METADATA_BLOCK_PICTURE',
  'metadata_block_picture',
]
/** What programs name the picture of the first page in an office file, of those that are drawn. */
export const coverNames = [
  'docProps/thumbnail.jpeg',
  'docProps/thumbnail.jpg',
  'docProps/thumbnail.png',
  'Thumbnails/thumbnail.png',
]
const directoryBytesMax = 256 * 1024
const frameMarks = ['V_VP8', 'V_AV1', 'vp08', 'av01']
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

/** Whether the directory of an archive, which is at its end, names a picture of a first page. */
export function hasCover(source: BlobSource): boolean {
  if (source.head(4).toString('latin1') !== 'PK\x03\x04') return false
  const at = Math.max(0, source.sizeBytes - directoryBytesMax)
  const directory = source.slice({ at, length: source.sizeBytes - at })
  return coverNames.some((name) => directory.includes(name, 0, 'latin1'))
}

function isMovie(head: string): boolean {
  return head.slice(4, 8) === 'ftyp'
}

/**
 * Loads the engine that opens pictures, if the file looks as if there were some. It works with
 * threads, which cannot be started after `confine`. A machine on which it cannot be loaded (a file
 * of it is missing) reads files all the same.
 */
export async function loadPictureEngine(source: BlobSource): Promise<void> {
  if (!needsEngine(source)) return
  try {
    engine = await importPictureEngine(threadsFor[kindOf(source)])
  } catch {
    isBroken = true
  }
}

function kindOf(source: BlobSource): keyof typeof threadsFor {
  const head = source.head(headBytes).toString('latin1')
  if (head.startsWith('II*') || head.startsWith('MM')) return 'tiff'
  // In a recording there may be any.
  return pictures.some((magic) => head.startsWith(magic)) ? 'others' : 'webp'
}

/** A short recording is looked through: most have no picture, and the engine costs more than it. */
function needsEngine(source: BlobSource): boolean {
  if (hasCover(source)) return true
  if (!showsPictures(source.head(headBytes))) return false
  if (isPicture(source) || source.sizeBytes > soughtBytesMax) return true
  const bytes = source.whole()
  return [...marks, ...frameMarks].some((mark) => bytes.includes(mark, 0, 'latin1'))
}

/**
 * libvips as WebAssembly: a flaw in it is a flaw within this process's permissions, as compiled
 * code would not be. Throws what the system says when it cannot be loaded.
 */
export async function importPictureEngine(count: number = threadsFor.webp): Promise<Engine> {
  const threads = Array.from({ length: count }, startPictureThread)
  const hooks = registerHooks({
    resolve: (name, context, next) => next(isCompiled(name) ? engineName : name, context),
  })
  try {
    standInBinding()
    const { default: sharp } = await compiledBriefly(() => import('sharp'))
    standInWorker(threads)
    // One thread for each picture, nothing kept, and none of the formats that we do not let in.
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    return sharp
  } finally {
    hooks.deregister()
  }
}

const engineName = '@img/sharp-wasm32/sharp.node'

/** The library asks for compiled code first. */
function isCompiled(name: string): boolean {
  return name.startsWith('@img/sharp-linux') && name.endsWith('/sharp.node')
}

const loaders = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map(
  (name) => `VipsForeignLoad${name}`,
)

/** The engine, or why there is none. */
export function pictureEngine(): Engine | string {
  if (isBroken) return 'No preview: the engine for pictures cannot be loaded (see kontor doctor).'
  return engine ?? 'No preview: pictures of this format cannot be opened here.'
}
