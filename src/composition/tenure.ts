import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { HeldLease } from '../adapters/lease/hold-lease.ts'
import { LeaseRefused } from '../adapters/lease/lease-record.ts'
import { openS3Lease } from '../adapters/lease/s3-lease.ts'
import { requireRecords, type Taking, takeLease } from '../adapters/lease/take-lease.ts'
import { thisPlace } from '../adapters/lease/this-place.ts'
import { type Shipping, shipLog } from '../adapters/replica/ship-log.ts'
import type { Clock } from '../base/clock.ts'
import { LeaseOver } from '../base/lease.ts'
import type { Config } from '../config.ts'
import { beginEpoch, lastEpoch } from '../store/writers/epochs.ts'
import type { OpenedFolder } from './open-folder.ts'

/** That this process, and no other on any machine, writes these records; where a lease says so. */
export type Tenure = {
  /** From now on somebody may be answered, and what is written is shipped. Throws LeaseOver. */
  begin(): Promise<void>
  /** Undefined where no lease is kept. */
  report(): TenureReport | undefined
}

export type TenureReport = {
  epoch: number
  leftMs: number
  /** Undefined where there is none, or before it began. */
  replica: ReturnType<Shipping['report']> | undefined
}

type Opening = {
  config: Config
  folder: Pick<OpenedFolder, 'store' | 'id' | 'isReadOnly'>
  clock: Clock
  log: Logger
  status: { ready: boolean }
  options: {
    /** Taken already. */
    lease?: HeldLease
    /** The records may end before what was served. */
    isRestored?: boolean
    /** The lease is gone, and whoever started it says that no records are newer. */
    isNewest?: boolean
    parts?: { http?: boolean }
    overrides?: { onLeaseOver?: (why: string) => void }
  }
  resources: AsyncDisposableStack
}

/** How long callers still hear that nobody answers here, before the process ends. */
const partingMs = 1_000

/** Throws LeaseRefused, and LeaseAway where S3 cannot be asked. */
export async function openTenure(opening: Opening): Promise<Tenure> {
  const { config, folder, clock, log, status, resources, options } = opening
  const { leasing, dataDir } = config
  if (!leasing || folder.isReadOnly) return { begin: async () => {}, report: () => undefined }
  const { store } = folder
  const lease = await leaseFor(opening)
  resources.defer(lease.close)
  lease.onOver((why) => {
    status.ready = false
    log.fatal({ epoch: lease.epoch, why }, 'the lease is over: nobody is answered any more')
    const end = options.overrides?.onLeaseOver ?? endSoon
    end(why)
  })
  // Before anybody is answered nothing is lost by a write that comes late; and what a start loads
  // keeps the lease from being renewed.
  const answersAnybody = options.parts?.http !== false
  if (!answersAnybody) store.onlyWhile(lease.answersNoMore)
  const { epoch } = lease
  await store.write((tx) => beginEpoch(tx, { epoch, host: hostname(), nowMs: clock.nowMs() }))
  let shipping: Shipping | undefined
  // Ends before the lease does, and after all that writes.
  resources.defer(() => shipping?.[Symbol.asyncDispose]())
  return {
    async begin() {
      const { replica: place, litestream: program } = leasing
      if (place) {
        shipping = await shipLog({ program, place, epoch, dataDir, log })
        lease.watch(() => shipping?.report().behindMs ?? null)
      }
      await lease.serve()
      store.onlyWhile(lease.answersNoMore)
      log.info({ epoch }, 'the lease is held')
    },
    report: () => ({
      epoch,
      leftMs: lease.untilMs() - clock.elapsedMs(),
      replica: shipping?.report(),
    }),
  }
}

async function leaseFor({ config, folder, clock, options }: Opening): Promise<HeldLease> {
  const { store, id: installation } = folder
  const { lease, isRestored = false, isNewest = false } = options
  const records = lastEpoch(store.db)
  if (!lease) return takeLease(takingOf(config, { installation, clock }), records, { isNewest })
  if (lease.installation !== installation) {
    throw new LeaseRefused(
      `The folder is of installation ${installation}, and the lease of ${lease.installation}.`,
    )
  }
  const { servedBefore: served } = lease
  if (!isRestored) requireRecords({ served, host: 'another machine' }, records)
  return lease
}

/** Who asks for the lease, and where. Only for settings that name one. */
export function takingOf(
  { leasing, dataDir }: Config,
  { installation, clock }: { installation: string; clock: Clock },
): Taking {
  if (!leasing) throw new Error('no lease is set')
  const holder = randomBytes(12).toString('hex')
  const me = { installation, holder, place: thisPlace(dataDir), host: hostname() }
  return { object: openS3Lease(leasing.place), clock, me: { ...me, seconds: leasing.seconds } }
}

/** As abruptly as a kill: what is not written by now is another one's to write. */
function endSoon(): void {
  setTimeout(() => {
    throw new LeaseOver()
  }, partingMs)
}
