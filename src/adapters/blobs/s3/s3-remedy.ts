import type { S3Place } from '../../../base/s3-place.ts'
import { PlaceEmptied, PlaceRefused } from '../admission.ts'
import { wordOfLoss } from '../place-mark.ts'
import { isElsewhere, S3Refused } from './s3-requests.ts'

const keys = 'KONTOR_S3_ACCESS_KEY and KONTOR_S3_SECRET_KEY'

/** What whoever set this place may do so that it can be used; `error` is how it failed. */
export function remedyFor(error: unknown, place: S3Place): string {
  const found = causeOf(error)
  if (found instanceof S3Refused) return afterRefusal(found, place)
  if (found instanceof PlaceEmptied) {
    return (
      'It was emptied, or another one has its name now: put back what it held, or name the one ' +
      `that holds it. ${wordOfLoss}`
    )
  }
  if (found instanceof PlaceRefused) return 'Name a bucket or a prefix of its own in KONTOR_BLOBS.'
  const { endpoint, bucket, pathStyle } = place
  const { code = '', message = '' } = failureIn(found)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const way = ` or, where ${endpoint} has no name for each bucket, add &path_style=true`
    return `Look at the name in endpoint=${pathStyle ? '' : way}.`
  }
  if (code === 'ECONNREFUSED') return `Start what is to listen at ${endpoint}, or look at the port.`
  if (message.includes('wrong version number')) return 'Write http:// in endpoint=.'
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) {
    const way = bucket.includes('.') && !pathStyle ? ' or add &path_style=true,' : ''
    return `Name the CA of its certificate in NODE_EXTRA_CA_CERTS,${way} or look at endpoint=.`
  }
  return `See to it that this machine reaches ${endpoint}.`
}

function afterRefusal(refused: S3Refused, { bucket, endpoint }: S3Place): string {
  const { code, status, message } = refused
  if (code === 'NoSuchBucket') {
    const way = 'with what it held if it held files, or name the one that is'
    return `Make the bucket ${bucket} there, ${way}.`
  }
  if (isElsewhere(refused)) {
    const [, region = '…'] = /expecting '([a-z0-9-]+)'/.exec(message) ?? []
    return (
      `Name the region of the bucket: &region=${region} (in a shell the whole address stands in ` +
      'quotation marks: & ends a command).'
    )
  }
  if (['InvalidAccessKeyId', 'InvalidToken', 'ExpiredToken'].includes(code)) {
    return `Give keys of ${endpoint} in ${keys}. Those that end and want a session token are none.`
  }
  if (code === 'SignatureDoesNotMatch') {
    return 'KONTOR_S3_SECRET_KEY is not that of the access key: copy it once more.'
  }
  if (code === 'RequestTimeTooSkewed') return 'Set the clock of this machine by NTP.'
  if (status === 401 || status === 403) {
    return `Give the owner of ${keys} the rights of the manual (Files on S3, The bucket).`
  }
  return `Look whether ${endpoint} is an S3 server: what answers there knows no such request.`
}

/** Below what callers are told, and below what `fetch` says of everything. */
function causeOf(error: unknown): unknown {
  const { cause } = (error ?? {}) as { cause?: unknown }
  return error instanceof S3Refused || cause === undefined ? error : causeOf(cause)
}

type Failure = { code?: string; message?: string; errors?: readonly Failure[] }

/** Of a name with several addresses the first. */
function failureIn(error: unknown): Failure {
  const failure = (error ?? {}) as Failure
  return failure.errors?.[0] ?? failure
}
