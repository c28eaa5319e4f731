import { type Marking, PlaceRefused } from '../admission.ts'
import { markIn, markName, type PlaceMark, textOfMark } from '../place-mark.ts'
import { S3Refused, type S3Requests } from './s3-requests.ts'

export function markingIn(s3: S3Requests): Marking {
  return {
    read: () => readMark(s3),
    put: (mark) => putMark(s3, mark),
    remedy: 'Name another bucket or prefix in KONTOR_BLOBS.',
  }
}

/** Undefined: there is none. Throws FilesAway where there is no bucket. */
export async function readMark(s3: S3Requests): Promise<PlaceMark | undefined> {
  try {
    const mark = markIn(await s3.text({ method: 'GET', name: markName }))
    if (mark) return mark
  } catch (error) {
    if (error instanceof S3Refused && error.status === 404) return undefined
    throw error
  }
  throw new PlaceRefused(`${markName} in the bucket is not what Kontor writes there.`)
}

/** Whoever comes first has it. */
async function putMark(s3: S3Requests, mark: PlaceMark): Promise<void> {
  const body = Buffer.from(textOfMark(mark))
  const headers = { 'if-none-match': '*', 'content-type': 'application/json' }
  try {
    ;(await s3.ask({ method: 'PUT', name: markName, headers, body })).stop()
  } catch (error) {
    const isTaken = error instanceof S3Refused && (error.status === 412 || error.status === 409)
    if (!isTaken) throw error
  }
}
