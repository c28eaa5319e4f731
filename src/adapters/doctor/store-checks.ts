import { join } from 'node:path'
import { FilesAway } from '../../base/errors.ts'
import { failureWords } from '../../base/failure-words.ts'
import { readMarker } from '../../base/installation.ts'
import { nameOfPlace, type S3Place } from '../../base/s3-place.ts'
import { PlaceEmptied } from '../blobs/admission.ts'
import { readDiskMark, remedyOnDisk } from '../blobs/disk-mark.ts'
import { markName, type PlaceMark } from '../blobs/place-mark.ts'
import { placesIn } from '../blobs/read-blobs.ts'
import { readMark } from '../blobs/s3/s3-mark.ts'
import { remedyFor } from '../blobs/s3/s3-remedy.ts'
import { openS3Requests } from '../blobs/s3/s3-requests.ts'
import type { Examination, Finding } from './finding.ts'

/** S3 refuses what is signed a quarter of an hour off. */
const skewMaxMs = 60_000

/**
 * The places that files lie in: whether they answer, whose they are, whether they are those that
 * the records know, and what time a bucket has.
 */
export async function storeFindings({
  dataDir,
  stores = ['disk'],
}: Pick<Examination, 'dataDir' | 'stores'>): Promise<Finding[]> {
  const known = placesKnownTo(dataDir)
  const found: Finding[] = []
  for (const place of stores) {
    const looked = place === 'disk' ? findingsOnDisk : (had: Had) => findingsAt(place, had)
    const name = place === 'disk' ? place : nameOfPlace(place)
    found.push(...(await looked({ dataDir, id: known.get(name) })))
  }
  return found
}

/** `id`: that the place had; undefined: the records do not know it. */
type Had = { dataDir: string; id: string | undefined }

/** What keeps it from being read is found by who looks at the database. */
function placesKnownTo(dataDir: string): ReadonlyMap<string, string> {
  try {
    return placesIn(dataDir)
  } catch {
    return new Map()
  }
}

async function findingsAt(place: S3Place, had: Had): Promise<Finding[]> {
  const s3 = openS3Requests(place)
  const name = nameOfPlace(place)
  try {
    const mark = await readMark(s3)
    const seen = { name, mark, had, remedy: remedyFor(new PlaceEmptied(), place) }
    return [...markFindings(seen), ...clockFindings(name, s3.skewMs())]
  } catch (error) {
    const why = failureWords(error instanceof FilesAway ? error.cause : error)
    return [away({ message: `${name} cannot be used: ${why}.`, remedy: remedyFor(error, place) })]
  }
}

async function findingsOnDisk(had: Had): Promise<Finding[]> {
  const folder = join(had.dataDir, 'blobs')
  const remedy = remedyOnDisk(folder)
  try {
    const mark = await readDiskMark(folder)
    // One of a version that marked none, or of a restored backup: the next start looks.
    if (mark === undefined && had.id === undefined) return []
    return markFindings({ name: folder, mark, had, remedy })
  } catch (error) {
    return [away({ message: `${folder} cannot be used: ${failureWords(error)}.`, remedy })]
  }
}

function away({ message, remedy }: Pick<Finding, 'message' | 'remedy'>): Finding {
  const until = 'Until then uploads and downloads are refused, and nothing is charged.'
  const more = `The manual has more (Files on S3). ${until}`
  return { check: 'files', level: 'error', message, remedy: `${remedy} ${more}` }
}

type Seen = { name: string; mark: PlaceMark | undefined; had: Had; remedy: string }

function markFindings({ name, mark, had, remedy }: Seen): Finding[] {
  const marker = readMarker(had.dataDir)
  const own = typeof marker === 'object' ? marker.id : undefined
  if (mark !== undefined && own !== undefined && mark.installation !== own) {
    const whose = `the place of another installation (${mark.installation}; this one is ${own})`
    return [
      {
        check: 'files',
        level: 'error',
        message: `${name} is ${whose}.`,
        remedy: 'Name a bucket or a prefix of its own in KONTOR_BLOBS.',
      },
    ]
  }
  if (had.id !== undefined && mark?.place !== had.id) {
    const what = mark === undefined ? `it holds no ${markName}` : `its ${markName} is another's`
    return [away({ message: `${name} is not the place that held the files: ${what}.`, remedy })]
  }
  return mark === undefined && own !== undefined ? [emptyFinding(name)] : []
}

/** Not for certain: a bucket that is new has none before the first start with it. */
function emptyFinding(name: string): Finding {
  return {
    check: 'files',
    level: 'warning',
    message: `${name} holds no ${markName}: no server has begun there, or it was emptied.`,
    remedy:
      'Where files lay there it was emptied, or another one has its name now: put back what it ' +
      'held, or name the one that holds it. One that is new gets it at the start.',
  }
}

function clockFindings(name: string, skewMs: number): Finding[] {
  if (Math.abs(skewMs) <= skewMaxMs) return []
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  const way = skewMs > 0 ? 'behind' : 'ahead of'
  return [
    {
      check: 'clock',
      level: 'warning',
      message: `The clock of this machine is ${seconds} s ${way} that of ${name}.`,
      remedy: 'Set it by NTP: from a quarter of an hour on S3 refuses every request.',
    },
  ]
}
