// Continuous replication by the write-ahead log: a program beside the server ships its frames, and
// what it has is a consistent database with books that agree.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { backfilled, lengthen } from '../support/database-log.ts'
import { prose } from '../support/inspections.ts'
import { leanSettings } from '../support/lean-settings.ts'
import { type Market, mint, publish, until } from '../support/market.ts'
import { putMarketInto } from '../support/market-folder.ts'
import { assertLedgerInOrder, type RunningServer, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'
import { openShipper, type Shipper } from '../support/wal-shipper.ts'

const settings = leanSettings

/** Ships again and again until it is disposed of, and empties the log now and then. */
function shipping(shipper: Shipper) {
  let isOver = false
  const running = (async () => {
    for (let round = 1; !isOver; round++) {
      if (round % 30 === 0) shipper.checkpoint()
      else shipper.ship()
      await sleep(60)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await running
    },
  }
}

async function sell(market: Market, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const asset = await publish(market, { bytes: prose(1_500 + i) })
    const { body: link } = await mint(market, asset)
    assert.is((await market.call('GET', link.url)).status, 200)
  }
}

function rowsOf(file: string) {
  const db = new Database(file, { readonly: true })
  const tables = ['object', 'passage', 'transfer', 'meter_event', 'dl_link', 'audit_event']
  const counts = tables.map((name) => db.prepare(`SELECT count(*) FROM ${name}`).pluck().get())
  const damage = db.pragma('integrity_check', { simple: true })
  const head = db.prepare('SELECT hex(hash) FROM transfer ORDER BY seq DESC LIMIT 1').pluck().get()
  db.close()
  return { damage, counts, head }
}

test('frames that are shipped beside a serving server make the database it has', async () => {
  using folder = temporaryFolder()
  const [dir, again] = [join(folder.path, 'data'), join(folder.path, 'again')]
  const { at } = await putMarketInto(dir)
  await using server = await runServer({ dir, settings })
  using shipper = openShipper(join(dir, 'kontor.db'))
  {
    await using _ = shipping(shipper)
    await sell(at(server), 4)
    // From this length on the server's own thread empties the log every second.
    lengthen(dir)
    await until('the server empties the log, too', () => backfilled(dir) > 0 || undefined)
    await signUpSome(server)
    // Who reads at that moment keeps the log from it until the next time.
    await untilSo('the log is begun anew', () => shipper.logs() > 1)
  }
  // As a power cut would: nothing is tidied up.
  await server.kill()
  shipper.ship()
  assert.equal(shipper.lost(), [], 'nothing was gone before it was shipped')

  mkdirSync(again, { mode: 0o700 })
  shipper.restoreTo(join(again, 'kontor.db'))
  // Files of datasets and the key are copied by other means: neither changes under its name.
  cpSync(join(dir, 'blobs'), join(again, 'blobs'), { recursive: true })
  cpSync(join(dir, 'secret.key'), join(again, 'secret.key'))
  const restored = rowsOf(join(again, 'kontor.db'))
  assert.equal(restored, rowsOf(join(dir, 'kontor.db')))
  assert.is(restored.damage, 'ok')
  assert.match(String(restored.head), /^[0-9A-F]{64}$/)
  await assertLedgerInOrder(again)
  await using other = await runServer({ dir: again, settings })
  assert.is((await fetch(`${other.url}/health`)).status, 200)
})

/** Some more, of people that are there already. */
async function signUpSome({ url }: RunningServer): Promise<void> {
  for (let i = 0; i < 6; i++) {
    const body = JSON.stringify({
      email: `late${i}@example.eu`,
      password: 'a long enough pass phrase',
      display_name: 'Late',
      tenant_name: `Late ${i}`,
    })
    const headers = { 'content-type': 'application/json' }
    const { status } = await fetch(`${url}/v1/auth/signup`, { method: 'POST', headers, body })
    assert.is(status, 201)
  }
}

test('with checkpoints the server empties its log, without it leaves that to others', async () => {
  for (const checkpoints of [true, false]) {
    using folder = temporaryFolder()
    const more = { KONTOR_CHECKPOINTS: String(checkpoints) }
    await using server = await runServer({ dir: folder.path, settings: { ...settings, ...more } })
    assert.ok(server.pid > 0)
    lengthen(folder.path)
    if (checkpoints) await until('it is emptied', () => backfilled(folder.path) > 0 || undefined)
    else {
      await sleep(3_000)
      assert.is(backfilled(folder.path), 0)
    }
  }
})

test.run()
