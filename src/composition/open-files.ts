import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openBlobsDisk } from '../adapters/blobs/blobs-disk.ts'
import { openBlobsLayered } from '../adapters/blobs/blobs-layered.ts'
import type { BlobPlace } from '../adapters/blobs/read-blobs.ts'
import { openBlobsS3 } from '../adapters/blobs/s3/blobs-s3.ts'
import { BucketRefused } from '../adapters/blobs/s3/marker.ts'
import { remedyFor } from '../adapters/blobs/s3/s3-remedy.ts'
import { openS3Requests, S3Refused } from '../adapters/blobs/s3/s3-requests.ts'
import { FilesAway } from '../base/errors.ts'
import { failureWords } from '../base/failure-words.ts'
import { nameOfPlace, type S3Place } from '../base/s3-place.ts'
import type { Config } from '../config.ts'
import type { BlobStore } from '../domain/catalog/index.ts'

/** The files of an installation, in one place or, while they move, in several. */
export type Files = {
  store: BlobStore
  /** In the order in which they are read, each with its name for people. */
  places: readonly { name: string; store: BlobStore }[]
  /** How many requests to S3 failed since the start. */
  troubles(): number
}

/** For threads, which read files by themselves. */
export function blobPlaceOf({ dataDir, blobStores: stores }: Config, folder = dataDir): BlobPlace {
  return { dataDir: folder, stores }
}

/** What S3 has not said by then the start does not wait for. */
const startWaitsMs = 3_000

type Opening = { id: string; isReadOnly: boolean; log: Logger }

/** Throws BucketRefused for a bucket of another installation; one that is away is let be. */
export async function openFiles(config: Config, opening: Opening): Promise<Files> {
  const { id: installation, isReadOnly, log } = opening
  const folder = join(config.dataDir, 'blobs')
  const onTrouble = (facts: object) => log.warn(facts, 'the store of files failed')
  const opened = config.blobStores.map((place) => {
    if (place === 'disk') return { name: 'disk', place, store: openBlobsDisk({ folder }) }
    const s3 = openS3Requests(place, { onTrouble })
    const temporary = join(folder, 'tmp')
    const { blobsStraight: straight } = config
    const store = openBlobsS3({ place, s3, temporary, installation, straight })
    return { name: nameOfPlace(place), place, store, s3 }
  })
  const [first, ...others] = opened.map(({ store }) => store)
  if (!first) throw new Error('files lie somewhere')
  await Promise.all(
    opened.map(async ({ place, store }) => {
      if (place !== 'disk' && !isReadOnly) await begin(store, { place, log })
    }),
  )
  return {
    store: openBlobsLayered([first, ...others]),
    places: opened,
    troubles: () => opened.reduce((sum, { s3 }) => sum + countOf(s3?.troubles), 0),
  }
}

/**
 * Asks whose the bucket is, and removes what an earlier run left half uploaded: behind the start
 * where S3 does not answer at once. Throws BucketRefused when it is known by then.
 */
async function begin(
  store: BlobStore,
  { place: at, log }: { place: S3Place; log: Logger },
): Promise<void> {
  const isKnown = new AbortController()
  const place = nameOfPlace(at)
  const say = (cause: string, remedy = remedyFor(undefined, at)) =>
    log.error({ place, cause, remedy }, 'the files cannot be reached')
  const known = store
    .removeDrafts()
    .catch((error) => {
      const cause = error instanceof FilesAway ? error.cause : error
      if (cause instanceof BucketRefused) throw cause
      const isAway = error instanceof FilesAway || error instanceof S3Refused
      if (!isAway) throw error
      say(failureWords(cause), remedyFor(error, at))
    })
    .finally(() => isKnown.abort())
  const late = delay(startWaitsMs, 'late', { signal: isKnown.signal }).catch(() => 'known')
  if ((await Promise.race([known, late])) !== 'late') return known
  say(`no answer within ${startWaitsMs} ms`)
  known.catch((error: Error) => log.error({ place, error: error.message }, 'the files are refused'))
}

function countOf(troubles: ReadonlyMap<string, number> | undefined): number {
  return [...(troubles?.values() ?? [])].reduce((sum, count) => sum + count, 0)
}
