import { Conflict } from '../../base/errors.ts'
import type { S3Place } from '../../base/s3-place.ts'
import { listObjects, removeObject } from '../blobs/s3/s3-objects.ts'
import { openS3Requests } from '../blobs/s3/s3-requests.ts'
import { openS3Lease } from '../lease/s3-lease.ts'

type Leasing = { place: S3Place; replica: S3Place | undefined }

/** What Litestream shipped in epochs that are over; `bytes` as they lie in the bucket. */
export type OldReplicas = { epochs: number[]; objects: number; bytes: number }

const askMs = 5_000
const atOnce = 16
const epochForm = /^epoch-(\d{10})\//

type Taking = {
  leasing: Leasing | undefined
  /** Or they are counted and left. */
  removes: boolean
  signal?: AbortSignal | undefined
}

/**
 * Removes them, the oldest first. Throws Conflict where there are no replicas, and where nothing of
 * the epoch that was served last is shipped: then the one before it is all that there is; LeaseAway
 * where S3 does not say which that is.
 */
export async function takeOldReplicas({ leasing, removes, signal }: Taking): Promise<OldReplicas> {
  const places = placesOf(leasing)
  const s3 = openS3Requests(places.replica)
  const epochs = new Set<number>()
  const taken = { objects: 0, bytes: 0 }
  for await (const slice of slicesOf(listOld(places))) {
    signal?.throwIfAborted()
    if (removes) await Promise.all(slice.map(({ name }) => removeObject(s3, name)))
    for (const { epoch, sizeBytes } of slice) {
      epochs.add(epoch)
      taken.objects += 1
      taken.bytes += sizeBytes
    }
  }
  return { epochs: [...epochs], ...taken }
}

type Old = { name: string; epoch: number; sizeBytes: number }
type Places = { place: S3Place; replica: S3Place }

function placesOf(leasing: Leasing | undefined): Places {
  if (leasing?.replica) return { place: leasing.place, replica: leasing.replica }
  const message = 'No replica is kept here: KONTOR_REPLICA is not set.'
  throw new Conflict({ reason: 'no_replica', message })
}

async function* listOld({ place, replica }: Places): AsyncGenerator<Old> {
  const newest = await newestShipped(place)
  const s3 = openS3Requests(replica)
  for await (const { name, sizeBytes } of listObjects(s3, { ...replica, begin: 'epoch-' })) {
    const epoch = Number(epochForm.exec(name)?.[1] ?? newest)
    if (epoch < newest) yield { name, epoch, sizeBytes }
  }
}

async function* slicesOf(all: AsyncIterable<Old>): AsyncGenerator<Old[]> {
  let slice: Old[] = []
  for await (const one of all) {
    if (slice.push(one) < atOnce) continue
    yield slice
    slice = []
  }
  yield slice
}

async function newestShipped(place: S3Place): Promise<number> {
  const record = (await openS3Lease(place).read({ ms: askMs }))?.record
  if (record && record.served === record.epoch && record.behindMs !== null) return record.epoch
  throw new Conflict({
    reason: 'not_shipped',
    message: record
      ? `Nothing of epoch ${record.epoch} (${record.host}) is shipped, so what lies there of the ` +
        'epochs before is all that another machine could begin with: nothing was removed.'
      : 'The lease is gone, so nobody knows which epoch is the newest: nothing was removed.',
  })
}
