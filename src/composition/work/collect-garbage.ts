import type { Config } from '../../config.ts'
import type { Rooms } from '../../domain/rooms.ts'
import type { Store } from '../../store/open.ts'

type Needs = { rooms: Rooms; store: Store; config: Pick<Config, 'checkpoints'> }

export type Garbage = {
  sessions: number
  replies: number
  uploads: number
  /** Files that belong to nobody; jobs remove them. */
  files: number
}

/** Removes what nobody needs any more, now and not when its time comes. */
export async function collectGarbage(
  { rooms, store, config }: Needs,
  signal: AbortSignal,
): Promise<Garbage & { logPages: number | null }> {
  const untilNone = async (slice: () => Promise<number>) => {
    let all = 0
    for (let removed = 1; removed > 0 && !signal.aborted; all += removed) removed = await slice()
    return all
  }
  const sessions = await untilNone(() => rooms.identity.sweepSessions())
  const replies = await untilNone(() => store.write((tx) => rooms.idempotency.sweep(tx)))
  const uploads = await untilNone(() => rooms.catalog.removeOpenUploads())
  const files = await rooms.catalog.sweepBlobs(signal)
  const logPages = config.checkpoints ? writeBack(store) : null
  return { sessions, replies, uploads, files, logPages }
}

/** The same, counted and left where it is. */
export async function countGarbage(
  { rooms, store }: Pick<Needs, 'rooms' | 'store'>,
  signal: AbortSignal,
): Promise<Garbage> {
  return {
    sessions: rooms.identity.countExpiredSessions(),
    replies: rooms.idempotency.countExpired(store.db),
    uploads: rooms.catalog.countLongOpen(),
    files: await rooms.catalog.countOrphans(signal),
  }
}

function writeBack({ raw }: Store): number {
  const [state] = raw.pragma('wal_checkpoint(PASSIVE)') as { checkpointed: number }[]
  return state?.checkpointed ?? 0
}
