import type { Tx } from '../../store/tx.ts'
import { lastUsedWaitingMax } from './limits.ts'
import type { IdentityRoom } from './room.ts'

export type LastUsed = ReturnType<typeof openLastUsed>

/** A key or a session that is being used. */
type Use = {
  readonly id: string
  readonly lastUsedAt: number | null
  /** How exact it is. */
  readonly stepMs: number
  readonly update: (tx: Tx) => void
}

/**
 * Writes down when a key or a session was last used: beside the request, not in it, and at most
 * once in a step for each. A use that cannot be written is forgotten: no request fails for it.
 */
export function openLastUsed({ store }: Pick<IdentityRoom, 'store'>) {
  const waiting = new Map<string, Promise<void>>()

  function note({ id, lastUsedAt, stepMs, update }: Use, nowMs: number): void {
    if (lastUsedAt !== null && nowMs - lastUsedAt < stepMs) return
    if (waiting.has(id) || waiting.size >= lastUsedWaitingMax) return
    const done = () => void waiting.delete(id)
    waiting.set(id, store.write(update).then(done, done))
  }

  return {
    note,
    /** Settles when what was noted so far is written. */
    settled: () => Promise.all(waiting.values()).then(() => undefined),
  }
}
