import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { knownPlaces, someBlobs } from '../adapters/backup/database-facts.ts'
import { admission, type KnownPlace, PlaceRefused } from '../adapters/blobs/admission.ts'
import { openBlobsDisk } from '../adapters/blobs/blobs-disk.ts'
import { openBlobsLayered } from '../adapters/blobs/blobs-layered.ts'
import { markingOf, remedyOnDisk } from '../adapters/blobs/disk-mark.ts'
import { type BlobPlace, readBlobs } from '../adapters/blobs/read-blobs.ts'
import { openBlobsS3 } from '../adapters/blobs/s3/blobs-s3.ts'
import { markingIn } from '../adapters/blobs/s3/s3-mark.ts'
import { remedyFor } from '../adapters/blobs/s3/s3-remedy.ts'
import { openS3Requests, S3Refused } from '../adapters/blobs/s3/s3-requests.ts'
import { FilesAway } from '../base/errors.ts'
import { failureWords } from '../base/failure-words.ts'
import { nameOfPlace } from '../base/s3-place.ts'
import type { Config } from '../config.ts'
import type { BlobStore } from '../domain/catalog/index.ts'
import type { Store } from '../store/open.ts'
import { notePlace } from '../store/places/places.ts'
import type { OpenedFolder } from './open-folder.ts'

/** The files of an installation, in one place or, while they move, in several. */
export type Files = {
  store: BlobStore
  /** In the order in which they are read, each with its name for people. */
  places: readonly { name: string; store: BlobStore }[]
  /** Takes these places as they are, whatever is missing in them. Gives their names. */
  accept(): Promise<string[]>
  /** How many requests to S3 failed since the start. */
  troubles(): number
}

/** For threads, which read files by themselves. */
export function blobPlaceOf({ dataDir, blobStores: stores }: Config, folder = dataDir): BlobPlace {
  return { dataDir: folder, stores }
}

/** What S3 has not said by then the start does not wait for. */
const startWaitsMs = 3_000

type Opening = Pick<OpenedFolder, 'store' | 'id' | 'isReadOnly'> & { log: Logger }

/** Throws PlaceRefused for a place of another installation; one that is away is let be. */
export async function openFiles(config: Config, opening: Opening): Promise<Files> {
  const { store: records, id: installation, isReadOnly, log } = opening
  const folder = join(config.dataDir, 'blobs')
  const onTrouble = (facts: object) => log.warn(facts, 'the store of files failed')
  const opened = config.blobStores.map((place) => {
    const name = nameOf(place)
    const known = knownPlace(name, { records, places: blobPlaceOf(config) })
    const looked = { installation, known, isReadOnly }
    if (place === 'disk') {
      const own = admission(markingOf(folder), looked)
      return { name, place, admission: own, store: openBlobsDisk({ folder, admission: own }) }
    }
    const s3 = openS3Requests(place, { onTrouble })
    const temporary = join(folder, 'tmp')
    const own = admission(markingIn(s3), looked)
    const { blobsStraight: straight } = config
    const store = openBlobsS3({ place, s3, temporary, straight, admission: own })
    return { name, place, admission: own, store, s3 }
  })
  const [first, ...others] = opened.map(({ store }) => store)
  if (!first) throw new Error('files lie somewhere')
  await Promise.all(
    opened.map(async ({ place, store }) => {
      if (!isReadOnly) await begin(store, { place, folder, log })
    }),
  )
  return {
    store: openBlobsLayered([first, ...others]),
    places: opened,
    async accept() {
      for (const place of opened) await place.admission.accept()
      return opened.map(({ name }) => name)
    },
    troubles: () => opened.reduce((sum, { s3 }) => sum + countOf(s3?.troubles), 0),
  }
}

function nameOf(place: Place): string {
  return place === 'disk' ? 'disk' : nameOfPlace(place)
}

type Knowing = { records: Store; places: BlobPlace }

function knownPlace(name: string, { records, places }: Knowing): KnownPlace {
  return {
    id: () => knownPlaces(records.raw).get(name),
    note: (placeId) => records.write((tx) => notePlace(tx, { name, placeId })),
    async found() {
      const blobs = readBlobs(places)
      const [there, missing] = [new Set<string>(), new Set<string>()]
      for (const key of someBlobs(records.raw)) {
        ;((await blobs.find(key)) ? there : missing).add(key)
        if (there.size > 0 && missing.size > 0) return 'some'
      }
      return missing.size === 0 ? 'all' : 'none'
    },
  }
}

type Place = Config['blobStores'][number]
type Beginning = { place: Place; folder: string; log: Logger }

/**
 * Asks whose the place is, and removes what an earlier run left half uploaded: behind the start
 * where S3 does not answer at once. Throws PlaceRefused when it is known by then.
 */
async function begin(store: BlobStore, { place: at, folder, log }: Beginning): Promise<void> {
  const isKnown = new AbortController()
  const place = nameOf(at)
  const remedyOf = (error: unknown) => (at === 'disk' ? remedyOnDisk(folder) : remedyFor(error, at))
  const say = (cause: string, remedy = remedyOf(undefined)) =>
    log.error({ place, cause, remedy }, 'the files cannot be reached')
  const known = store
    .removeDrafts()
    .catch((error) => {
      const cause = error instanceof FilesAway ? error.cause : error
      if (cause instanceof PlaceRefused) throw cause
      const isAway = error instanceof FilesAway || error instanceof S3Refused
      if (!isAway) throw error
      say(failureWords(cause), remedyOf(error))
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
