// A process that is halted on the way of a request, while its lease ends, answers nobody.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { LeaseOver } from '../../src/base/lease.ts'
import { openTestApp } from '../support/open-test-app.ts'

/** More looks than any request takes. */
const looksMax = 12

test('at whichever look the lease is over, that is said or nothing, up to the last', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token } = await app.signUp('Caller')
  for (const path of ['/v1/me', '/v1/datasets', '/nowhere']) {
    const heard: (number | string)[] = []
    for (let looks = 0; looks <= looksMax; looks++) {
      let left = looks
      app.store.onlyWhile(() => (left-- > 0 ? undefined : new LeaseOver()))
      const answer = await app.call('GET', path, { as: token }).catch(() => 'silence')
      heard.push(typeof answer === 'string' ? answer : answer.status)
    }
    const usual = path === '/nowhere' ? 404 : 200
    const first = heard.indexOf(usual)
    assert.ok(first > 0, `${path}: ${heard}`)
    assert.is(heard[first - 1], 'silence', `${path}: the last look is the last thing: ${heard}`)
    assert.ok(heard.slice(0, first).every((one) => one === 503 || one === 'silence'))
    assert.ok(heard.slice(first).every((one) => one === usual))
  }
})

test.run()
