// The rest of a body that was refused while it came: how long it is read on.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { discardRest } from '../../src/http/discard-rest.ts'

const hourMs = 3_600_000

function openBody() {
  const req = Object.assign(new PassThrough(), { complete: false })
  return { req, closed: once(req, 'close') }
}

test('who goes on sending is read on, and cut off in the end', async () => {
  const { req, closed } = openBody()
  const startedMs = performance.now()
  discardRest({ req } as never, { idleMaxMs: 200, allMaxMs: 1_000 })
  const sending = setInterval(() => req.write('more'), 20)
  await closed
  clearInterval(sending)
  assert.ok(performance.now() - startedMs > 900)
  assert.is(req.readableLength, 0, 'nothing was kept')
})

test('who stops sending is cut off', async () => {
  const { req, closed } = openBody()
  discardRest({ req } as never, { idleMaxMs: 20, allMaxMs: hourMs })
  req.write('the last')
  await closed
})

test('what came whole is left alone', () => {
  const { req } = openBody()
  discardRest({ req: Object.assign(req, { complete: true }) } as never, {
    ...{ idleMaxMs: 0, allMaxMs: 0 },
  })
  assert.is(req.listenerCount('data'), 0)
})

test.run()
