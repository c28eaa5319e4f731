import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { knownPlaces, someBlobs } from '../adapters/backup/database-facts.ts'
import { admission, type KnownPlace, PlaceRefused } from '../adapters/blobs/admission.ts'
import { openBlobsDisk } from '../adapters/blobs/blobs-disk.ts'
import { openBlobsLayered } from '../adapters/blobs/blobs-layered.ts'
import { markingOf, remedyOnDisk } from '../adapters/blobs/disk-mark.ts'
import { type BlobPlace, readBlobs, readKnownBlobs } from '../adapters/blobs/read-blobs.ts'
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
  accept(): Promise<{ taken: string[]; known: string[] }>
  /** How many requests to S3 failed since the start. */
  troubles(): number
  /** Looks for the oldest and newest files, and says which of them are missing for themselves. */
  tellMissing(): Promise<void>
  /** How many of the places were refused or away when they were last looked at. */
  away(): number
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
  const opened = config.blobStores.map((place) => {
    const name = nameOf(place)
    const known = knownPlace(name, { records, places: blobPlaceOf(config) })
    const state = stateOf(place, { folder, log })
    const looked = { installation, known, isReadOnly, onChange: state.note }
    if (place === 'disk') {
      const own = admission(markingOf(folder), looked)
      const store = openBlobsDisk({ folder, admission: own })
      return { name, place, state, admission: own, store }
    }
    const onTrouble = (facts: object) => {
      log.warn(facts, 'the store of files failed')
      void state.doubt(() => own.stillOurs())
    }
    const s3 = openS3Requests(place, { onTrouble })
    const temporary = join(folder, 'tmp')
    const own = admission(markingIn(s3), looked)
    const { blobsStraight: straight, downloadsStraightSeconds: lentSeconds } = config
    const store = openBlobsS3({ place, s3, temporary, straight, lentSeconds, admission: own })
    return { name, place, state, admission: own, store, s3 }
  })
  const [first, ...others] = opened.map(({ store }) => store)
  if (!first) throw new Error('files lie somewhere')
  await Promise.all(
    opened.map(async ({ store, state }) => {
      if (!isReadOnly) await begin(store, state)
    }),
  )
  return {
    store: openBlobsLayered([first, ...others]),
    places: opened,
    async accept() {
      const [taken, known]: [string[], string[]] = [[], []]
      for (const { name, admission } of opened) {
        const isOther = await admission.accept()
        ;(isOther ? taken : known).push(name)
      }
      return { taken, known }
    },
    troubles: () => opened.reduce((sum, { s3 }) => sum + countOf(s3?.troubles), 0),
    tellMissing: () => tellMissing(opening, readKnownBlobs(blobPlaceOf(config))),
    away() {
      const away = opened.filter(({ state }) => state.isAway())
      // Whoever mended it is not to wait until somebody wants a file.
      for (const { admission, state } of away)
        admission.stillOurs().then(() => state.note(undefined), state.note)
      return away.length
    },
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
type State = ReturnType<typeof stateOf>

/** What is known of a place, said when it changes. */
function stateOf(place: Place, { folder, log }: { folder: string; log: Logger }) {
  const name = nameOf(place)
  let trouble: string | undefined
  let isDoubted = false
  const remedyOf = (error: unknown) =>
    place === 'disk' ? remedyOnDisk(folder) : remedyFor(error, place)
  return {
    name,
    log,
    isAway: () => trouble !== undefined,
    /** A request failed: what `look` finds of the whole place says more, and is noted by it. */
    async doubt(look: () => Promise<void>): Promise<void> {
      if (isDoubted || trouble !== undefined) return
      isDoubted = true
      await look().catch(() => {})
      isDoubted = false
    },
    note(error: unknown): void {
      const known = error instanceof FilesAway ? error.cause : error
      const cause = known === undefined ? undefined : failureWords(known)
      if (cause === trouble) return
      trouble = cause
      if (cause === undefined) log.info({ place: name }, 'the files can be reached again')
      else log.error({ place: name, cause, remedy: remedyOf(error) }, 'the files cannot be reached')
    },
  }
}

/**
 * Asks whose the place is, and removes what an earlier run left half uploaded: behind the start
 * where S3 does not answer at once. Throws PlaceRefused when it is known by then.
 */
async function begin(store: BlobStore, { name: place, log, note }: State): Promise<void> {
  const isKnown = new AbortController()
  const known = store
    .removeDrafts()
    .then(() => note(undefined))
    .catch((error) => {
      if (error instanceof FilesAway && error.cause instanceof PlaceRefused) throw error.cause
      const isAway = error instanceof FilesAway || error instanceof S3Refused
      if (!isAway) throw error
      note(error)
    })
    .finally(() => isKnown.abort())
  const late = delay(startWaitsMs, 'late', { signal: isKnown.signal }).catch(() => 'known')
  if ((await Promise.race([known, late])) !== 'late') return known
  note(new Error(`no answer within ${startWaitsMs} ms`))
  known.catch((error: Error) => log.error({ place, error: error.message }, 'the files are refused'))
}

const missingWords = 'files of the records are missing: no buyer gets them'
const missingRemedy =
  'kontor doctor names all of them. Where an older copy of the disk or the bucket was put back ' +
  '(a snapshot), bring what came since from the one that it replaced, or out of a backup.'

/** A place that is the known one may lack some: an older copy of it has its mark, too. */
async function tellMissing(
  { store: { raw }, log }: Pick<Opening, 'store' | 'log'>,
  blobs: Pick<ReturnType<typeof readBlobs>, 'find'>,
): Promise<void> {
  const missing = new Set<string>()
  try {
    for (const key of someBlobs(raw)) if (!(await blobs.find(key))) missing.add(key)
    // What was removed meanwhile is not.
    const keys = someBlobs(raw).filter((key) => missing.has(key))
    if (keys.length > 0) log.error({ files: keys, remedy: missingRemedy }, missingWords)
  } catch {
    // A place that is away was told, and who stops meanwhile wants to know nothing.
  }
}

function countOf(troubles: ReadonlyMap<string, number> | undefined): number {
  return [...(troubles?.values() ?? [])].reduce((sum, count) => sum + count, 0)
}
