import { type S3Place, s3AddressIn } from '../base/s3-place.ts'
import { isLoopback } from './names.ts'
import { key, s3Address, truth, whole } from './rules.ts'

const place = s3Address('disk')

/** Where the bytes of files lie. */
export const blobSettings = {
  blobs: { rule: place.default('disk'), help: 'where files lie: disk, or s3://bucket/prefix?…' },
  blobsOld: {
    rule: place.optional(),
    help: 'where files lay before: read where KONTOR_BLOBS has none, until they were moved',
  },
  blobsStraight: {
    rule: truth.default(false),
    help: 'let programs send their files to the bucket by themselves',
  },
  downloadsStraightSeconds: {
    rule: whole(0, 3_600).default(0),
    help: 'so many seconds a link leads buyers to the bucket for a whole file; 0: it does not',
  },
  s3AccessKey: {
    rule: key.optional(),
    secret: true as const,
    help: 'access key for s3:// (or AWS_ACCESS_KEY_ID)',
  },
  s3SecretKey: {
    rule: key.optional(),
    secret: true as const,
    help: 'its secret (or AWS_SECRET_ACCESS_KEY)',
  },
}

/** The keys under the names that other programs read them by, unless one was given under ours. */
export function keysOfAws(
  environment: Readonly<Record<string, string | undefined>>,
  own: Readonly<Record<string, unknown>>,
) {
  const { AWS_ACCESS_KEY_ID: s3AccessKey, AWS_SECRET_ACCESS_KEY: s3SecretKey } = environment
  const isOwn = own.s3AccessKey !== undefined || own.s3SecretKey !== undefined
  if (isOwn || !s3AccessKey || !s3SecretKey) return {}
  return { s3AccessKey: s3AccessKey.trim(), s3SecretKey: s3SecretKey.trim() }
}

type Given = {
  blobs: string
  blobsOld?: string | undefined
  downloadsStraightSeconds: number
  insecureHttp: boolean
  s3AccessKey?: string | undefined
  s3SecretKey?: string | undefined
}

/** In the order in which they are read; new files go to the first. */
export type BlobStores = readonly ('disk' | S3Place)[]

/**
 * Calls `refuse` for an S3 place without its keys, for one place named twice, and where buyers are
 * to fetch from a bucket and files go to none.
 */
export function blobStoresOf(given: Given, refuse: (why: string) => never): BlobStores {
  const { blobs, blobsOld } = given
  const named = [blobs, ...(blobsOld === undefined ? [] : [blobsOld])]
  if (blobs === blobsOld) refuse('KONTOR_BLOBS_OLD names the same place as KONTOR_BLOBS.')
  if (given.downloadsStraightSeconds > 0) requireOpenBucket(given, refuse)
  // What a restored backup has lies on the disk, wherever the files lay before.
  const all = named.includes('disk') ? named : [...named, 'disk']
  return all.map((text) => s3PlaceOf(text, given, refuse) ?? 'disk')
}

/** Spec 1: all traffic is HTTPS, that of buyers with the bucket, too. */
function requireOpenBucket(
  { blobs, insecureHttp }: Pick<Given, 'blobs' | 'insecureHttp'>,
  refuse: (why: string) => never,
): void {
  const name = 'KONTOR_DOWNLOADS_STRAIGHT_SECONDS'
  const address = s3AddressIn(blobs)
  if (!address) refuse(`${name} needs a bucket: name one in KONTOR_BLOBS (s3://bucket/prefix?…).`)
  const { protocol, hostname } = new URL(address?.endpoint ?? 'https://s3')
  if (protocol === 'https:' || isLoopback(hostname) || insecureHttp) return
  refuse(
    `${name} sends buyers to the endpoint of KONTOR_BLOBS, and this would be plain HTTP. ` +
      'Name one with https, or insist with --insecure-http.',
  )
}

/** Undefined for a text that is no address of S3. */
export function s3PlaceOf(
  text: string,
  { s3AccessKey: accessKey, s3SecretKey: secretKey }: Pick<Given, 's3AccessKey' | 's3SecretKey'>,
  refuse: (why: string) => never,
): S3Place | undefined {
  const address = s3AddressIn(text)
  if (!address) return undefined
  if (accessKey === undefined || secretKey === undefined) {
    return refuse('An s3:// place needs KONTOR_S3_ACCESS_KEY and KONTOR_S3_SECRET_KEY.')
  }
  const { region = 'us-east-1', endpoint = `https://s3.${region}.amazonaws.com` } = address
  return { ...address, region, endpoint, accessKey, secretKey }
}
