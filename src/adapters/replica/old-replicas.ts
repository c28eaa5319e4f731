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

/** Counts them and leaves them. Throws Conflict and LeaseAway as removeOldReplicas does. */
export async function countOldReplicas(leasing: Leasing | undefined): Promise<OldReplicas> {
  const count = openCount()
  for await (const old of listOld(placesOf(leasing))) count.add(old)
  return count.all()
}

/**
 * Removes them, the oldest first. Throws Conflict where there are no replicas, and where nothing of
 * the epoch that was served last is shipped: then the one before it is all that there is; LeaseAway
 * where S3 does not say which that is.
 */
export async function removeOldReplicas(
  leasing: Leasing | undefined,
  signal: AbortSignal | undefined,
): Promise<OldReplicas> {
  const places = placesOf(leasing)
  const s3 = openS3Requests(places.replica)
  const count = openCount()
  const remove = async (slice: readonly Old[]) => {
    signal?.throwIfAborted()
    await Promise.all(slice.map(({ name }) => removeObject(s3, name)))
    for (const old of slice) count.add(old)
  }
  let slice: Old[] = []
  for await (const old of listOld(places)) {
    slice.push(old)
    if (slice.length < atOnce) continue
    await remove(slice)
    slice = []
  }
  await remove(slice)
  return count.all()
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

function openCount() {
  const epochs = new Set<number>()
  const found = { objects: 0, bytes: 0 }
  return {
    add({ epoch, sizeBytes }: Old) {
      epochs.add(epoch)
      found.objects += 1
      found.bytes += sizeBytes
    },
    all: (): OldReplicas => ({ epochs: [...epochs], ...found }),
  }
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
