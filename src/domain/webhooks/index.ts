/**
 * Webhooks: a tenant's events, sent to addresses of its programs (Standard Webhooks).
 *
 * Owns the tables webhook and webhook_delivery. An endpoint is active, paused (by its people, or
 * because who made it may make none any more) or disabled (by 410, or by three days of tries); it
 * stands at a number in the tenant's list of events and loses nothing while it is not active, for
 * as long as events are kept.
 * A delivery is waiting, delivered (2xx) or failed. It is sent at least once, and about one thing
 * in order: the first that waits alone has a time of its next try. What is over is swept; what
 * failed at an endpoint that is not active may go on, and stays as long as events.
 * Whoever runs the platform sees endpoints and deliveries of all tenants without their secrets, the
 * paths of addresses and what was sent; sends again, pauses and goes on.
 * Refuses: who is no owner or admin, addresses that the sender refuses, too many endpoints, foreign
 * and unknown ones (NotFound), and sending to one that is not active (Conflict).
 */
import { bind } from '../../base/bind.ts'
import type { Clock } from '../../base/clock.ts'
import type { WebhookId } from '../../base/ids.ts'
import type { Secrets } from '../../base/secrets.ts'
import type { RoomStore } from '../../store/tx.ts'
import {
  changeAnyWebhook,
  pageOfAllDeliveries,
  pageOfAllWebhooks,
  sendAnyAgain,
} from './administer.ts'
import { getDelivery, listDeliveries, sendAgain, sendTest } from './deliveries.ts'
import { deleteOver, listDue, putRight } from './delivery-queries.ts'
import { fanOut } from './fan-out.ts'
import { deliverySweepMax } from './limits.ts'
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
} from './manage-endpoints.ts'
import type { Sender } from './ports.ts'
import { findNextDue, listActive, listWithDue } from './queries.ts'
import type { WebhookRoom, WebhookSettings } from './room.ts'
import { openWebhookSecrets } from './secrets.ts'
import { stopOf } from './stop.ts'
import { noteTry, requestOf } from './try-delivery.ts'

export type { AnyDelivery, AnyWebhook } from './administer.ts'
export type { Delivery } from './deliveries.ts'
export type { Webhook, WebhookWithSecret } from './endpoint.ts'
export {
  atOnceForOne,
  atOnceForTenant,
  deliverySweepMax,
  inAllAtOnce,
  keptForQuick,
  overlapHoursMax,
  quickMs,
  slowAtOnceForTenant,
  slowForMs,
} from './limits.ts'
export type { Sender } from './ports.ts'
export { deliveryStates, webhookStates } from './tables.ts'
export type { Due } from './try-delivery.ts'

const dayMs = 24 * 3_600_000

type Deps = {
  store: RoomStore
  clock: Clock
  secrets: Secrets
  sender: Pick<Sender, 'troubleWith'>
  settings: WebhookSettings
}

export type Webhooks = ReturnType<typeof openWebhooks>

export function openWebhooks({ store, clock, secrets, sender, settings }: Deps) {
  const room: WebhookRoom = {
    store,
    clock,
    sender,
    settings,
    secrets: openWebhookSecrets(secrets),
    cursorKey: secrets.signing('webhook-cursor'),
  }
  return {
    ...bind(room, {
      create: createWebhook,
      list: listWebhooks,
      get: getWebhook,
      change: changeWebhook,
      remove: removeWebhook,
      rotateSecret,
      sendTest,
      listDeliveries,
      getDelivery,
      sendAgain,
    }),
    /** For whoever runs the platform: of all tenants. */
    ...bind(room, { pageOfAllWebhooks, pageOfAllDeliveries, sendAnyAgain, changeAnyWebhook }),
    /** For whoever takes rights from people and keys, in that transaction. */
    ...bind(room, { stopOf }),
    /** For whoever sends: what is to be sent, to whom, and how it ended. */
    ...bind(room, { fanOut, requestOf, noteTry }),
    active: (tenantId?: string) => listActive(store.db, tenantId),
    withDue: () => listWithDue(store.db, clock.nowMs()),
    due: (webhookId: WebhookId, limit: number) =>
      listDue(store.db, { webhookId, nowMs: clock.nowMs(), limit }),
    /** For after the clock was set back. */
    putRight: () => store.write((tx) => putRight(tx, clock.nowMs())),
    nextDueMs: () => findNextDue(store.db),
    isOn: settings.webhooks,

    /** For the upkeep: removes what is over long enough, a slice at a time; gives how many. */
    sweep: (): Promise<number> =>
      store.write((tx) =>
        deleteOver(tx, {
          beforeMs: clock.nowMs() - settings.webhookDays * dayMs,
          eventsBeforeMs: clock.nowMs() - settings.eventsDays * dayMs,
          max: deliverySweepMax,
        }),
      ),
  }
}
