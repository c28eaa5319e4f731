import { FilesAway } from '../../../base/errors.ts'
import { S3Refused, type S3Requests } from './s3-requests.ts'

/** The object by which a bucket (with its prefix) is one installation's, and nobody else's. */
export const markerName = 'kontor-installation.json'
const markerKind = 'kontor files 1'

/** The bucket is somebody else's, or holds something that is not ours. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused'
}

/** It was ours, and nothing in it says so any more: emptied, or another one has its name now. */
export class BucketEmptied extends Error {
  override readonly name = 'BucketEmptied'
  constructor() {
    super(`${markerName} is in the bucket no more`)
  }
}

export type Admission = {
  /** Looks once whose the bucket is, and takes one that is nobody's. Throws FilesAway. */
  admitted(): Promise<void>
  /**
   * Asks anew, for what S3 says it does not have: a bucket that is gone, emptied or another's has
   * no file of ours, and none is missing by that. Throws FilesAway.
   */
  stillOurs(): Promise<void>
}

/** What S3 refuses, and whose the bucket is instead, is the cause of the FilesAway. */
export function admission(s3: S3Requests, installation: string): Admission {
  let asked: Promise<void> | undefined
  let wasOurs = false

  async function look(): Promise<void> {
    const owner = (await ownerOf(s3)) ?? (wasOurs ? undefined : await take(s3, installation))
    if (owner === undefined) throw new BucketEmptied()
    if (owner !== installation) throw strangers({ owner, installation })
    wasOurs = true
  }

  const ask = () => {
    const answer = look().catch((error) => {
      asked = undefined
      throw error instanceof FilesAway ? error : new FilesAway(error)
    })
    asked = answer
    return answer
  }
  return { admitted: () => asked ?? ask(), stillOurs: ask }
}

function strangers({ owner, installation }: Record<'owner' | 'installation', string>) {
  return new BucketRefused(
    `The bucket is that of another installation (${owner}; this one is ${installation}). ` +
      'Name another bucket or prefix in KONTOR_BLOBS.',
  )
}

/** Undefined: there is no marker. Throws FilesAway where there is no bucket. */
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
