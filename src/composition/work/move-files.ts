import { createHash } from 'node:crypto'
import { openMeter, type Progress, Stopped } from '../../adapters/backup/meter.ts'
import type { Clock } from '../../base/clock.ts'
import { openTurns } from '../../base/turns.ts'
import {
  type BlobKey,
  BlobMissing,
  type BlobStore,
  isBlobNeeded,
} from '../../domain/catalog/index.ts'
import type { Store } from '../../store/open.ts'
import type { Files } from '../open-files.ts'

export type MoveReport = {
  to: string
  from: readonly string[]
  /** Files that were copied now, and their bytes. */
  copied: number
  copiedBytes: number
  /** Those that were there already. */
  there: number
  /** Taken away from where they lay before, when what was copied had been read again. */
  removed: number
  /** Files of uploads that are not confirmed stay where their first part went. */
  open: number
  /** Whose bytes are not those that were uploaded, here or there: nothing is done with them. */
  altered: readonly BlobKey[]
  /** In none of the places, and still needed. */
  missing: readonly BlobKey[]
  /** It was asked to stop before its end. */
  stopped: boolean
}

type Needs = { files: Files; store: Pick<Store, 'raw' | 'db'>; clock: Clock }
type Watch = {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

type Named = { key: BlobKey; sha256: string | null; sizeBytes: number; open: 0 | 1 }
type Moving = {
  to: BlobStore
  from: readonly BlobStore[]
  finish: boolean
  report: MutableReport
  /** What was named may have been removed since, as it should be. */
  isNeeded: (key: BlobKey) => boolean
  advance: (bytes: number) => void
}
type MutableReport = {
  -readonly [K in keyof MoveReport]: MoveReport[K] extends readonly BlobKey[]
    ? BlobKey[]
    : MoveReport[K]
}

const atOnce = 4

/**
 * Copies every recorded file that is not there yet to the first place, out of the others; what was
 * copied is compared with its record. Going on where an earlier run stopped needs nothing but to do
 * it again. With `finish` each is read once more where it now lies, and then taken away from where
 * it lay before.
 */
export async function moveFiles(
  { files, store, clock }: Needs,
  { finish }: { finish: boolean },
  { signal, onProgress = () => {} }: Watch = {},
): Promise<MoveReport> {
  const [first, ...others] = files.places
  if (!first) throw new Error('files lie somewhere')
  const report: MutableReport = {
    to: first.name,
    from: others.map(({ name }) => name),
    copied: 0,
    copiedBytes: 0,
    there: 0,
    removed: 0,
    open: 0,
    altered: [],
    missing: [],
    stopped: false,
  }
  const named = namedFiles(store)
  const meter = openMeter(onProgress, signal)
  for (const { sizeBytes } of named) meter.expect(sizeBytes)
  const inTurn = openTurns({ atOnce })
  const from = others.map((place) => place.store)
  const { advance } = meter
  const isNeeded = (blobKey: BlobKey) => isBlobNeeded(store.db, { blobKey, nowMs: clock.nowMs() })
  const moving: Moving = { to: first.store, from, finish, report, isNeeded, advance }
  // The first that fails is the last: the others would fail as well, one slow try after the other.
  const failures: unknown[] = []
  const work = async (file: Named) => {
    if (signal?.aborted || failures.length > 0) return
    await moveOne(moving, file).catch((error) => {
      if (error instanceof BlobMissing && !isNeeded(file.key)) return
      if (!(error instanceof Stopped)) failures.push(error)
    })
  }
  await Promise.all(named.map((file) => inTurn(() => work(file))))
  if (failures.length > 0) throw failures[0]
  return { ...report, stopped: signal?.aborted === true }
}

function namedFiles({ raw }: Pick<Store, 'raw'>): Named[] {
  return raw
    .prepare(
      `SELECT blob_key AS key, checksum_sha256 AS sha256, size_bytes AS sizeBytes, 0 AS open
         FROM object WHERE blob_key IS NOT NULL AND (status IN ('staged', 'active')
           OR (status <> 'initiated' AND bytes_purged_at IS NULL))
       UNION ALL SELECT blob_key, checksum_sha256, size_bytes, 0
         FROM upload_part WHERE blob_key IS NOT NULL
       UNION ALL SELECT blob_key, NULL, 0, 1 FROM upload WHERE blob_key IS NOT NULL
       UNION ALL SELECT blob_key, NULL, size_bytes, 0
         FROM object_preview WHERE blob_key IS NOT NULL`,
    )
    .all() as Named[]
}

async function moveOne(moving: Moving, file: Named): Promise<void> {
  const { to, from, finish, report, advance } = moving
  const { key, open, sizeBytes } = file
  if (open === 1) {
    for (const store of from) if ((await store.writtenAtMs(key)) !== undefined) report.open += 1
    return
  }
  const isThere = (await to.writtenAtMs(key)) !== undefined
  if (!isThere && !(await copyOne(moving, file))) return
  if (isThere) {
    report.there += 1
    advance(sizeBytes)
  }
  if (finish) await removeOld(moving, file)
}

/** Whether it lies in the first place now. */
async function copyOne(moving: Moving, file: Named): Promise<boolean> {
  const { to, from, report, isNeeded, advance } = moving
  const { key, sha256 } = file
  for (const store of from) {
    try {
      await using bytes = await store.open(key)
      const { sizeBytes } = bytes
      const source = metered(bytes.stream({ start: 0, end: sizeBytes - 1 }), advance)
      const received = await to.receive(key, source, { limitBytes: sizeBytes })
      report.copied += 1
      report.copiedBytes += received.sizeBytes
      if (sha256 === null || received.sha256 === sha256) return true
      await to.remove(key)
      if (isNeeded(key)) report.altered.push(key)
      return false
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error
    }
  }
  if (isNeeded(key)) report.missing.push(key)
  return false
}

/** Not before the copy has been read from end to end. */
async function removeOld({ to, from, report, advance }: Moving, file: Named): Promise<void> {
  const { key, sha256 } = file
  for (const store of from) {
    if ((await store.writtenAtMs(key)) === undefined) continue
    await using bytes = await to.open(key)
    const hash = createHash('sha256')
    const end = bytes.sizeBytes - 1
    for await (const piece of metered(bytes.stream({ start: 0, end }), advance)) hash.update(piece)
    if (sha256 !== null && hash.digest('hex') !== sha256) {
      report.altered.push(key)
      return
    }
    await store.remove(key)
    report.removed += 1
  }
}

async function* metered(source: AsyncIterable<Uint8Array>, advance: Moving['advance']) {
  for await (const piece of source) {
    advance(piece.length)
    yield piece
  }
}
