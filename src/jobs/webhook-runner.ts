import { setTimeout as delay } from 'node:timers/promises'
import { watchSetBack } from '../base/clock.ts'
import type { Durable } from '../base/durable.ts'
import type { DeliveryId, TenantId } from '../base/ids.ts'
import { type EventRecorded, eventRecorded } from '../domain/events/index.ts'
import { errorText } from '../domain/outbox/index.ts'
import type { Due, Sender, Webhooks } from '../domain/webhooks/index.ts'
import type { RunnerLog } from './run-job.ts'
import type { Runner } from './runner.ts'
import { openWebhookPlaces, type Place, type WebhookPlaces } from './webhook-places.ts'

export type WebhookRunnerOptions = {
  webhooks: Webhooks
  sender: Sender
  log: RunnerLog
  /** What is said elsewhere is not taken back by a power cut here. */
  durable: Durable
  nowMs: () => number
  /** By the clock that only goes forward. */
  elapsedMs: () => number
  /** While the clock is not believed, nothing is sent: three days may seem to be over. */
  isResting: () => boolean
}

export type WebhookRunner = AsyncDisposable & {
  /** Resolves when nothing is to be sent now and nothing is under way. For tests and commands. */
  settle(): Promise<void>
}

const pollMs = 1_000
/** After one that could not be prepared, or written down; the next times twice as long each. */
const troubleFirstMs = 5_000
const troubleMaxMs = 60_000

/**
 * Sends what tenants want to be told of, as it happens and when another try is due. One look at a
 * time; what is being sent is remembered here alone, so that after a crash it is sent again.
 */
export function startWebhookRunner(options: WebhookRunnerOptions): WebhookRunner {
  const { webhooks, log } = options
  if (!webhooks.isOn) return { settle: async () => {}, [Symbol.asyncDispose]: async () => {} }
  const stopping = new AbortController()
  const running = new Map<DeliveryId, Promise<void>>()
  const places = openWebhookPlaces(options.elapsedMs)
  const changed = new Set<TenantId>()
  const tryDue = restingAfterTrouble(options, { places, signal: stopping.signal })
  let looking: Promise<void> | undefined

  const start = (due: Due) => {
    const { delivery } = due
    const ended = places.hold(delivery, () => tryDue(due))
    const done = ended.then(() => running.delete(delivery.deliveryId)).then(wake)
    running.set(delivery.deliveryId, done)
  }
  const fanOut = fanningOut(options)
  const isQuiet = () => stopping.signal.aborted || options.isResting()
  const look = async () => {
    const tenants = [...changed]
    // Before anything else: what is left in it is looked at again at once, and without an end.
    changed.clear()
    if (isQuiet()) return
    await fanOut(tenants)
    if (stopping.signal.aborted) return
    for (const webhook of inTurns(webhooks.withDue())) {
      for (const delivery of freshOf(webhooks, webhook, places)) start({ webhook, delivery })
    }
  }
  const wake = () => {
    looking ??= look()
      .catch((error) => log.error({ error: errorText(error) }, 'looking for webhooks failed'))
      .then(() => {
        looking = undefined
        if (changed.size > 0) wake()
      })
  }
  const onEvent = (recorded: unknown) => {
    changed.add((recorded as EventRecorded).stream as TenantId)
    wake()
  }
  /** Also finds what was put off because too much waited, or while the endpoint was not active. */
  const lookAtAll = () => {
    for (const { tenantId } of webhooks.active()) changed.add(tenantId)
    wake()
  }
  const idle = async () => {
    while (looking) await looking
    await Promise.all(running.values())
  }

  const timer = setInterval(lookAtAll, pollMs)
  eventRecorded.subscribe(onEvent)
  lookAtAll()
  return {
    async settle() {
      do {
        lookAtAll()
        await idle()
      } while (!isQuiet() && (looking || webhooks.withDue().length > 0))
    },
    async [Symbol.asyncDispose]() {
      eventRecorded.unsubscribe(onEvent)
      clearInterval(timer)
      stopping.abort()
      await idle()
    },
  }
}

/** Has what is new wait in its lines, and before that what waits by a clock that was set back. */
function fanningOut({ webhooks, ...clock }: WebhookRunnerOptions) {
  const wasSetBack = watchSetBack(clock)
  return async (tenants: readonly TenantId[]) => {
    if (wasSetBack()) await webhooks.putRight()
    for (const tenantId of tenants) await fanOutTo(webhooks, webhooks.active(tenantId))
  }
}

/** What may be begun now: not too much for one, for its tenant, nor in all. */
function freshOf(webhooks: Webhooks, place: Place, places: WebhookPlaces) {
  const { underWay, free } = places.at(place)
  if (free <= 0) return []
  const due = webhooks.due(place.webhookId, free + underWay)
  return due.filter(({ deliveryId }) => !places.has(deliveryId)).slice(0, free)
}

async function fanOutTo(webhooks: Webhooks, endpoints: ReturnType<Webhooks['active']>) {
  for (const endpoint of endpoints) while (await webhooks.fanOut(endpoint));
}

/**
 * What could not be written down is due as before, and would be sent again and again: it rests, the
 * longer the more of it there was in a row.
 */
function restingAfterTrouble(options: WebhookRunnerOptions, how: Omit<Trying, 'due'>) {
  let troubles = 0
  const { signal } = how
  return async (due: Due): Promise<void> => {
    if (await tryOnce(options, { ...how, due })) {
      troubles = 0
      return
    }
    const waitMs = Math.min(troubleFirstMs * 2 ** troubles, troubleMaxMs)
    troubles += 1
    await delay(waitMs, undefined, { signal }).catch(() => undefined)
  }
}

type Trying = { due: Due; places: WebhookPlaces; signal: AbortSignal }

/** Gives whether what came of it could be written down. */
async function tryOnce(
  { webhooks, sender, log, durable, nowMs }: WebhookRunnerOptions,
  { due, places, signal }: Trying,
): Promise<boolean> {
  try {
    const atMs = nowMs()
    const request = webhooks.requestOf(due)
    await durable()
    const sent = await sender.send(request, signal)
    places.answered(due.delivery.deliveryId)
    // Cut off by the end of the server: it says nothing about the endpoint.
    if (signal.aborted && sent.problem !== undefined) return true
    await webhooks.noteTry({ ...due, request, sent, atMs })
    return true
  } catch (error) {
    const { deliveryId } = due.delivery
    log.error({ error: errorText(error), deliveryId }, 'a webhook could not be sent')
    return false
  }
}

/** An endpoint of each tenant, then the next of each: neither is always the last. */
function inTurns<T extends Place>(all: readonly T[]): T[] {
  const ofTenants = [...Map.groupBy(all, ({ tenantId }) => tenantId).values()]
  const numbered = turned(ofTenants).flatMap((own) => [...turned(own).entries()])
  return numbered.sort(([a], [b]) => a - b).map(([, one]) => one)
}

function turned<T>(all: readonly T[]): T[] {
  const from = Math.floor(Math.random() * all.length)
  return [...all.slice(from), ...all.slice(0, from)]
}

/** Jobs, mail and webhooks begin and end together; jobs cause events. */
export function alongside(
  runner: Runner,
  ...sending: readonly Pick<WebhookRunner, 'settle' | typeof Symbol.asyncDispose>[]
): Runner {
  return {
    wake: runner.wake,
    async settle() {
      await runner.settle()
      for (const one of sending) await one.settle()
      // What was told of by mail lies in the outbox now.
      await runner.settle()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([runner, ...sending].map((one) => one[Symbol.asyncDispose]()))
    },
  }
}
