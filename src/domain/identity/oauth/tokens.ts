import { hash } from 'node:crypto'
import { sameBytes } from '../../../base/secrets.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand } from '../../command.ts'
import type { Scope } from '../../principal.ts'
import { findMembership } from '../account/queries.ts'
import {
  newRefreshToken,
  parseApiKey,
  parseRefreshToken,
  type RefreshParts,
} from '../credentials.ts'
import { insertNewKey } from '../key/create-api-key.ts'
import { noteRevoked } from '../key/note-revoked.ts'
import { type ApiKeyRow, updateKey } from '../key/queries.ts'
import { accessTokenMs, refreshAgainMs, refreshTokenMs } from '../limits.ts'
import { isLocked } from '../people/lock.ts'
import type { IdentityRoom } from '../room.ts'
import { scopesOfRoles } from '../scopes.ts'
import { requireNotSuspended } from '../tenant/suspension.ts'
import { applicationScopes, requireResource } from './authorization.ts'
import * as queries from './queries.ts'
import { placeOf } from './redirect-uri.ts'
import { OAuthRefused } from './refused.ts'

/** What a program gets: a key of the tenant for an hour, and what renews it. */
export type Tokens = {
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly refreshToken: string
  readonly scopes: readonly Scope[]
}

export type ExchangeRequest = {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string | undefined
  readonly verifier: string
  readonly resource: string | undefined
}

/**
 * Makes the key that somebody said yes to. A code counts once, for a minute, for the program that
 * asked, with what it asked with; a second use ends what the first one gave (OAuth 2.1, 4.1.3).
 * Throws OAuthRefused, and Forbidden where the tenant is suspended.
 */
export async function exchangeCode(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  request: ExchangeRequest,
): Promise<Tokens> {
  const codeHash = room.hashes.oauthCode(request.code)
  const tokens = await cmd.write((tx) => {
    const row = queries.findCode(tx, codeHash)
    if (!row) throw worthless('code')
    if (row.apiKeyId !== null) return void endUsedTwice(room, tx, row.apiKeyId)
    requireFitting(room, row, request)
    requireNotSuspended(tx, row.tenantId)
    requireStillMay(tx, row)
    const accessUntil = room.clock.nowMs() + accessTokenMs
    const made = insertNewKey(room, tx, {
      tenantId: row.tenantId,
      createdBy: { type: 'user', id: row.userId },
      name: row.clientName,
      scopes: applicationScopes,
      datasetMode: 'all_available',
      datasetIds: [],
      limits: {
        ratePerMinute: null,
        monthlyBudgetCredits: row.monthlyBudgetCredits,
        expiresAtMs: null,
      },
      requestId: cmd.requestId,
      accessUntil,
    })
    const { apiKeyId, keyPrefix: prefix } = made
    const refresh = newRefreshToken({ prefix })
    queries.insertOAuthGrant(tx, {
      apiKeyId,
      clientId: row.clientId,
      clientName: row.clientName,
      redirectPlace: placeOf(row.redirectUri),
      familyHash: room.hashes.refresh('family', refresh),
      ...turnOf(room, refresh),
    })
    queries.markCodeUsed(tx, codeHash, apiKeyId)
    return tokensOf({ accessToken: made.key, refreshToken: refresh.text })
  })
  if (!tokens) throw worthless('code')
  return tokens
}

export type RefreshRequest = {
  readonly refreshToken: string
  readonly clientId: string
  readonly resource: string | undefined
  /** What programs are let in to. */
  readonly ownResource: string
}

/**
 * Gives the key another secret and another hour; what renewed it counts no more. One that was used
 * before is in two hands: it ends what it is part of (OAuth 2.1, 4.3.1), but the last one within
 * seconds is answered as it was. Throws OAuthRefused, and Forbidden where the tenant is suspended.
 */
export async function refreshTokens(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  request: RefreshRequest,
): Promise<Tokens> {
  requireResource({ named: request.resource, resource: request.ownResource })
  const shown = parseRefreshToken(request.refreshToken)
  if (!shown) throw worthless('refresh_token')
  const tokens = await cmd.write((tx) => {
    const found = findGenuine(room, tx, shown)
    if (!found || found.grant.clientId !== request.clientId) throw worthless('refresh_token')
    const { grant, key } = found
    const nowMs = room.clock.nowMs()
    const isOver = grant.refreshUntil <= nowMs || (key.expiresAt ?? nowMs + 1) <= nowMs
    if (isOver || key.revokedAt !== null) throw worthless('refresh_token')
    const next = room.hashes.renewed(shown)
    const turn = turnNow(room, { grant, shown, next: next.refresh })
    if (turn === 'past') {
      return void endGrant(room, tx, { key, because: 'refresh_token_used_twice', cmd })
    }
    requireNotSuspended(tx, key.tenantId)
    if (turn === 'present') {
      const secretHash = room.hashes.apiKey(next.key)
      updateKey(tx, key.apiKeyId, { secretHash, accessUntil: nowMs + accessTokenMs })
      queries.updateOAuthGrant(tx, key.apiKeyId, turnOf(room, next.refresh))
      queries.updateClientUsed(tx, grant.clientId, nowMs)
    }
    return tokensOf({ accessToken: next.key.text, refreshToken: next.refresh.text })
  })
  if (!tokens) throw worthless('refresh_token')
  return tokens
}

