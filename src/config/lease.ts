import type { S3Place } from '../base/s3-place.ts'
import { s3PlaceOf } from './blobs.ts'
import { line, s3Address, whole } from './rules.ts'

const place = s3Address()

/** One writer on several machines, and what the next one begins with. */
export const leaseSettings = {
  lease: {
    rule: place.optional(),
    help: 'where it is written which machine serves (s3://bucket/prefix?…), so that one alone does',
  },
  leaseSeconds: {
    rule: whole(2, 300).default(15),
    help: 'how long that holds: a machine that is gone is replaced so much later',
  },
  replica: {
    rule: place.optional(),
    help: 'where Litestream ships the database to, for kontor standby (s3://bucket/prefix?…)',
  },
  litestream: { rule: line.default('litestream'), help: 'the program Litestream, 0.3.13' },
}

export type LeaseSettings = {
  place: S3Place
  seconds: number
  /** Undefined: the folder itself is on a disk that the next machine has, too. */
  replica: S3Place | undefined
  litestream: string
}

type Given = {
  lease?: string | undefined
  leaseSeconds: number
  replica?: string | undefined
  litestream: string
  s3AccessKey?: string | undefined
  s3SecretKey?: string | undefined
}

/** Calls `refuse` for a replica without a lease, and for places without their keys. */
export function leaseOf(given: Given, refuse: (why: string) => never): LeaseSettings | undefined {
  const { lease, leaseSeconds: seconds, replica, litestream } = given
  if (lease === undefined) {
    if (replica === undefined) return undefined
    return refuse('KONTOR_REPLICA needs KONTOR_LEASE: replicas are kept apart by its epochs.')
  }
  const placeOf = (text: string) => s3PlaceOf(text, given, refuse) as S3Place
  return {
    place: placeOf(lease),
    seconds,
    replica: replica === undefined ? undefined : placeOf(replica),
    litestream,
  }
}
