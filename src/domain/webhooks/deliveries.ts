import { isoOf } from '../../base/clock.ts'
import { Conflict, NotFound } from '../../base/errors.ts'
import { type DeliveryId, newId, type TenantId, type WebhookId } from '../../base/ids.ts'
import { type After, type PageRequest, readPage } from '../../base/page.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../principal.ts'
import * as queries from './delivery-queries.ts'
import { getRow, note, requireManager, requireOn } from './endpoint.ts'
import type { WebhookKey } from './queries.ts'
import type { WebhookRoom } from './room.ts'
import type { DeliveryState } from './tables.ts'

export type Delivery = Omit<queries.DeliveryRow, 'tenantId' | 'about'>

export type DeliveriesAsked = PageRequest & {
  readonly webhookId?: WebhookId | undefined
  readonly state?: DeliveryState | undefined
}

/**
 * What was sent and is to be sent, the last one first. Throws Forbidden, NotFound for the endpoint,
 * InvalidInput for the cursor.
 */
export function listDeliveries(
  { store: { db }, cursorKey }: WebhookRoom,
  principal: Principal,
  { webhookId, state, ...page }: DeliveriesAsked,
): { deliveries: readonly Delivery[]; nextCursor: string | null } {
  requireManager(principal)
  const { tenantId } = principal
  if (webhookId !== undefined) getRow(db, { tenantId, webhookId })
  const filters = { webhook: webhookId ?? null, state: state ?? null }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: { route: 'webhook-deliveries', tenantId, restriction: null, filters },
    read: (asked: After<string>) =>
      queries.listDeliveryRows(db, { tenantId, webhookId, state }, asked),
    positionOf: ({ deliveryId }) => deliveryId,
  })
  return { deliveries: rows, nextCursor }
}

/** Throws Forbidden and NotFound. */
export function getDelivery(
  { store }: WebhookRoom,
  principal: Principal,
  deliveryId: DeliveryId,
): Delivery {
  requireManager(principal)
  return getDeliveryRow(store.db, { tenantId: principal.tenantId, deliveryId })
}

/**
 * Sends once more what was sent, or at once what waits for its next try, under its old id; the
 * three days begin anew. Throws Forbidden, NotFound, Conflict for an endpoint that is not active.
 */
export function sendAgain(
  room: WebhookRoom,
  cmd: Command,
  deliveryId: DeliveryId,
): Promise<Delivery> {
  const { principal } = cmd
  requireManager(principal)
  requireOn(room)
  return cmd.write((tx) => {
    const row = getDeliveryRow(tx, { tenantId: principal.tenantId, deliveryId })
    return resend(room, tx, { cmd, row })
  })
}

/** The same in a transaction, whoever asks. Throws Conflict. */
export function resend(
  room: WebhookRoom,
  tx: Tx,
  { cmd, row }: { cmd: Command; row: queries.DeliveryRow },
): queries.DeliveryRow {
  const { tenantId, webhookId, deliveryId, about } = row
  requireActive(tx, { tenantId, webhookId })
  const atMs = room.clock.nowMs()
  const anew = { state: 'waiting' as const, tries: 0, firstTryAt: null, nextTryAt: atMs }
  queries.updateDelivery(tx, deliveryId, anew)
  queries.settleLine(tx, { webhookId, about, atMs })
  const said = { action: 'webhook.sent_again', details: { deliveryId } }
  note(tx, { cmd, tenantId, atMs, webhookId, ...said })
  return getDeliveryRow(tx, { tenantId, deliveryId })
}

/** Sends something of which nothing happened. Throws as sending again does. */
export function sendTest(room: WebhookRoom, cmd: Command, webhookId: WebhookId): Promise<Delivery> {
  const { principal } = cmd
  const { tenantId } = principal
  requireManager(principal)
  requireOn(room)
  return cmd.write((tx) => {
    requireActive(tx, { tenantId, webhookId })
    const atMs = room.clock.nowMs()
    const deliveryId = newId('whd', atMs)
    const type = 'webhook.test'
    const data = { webhook_id: webhookId }
    queries.insertDelivery(tx, {
      deliveryId,
      webhookId,
      tenantId,
      about: deliveryId,
      eventNumber: null,
      eventType: type,
      body: JSON.stringify({ type, number: null, timestamp: isoOf(atMs), data }),
      state: 'waiting',
      tries: 0,
      createdAt: atMs,
      nextTryAt: atMs,
    })
    return getDeliveryRow(tx, { tenantId, deliveryId })
  })
}

type Asked = { tenantId: TenantId; deliveryId: DeliveryId }

function getDeliveryRow(db: Db, asked: Asked): queries.DeliveryRow {
  const row = queries.findDelivery(db, asked)
  if (!row) throw new NotFound('delivery')
  return row
}

function requireActive(db: Db, key: WebhookKey): void {
  const { state } = getRow(db, key)
  if (state === 'active') return
  throw new Conflict({
    reason: `webhook_${state}`,
    message: `This webhook is ${state}: make it active first.`,
  })
}
