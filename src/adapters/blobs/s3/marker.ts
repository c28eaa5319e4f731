import { FilesAway } from '../../../base/errors.ts'
import { S3Refused, type S3Requests } from './s3-requests.ts'

/** The object by which a bucket (with its prefix) is one installation's, and nobody else's. */
const markerName = 'kontor-installation.json'
const markerKind = 'kontor files 1'

/** The bucket is somebody else's, or holds something that is not ours. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused'
}

/**
 * Looks once whose the bucket is, and takes one that is nobody's. Throws BucketRefused; FilesAway
 * while S3 cannot say: then it is asked again with the next call.
 */
export function admission(s3: S3Requests, installation: string): () => Promise<void> {
  let asked: Promise<void> | undefined
  return () => {
    asked ??= admit(s3, installation).catch((error) => {
      asked = undefined
      // What is no S3 server refuses whatever it pleases.
      throw error instanceof S3Refused ? new FilesAway(error) : error
    })
    return asked
  }
}

async function admit(s3: S3Requests, installation: string): Promise<void> {
  const owner = (await ownerOf(s3)) ?? (await take(s3, installation))
  if (owner === installation) return
  throw new BucketRefused(
    `The bucket is that of another installation (${owner}; this one is ${installation}). ` +
      'Name another bucket or prefix in KONTOR_BLOBS.',
  )
}

/** Undefined: there is no marker. */
export async function ownerOf(s3: S3Requests): Promise<string | undefined> {
  try {
    const text = await s3.text({ method: 'GET', name: markerName })
    return installationIn(text)
  } catch (error) {
    if (error instanceof S3Refused && error.status === 404) return undefined
    throw error
  }
}

function installationIn(text: string): string {
  try {
    const { kind, installation } = JSON.parse(text) as Record<string, unknown>
    if (kind === markerKind && typeof installation === 'string') return installation
  } catch {
    // Said below.
  }
  throw new BucketRefused(`${markerName} in the bucket is not what Kontor writes there.`)
}

/** Whoever comes first has it; gives who that was. */
async function take(s3: S3Requests, installation: string): Promise<string> {
  const body = Buffer.from(`${JSON.stringify({ kind: markerKind, installation })}\n`)
  const headers = { 'if-none-match': '*', 'content-type': 'application/json' }
  try {
    ;(await s3.ask({ method: 'PUT', name: markerName, headers, body })).stop()
  } catch (error) {
    const isTaken = error instanceof S3Refused && (error.status === 412 || error.status === 409)
    if (!isTaken) throw error
  }
  const owner = await ownerOf(s3)
  if (owner === undefined) throw new FilesAway(new Error('the marker of the bucket is gone again'))
  return owner
}
