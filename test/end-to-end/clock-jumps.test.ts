// The clock of the machine is set while people work: nothing is lost, nothing expires by it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { prose } from '../support/inspections.ts'
import { mint, openMarket, publish, stage } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'

for (const [title, hours] of [
  ['forwards', 60],
  ['backwards', -60],
] as const) {
  test(`a clock that is set ${title}: sales go on, the books agree, nothing expires`, async () => {
    await using app = await openTestApp()
    const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
    const asset = await publish(market, { bytes: prose(20) })
    const waiting = await stage(market, { bytes: prose(30) })
    const before = (await mint(market, asset)).body.url
    await app.runUpkeep()
    app.clock.set({ hours })
    await app.runUpkeep()

    const stateOf = async () => {
      const path = `/v1/objects/${waiting.objectId}`
      const { body } = await app.call('GET', path, { as: market.provider.token })
      return body.data.status
    }
    assert.is(await stateOf(), 'staged')
    const { body: after } = await mint(market, asset)
    assert.is((await app.call('GET', after.url)).status, 200)
    // Its quarter of an hour is over by a clock that went on, and not by one that went back.
    assert.is((await app.call('GET', before)).status, hours > 0 ? 403 : 200)
    assert.equal((await app.verifyLedger()).problems, [])
    assert.ok(app.rooms.timekeeping.look(), 'what goes by the clock rests')
    assert.is(await stateOf(), 'staged')
  })
}

test.run()
