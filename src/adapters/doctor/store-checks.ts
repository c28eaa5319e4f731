import { FilesAway } from '../../base/errors.ts'
import { failureWords } from '../../base/failure-words.ts'
import { readMarker } from '../../base/installation.ts'
import { nameOfPlace, type S3Place } from '../../base/s3-place.ts'
import { markerName, ownerOf } from '../blobs/s3/marker.ts'
import { remedyFor } from '../blobs/s3/s3-remedy.ts'
import { openS3Requests } from '../blobs/s3/s3-requests.ts'
import type { Examination, Finding } from './finding.ts'

/** S3 refuses what is signed a quarter of an hour off. */
const skewMaxMs = 60_000

/** The buckets that files lie in: whether they answer, whose they are, and what time they have. */
export async function storeFindings({ dataDir, stores = [] }: Examination): Promise<Finding[]> {
  const found: Finding[] = []
  for (const place of stores) {
    if (place !== 'disk') found.push(...(await findingsAt(place, dataDir)))
  }
  return found
}

async function findingsAt(place: S3Place, dataDir: string): Promise<Finding[]> {
  const s3 = openS3Requests(place)
  const name = nameOfPlace(place)
  try {
    const owner = await ownerOf(s3)
    return [...strangerFindings({ name, owner, dataDir }), ...clockFindings(name, s3.skewMs())]
  } catch (error) {
    const why = failureWords(error instanceof FilesAway ? error.cause : error)
    return [
      {
        check: 'files',
        level: 'error',
        message: `${name} cannot be used: ${why}.`,
        remedy:
          `${remedyFor(error, place)} The manual has more (Files on S3). Until then uploads and ` +
          'downloads are refused, and nothing is charged.',
      },
    ]
  }
}

type Seen = { name: string; owner: string | undefined; dataDir: string }

function strangerFindings({ name, owner, dataDir }: Seen): Finding[] {
  const marker = readMarker(dataDir)
  const own = typeof marker === 'object' ? marker.id : undefined
  if (own === undefined || owner === own) return []
  if (owner === undefined) return [emptyFinding(name)]
  return [
    {
      check: 'files',
      level: 'error',
      message: `${name} is the place of another installation (${owner}; this one is ${own}).`,
      remedy: 'Name a bucket or a prefix of its own in KONTOR_BLOBS.',
    },
  ]
}

/** Not for certain: a bucket that is new has none before the first start with it. */
function emptyFinding(name: string): Finding {
  return {
    check: 'files',
    level: 'warning',
    message: `${name} holds no ${markerName}: no server has begun there, or it was emptied.`,
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
