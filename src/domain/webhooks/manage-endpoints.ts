import { Conflict } from '../../base/errors.ts'
import { newId, type WebhookId } from '../../base/ids.ts'
import { type After, type PageEnd, type PageRequest, readPage } from '../../base/page.ts'
import type { Tx } from '../../store/tx.ts'
import type { Command } from '../command.ts'
import { type EventType, readEvents } from '../events/index.ts'
import type { Principal } from '../principal.ts'
import { startAnew } from './delivery-queries.ts'
import {
  getRow,
  note,
  requireManager,
  requireOn,
  requireUrl,
  type Webhook,
  type WebhookWithSecret,
  webhookOf,
} from './endpoint.ts'
import { endpointsMax, overlapHours } from './limits.ts'
import * as queries from './queries.ts'
import type { WebhookRoom } from './room.ts'

const hourMs = 3_600_000

export type NewWebhook = {
  readonly url: string
  readonly types: readonly EventType[]
  readonly description: string
}

/**
 * An endpoint for what happens from now on. Throws Forbidden, InvalidInput for the address, and
 * Conflict for one too many.
 */
export function createWebhook(
  room: WebhookRoom,
  cmd: Command,
  { url, types, description }: NewWebhook,
): Promise<WebhookWithSecret> {
  const { tenantId, principalId: createdBy } = cmd.principal
  requireManager(cmd.principal)
  requireOn(room)
  requireUrl(room, url)
  return cmd.write((tx) => {
    if (queries.countWebhooks(tx, tenantId) >= endpointsMax) {
      throw new Conflict({
        reason: 'too_many_webhooks',
        message: `A tenant has at most ${endpointsMax} webhooks.`,
      })
    }
    const atMs = room.clock.nowMs()
    const { text, sealed } = room.secrets.make()
    const row = {
      webhookId: newId('whk', atMs),
      tenantId,
      url,
      types: [...new Set(types)],
      description,
      createdBy,
      state: 'active' as const,
      reason: null,
      createdAt: atMs,
      lastNumber: readEvents(tx, { tenantId, afterNumber: 0, limit: 1 }).lastNumber,
      secret: sealed,
      oldSecret: null,
      oldSecretUntil: null,
    }
    queries.insertWebhook(tx, row)
    note(tx, { cmd, tenantId, atMs, webhookId: row.webhookId, action: 'webhook.created' })
    return { ...webhookOf(row, atMs), secret: text }
  })
}

export type WebhookList = { readonly webhooks: readonly Webhook[] } & PageEnd

/** The endpoints of the tenant, the newest first. Throws Forbidden, InvalidInput for the cursor. */
export function listWebhooks(
  { store: { db }, clock, cursorKey }: WebhookRoom,
  principal: Principal,
  page: PageRequest,
): WebhookList {
  requireManager(principal)
  const { tenantId } = principal
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: { route: 'webhooks', tenantId, restriction: null, filters: null },
    read: (asked: After<string>) => queries.listWebhookRows(db, { tenantId, ...asked }),
    positionOf: ({ webhookId }) => webhookId,
  })
  const webhooks = rows.map((row) => webhookOf(row, clock.nowMs()))
  return { webhooks, total: queries.countWebhooks(db, tenantId), nextCursor }
}

/** Throws Forbidden and NotFound. */
export function getWebhook(
  { store, clock }: WebhookRoom,
  principal: Principal,
  webhookId: WebhookId,
): Webhook {
  requireManager(principal)
  const row = getRow(store.db, { tenantId: principal.tenantId, webhookId })
  return webhookOf(row, clock.nowMs())
}

export type WebhookChange = { readonly [K in keyof NewWebhook]?: NewWebhook[K] | undefined } & {
  readonly state?: 'active' | 'paused' | undefined
}

/**
 * Changes an endpoint. Paused, it loses nothing: it goes on where it stopped, and so does one that
 * was disabled. Throws Forbidden, NotFound, InvalidInput for the address.
 */
export function changeWebhook(
  room: WebhookRoom,
  cmd: Command,
  { webhookId, ...change }: WebhookChange & { readonly webhookId: WebhookId },
): Promise<Webhook> {
  const { tenantId } = cmd.principal
  requireManager(cmd.principal)
  if (change.url !== undefined) requireOn(room)
  requireUrl(room, change.url)
  return cmd.write((tx) => {
    const row = getRow(tx, { tenantId, webhookId })
    const told = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    )
    const given = { ...told, ...(change.state === undefined ? {} : { reason: null }) }
    return webhookOf(changeRow(room, tx, { cmd, row, change: given }), room.clock.nowMs())
  })
}

type RowChange = {
  readonly cmd: Command
  readonly row: queries.WebhookRow
  change: Partial<queries.WebhookRow>
}

/** The same in a transaction, whoever asks. */
export function changeRow(
  room: WebhookRoom,
  tx: Tx,
  { cmd, row, change }: RowChange,
): queries.WebhookRow {
  const { webhookId, tenantId } = row
  const atMs = room.clock.nowMs()
  queries.updateWebhook(tx, webhookId, change)
  const isStarted = change.state === 'active' && row.state !== 'active'
  if (isStarted) startAnew(tx, { webhookId, atMs })
  const details = change.state === undefined ? {} : { state: change.state }
  note(tx, { cmd, tenantId, atMs, webhookId, action: 'webhook.changed', details })
  return { ...row, ...change }
}

/** Removes an endpoint with its deliveries. Throws Forbidden and NotFound. */
export function removeWebhook(
  room: WebhookRoom,
  cmd: Command,
  webhookId: WebhookId,
): Promise<void> {
  const { tenantId } = cmd.principal
  requireManager(cmd.principal)
  return cmd.write((tx) => {
    getRow(tx, { tenantId, webhookId })
    queries.deleteWebhook(tx, webhookId)
    note(tx, { cmd, tenantId, atMs: room.clock.nowMs(), webhookId, action: 'webhook.removed' })
  })
}

/**
 * A new secret. That of before is signed with as well for a while, so that a receiver can change
 * over; one before that no longer. Throws Forbidden and NotFound.
 */
export function rotateSecret(
  room: WebhookRoom,
  cmd: Command,
  { webhookId, hours = overlapHours }: { webhookId: WebhookId; hours?: number | undefined },
): Promise<WebhookWithSecret> {
  const { tenantId } = cmd.principal
  requireManager(cmd.principal)
  return cmd.write((tx) => {
    const row = getRow(tx, { tenantId, webhookId })
    const atMs = room.clock.nowMs()
    const { text, sealed } = room.secrets.make()
    const change = {
      secret: sealed,
      oldSecret: hours > 0 ? row.secret : null,
      oldSecretUntil: hours > 0 ? atMs + hours * hourMs : null,
    }
    queries.updateWebhook(tx, webhookId, change)
    note(tx, { cmd, tenantId, atMs, webhookId, action: 'webhook.secret_rotated' })
    return { ...webhookOf({ ...row, ...change }, atMs), secret: text }
  })
}
