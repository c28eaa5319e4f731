import { recordAudit } from '../../audit/index.ts'
import { findMembership } from '../account/queries.ts'
import { ssoAskAgainMs, ssoRefreshSliceMax } from '../limits.ts'
import type { SsoRefreshed } from '../ports.ts'
import type { IdentityRoom } from '../room.ts'
import { deleteSession } from '../session/queries.ts'
import {
  findIdentity,
  listDueSessions,
  putOffSessions,
  type SsoSessionRow,
  updateSsoSession,
} from './queries.ts'

/**
 * Asks providers whether sessions go on, all those that are due: one that a provider refuses ends.
 * A provider that does not answer ends none, and is asked about all of its own later: they take no
 * turn of another's.
 */
export async function refreshSessions(room: IdentityRoom, signal?: AbortSignal): Promise<void> {
  const { store, clock } = room
  const due = () => listDueSessions(store.db, { nowMs: clock.nowMs(), limit: ssoRefreshSliceMax })
  for (let slice = due(); slice.length > 0; slice = due()) {
    const silent = new Set<string>()
    for (const row of slice) {
      if (signal?.aborted) return
      if (silent.has(row.provider)) continue
      const result = await ask(room, row)
      if (result.outcome !== 'unknown') await note(room, row, result)
      else {
        silent.add(row.provider)
        await askLater(room, row.provider)
      }
    }
  }
}

function askLater({ store, clock }: IdentityRoom, provider: string): Promise<void> {
  return store.write((tx) => {
    const nowMs = clock.nowMs()
    putOffSessions(tx, { provider, nowMs, refreshAt: nowMs + ssoAskAgainMs })
  })
}

/** A provider that is not in the settings any more has nobody log in, and nobody stay. */
async function ask(
  { sso, ssoSecrets }: IdentityRoom,
  { provider: id, refreshToken }: SsoSessionRow,
): Promise<SsoRefreshed> {
  const provider = sso.providers.find((one) => one.id === id)
  const token = refreshToken && ssoSecrets.opened(refreshToken)
  if (!provider || !token) return { outcome: 'refused' }
  return sso.client.refresh(provider, token)
}

type Answered = Exclude<SsoRefreshed, { outcome: 'unknown' }>

function note(room: IdentityRoom, row: SsoSessionRow, result: Answered): Promise<void> {
  const { store, clock, sso, ssoSecrets: secrets } = room
  const { sessionId, issuer, subjectHash } = row
  const nowMs = clock.nowMs()
  return store.write((tx) => {
    const isSame =
      result.outcome === 'live' &&
      (result.subject === undefined ||
        secrets.subject({ issuer, subject: result.subject }).equals(subjectHash))
    if (isSame) {
      const { refreshToken } = result
      return updateSsoSession(tx, sessionId, {
        refreshAt: nowMs + sso.refreshMs,
        ...(refreshToken !== undefined && { refreshToken: secrets.sealed(refreshToken) }),
      })
    }
    deleteSession(tx, sessionId)
    const userId = findIdentity(tx, { issuer, subjectHash })?.userId
    if (userId === undefined) return
    recordAudit(tx, {
      atMs: nowMs,
      tenantId: findMembership(tx, userId)?.tenantId ?? null,
      actor: { type: 'system', id: null },
      action: 'user.sessions_ended',
      subject: { type: 'user', id: userId },
      details: { sessions_ended: 1, provider: row.provider },
    })
  })
}

/** Beside the requests and the chores: a provider that is slow keeps nothing else waiting. */
export function openRefreshing(room: IdentityRoom) {
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined
  let failed: { error: unknown } | undefined
  return {
    /** Begins to ask about what is due, unless that is going on. Throws what went wrong before. */
    refreshSignIns(): void {
      const { error } = failed ?? {}
      failed = undefined
      if (error) throw error
      if (stopping.signal.aborted) return
      running ??= refreshSessions(room, stopping.signal)
        .catch((error: unknown) => {
          failed = { error }
        })
        .finally(() => {
          running = undefined
        })
    },
    settled: async () => void (await running),
    stop: () => stopping.abort(),
  }
}
