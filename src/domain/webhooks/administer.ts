import { NotFound } from '../../base/errors.ts'
import type { DeliveryId, TenantId, WebhookId } from '../../base/ids.ts'
import { type After, type PageRequest, readPage } from '../../base/page.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../principal.ts'
import { resend } from './deliveries.ts'
import * as queries from './delivery-queries.ts'
import { requireOn, requireOperator } from './endpoint.ts'
import { changeRow } from './manage-endpoints.ts'
import { countAllWebhooks, findAnyWebhook, listAllWebhookRows, type WebhookRow } from './queries.ts'
import type { WebhookRoom } from './room.ts'
import type { DeliveryState, WebhookState } from './tables.ts'

/**
 * An endpoint as whoever runs the platform sees it: where messages go, and how it stands. The path
 * of the address is left out, since with some receivers it is the credential.
 */
export type AnyWebhook = {
  readonly webhookId: WebhookId
  readonly tenantId: TenantId
  readonly origin: string
  readonly description: string
  readonly kinds: number
  readonly state: WebhookState
  readonly reason: string | null
  readonly createdAtMs: number
}

/** A delivery without what was sent and answered: that is the tenant's own. */
export type AnyDelivery = Pick<
  queries.DeliveryRow,
  | 'deliveryId'
  | 'webhookId'
  | 'tenantId'
  | 'eventType'
  | 'eventNumber'
  | 'state'
  | 'tries'
  | 'createdAt'
  | 'lastTryAt'
  | 'nextTryAt'
  | 'status'
  | 'problem'
>

export type AllWebhooksAsked = PageRequest & {
  readonly tenantId?: TenantId | undefined
  readonly state?: WebhookState | undefined
}

/** Endpoints of all tenants, the newest first. Throws Forbidden, InvalidInput for the cursor. */
export function pageOfAllWebhooks(
  { store: { db }, cursorKey }: WebhookRoom,
  principal: Principal,
  { tenantId, state, ...page }: AllWebhooksAsked,
): { webhooks: readonly AnyWebhook[]; total: number; nextCursor: string | null } {
  requireOperator(principal)
  const filters = { tenantId, state }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'all-webhooks',
      tenantId: principal.tenantId,
      restriction: null,
      filters: { of: tenantId ?? null, state: state ?? null },
    },
    read: (asked: After<string>) => listAllWebhookRows(db, filters, asked),
    positionOf: ({ webhookId }) => webhookId,
  })
  return { webhooks: rows.map(anyOf), total: countAllWebhooks(db, filters), nextCursor }
}

export type AllDeliveriesAsked = PageRequest & {
  readonly tenantId?: TenantId | undefined
  readonly webhookId?: WebhookId | undefined
  readonly state?: DeliveryState | undefined
}

export type AllDeliveries = {
  readonly deliveries: readonly AnyDelivery[]
  readonly nextCursor: string | null
  /** Of all tenants, whichever were asked for. */
  readonly tally: { readonly waiting: number; readonly failed: number }
}

/** What was and is to be sent for all tenants, the last one first. Throws as the other list. */
export function pageOfAllDeliveries(
  { store: { db }, cursorKey }: WebhookRoom,
  principal: Principal,
  { tenantId, webhookId, state, ...page }: AllDeliveriesAsked,
): AllDeliveries {
  requireOperator(principal)
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'all-webhook-deliveries',
      tenantId: principal.tenantId,
      restriction: null,
      filters: { of: tenantId ?? null, webhook: webhookId ?? null, state: state ?? null },
    },
    read: (asked: After<string>) =>
      queries.listAllDeliveryRows(db, { tenantId, webhookId, state }, asked),
    positionOf: ({ deliveryId }) => deliveryId,
  })
  return { deliveries: rows, nextCursor, tally: queries.tallyDeliveries(db) }
}

/** As its tenant sends again. Throws Forbidden, NotFound, Conflict for an endpoint not active. */
export function sendAnyAgain(
  room: WebhookRoom,
  cmd: Command,
  deliveryId: DeliveryId,
): Promise<AnyDelivery> {
  requireOperator(cmd.principal)
  requireOn(room)
  return cmd.write((tx) => {
    const row = queries.findAnyDelivery(tx, deliveryId)
    if (!row) throw new NotFound('delivery')
    return resend(room, tx, { cmd, row })
  })
}

/**
 * Pauses an endpoint of any tenant, or goes on with it. Its tenant sees who did, and may turn it
 * back. Throws Forbidden and NotFound.
 */
export function changeAnyWebhook(
  room: WebhookRoom,
  cmd: Command,
  { webhookId, state }: { webhookId: WebhookId; state: 'active' | 'paused' },
): Promise<AnyWebhook> {
  requireOperator(cmd.principal)
  return cmd.write((tx) => {
    const row = findAnyWebhook(tx, webhookId)
    if (!row) throw new NotFound('webhook')
    const reason = state === 'paused' ? 'operator' : null
    return anyOf(changeRow(room, tx, { cmd, row, change: { state, reason } }))
  })
}

function anyOf(row: WebhookRow): AnyWebhook {
  const { webhookId, tenantId, url, types, description, state, reason, createdAt } = row
  const { origin } = new URL(url)
  const named = { webhookId, tenantId, origin, description, kinds: types.length }
  return { ...named, state, reason, createdAtMs: createdAt }
}
