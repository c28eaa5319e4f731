// Neither a clock that rests nor addresses that are silent keep the server from everything else.
import { setImmediate } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DeliveryId, TenantId } from '../../src/base/ids.ts'
import { eventRecorded } from '../../src/domain/events/index.ts'
import { startWebhookRunner } from '../../src/jobs/webhook-runner.ts'

test('an event that comes while the clock rests is left for later, and nobody waits', async () => {
  const looked: string[] = []
  const webhooks = {
    isOn: true,
    active: () => [],
    withDue: () => {
      looked.push('due')
      return []
    },
  }
  const log = { info() {}, warn() {}, error() {} }
  const parts = { webhooks, log, nowMs: () => 0, elapsedMs: () => 0, isResting: () => true }
  await using runner = startWebhookRunner(parts as never)
  eventRecorded.publish({ stream: 'tnt_1' })
  // With a runner that looks again and again, the process never comes to this.
  await setImmediate()
  assert.equal(looked, [])
  await runner.settle()
})

type Open = { readonly to: string; readonly answer: () => void }

/** A sender to whom each endpoint answers when the test says so. */
function openSending() {
  const stack = new AsyncDisposableStack()
  const open: Open[] = []
  let [elapsedMs, sent] = [0, 0]
  const due = new Map<string, { deliveryId: DeliveryId; webhookId: string; tenantId: string }[]>()
  const webhooks = {
    isOn: true,
    active: () => [],
    putRight: async () => {},
    withDue: () =>
      [...due].flatMap(([webhookId, [first]]) => (first ? [{ ...first, webhookId }] : [])),
    due: (webhookId: string, limit: number) => (due.get(webhookId) ?? []).slice(0, limit),
    requestOf: ({ delivery }: { delivery: { webhookId: string } }) => ({ url: delivery.webhookId }),
    noteTry: async ({ delivery: { webhookId, deliveryId } }: { delivery: typeof example }) => {
      const rest = due.get(webhookId)?.filter((one) => one.deliveryId !== deliveryId) ?? []
      due.set(webhookId, rest)
    },
  }
  const sender = {
    send: ({ url: to }: { url: string }, signal: AbortSignal) =>
      new Promise((resolve) => {
        const over = (result: object) => {
          const at = open.indexOf(one)
          if (at >= 0) open.splice(at, 1)
          resolve(result)
        }
        const one = { to, answer: () => over({ status: 200, headers: {}, body: '' }) }
        open.push(one)
        signal.addEventListener('abort', () => over({ problem: 'stopped' }))
      }),
  }
  const log = { info() {}, warn() {}, error() {} }
  const clock = { nowMs: () => 0, elapsedMs: () => elapsedMs, isResting: () => false }
  const parts = { webhooks, sender, log, durable: async () => {}, ...clock }
  stack.use(startWebhookRunner(parts as never))
  const turn = async () => {
    eventRecorded.publish({ stream: 'tnt_none' as TenantId })
    for (let n = 0; n < 20; n++) await setImmediate()
  }
  return {
    /** So many are due at each of these, from now on. */
    async add(each: number, endpoints: Readonly<Record<string, string>>) {
      for (const [webhookId, tenantId] of Object.entries(endpoints)) {
        const one = () => ({ deliveryId: `whd_${sent++}` as DeliveryId, webhookId, tenantId })
        due.set(webhookId, Array.from({ length: each }, one))
      }
      await turn()
    },
    /** How many are under way to it. */
    to: (name: string) => open.filter((one) => one.to === name).length,
    all: () => open.length,
    async answer(name: string) {
      for (const one of open.filter(({ to }) => to === name)) one.answer()
      await turn()
    },
    async pass(ms: number) {
      elapsedMs += ms
      await turn()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const example = { webhookId: '', deliveryId: '' as DeliveryId }

/** So many tenants, each with four endpoints. */
function crowd(tenants: number): Record<string, string> {
  const all = Array.from({ length: 4 * tenants }, (_, n) => [`silent ${n}`, `tnt_${n % tenants}`])
  return Object.fromEntries(all)
}

test('an endpoint has one place until it has answered soon, and four then', async () => {
  await using sending = openSending()
  await sending.add(9, { one: 'tnt_a' })
  assert.is(sending.to('one'), 1)
  await sending.answer('one')
  assert.is(sending.to('one'), 4)
})

test('one that took long has one place, for a while also when it answers', async () => {
  await using sending = openSending()
  await sending.add(4, { one: 'tnt_a' })
  await sending.pass(5_001)
  for (const under of [1, 1, 1, 0]) {
    await sending.answer('one')
    assert.is(sending.to('one'), under)
  }
  await sending.pass(600_000)
  await sending.add(9, { one: 'tnt_a' })
  assert.is(sending.to('one'), 4)
})

test('however many are silent, whoever answers has places', async () => {
  await using sending = openSending()
  await sending.add(2, { quick: 'tnt_q' })
  for (const _ of [1, 2]) await sending.answer('quick')
  await sending.add(99, crowd(20))
  assert.is(sending.all(), 24)
  await sending.add(99, { quick: 'tnt_q' })
  assert.equal([sending.to('quick'), sending.all()], [4, 28])
})

test('a tenant has two places for its silent ones, and one that falls silent is', async () => {
  await using sending = openSending()
  await sending.add(5, { a: 'tnt_a', b: 'tnt_a', c: 'tnt_a' })
  assert.is(sending.all(), 2)
  await using other = openSending()
  await other.add(99, { quick: 'tnt_q' })
  await other.answer('quick')
  await other.pass(5_001)
  await other.add(9, { fresh: 'tnt_q' })
  assert.equal([other.to('quick'), other.to('fresh')], [4, 0])
})

test.run()
