// An endpoint that fails at random and a server that is killed: nothing is lost, and about one
// thing everything first arrives in the order in which it happened.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { sendThroughKills } from '../../support/webhook-kills.ts'

const plan = { events: 60, kills: 1, failing: 0.2, refusedAtMost: 1 }

test('each event arrives at least once, in order, over kills of the server', async () => {
  using folder = temporaryFolder()
  const seen = await sendThroughKills({ dir: folder.path, ...plan })
  assert.equal(seen.lost, [])
  assert.equal(seen.outOfOrder, [])
  assert.is(seen.events, 60)
  assert.ok(seen.refused > 0 && seen.requests >= 60 + seen.refused, JSON.stringify(seen))
})

test.run()
