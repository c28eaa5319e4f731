// Data folders of earlier releases: this one must open each and find in it what was there.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/base/clock.ts'
import type { TenantId } from '../../src/base/ids.ts'
import { checkReceipt, publicKeyFromPem } from '../../src/domain/ledger/index.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { ownerOf } from '../support/open-test-payouts.ts'
import { program } from '../support/program.ts'
import { releases, unpackRelease } from '../support/releases.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The tests' clock stands before these folders were made, so the system's is used. */
const clock = { ...systemClock, advance() {}, set() {} }

/** Of the first download, which the release sold, and of the last one: what is wrong with them. */
function receiptsOf({ rooms, store }: Awaited<ReturnType<typeof openTestApp>>) {
  const sql = `SELECT event_id AS id, buyer_tenant_id AS buyer FROM meter_event
    WHERE kind = 'download' ORDER BY seq`
  const sold = store.raw.prepare(sql).all() as { id: string; buyer: TenantId }[]
  return [sold[0], sold.at(-1)].map((one) => {
    const { id, buyer } = one as (typeof sold)[0]
    const receipt = rooms.ledger.receiptFor(ownerOf(buyer), id)
    const key = publicKeyFromPem(receipt.public_key)
    return [receipt.kind, [...checkReceipt(receipt, key), ...rooms.ledger.verifyAgainst(receipt)]]
  })
}

for (const release of readdirSync(releases)) {
  test(`the data folder of ${release} opens: search, purchase, ledger and balances`, async () => {
    using folder = temporaryFolder()
    const facts = unpackRelease(release, folder.path)
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
    const again = await app.call('GET', minted.body.url)
    const { code, message } = again.body
    assert.equal([again.status, code, message], [410, 'already_used', 'This link has been used.'])
    assert.equal((await app.verifyLedger()).problems, [])
    assert.equal(receiptsOf(app), [
      ['kontor receipt 1', []],
      ['kontor receipt 2', []],
    ])
  })
}

test('a server that upgrades a folder says so in its log, on its standard output', async () => {
  using folder = temporaryFolder()
  unpackRelease(readdirSync(releases)[0] as string, folder.path)
  const { command, args, env } = program()
  const serve = [...args, 'serve', '--json', '--port', '0', '--data-dir', folder.path]
  const child = spawn(command, serve, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said: unknown[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(JSON.parse(line).msg)
    if ('url' in JSON.parse(line)) child.kill('SIGKILL')
  }
  assert.ok(said.includes('copied'), said.join(', '))
})

test('there is a data folder of at least one release', () => {
  assert.ok(readdirSync(releases).length > 0)
})

test.run()
