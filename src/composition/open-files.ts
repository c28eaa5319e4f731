import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openBlobsDisk } from '../adapters/blobs/blobs-disk.ts'
import { openBlobsLayered } from '../adapters/blobs/blobs-layered.ts'
import type { BlobPlace } from '../adapters/blobs/read-blobs.ts'
import { openBlobsS3 } from '../adapters/blobs/s3/blobs-s3.ts'
import { openS3Requests } from '../adapters/blobs/s3/s3-requests.ts'
import { FilesAway } from '../base/errors.ts'
import { nameOfPlace } from '../base/s3-place.ts'
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
    if (place === 'disk') return { name: 'disk', store: openBlobsDisk({ folder }), s3: undefined }
    const s3 = openS3Requests(place, { onTrouble })
    const temporary = join(folder, 'tmp')
    const { blobsStraight: straight } = config
    const store = openBlobsS3({ place, s3, temporary, installation, straight })
    return { name: nameOfPlace(place), store, s3 }
  })
  const [first, ...others] = opened.map(({ store }) => store)
  if (!first) throw new Error('files lie somewhere')
  await Promise.all(
    opened.map(async ({ name, s3, store }) => {
      if (s3 && !isReadOnly) await begin(store, { name, log })
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
  { name: place, log }: { name: string; log: Logger },
): Promise<void> {
  const isKnown = new AbortController()
  const say = (cause: string) => log.error({ place, cause }, 'the files cannot be reached')
  const known = store
    .removeDrafts()
    .catch((error) => {
      if (!(error instanceof FilesAway)) throw error
      say(String(error.cause))
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
