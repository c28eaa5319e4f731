// Two machines with the real programs: S3 and Litestream, where they are there.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { meansOfStandby, soakStandby } from '../../scripts/soaking/standby.ts'

const means = await meansOfStandby()
const title = 'a machine that hung answers nobody when it goes on, and the next one has its records'

test(typeof means === 'string' ? `${title} (skipped: ${means})` : title, async () => {
  if (typeof means === 'string') return
  const { turns, breaches } = await soakStandby({
    kills: 1,
    lease: 8,
    clients: 4,
    seed: '1',
    means,
  })
  assert.equal(breaches, [])
  assert.is(turns[0]?.epoch, 2)
  assert.is(turns[0]?.way, 'stopped')
  const { answered = 0, askedAgain = 0 } = turns[0]?.charges ?? {}
  assert.ok(answered > 0 && askedAgain > 0, `${answered}, ${askedAgain}`)
})

test.run()
