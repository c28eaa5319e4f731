// Data folders of earlier releases: this one must open each and find in it what was there.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/base/clock.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const releases = join(import.meta.dirname, '../fixtures/releases')

type Facts = {
  buyer_key: string
  balances: { buyer: number; provider: number; platform: number }
}

/** The release's data folder as its server left it, in a place of the test's own. */
function unpack(release: string, folder: string): Facts {
  const from = join(releases, release)
  mkdirSync(folder, { recursive: true })
  const database = gunzipSync(readFileSync(join(from, 'kontor.db.gz')))
  writeFileSync(join(folder, 'kontor.db'), database)
  cpSync(join(from, 'secret.key'), join(folder, 'secret.key'))
  cpSync(join(from, 'blobs'), join(folder, 'blobs'), { recursive: true })
  return JSON.parse(readFileSync(join(from, 'facts.json'), 'utf8'))
}

/** The tests' clock stands before these folders were made, so the system's is used. */
const clock = { ...systemClock, advance() {}, set() {} }

for (const release of readdirSync(releases)) {
  test(`the data folder of ${release} opens: search, purchase, ledger and balances`, async () => {
    using folder = temporaryFolder()
    const facts = unpack(release, folder.path)
    await using app = await openTestApp({ dir: folder.path, clock })
    const accounts = app.rooms.ledger.balances()
    const posted = (kind: string) => accounts.filter((account) => account.kind === kind)
    assert.is(posted('earned')[0]?.posted, facts.balances.provider)
    assert.is(posted('revenue')[0]?.posted, facts.balances.platform)

    const as = facts.buyer_key
    const { status, body } = await app.call('GET', '/search?q=transformer+oil&highlight=true', {
      as,
    })
    assert.is(status, 200)
    assert.ok(body.total > 0)
    assert.match(body.results[0].snippet, /\*\*/)

    const asset = { asset_id: body.results[0].asset_id }
    const minted = await app.call('POST', '/download', { as, body: asset })
    assert.is(minted.status, 200)
    const file = await app.call('GET', minted.body.url)
    assert.is(file.status, 200)
    assert.is(file.bytes.length, minted.body.size_bytes)
    assert.is((await app.call('GET', minted.body.url)).status, 410)
    assert.equal((await app.verifyLedger()).problems, [])
  })
}

test('there is a data folder of at least one release', () => {
  assert.ok(readdirSync(releases).length > 0)
})

test.run()
