import type { Clock } from '../../base/clock.ts'
import { RateLimited } from '../../base/errors.ts'
import type { UserId } from '../../base/ids.ts'
import type { RoomStore } from '../../store/tx.ts'
import type { Chain } from '../chain/index.ts'
import { scansPerMinute, scansWaitingMax } from './limits.ts'

export type WalletSettings = {
  /** What signed messages call the service: its host, or a name of this installation. */
  readonly serviceName: () => string
  /** Whether the local chain credits what anybody says that they deposited. */
  readonly openDeposits: boolean
}

export type WalletDeps = {
  readonly store: RoomStore
  readonly clock: Clock
  readonly chain: Chain
  readonly settings: WalletSettings
}

/** What the commands of this room share. */
export type WalletRoom = WalletDeps & {
  readonly scans: Scans
  /** The transaction that the node did not show when deposits were last looked for. */
  readonly unshown: { last: string | undefined }
}

/** Lets the dear search for a signed message happen one at a time, and seldom for each user. */
export type Scans = {
  /** Throws RateLimited. */
  run<R>(userId: UserId, scan: () => Promise<R>): Promise<R>
}

export function makeRoom(deps: WalletDeps): WalletRoom {
  return { ...deps, scans: openScans(deps.clock), unshown: { last: undefined } }
}

const minuteMs = 60_000

function openScans(clock: Clock): Scans {
  const begun = new Map<UserId, number[]>()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function takeTurn(userId: UserId): void {
    const nowMs = clock.elapsedMs()
    for (const [user, times] of begun) {
      const recent = times.filter((atMs) => nowMs - atMs < minuteMs)
      if (recent.length === 0) begun.delete(user)
      else begun.set(user, recent)
    }
    const own = begun.get(userId) ?? []
    const oldest = own[0] ?? nowMs
    if (own.length >= scansPerMinute) {
      const waitSeconds = Math.max(1, Math.ceil((oldest + minuteMs - nowMs) / 1000))
      const limit = { quota: scansPerMinute, windowSeconds: minuteMs / 1000 }
      throw new RateLimited(waitSeconds, 'signature-search', limit)
    }
    if (waiting >= scansWaitingMax) throw new RateLimited(1)
    begun.set(userId, [...own, nowMs])
  }

  return {
    run(userId, scan) {
      takeTurn(userId)
      waiting += 1
      const done = last.then(scan).finally(() => {
        waiting -= 1
      })
      last = done.catch(() => {})
      return done
    },
  }
}
