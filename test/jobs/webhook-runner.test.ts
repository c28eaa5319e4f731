// What happens while the clock rests must not keep the server from everything else.
import { setImmediate } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
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
  const parts = { webhooks, log, nowMs: () => 0, isResting: () => true }
  await using runner = startWebhookRunner(parts as never)
  eventRecorded.publish({ stream: 'tnt_1' })
  // With a runner that looks again and again, the process never comes to this.
  await setImmediate()
  assert.equal(looked, [])
  await runner.settle()
})

test.run()
