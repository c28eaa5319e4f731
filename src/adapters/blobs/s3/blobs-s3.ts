import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { FilesAway } from '../../../base/errors.ts'
import { openNameless } from '../../../base/nameless-file.ts'
import { type LocalBytes, localBytesOf, type OpenBytes } from '../../../base/open-bytes.ts'
import type { S3Place } from '../../../base/s3-place.ts'
import {
  type BlobKey,
  BlobMissing,
  type BlobParts,
  type BlobStore,
  type CamePart,
  type ReceivedBlob,
  type StraightParts,
} from '../../../domain/catalog/ports.ts'
import type { Admission } from '../admission.ts'
import { keyForm } from '../blob-files.ts'
import * as objects from './s3-objects.ts'
import type { S3Requests } from './s3-requests.ts'
import { abortUpload, joinObjects, partMinBytes, receiveObject } from './s3-uploads.ts'
import { uploadsIn } from './s3-xml.ts'

type Settings = {
  place: S3Place
  s3: S3Requests
  /** Where copies for children lie, without a name. */
  temporary: string
  admission: Admission
  /** Whether clients are sent to the bucket with what they upload. */
  straight?: boolean | undefined
  /** For how long a file may be fetched from the bucket; 0 or nothing: not at all. */
  lentSeconds?: number | undefined
}

/** Nobody uploads anything for so long; what S3 lists as begun before then was left behind. */
const draftMs = 24 * 3_600_000
/** S3 signs no URL for longer. */
const presignedMaxS = 7 * 24 * 3_600

/**
 * Blobs as objects of a bucket: `blobs/<key>`, and the parts of one that is not finished as
 * `parts/<key>/<offset>`. An object is there whole or not at all; S3 compares each request with
 * its SHA-256. Every call throws FilesAway while S3 is, and for a bucket of somebody else.
 */
export function openBlobsS3(settings: Settings): BlobStore {
  const { place, s3, temporary, admission, lentSeconds = 0 } = settings
  const { admitted, stillOurs } = admission
  const look: Look = (name) => objects.findObject(s3, name, stillOurs)
  const parts = partsOn({ place, s3, admitted, look })

  async function find(key: BlobKey): Promise<objects.S3Object> {
    const name = nameOf(key)
    await admitted()
    const found = await look(name)
    if (!found) throw new BlobMissing(key)
    return found
  }

  return {
    async receive(key, source, { limitBytes }) {
      const name = nameOf(key)
      await admitted()
      return await receiveObject(s3, source, { name, limitBytes })
    },

    parts,

    straight: settings.straight ? straightOn({ place, s3, admitted, look }) : undefined,

    lend: lendingOn({ s3, find, seconds: lentSeconds }),

    async open(key) {
      return openObject(s3, nameOf(key), await find(key))
    },

    async local(key) {
      const { sizeBytes, etag } = await find(key)
      const span = { start: 0, end: sizeBytes - 1, etag }
      return await copied(objects.bytesIn(s3, nameOf(key), span), temporary)
    },

    async remove(key) {
      const name = nameOf(key)
      await admitted()
      await objects.removeObject(s3, name)
      await removeParts(s3, place, key)
    },

    async *list() {
      await admitted()
      for await (const { name } of objects.listObjects(s3, { ...place, begin: 'blobs/' })) {
        const key = name.slice('blobs/'.length)
        if (keyForm.test(key)) yield key
      }
      yield* parts.list()
    },

    async writtenAtMs(key) {
      const name = nameOf(key)
      await admitted()
      const whole = await look(name)
      if (whole) return whole.writtenAtMs
      let lastMs: number | undefined
      for await (const part of objects.listObjects(s3, { ...place, begin: `parts/${key}/` })) {
        lastMs = Math.max(lastMs ?? 0, part.modifiedMs + 999 - s3.skewMs())
      }
      return lastMs
    },

    async removeDrafts() {
      await admitted()
      const beforeMs = Date.now() + s3.skewMs() - draftMs
      const query = { uploads: '', prefix: place.prefix }
      for (const draft of uploadsIn(await s3.text({ method: 'GET', query }))) {
        const name = draft.name.slice(place.prefix.length)
        if (draft.begunMs < beforeMs) await abortUpload(s3, { ...draft, name })
      }
    },
  }
}

