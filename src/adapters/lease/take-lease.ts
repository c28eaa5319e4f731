import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { endOf, type HeldLease, holdLease } from './hold-lease.ts'
import {
  type FoundLease,
  type LeaseObject,
  type LeaseRecord,
  LeaseRefused,
} from './lease-record.ts'

export type Candidate = Pick<LeaseRecord, 'installation' | 'holder' | 'place' | 'host' | 'seconds'>

export type Taking = { object: LeaseObject; clock: Clock; me: Candidate }

const askMs = 5_000
const looksPerLease = 10

/** What is there now. Throws LeaseRefused for one of another installation, and LeaseAway. */
export async function findLease({ object, me }: Taking): Promise<FoundLease | undefined> {
  const found = await object.read({ ms: askMs })
  if (found === undefined || found.record.installation === me.installation) return found
  throw new LeaseRefused(
    `The lease is that of another installation (${found.record.installation}; this one is ` +
      `${me.installation}). Name another bucket or prefix in KONTOR_LEASE.`,
  )
}

/**
 * For a server that has the lock of its folder, whose records end with the epoch `records`: takes
 * the lease that nobody has, or goes on with that of its own folder. Where it is another one's,
 * waits whether it is renewed. Where it is gone, somebody is to say that no records are newer.
 * Throws LeaseRefused and LeaseAway.
 */
export async function takeLease(
  taking: Taking,
  records: number,
  { isNewest = false } = {},
): Promise<HeldLease> {
  const { me } = taking
  const found = await findLease(taking)
  if (found === undefined) {
    if (records > 0 && !isNewest) throw new LeaseRefused(leaseGone(records))
    return takeOver(taking, { found, records })
  }
  requireRecords(found.record, records)
  if (found.record.place === me.place) return takeOver(taking, { found, records })
  const left = await untilOver(taking, found)
  if (left !== 'over') throw new LeaseRefused(heldBy(left?.record ?? found.record))
  return takeOver(taking, { found, records })
}

function heldBy({ host, epoch }: LeaseRecord): string {
  return (
    `${host} serves this installation (epoch ${epoch} of the lease). Stop it there first, or ` +
    'have kontor standby wait here until it is gone.'
  )
}

/** Without it nothing says in which epoch somebody was answered last. */
export function leaseGone(records: number): string {
  return (
    'The lease is gone, so nobody knows which machine served last (the records in this folder ' +
    `end with epoch ${Math.max(records, 0)}). On the one that did, stop what waits or serves ` +
    'there, and start it with: kontor standby --accept-loss.'
  )
}

type Served = Pick<LeaseRecord, 'served' | 'host'>

/** Records that are behind would have links and charges of others used once more. */
export function requireRecords({ served, host }: Served, records: number): void {
  if (records >= served) return
  throw new LeaseRefused(
    `The records in this folder end with epoch ${records}, and epoch ${served} was served ` +
      `elsewhere (${host} had the lease last). Served from here, links that were used would ` +
      'work once more. Let kontor standby bring this folder to what was served last.',
  )
}

/**
 * Waits until a lease is not renewed for as long as it holds, by the own clock, from when it was
 * seen; gives what it was replaced by otherwise. What is not seen to be renewed, because S3 is away
 * meanwhile, is noticed when it is taken.
 */
export async function untilOver(
  { object, clock }: Pick<Taking, 'object' | 'clock'>,
  { record, etag }: FoundLease,
  signal?: AbortSignal,
): Promise<FoundLease | undefined | 'over'> {
  const leaseMs = record.seconds * 1_000
  const endMs = clock.elapsedMs() + leaseMs
  for (;;) {
    const leftMs = endMs - clock.elapsedMs()
    if (leftMs <= 0) return 'over'
    await delay(Math.min(leftMs, leaseMs / looksPerLease), undefined, { signal })
    const ms = Math.min(askMs, leaseMs)
    const now = await object.read({ ms }).catch(() => 'unknown' as const)
    if (now !== 'unknown' && now?.etag !== etag) return now
  }
}

type From = { found: FoundLease | undefined; records: number }

/** Throws LeaseRefused where somebody else was faster, and where S3 takes no conditions. */
export async function takeOver(taking: Taking, { found, records }: From): Promise<HeldLease> {
  const { object, clock, me } = taking
  const sentMs = clock.elapsedMs()
  const before = found?.record
  const isMine = before?.place === me.place
  const record: LeaseRecord = {
    ...me,
    epoch: Math.max(before?.epoch ?? 0, records) + (isMine ? 0 : 1),
    served: before?.served ?? 0,
    beat: (before?.beat ?? 0) + 1,
    behindMs: before?.behindMs ?? null,
  }
  const etag = await written(object, { record, etag: found?.etag })
  if (etag === undefined) {
    throw new LeaseRefused('Another server was faster in taking the lease. Nothing was done here.')
  }
  await requireConditions(object, record)
  return holdLease({ object, clock, record, etag, untilMs: endOf(record, sentMs) })
}

type Wanted = { record: LeaseRecord; etag: string | undefined }

/** An answer that was lost is looked for. */
async function written(object: LeaseObject, { record, etag }: Wanted) {
  try {
    return await object.write(record, { etag, ms: askMs })
  } catch (error) {
    const now = await object.read({ ms: askMs })
    if (now?.record.holder === record.holder) return now.etag
    if (now?.etag !== etag) return undefined
    throw error
  }
}

/** A server that writes whatever the conditions say would give the lease to everybody. */
async function requireConditions(object: LeaseObject, record: LeaseRecord): Promise<void> {
  for (const etag of [undefined, '0'.repeat(32)]) {
    if ((await object.write(record, { etag, ms: askMs })) === undefined) continue
    throw new LeaseRefused(
      'The S3 server that KONTOR_LEASE names heeds neither If-Match nor If-None-Match, so it ' +
        'cannot tell one writer from two. Name a bucket of one that does: AWS, Ceph and MinIO do.',
    )
  }
}
