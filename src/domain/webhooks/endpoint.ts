import { Forbidden, InvalidInput, NotFound } from '../../base/errors.ts'
import type { TenantId, WebhookId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { Command } from '../command.ts'
import type { EventType } from '../events/index.ts'
import type { Principal } from '../principal.ts'
import { recordDeed } from '../record-deed.ts'
import { findWebhook, type WebhookRow } from './queries.ts'
import type { WebhookRoom } from './room.ts'
import type { WebhookState } from './tables.ts'

/** An endpoint as its tenant sees it: the secrets are not part of it. */
export type Webhook = {
  readonly webhookId: WebhookId
  readonly url: string
  /** Empty: all. */
  readonly types: readonly EventType[]
  readonly description: string
  readonly state: WebhookState
  readonly reason: string | null
  readonly createdBy: string
  readonly createdAtMs: number
  /** Until when the secret of before is signed with as well. */
  readonly oldSecretUntilMs: number | null
}

/** The secret is part of this answer and of no other. */
export type WebhookWithSecret = Webhook & { readonly secret: string }

export function webhookOf(row: WebhookRow, nowMs: number): Webhook {
  const { webhookId, url, types, description, state, reason, createdBy } = row
  const until = row.oldSecretUntil
  return {
    webhookId,
    url,
    types,
    description,
    state,
    reason,
    createdBy,
    createdAtMs: row.createdAt,
    oldSecretUntilMs: until !== null && until > nowMs ? until : null,
  }
}

/**
 * Events tell of the whole tenant: an endpoint is for its owners and admins, and for keys with all
 * of an owner's power over every dataset. Throws Forbidden.
 */
export function requireManager({ roles, scopes, apiKeyId, datasetAccess }: Principal): void {
  const isManager = roles.some((role) => role === 'owner' || role === 'admin')
  const isFullKey = scopes.has('admin:*') && datasetAccess.mode === 'all_available'
  if (apiKeyId === undefined ? isManager : isFullKey) return
  throw new Forbidden({
    reason: 'manager_required',
    message: 'This needs an owner or an admin, or a key with admin:* over every dataset.',
  })
}

/** Whoever runs the platform, logged in. Throws Forbidden. */
export function requireOperator({ apiKeyId, isPlatformAdmin }: Principal): void {
  if (apiKeyId === undefined && isPlatformAdmin) return
  throw new Forbidden({
    reason: 'platform_admin_required',
    message: 'This needs a platform administrator.',
  })
}

/** Throws Forbidden where the operator left webhooks out. */
export function requireOn({ settings }: WebhookRoom): void {
  if (settings.webhooks) return
  throw new Forbidden({ reason: 'webhooks_off', message: 'This server sends no webhooks.' })
}

/** Throws InvalidInput for an address that nothing would be sent to. */
export function requireUrl({ sender }: WebhookRoom, url: string | undefined): void {
  const trouble = url === undefined ? undefined : sender.troubleWith(url)
  if (trouble) throw new InvalidInput({ field: 'url', ...trouble })
}

/** Throws NotFound, for that of another tenant as well. */
export function getRow(db: Db, key: { tenantId: TenantId; webhookId: WebhookId }): WebhookRow {
  const row = findWebhook(db, key)
  if (!row) throw new NotFound('webhook')
  return row
}

type Note = {
  readonly cmd: Command
  readonly tenantId: TenantId
  readonly atMs: number
  readonly webhookId: WebhookId
  readonly action: string
  readonly details?: Record<string, string>
}

/** What a person did to an endpoint. Addresses are left out: some carry a credential. */
export function note(tx: Tx, { cmd, tenantId, atMs, webhookId, action, details = {} }: Note): void {
  recordDeed(tx, cmd, {
    atMs,
    tenantId,
    action,
    subject: { type: 'webhook', id: webhookId },
    details,
  })
}
