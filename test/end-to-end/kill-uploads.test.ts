// kill -9 around an upload. The moment is seen from outside, in the files
// and in the database, so that the program needs no switch for tests.
import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { prose } from '../support/inspections.ts'
import { leanSettings as settings } from '../support/lean-settings.ts'
import { confirm, initiate, type Market, stage, type Upload, until } from '../support/market.ts'
import { putMarketInto } from '../support/market-folder.ts'
import { assertLedgerInOrder, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('killed during an upload: what was answered stays, the rest can be sent again', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using first = await runServer({ dir: folder.path, settings })
  const market = at(first)
  const earlier = await stage(market, { bytes: prose(40) })
  const bytes = prose(4000)
  const upload = await initiate(market, { bytes })
  sendHalf(upload.url, bytes)
  await until('half of the bytes are in the folder', () => arriving(folder.path) > 0 || undefined)
  await first.kill()

  await using _second = await runServer({ dir: folder.path, port: first.port, settings })
  assert.is(arriving(folder.path), 0)
  assert.is((await market.call('PUT', upload.url, { raw: bytes })).status, 200)
  assert.is((await confirm(market, upload)).body.data.status, 'staged')
  assert.equal(await bytesOf(market, earlier), prose(40))
  assert.equal(await bytesOf(market, upload), bytes)
  await assertLedgerInOrder(folder.path)
})

test('killed after an answered upload: its bytes are there and can be confirmed', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using first = await runServer({ dir: folder.path, settings })
  const market = at(first)
  const bytes = prose(400)
  const upload = await initiate(market, { bytes })
  assert.is((await market.call('PUT', upload.url, { raw: bytes })).status, 200)
  await first.kill()

  await using _second = await runServer({ dir: folder.path, port: first.port, settings })
  assert.is((await confirm(market, upload)).body.data.status, 'staged')
  assert.equal(await bytesOf(market, upload), bytes)
})

test('killed after an answered confirmation: the object waits for review, inspected', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using first = await runServer({ dir: folder.path, settings })
  const market = at(first)
  const upload = await stage(market, { bytes: prose(40) })
  await first.kill()

  await using _second = await runServer({ dir: folder.path, port: first.port, settings })
  const { operator, provider, call } = market
  const path = `/v1/admin/review/objects/${provider.tenantId}/${upload.objectId}`
  const { body } = await until('the inspection is done', async () => {
    const answer = await call('GET', path, { as: operator.token })
    return answer.body.data.inspection === 'done' ? answer : undefined
  })
  assert.is(body.data.status, 'staged')
  assert.is(body.data.sniffed_content_type, 'text/plain')
})

function sendHalf(url: string, bytes: Buffer): void {
  const headers = { 'content-length': bytes.length }
  const sending = request(url, { method: 'PUT', headers })
  sending.on('error', () => {}).write(bytes.subarray(0, bytes.length / 2))
}

/** Bytes of uploads that are being received. */
function arriving(dir: string): number {
  const folder = join(dir, 'blobs/tmp')
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function bytesOf({ call, provider }: Market, { objectId }: Upload): Promise<Buffer> {
  const { body } = await call('GET', `/v1/objects/${objectId}/download`, { as: provider.token })
  return (await call('GET', body.data.download_url)).bytes
}

test.run()