/**
 * A program gives up what it was given, by either of its tokens (RFC 7009): all of it ends. What is
 * none of ours, or of another program, is left as it is, and nobody is told the difference.
 */
export function revokeToken(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  { token, clientId }: { token: string; clientId: string },
): Promise<void> {
  return cmd.write((tx) => {
    const refresh = parseRefreshToken(token)
    const found = refresh ? findGenuine(room, tx, refresh) : findByAccess(room, tx, token)
    if (!found || found.grant.clientId !== clientId) return
    endGrant(room, tx, { key: found.key, because: 'program', cmd })
  })
}

type Turns = { grant: queries.OAuthGrantRow; shown: RefreshParts; next: RefreshParts }

/** Whether it is this token's turn, was a moment ago, or is long past. */
function turnNow({ hashes, clock }: IdentityRoom, { grant, shown, next }: Turns) {
  if (sameBytes(grant.turnHash, hashes.refresh('turn', shown))) return 'present'
  const isLast = sameBytes(grant.turnHash, hashes.refresh('turn', next))
  const usedAtMs = grant.refreshUntil - refreshTokenMs
  return isLast && clock.nowMs() - usedAtMs <= refreshAgainMs ? 'just now' : 'past'
}

/** Of whatever turn: whoever knows what stays was given one of them. */
function findGenuine({ hashes }: IdentityRoom, db: Db, shown: RefreshParts) {
  const found = queries.findOAuthGrant(db, shown.prefix)
  const isGenuine = sameBytes(found?.grant.familyHash ?? noHash, hashes.refresh('family', shown))
  return isGenuine ? found : undefined
}

function findByAccess({ hashes }: IdentityRoom, db: Db, token: string) {
  const parts = parseApiKey(token)
  const found = parts && queries.findOAuthGrant(db, parts.prefix)
  return found && sameBytes(found.key.secretHash, hashes.apiKey(parts)) ? found : undefined
}

const noHash = Buffer.alloc(32)

function requireFitting(
  { clock }: IdentityRoom,
  row: queries.CodeRow,
  { clientId, redirectUri, verifier, resource }: ExchangeRequest,
): void {
  const isTheirs = row.clientId === clientId && (redirectUri ?? '') === row.redirectUri
  if (!isTheirs || row.expiresAt <= clock.nowMs()) throw worthless('code')
  requireResource({ named: resource, resource: row.resource })
  const isKnown = /^[\w.~-]{43,128}$/.test(verifier)
  if (isKnown && hash('sha256', verifier, 'base64url') === row.challenge) return
  throw new OAuthRefused('invalid_grant', 'code_verifier does not fit code_challenge.')
}

/** Who said yes may have left, or lost the right to make keys, in between. */
function requireStillMay(db: Db, { tenantId, userId }: queries.CodeRow): void {
  const membership = findMembership(db, userId)
  const scopes = scopesOfRoles(membership?.tenantId === tenantId ? membership.roles : [])
  const may = [...applicationScopes, 'keys:write' as const].every((scope) => scopes.has(scope))
  if (!may || isLocked(db, userId)) throw worthless('code')
}

function endUsedTwice(room: IdentityRoom, tx: Tx, apiKeyId: ApiKeyRow['apiKeyId']): void {
  const key = queries.findKeyOfGrant(tx, apiKeyId)
  if (key) endGrant(room, tx, { key, because: 'code_used_twice' })
}

type Ending = {
  key: Pick<ApiKeyRow, 'apiKeyId' | 'tenantId' | 'keyPrefix' | 'revokedAt'>
  because: 'code_used_twice' | 'refresh_token_used_twice' | 'program'
  cmd?: AnonymousCommand
}

/** Like any key: at once, and for good. */
function endGrant({ clock }: IdentityRoom, tx: Tx, { key, because, cmd }: Ending): void {
  if (key.revokedAt !== null) return
  const { apiKeyId, tenantId, keyPrefix } = key
  const atMs = clock.nowMs()
  updateKey(tx, apiKeyId, { revokedAt: atMs })
  recordAudit(tx, {
    atMs,
    tenantId,
    actor: { type: 'api_key', id: apiKeyId },
    action: 'api_key.revoked',
    subject: { type: 'api_key', id: apiKeyId },
    details: { key_prefix: keyPrefix, because },
    ...(cmd && { requestId: cmd.requestId }),
  })
  noteRevoked(tx, { tenantId, apiKeyId, atMs })
}

function turnOf({ hashes, clock }: IdentityRoom, refresh: RefreshParts) {
  const refreshUntil = clock.nowMs() + refreshTokenMs
  return { turnHash: hashes.refresh('turn', refresh), refreshUntil }
}

function tokensOf(tokens: Pick<Tokens, 'accessToken' | 'refreshToken'>): Tokens {
  return { ...tokens, expiresInSeconds: accessTokenMs / 1_000, scopes: applicationScopes }
}

function worthless(field: 'code' | 'refresh_token'): OAuthRefused {
  return new OAuthRefused(
    'invalid_grant',
    `${field} is unknown, over, used, or of another program.`,
  )
}
