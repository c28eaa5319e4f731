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
import { shared } from '../support/shared.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const texts = { staged: prose(40), sent: prose(400), half: prose(4000) }

/** One kill with three uploads, each as far as it had come; and the server after it. */
async function openKilled() {
  const folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using first = await runServer({ dir: folder.path, settings })
  const market = at(first)
  const half = await initiate(market, { bytes: texts.half })
  const sent = await initiate(market, { bytes: texts.sent })
  assert.is((await market.call('PUT', sent.url, { raw: texts.sent })).status, 200)
  sendHalf(half.url, texts.half)
  await until('half of the bytes are in the folder', () => arriving(folder.path) > 0 || undefined)
  const staged = await stage(market, { bytes: texts.staged })
  await first.kill()
  const server = await runServer({ dir: folder.path, port: first.port, settings })
  return {
    market,
    dir: folder.path,
    half,
    sent,
    staged,
    leftOver: arriving(folder.path),
    async [Symbol.asyncDispose]() {
      await server.kill()
      folder[Symbol.dispose]()
    },
  }
}

const { fact } = shared(openKilled)

fact('killed during an upload: what was answered stays, the rest can be sent again', async (it) => {
  const { market, half, staged } = it
  assert.is(it.leftOver, 0)
  assert.is((await market.call('PUT', half.url, { raw: texts.half })).status, 200)
  assert.is((await confirm(market, half)).body.data.status, 'staged')
  assert.equal(await bytesOf(market, staged), texts.staged)
  assert.equal(await bytesOf(market, half), texts.half)
  await assertLedgerInOrder(it.dir)
})

fact('killed after an answered upload: its bytes are there and can be confirmed', async (it) => {
  const { market, sent } = it
  assert.is((await confirm(market, sent)).body.data.status, 'staged')
  assert.equal(await bytesOf(market, sent), texts.sent)
})

fact(
  'killed after an answered confirmation: the object waits for review, inspected',
  async (it) => {
    const { operator, provider, call } = it.market
    const path = `/v1/admin/review/objects/${provider.tenantId}/${it.staged.objectId}`
    const { body } = await until('the inspection is done', async () => {
      const answer = await call('GET', path, { as: operator.token })
      return answer.body.data.inspection === 'done' ? answer : undefined
    })
    assert.is(body.data.status, 'staged')
    assert.is(body.data.sniffed_content_type, 'text/plain')
  },
)

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