type Lending = {
  s3: S3Requests
  find: (key: BlobKey) => Promise<objects.S3Object>
  seconds: number
}

/** Looked for first: a bucket that is away, or lacks it, says so while nothing is charged. */
function lendingOn({ s3, find, seconds }: Lending): NonNullable<BlobStore['lend']> {
  return async (key, words) => {
    if (seconds === 0) return undefined
    const { sizeBytes } = await find(key)
    const query = {
      'response-content-type': words.contentType,
      'response-content-disposition': words.contentDisposition,
      'response-cache-control': words.cacheControl,
    }
    const url = await s3.presigned({ method: 'GET', name: nameOf(key), query }, seconds)
    return { url, seconds, sizeBytes }
  }
}

function nameOf(key: BlobKey): string {
  if (!keyForm.test(key)) throw new TypeError(`not a blob key: ${key}`)
  return `blobs/${key}`
}

/** Undefined when there is no object of this name in a bucket that is ours. */
type Look = (name: string) => Promise<objects.S3Object | undefined>
type Partly = { place: S3Place; s3: S3Requests; admitted: () => Promise<void>; look: Look }

function partsOn({ place, s3, admitted, look }: Partly): BlobParts {
  return {
    async put(key, source, { offsetBytes, limitBytes }) {
      nameOf(key)
      await admitted()
      return await receiveObject(s3, source, { name: partName(key, offsetBytes), limitBytes })
    },

    async finish(key, pieces) {
      const name = nameOf(key)
      await admitted()
      const placed = new Map<number, PlacedObject>()
      for await (const part of objects.listObjects(s3, { ...place, begin: `parts/${key}/` })) {
        const offsetBytes = offsetIn(part.name)
        placed.set(offsetBytes, { name: part.name, offsetBytes })
      }
      for (const piece of pieces)
        placed.set(piece.offsetBytes, { ...piece, name: nameOf(piece.key) })
      const inOrder = [...placed.values()].sort((a, b) => a.offsetBytes - b.offsetBytes)
      if (inOrder.length > 0) await join({ place, s3, look }, name, inOrder)
      return await readWhole({ s3, look }, key)
    },

    settle: (key) => removeParts(s3, place, key),

    async *list() {
      await admitted()
      let last = ''
      for await (const { name } of objects.listObjects(s3, { ...place, begin: 'parts/' })) {
        const key = name.split('/')[1] ?? ''
        if (keyForm.test(key) && key !== last) yield key
        last = key
      }
    },
  }
}

/** The length is signed, so S3 takes so many bytes or none; what they are is read at the end. */
function straightOn({ place, s3, admitted }: Partly): StraightParts {
  return {
    async url(key, { offsetBytes, sizeBytes, sha256, seconds }) {
      nameOf(key)
      const sums = sha256 === undefined ? {} : sumHeaders(sha256, place)
      const headers = { 'content-length': `${sizeBytes}`, ...sums }
      const asked = { method: 'PUT', name: partName(key, offsetBytes), headers } as const
      const url = await s3.presigned(asked, Math.min(seconds, presignedMaxS))
      return { url, headers: sums }
    },
    async came(key) {
      await admitted()
      const parts: CamePart[] = []
      for await (const part of objects.listObjects(s3, { ...place, begin: `parts/${key}/` })) {
        const { name, sizeBytes, etag } = part
        parts.push({ offsetBytes: offsetIn(name), sizeBytes, etag: etag.replaceAll('"', '') })
      }
      return parts
    },
  }
}

/**
 * By which S3 knows the bytes: AWS compares the first. Other servers compare the second (Ceph 16
 * knows the first not at all), of which AWS does not say that it takes it with a signed URL.
 */
function sumHeaders(sha256: string, { endpoint }: S3Place): Readonly<Record<string, string>> {
  const checksum = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }
  const isAws = /\.amazonaws\.com(\.cn)?$/.test(new URL(endpoint).hostname)
  return isAws ? checksum : { ...checksum, 'x-amz-content-sha256': sha256 }
}

