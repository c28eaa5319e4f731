import { accessEndsMax, openUploadSliceMax } from '../domain/catalog/index.ts'
import type { Command } from '../domain/command.ts'
import { eventSweepMax } from '../domain/events/index.ts'
import { sweepMax } from '../domain/idempotency/index.ts'
import { sessionSweepMax } from '../domain/identity/index.ts'
import { forgetSliceMax, type JobKind } from '../domain/outbox/index.ts'
import { expirySliceMax, warningSliceMax } from '../domain/review/index.ts'
import type { Rooms } from '../domain/rooms.ts'
import { deliverySweepMax } from '../domain/webhooks/index.ts'
import * as limits from './limits.ts'
import type { Chore } from './schedule.ts'

/** Jobs that cannot be taken back and were put off by the clock: held while it is not believed. */
export const clockBoundJobs: readonly JobKind[] = ['purge-blob']

type UpkeepRooms = Pick<
  Rooms,
  | 'review'
  | 'catalog'
  | 'events'
  | 'identity'
  | 'idempotency'
  | 'ingest'
  | 'mail'
  | 'microip'
  | 'outbox'
  | 'search'
  | 'webhooks'
>

/** What the rooms want done by the clock. Bytes are not removed here but by jobs. */
export function upkeepChores({
  rooms,
  write,
}: {
  rooms: UpkeepRooms
  write: Command['write']
}): Chore[] {
  const { review, catalog, events, identity, idempotency } = rooms
  const { ingest, mail, microip, outbox, search, webhooks } = rooms
  return [
    {
      name: 'expire-reviews',
      everyMs: limits.expireReviewsEveryMs,
      slice: async () => (await review.expireOverdue()) === expirySliceMax,
    },
    {
      name: 'warn-of-reviews',
      everyMs: limits.expireReviewsEveryMs,
      slice: async () => (await review.warnOfExpiry()) === warningSliceMax,
    },
    {
      name: 'remove-open-uploads',
      everyMs: limits.removeUploadsEveryMs,
      slice: async () => (await catalog.removeOpenUploads()) === openUploadSliceMax,
    },
    {
      name: 'end-access',
      everyMs: limits.endAccessEveryMs,
      slice: async () => (await catalog.endAccess()) === accessEndsMax,
    },
    // Before the passages, which are found meanwhile.
    {
      name: 'index-licences-anew',
      everyMs: limits.readAnewEveryMs,
      slice: () => microip.indexAnewAfterUpgrade(),
    },
    {
      name: 'read-anew',
      everyMs: limits.readAnewEveryMs,
      slice: () => ingest.readAnewAfterUpgrade(write),
    },
    {
      name: 'index-anew',
      everyMs: limits.readAnewEveryMs,
      slice: () => search.indexAnewAfterUpgrade(),
    },
    {
      name: 'sweep-sessions',
      everyMs: limits.sweepSessionsEveryMs,
      async slice() {
        await identity.sweepApplications()
        return (await identity.sweepSessions()) === sessionSweepMax
      },
    },
    {
      name: 'end-streams',
      everyMs: limits.endStreamsEveryMs,
      slice: async () => identity.recheckSome(),
    },
    {
      name: 'refresh-sign-ins',
      everyMs: limits.refreshSignInsEveryMs,
      async slice() {
        identity.refreshSignIns()
        return false
      },
    },
    {
      name: 'sweep-replies',
      everyMs: limits.sweepRepliesEveryMs,
      slice: async () => (await write((tx) => idempotency.sweep(tx))) === sweepMax,
    },
    {
      name: 'forget-jobs',
      everyMs: limits.forgetJobsEveryMs,
      slice: async () => (await outbox.forgetFinished()) === forgetSliceMax,
    },
    {
      name: 'sweep-events',
      everyMs: limits.sweepEventsEveryMs,
      slice: async () => (await events.sweep()) === eventSweepMax,
    },
    {
      name: 'daily-mail',
      everyMs: limits.dailyMailEveryMs,
      slice: async (signal) => {
        await mail.tellDaily(signal)
        return false
      },
    },
    {
      name: 'sweep-deliveries',
      everyMs: limits.sweepDeliveriesEveryMs,
      slice: async () => (await webhooks.sweep()) === deliverySweepMax,
    },
    {
      name: 'sweep-blobs',
      everyMs: limits.sweepBlobsEveryMs,
      takesLong: true,
      async slice(signal) {
        await catalog.sweepBlobs(signal)
        return false
      },
    },
  ]
}
