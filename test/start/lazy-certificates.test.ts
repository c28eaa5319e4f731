// What only some installations want is loaded only there: certificates by ACME bring axios along.
import { registerHooks } from 'node:module'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

test('without --acme-email nothing of ACME is loaded', async () => {
  const asked: string[] = []
  registerHooks({
    resolve(name, context, next) {
      asked.push(name)
      return next(name, context)
    },
  })
  const { openTestApp } = await import('../support/open-test-app.ts')
  {
    await using app = await openTestApp()
    assert.is((await app.call('GET', '/health')).status, 200)
  }
  assert.ok(asked.length > 0, 'nothing was seen')
  const heavy = () => asked.filter((name) => /^(acme-client|axios)(\/|$)/.test(name))
  assert.equal(heavy(), [])
  await import('acme-client')
  assert.ok(heavy().includes('acme-client'))
})

test.run()