function offsetIn(name: string): number {
  return Number(name.slice(name.lastIndexOf('/') + 1))
}

/** Sorted as text they are sorted by place. */
function partName(key: BlobKey, offsetBytes: number): string {
  return `parts/${key}/${String(offsetBytes).padStart(16, '0')}`
}

type PlacedObject = { name: string; offsetBytes: number; key?: BlobKey }

/** Within S3 where it takes them as parts; small ones, which it does not, go through here. */
async function join(
  { place, s3, look }: Omit<Partly, 'admitted'>,
  name: string,
  placed: readonly PlacedObject[],
): Promise<void> {
  const found: (PlacedObject & objects.S3Object)[] = []
  let endBytes = 0
  for (const piece of placed) {
    const object = await look(piece.name)
    if (!object) throw new BlobMissing(piece.key ?? piece.name)
    if (piece.offsetBytes !== endBytes) {
      throw new Error(`${name} has no bytes from ${endBytes} to ${piece.offsetBytes}`)
    }
    endBytes += object.sizeBytes
    found.push({ ...piece, ...object })
  }
  const canJoin = found.slice(0, -1).every(({ sizeBytes }) => sizeBytes >= partMinBytes)
  const sourceOf = (source: string) => `/${place.bucket}/${place.prefix}${source}`
  if (canJoin) return await joinObjects(s3, found, { name, sourceOf })
  await receiveObject(s3, oneAfterTheOther(s3, found), { name, limitBytes: endBytes })
}

async function* oneAfterTheOther(
  s3: S3Requests,
  found: readonly (PlacedObject & objects.S3Object)[],
) {
  for (const { name, sizeBytes, etag } of found) {
    yield* objects.bytesIn(s3, name, { start: 0, end: sizeBytes - 1, etag })
  }
}

async function readWhole(
  { s3, look }: Pick<Partly, 's3' | 'look'>,
  key: BlobKey,
): Promise<ReceivedBlob> {
  const name = nameOf(key)
  const found = await look(name)
  if (!found) throw new BlobMissing(key)
  const { sizeBytes, etag } = found
  const hash = createHash('sha256')
  for await (const piece of objects.bytesIn(s3, name, { start: 0, end: sizeBytes - 1, etag })) {
    hash.update(piece)
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

async function removeParts(s3: S3Requests, place: S3Place, key: BlobKey): Promise<void> {
  for await (const { name } of objects.listObjects(s3, { ...place, begin: `parts/${key}/` })) {
    await objects.removeObject(s3, name)
  }
}

/** Read in order it is one request; a place elsewhere begins another one. */
function openObject(
  s3: S3Requests,
  name: string,
  { sizeBytes, etag }: objects.S3Object,
): OpenBytes {
  let coming: { pieces: AsyncGenerator<Uint8Array>; at: number; rest: Uint8Array } | undefined
  const bytes = (span: Omit<objects.S3Span, 'etag'>) => objects.bytesIn(s3, name, { ...span, etag })
  const close = async () => {
    await coming?.pieces.return(undefined)
    coming = undefined
  }
  return {
    sizeBytes,
    async read(into, position) {
      if (position >= sizeBytes) return 0
      if (coming?.at !== position) {
        await close()
        const pieces = bytes({ start: position, end: sizeBytes - 1 })
        coming = { pieces, at: position, rest: new Uint8Array() }
      }
      const { pieces, rest } = coming
      const piece = rest.length > 0 ? rest : (await pieces.next()).value
      if (!piece) throw new FilesAway(new Error(`${name} ended at ${position} of ${sizeBytes}`))
      const taken = piece.subarray(0, into.length)
      into.set(taken)
      coming = { pieces, at: position + taken.length, rest: piece.subarray(taken.length) }
      return taken.length
    },
    stream: (range) => Readable.from(bytes(range), { objectMode: false }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function copied(source: AsyncIterable<Uint8Array>, folder: string): Promise<LocalBytes> {
  const file = await openNameless(folder)
  try {
    for await (const piece of source) await file.writeFile(piece)
    return localBytesOf(file)
  } catch (error) {
    await file.close()
    throw error
  }
}
