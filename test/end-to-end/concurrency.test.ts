// Twenty clients at once until all was done some times, as `scripts/soak mix` does it with any
// number of them for any time.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { soakMix } from '../../scripts/soaking/mix.ts'
import { mixTable } from '../../scripts/soaking/show.ts'

const least = { deed: 21, read: 21, errand: 2 }
const report = await soakMix({ clients: 20, seconds: 1, seed: '1', least })

test('nobody gets an answer that must not be, and all is in order afterwards', () => {
  assert.equal(report.breaches, [], mixTable(report).join('\n'))
})

test('the clients did everything that there is to do', () => {
  const { deed, read, errand } = report.done
  const all = deed >= least.deed && read >= least.read && errand >= least.errand
  assert.ok(all, mixTable(report).join('\n'))
})

test('the server comes to rest', () => {
  assert.ok(report.restSeconds < 180, mixTable(report).join('\n'))
})

test.run()
