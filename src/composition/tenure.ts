import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { HeldLease } from '../adapters/lease/hold-lease.ts'
import { openS3Lease } from '../adapters/lease/s3-lease.ts'
import { type Taking, takeLease } from '../adapters/lease/take-lease.ts'
import { thisPlace } from '../adapters/lease/this-place.ts'
import type { Clock } from '../base/clock.ts'
import { LeaseOver } from '../base/lease.ts'
import type { Config } from '../config.ts'
import { beginEpoch, lastEpoch } from '../store/writers/epochs.ts'
import type { OpenedFolder } from './open-folder.ts'

/** That this process, and no other on any machine, writes these records; where a lease says so. */
export type Tenure = {
  /** Undefined where no lease is kept. */
  report(): { epoch: number; leftMs: number } | undefined
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
    overrides?: { onLeaseOver?: (why: string) => void }
  }
  resources: AsyncDisposableStack
}

/** How long callers still hear that nobody answers here, before the process ends. */
const partingMs = 1_000

/** Throws LeaseRefused, and LeaseAway where S3 cannot be asked. */
export async function openTenure(opening: Opening): Promise<Tenure> {
  const { config, folder, clock, log, status, resources, options } = opening
  if (!config.leasing || folder.isReadOnly) return { report: () => undefined }
  const taking = takingOf(config, { installation: folder.id, clock })
  const { store } = folder
  const lease = options.lease ?? (await takeLease(taking, lastEpoch(store.db)))
  resources.defer(lease.close)
  lease.onOver((why) => {
    status.ready = false
    log.fatal({ epoch: lease.epoch, why }, 'the lease is over: nobody is answered any more')
    const end = options.overrides?.onLeaseOver ?? endSoon
    end(why)
  })
  store.onlyWhile(lease.answersNoMore)
  const begun = { epoch: lease.epoch, host: taking.me.host, nowMs: clock.nowMs() }
  await store.write((tx) => beginEpoch(tx, begun))
  await lease.serve()
  log.info({ epoch: lease.epoch }, 'the lease is held')
  return { report: () => ({ epoch: lease.epoch, leftMs: lease.untilMs() - clock.elapsedMs() }) }
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
