import type { ApiKeyId } from '../../base/ids.ts'
import { updateLastUsed } from './key/queries.ts'
import { lastUsedStepMs, lastUsedWaitingMax } from './limits.ts'
import type { IdentityRoom } from './room.ts'

export type LastUsed = ReturnType<typeof openLastUsed>

/**
 * Writes down when a key was last used: beside the request, not in it, and at most once a minute
 * for each key. A use that cannot be written is forgotten: no request fails for it.
 */
export function openLastUsed({ store }: Pick<IdentityRoom, 'store'>) {
  const waiting = new Map<ApiKeyId, Promise<void>>()

  function note(key: { apiKeyId: ApiKeyId; lastUsedAt: number | null }, nowMs: number): void {
    const { apiKeyId, lastUsedAt } = key
    if (lastUsedAt !== null && nowMs - lastUsedAt < lastUsedStepMs) return
    if (waiting.has(apiKeyId) || waiting.size >= lastUsedWaitingMax) return
    const done = () => void waiting.delete(apiKeyId)
    waiting.set(apiKeyId, store.write((tx) => updateLastUsed(tx, apiKeyId, nowMs)).then(done, done))
  }

  return {
    note,
    /** Settles when what was noted so far is written. */
    settled: () => Promise.all(waiting.values()).then(() => undefined),
  }
}
