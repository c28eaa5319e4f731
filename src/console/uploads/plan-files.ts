import { detailsOf, KontorError, kontor } from '../api/kontor.ts'
import { type Item, isOver, wait } from './item.ts'
import { nameOf, recall, remember } from './memory.ts'
import { bytesOf, hashMaxBytes, sha256 } from './sha256.ts'

/**
 * Finds out for some files of one dataset what is to be sent of them: those that are there already
 * are over, those that were begun go on, and the rest is announced in one request.
 */
export async function planFiles(items: readonly Item[], until: AbortSignal): Promise<void> {
  const datasetId = items[0]?.datasetId ?? ''
  const names = items.map(nameOf)
  const remembered = await recall(names)
  for (const [i, item] of items.entries()) {
    item.name = names[i] ?? ''
    const note = remembered[i]
    if (note?.announcing) item.announcing = note.announcing
    else if (note?.isDone) await leaveOutSent(item, { objectId: note.objectId, until })
    else if (note) Object.assign(item, { objectId: note.objectId, isResumed: true })
  }
  const left = () => items.filter((item) => !isOver(item))
  // Also those that were begun: a page may have been lost after the last word of one.
  await hashAll(left(), until)
  await leaveOutKnown(left(), { datasetId, until })
  const unknown = left().filter(({ objectId }) => objectId === '')
  if (unknown.length > 0) await announce(unknown, { datasetId, until })
}

/** What becomes of it there, or is for sale; the rest is gone, or was not wanted. */
export const isThere = (status: unknown) => status === 'staged' || status === 'active'

/** One that was sent before: the server may have it no more. The short ones are asked by sum. */
async function leaveOutSent(item: Item, sent: { objectId: string; until: AbortSignal }) {
  const { objectId: id, until } = sent
  if (item.size <= hashMaxBytes) return
  try {
    const { status } = await persist(() => kontor.getObject({ id }, { signal: until }), until)
    if (isThere(status)) item.become('known')
  } catch (error) {
    if (!(error instanceof KontorError && error.status === 404)) throw error
  }
}

/** So small that it is read once, for its sum and to be sent; others are too much to be held. */
const heldMaxBytes = 64 * 1024

type Into = { datasetId: string; until: AbortSignal }

/** One that cannot be read, or is there no more, fails by itself. */
async function hashAll(items: readonly Item[], until: AbortSignal): Promise<void> {
  for (const item of items) {
    until.throwIfAborted()
    if (item.sha256 !== '' || item.size > hashMaxBytes) continue
    try {
      const bytes = await bytesOf(item.file)
      if (item.size <= heldMaxBytes) item.bytes = bytes
      item.sha256 = await sha256(bytes)
    } catch (error) {
      item.problem = (error as Error).message
      item.become('failed')
    }
  }
}

async function leaveOutKnown(items: readonly Item[], { datasetId, until }: Into): Promise<void> {
  const sums = new Set(items.flatMap(({ sha256: sum }) => (sum === '' ? [] : [sum])))
  if (sums.size === 0) return
  const asked = { dataset_id: datasetId, sha256: [...sums] }
  const { known } = await persist(() => kontor.knownObjects(asked, { signal: until }), until)
  const there = known.filter(({ status }) => isThere(status))
  const bySum = new Set(there.map(({ sha256: sum }) => sum))
  for (const item of items) if (bySum.has(item.sha256)) item.become('known')
}

/** A page that was lost may have announced just these: under its key they are not made twice. */
async function announce(items: readonly Item[], into: Into): Promise<void> {
  const before = items[0]?.announcing ?? ''
  if (before !== '' && items.every(({ announcing }) => announcing === before)) {
    try {
      await announceAs(items, { ...into, idempotencyKey: before })
      // Addresses of before may be too old.
      for (const item of items) Object.assign(item, { plan: undefined, isResumed: true })
      return
    } catch (error) {
      // It was about others, or other bytes: those are not these.
      if (!isConflict(error, 'idempotency_key_reused')) throw error
    }
  }
  await announceAs(items, { ...into, idempotencyKey: crypto.randomUUID() })
}

type Announcing = Into & { idempotencyKey: string }

async function announceAs(
  items: readonly Item[],
  { datasetId, until, idempotencyKey }: Announcing,
): Promise<void> {
  const files = items.map(fileOf)
  const note = { objectId: '', isDone: false, announcing: idempotencyKey }
  await remember(items.map(({ name }) => [name, note]))
  const { uploads } = await persist(
    () =>
      kontor.announceUploads({ dataset_id: datasetId, files }, { signal: until, idempotencyKey }),
    until,
  )
  items.forEach((item, i) => {
    const { upload, error } = uploads[i] ?? {}
    if (error) {
      item.problem = error.message
      item.become('failed')
    } else if (upload) Object.assign(item, { objectId: upload.object_id, plan: upload })
  })
  await remember(
    items.map(({ name, objectId }) => [
      name,
      objectId === '' ? undefined : { objectId, isDone: false },
    ]),
  )
}

function fileOf({ path, file, size, sha256: sum }: Item) {
  const [filename = '', ...above] = path.split('/').reverse()
  return {
    filename,
    content_type: file.type || 'application/octet-stream',
    size_bytes: size,
    ...(sum === '' ? {} : { checksum_sha256: sum }),
    ...(above.length === 0 ? {} : { folder: above.reverse().join('/') }),
  }
}

const waitsMs = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 15_000, 15_000]

/** What was refused stays refused; a server that is away, or busy, is asked again. */
export async function persist<T>(ask: () => Promise<T>, until: AbortSignal): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await ask()
    } catch (error) {
      const ms = waitsMs[tried]
      if (ms === undefined || !mayPass(error)) throw error
      await wait(ms * (0.6 + Math.random() * 0.8), until)
    }
  }
}

function mayPass(error: unknown): boolean {
  if (isConflict(error, 'idempotency_key_in_use')) return true
  if (error instanceof KontorError) return [0, 429, 502, 503, 504].includes(error.status)
  return error instanceof TypeError
}

function isConflict(error: unknown, reason: string): boolean {
  return error instanceof KontorError && error.status === 409 && detailsOf(error).reason === reason
}
