import * as z from 'zod'
import { type S3Place, s3AddressIn } from '../base/s3-place.ts'
import { s3PlaceOf } from './blobs.ts'
import { whole } from './rules.ts'

const shape =
  's3://bucket/prefix with ?endpoint=https://…, &region=… and &path_style=true as needed'
const place = z.string().refine((text) => s3AddressIn(text) !== undefined, shape)

/** One writer on several machines. */
export const leaseSettings = {
  lease: {
    rule: place.optional(),
    help: 'where it is written which machine serves (s3://bucket/prefix?…), so that one alone does',
  },
  leaseSeconds: {
    rule: whole(2, 300).default(15),
    help: 'how long that holds: a machine that is gone is replaced so much later',
  },
}

export type LeaseSettings = {
  place: S3Place
  seconds: number
}

type Given = {
  lease?: string | undefined
  leaseSeconds: number
  s3AccessKey?: string | undefined
  s3SecretKey?: string | undefined
}

/** Calls `refuse` for a place without its keys. */
export function leaseOf(given: Given, refuse: (why: string) => never): LeaseSettings | undefined {
  const { lease, leaseSeconds: seconds } = given
  if (lease === undefined) return undefined
  return { place: s3PlaceOf(lease, given, refuse) as S3Place, seconds }
}
