import type { DeliveryId, TenantId, WebhookId } from '../base/ids.ts'
import {
  atOnceForOne,
  atOnceForTenant,
  inAllAtOnce,
  keptForQuick,
  quickMs,
  slowAtOnceForTenant,
  slowForMs,
} from '../domain/webhooks/index.ts'

export type Place = { readonly webhookId: WebhookId; readonly tenantId: TenantId }

/** Of so many endpoints it is remembered how long they took. */
const rememberedMax = 4_096

type Taken = Place & { readonly deliveryId: DeliveryId; readonly sinceMs: number }

/**
 * The places of the sender, which some that never answer must not fill: an endpoint is quick when
 * it answered soon, and none of its answers of the last minutes was long in coming. One of which
 * that is not known has one place, its tenant two of these, and some are for the quick alone.
 */
export function openWebhookPlaces(elapsedMs: () => number) {
  const taken = new Map<DeliveryId, Taken>()
  /** When each may be taken for quick; in the order in which they were heard of. */
  const quickFromMs = new Map<WebhookId, number>()

  const isQuick = (webhookId: WebhookId) => {
    const nowMs = elapsedMs()
    const fromMs = quickFromMs.get(webhookId) ?? Number.POSITIVE_INFINITY
    const isLate = (one: Taken) => one.webhookId === webhookId && nowMs - one.sinceMs > quickMs
    return nowMs >= fromMs && ![...taken.values()].some(isLate)
  }
  const remember = (webhookId: WebhookId, tookMs: number) => {
    const nowMs = elapsedMs()
    const before = quickFromMs.get(webhookId) ?? 0
    const from = tookMs > quickMs ? nowMs + slowForMs : Math.max(before, nowMs)
    quickFromMs.delete(webhookId)
    quickFromMs.set(webhookId, from)
    const [oldest] = quickFromMs.keys()
    if (quickFromMs.size > rememberedMax && oldest) quickFromMs.delete(oldest)
  }

  return {
    has: (deliveryId: DeliveryId) => taken.has(deliveryId),

    /** What is sent there now, and how much more may be: at most 0 for nothing. */
    at({ webhookId, tenantId }: Place): { underWay: number; free: number } {
      const all = [...taken.values()]
      const ofTenant = all.filter((one) => one.tenantId === tenantId)
      const underWay = ofTenant.filter((one) => one.webhookId === webhookId).length
      const usual = Math.min(
        atOnceForOne - underWay,
        atOnceForTenant - ofTenant.length,
        inAllAtOnce - all.length,
      )
      if (isQuick(webhookId)) return { underWay, free: usual }
      const isSlow = (one: Taken) => !isQuick(one.webhookId)
      const free = Math.min(
        usual,
        1 - underWay,
        slowAtOnceForTenant - ofTenant.filter(isSlow).length,
        inAllAtOnce - keptForQuick - all.filter(isSlow).length,
      )
      return { underWay, free }
    },

    /** For as long as it takes. */
    async hold(one: Place & { deliveryId: DeliveryId }, work: () => Promise<void>): Promise<void> {
      const { deliveryId, webhookId, tenantId } = one
      taken.set(deliveryId, { deliveryId, webhookId, tenantId, sinceMs: elapsedMs() })
      await work().finally(() => taken.delete(deliveryId))
    },

    /** How long its endpoint took. */
    answered(deliveryId: DeliveryId): void {
      const one = taken.get(deliveryId)
      if (one) remember(one.webhookId, elapsedMs() - one.sinceMs)
    },
  }
}

export type WebhookPlaces = ReturnType<typeof openWebhookPlaces>
