// Twenty clients at once for three seconds, as `scripts/soak mix` does it with any number of them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { soakMix } from '../../scripts/soaking/mix.ts'
import { mixTable } from '../../scripts/soaking/show.ts'

const report = await soakMix({ clients: 20, seconds: 3, seed: '1' })

test('nobody gets an answer that must not be, and all is in order afterwards', () => {
  assert.equal(report.breaches, [], mixTable(report).join('\n'))
})

test('the clients did everything that there is to do', () => {
  const { deed, read, errand } = report.done
  assert.ok(deed > 20 && read > 20 && errand > 1, mixTable(report).join('\n'))
})

test('the server comes to rest', () => {
  assert.ok(report.restSeconds < 60)
})

test.run()
