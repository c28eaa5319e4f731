// kill -9 between the charge of a link and the answer that sends its buyer on to the bucket.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { prose } from '../support/inspections.ts'
import { mint } from '../support/market.ts'
import { putStockInto } from '../support/market-folder.ts'
import { isPackaged } from '../support/program.ts'
import { refusal } from '../support/refusal.ts'
import { assertLedgerInOrder, runServer } from '../support/run-server.ts'
import { smallS3 } from '../support/small-s3.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const killer = new URL('../support/killed-at-redirect.ts', import.meta.url).href

// The packaged file takes no flags: there nothing is killed.
const fact: (title: string, prove: () => Promise<void>) => void = isPackaged() ? () => {} : test

fact('who was charged and heard nothing fetches again for nothing, once', async () => {
  using folder = temporaryFolder()
  const { path: dir } = folder
  await using s3 = await smallS3()
  const { at, asset } = await putStockInto(dir)
  const key = keyOf(dir, asset.objectId)
  const url = `${s3.endpoint}/kontor/blobs/${key}`
  const body = new Uint8Array(prose(20))
  assert.is((await fetch(url, { method: 'PUT', body })).status, 200)
  const settings = {
    KONTOR_BLOBS: s3.settings.blobs,
    KONTOR_S3_ACCESS_KEY: s3.settings.s3AccessKey,
    KONTOR_S3_SECRET_KEY: s3.settings.s3SecretKey,
    KONTOR_DOWNLOADS_STRAIGHT_SECONDS: '60',
  }

  const flags = [...process.execArgv, '--import', killer]
  await using first = await runServer({ dir, settings, flags })
  const { url: link, estimated_credits: price } = (await mint(at(first), asset)).body
  assert.ok(price > 0)
  await refusal(fetch(link))
  assert.is((await first.ended).signal, 'SIGKILL')
  await assertLedgerInOrder(dir)

  await using second = await runServer({ dir, settings })
  const market = at(second)
  assert.is((await fetch(`${second.url}${new URL(link).pathname}`)).status, 410)
  const again = await mint(market, asset)
  assert.is(again.body.estimated_credits, 0)
  const file = await fetch(again.body.url)
  assert.equal([file.redirected, await file.text()], [true, prose(20).toString()])
  assert.is((await mint(market, asset)).body.estimated_credits, price)
  await second.stop()
  await assertLedgerInOrder(dir)
})

function keyOf(dir: string, objectId: string): string {
  const raw = new Database(join(dir, 'kontor.db'), { readonly: true })
  const sql = 'SELECT blob_key FROM object WHERE object_id = ?'
  const key = raw.prepare(sql).pluck().get(objectId) as string
  raw.close()
  return key
}

test.run()
