// kill -9 at the worst moments. What a moment is, is seen from outside: in the files and in the
// database, read beside the server; so that no switch for tests is in the program.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  approve,
  confirm,
  indexed,
  initiate,
  type Market,
  mint,
  openMarket,
  publish,
  stage,
  type Upload,
  until,
} from '../support/market.ts'
import { caller } from '../support/open-test-app.ts'
import { kontor, type RunningServer, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const price = 25
const welcome = 500

test('killed during an upload: what was answered stays, the rest can be sent again', async () => {
  using folder = temporaryFolder()
  await using first = await runServer({ dir: folder.path })
  const market = await marketOn(first)
  const earlier = await stage(market, { bytes: prose(40) })
  const bytes = prose(4000)
  const upload = await initiate(market, { bytes })
  sendHalf(upload.url, bytes)
  await until('half of the bytes are in the folder', () => arriving(folder.path) > 0 || undefined)
  await first.kill()

  await using _second = await runServer({ dir: folder.path, port: first.port })
  assert.is(arriving(folder.path), 0)
  assert.is((await market.call('PUT', upload.url, { raw: bytes })).status, 200)
  assert.is((await confirm(market, upload)).body.data.status, 'staged')
  assert.equal(await bytesOf(market, earlier), prose(40))
  assert.equal(await bytesOf(market, upload), bytes)
  await assertLedgerInOrder(folder.path)
})

test('killed after an answered upload: its bytes are there and can be confirmed', async () => {
  using folder = temporaryFolder()
  await using first = await runServer({ dir: folder.path })
  const market = await marketOn(first)
  const bytes = prose(400)
  const upload = await initiate(market, { bytes })
  assert.is((await market.call('PUT', upload.url, { raw: bytes })).status, 200)
  await first.kill()

  await using _second = await runServer({ dir: folder.path, port: first.port })
  assert.is((await confirm(market, upload)).body.data.status, 'staged')
  assert.equal(await bytesOf(market, upload), bytes)
})

test('killed after an answered confirmation: the object waits for review, inspected', async () => {
  using folder = temporaryFolder()
  await using first = await runServer({ dir: folder.path })
  const market = await marketOn(first)
  const upload = await stage(market, { bytes: prose(40) })
  await first.kill()

  await using _second = await runServer({ dir: folder.path, port: first.port })
  const { operator, provider, call } = market
  const path = `/v1/admin/review/objects/${provider.tenantId}/${upload.objectId}`
  const { body } = await until('the inspection is done', async () => {
    const answer = await call('GET', path, { as: operator.token })
    return answer.body.data.inspection === 'done' ? answer : undefined
  })
  assert.is(body.data.status, 'staged')
  assert.is(body.data.sniffed_content_type, 'text/plain')
})

test('killed between two slices of passages: the rest follows, nothing twice', async () => {
  using folder = temporaryFolder()
  await using first = await runServer({ dir: folder.path })
  const market = await marketOn(first)
  const bytes = prose(8000)
  const whole = await publish(market, { bytes })
  const cut = await stage(market, { bytes })
  using look = reader(folder.path)
  await approve(market, cut)
  await look.until(() => look.passages(cut) > 0)
  await first.kill()
  assert.ok(look.passages(cut) < look.passages(whole))
  assert.is(
    look.value('SELECT index_state FROM object WHERE object_id = ?', cut.objectId),
    'queued',
  )

  await using _second = await runServer({ dir: folder.path, port: first.port })
  await indexed(market, cut)
  assert.ok(look.passages(whole) > 400)
  assert.equal(look.texts(cut), look.texts(whole))
  assert.is(look.value('SELECT count(*) FROM passage_fts'), 2 * look.passages(whole))
  await until('no job is open', () => look.openJobs() === 0 || undefined)
})

test('killed during extraction: the child ends too, and the next server does the job', async () => {
  using folder = temporaryFolder()
  await using first = await runServer({ dir: folder.path })
  const market = await marketOn(first)
  const upload = await stage(market, { bytes: prose(8000) })
  using look = reader(folder.path)
  await until('the inspection is done', () => look.openJobs() === 0 || undefined)
  await approve(market, upload)
  const children = await until('a child extracts', () => childrenOf(first.pid))
  await first.kill()
  await until('the child has ended', () => !children.some(isRunning) || undefined)

  await using _second = await runServer({ dir: folder.path, port: first.port })
  await indexed(market, upload)
  assert.is(look.value("SELECT count(*) FROM job WHERE state <> 'done'"), 0)
})

test('killed during a fetch: charged once, the link is used, a new one is free', async () => {
  using folder = temporaryFolder()
  await using first = await runServer({ dir: folder.path })
  const market = await marketOn(first)
  const bytes = largePage()
  const asset = await publish(market, { filename: 'a.html', contentType: 'text/html', bytes })
  const { body: link } = await mint(market, asset)
  await firstBytes(link.url)
  await first.kill()
  using look = reader(folder.path)
  assert.equal(look.rows('SELECT state, outcome FROM dl_link'), [{ state: 'used', outcome: null }])

  await using _second = await runServer({ dir: folder.path, port: first.port })
  assert.is((await market.call('GET', link.url)).status, 410)
  const again = (await mint(market, asset)).body
  assert.is(again.estimated_credits, 0)
  assert.is(again.available_credits, welcome - price)
  const { status, bytes: fetched } = await market.call('GET', again.url)
  assert.is(status, 200)
  assert.ok(fetched.equals(bytes))
  assert.is((await mint(market, asset)).body.available_credits, welcome - price)
  await assertLedgerInOrder(folder.path)
})

test('killed at any moment of a fetch: a link is used exactly if it was charged', async () => {
  using folder = temporaryFolder()
  await using first = await runServer({ dir: folder.path })
  const market = await marketOn(first)
  const asset = await publish(market, { bytes: prose(40) })
  using look = reader(folder.path)
  let server = first
  for (const delayMs of [0, 1, 3, 6, 15, 80]) {
    const { body: link } = await mint(market, asset)
    const answered = market.call('GET', link.url).then(
      ({ status }) => status,
      () => undefined,
    )
    await new Promise((done) => setTimeout(done, delayMs))
    await server.kill()
    const used = Number(look.value("SELECT count(*) FROM dl_link WHERE state = 'used'"))
    assert.is(look.value("SELECT count(*) FROM meter_event WHERE kind = 'download'"), used)
    const answer = await answered
    server = await runServer({ dir: folder.path, port: first.port })
    const next = await market.call('GET', link.url)
    assert.ok(answer === 200 ? next.status === 410 : [200, 410].includes(next.status))
  }
  await server.kill()
  const paid = look.value("SELECT sum(charge_cents) FROM meter_event WHERE kind = 'download'")
  const charged = look.value(
    "SELECT count(*) FROM meter_event WHERE kind = 'download' AND charge_cents > 0",
  )
  assert.is(paid, Number(charged) * price)
  await assertLedgerInOrder(folder.path)
})

async function marketOn(server: RunningServer): Promise<Market> {
  return openMarket(caller(server.url), server.setupCode)
}

/** Sentences that differ, so that each passage is another. */
function prose(sentences: number): Buffer {
  const words = ['valve', 'boiler', 'meter', 'roof', 'cellar', 'pump', 'cable', 'filter']
  const text = Array.from({ length: sentences }, (_, i) => {
    const word = words[i % words.length]
    return `On visit ${i} the inspector found the ${word} number ${i * 7} in good order.`
  })
  return Buffer.from(text.join('\n'))
}

/** A page with little text and many bytes, more than the sockets between us can hold. */
function largePage(): Buffer {
  const filler = `<!-- ${'filler '.repeat(4_000_000)}-->`
  return Buffer.from(`<html><body><p>The boiler is in good order.</p>${filler}</body></html>`)
}

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

/** Resolves with the first bytes of the answer and takes no more of it. */
function firstBytes(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request(url, (answer) => {
      answer
        .on('error', () => {})
        .once('data', () => {
          answer.pause()
          resolve(answer)
        })
    })
    asking.once('error', reject).end()
  })
}

/** A second pair of eyes on the database. */
function reader(dir: string) {
  const db = new Database(join(dir, 'kontor.db'), { readonly: true })
  const value = (sql: string, ...bound: unknown[]) =>
    db
      .prepare(sql)
      .pluck()
      .get(...bound)
  return {
    value,
    rows: (sql: string) => db.prepare(sql).all(),
    passages: ({ objectId }: Upload) =>
      Number(value('SELECT count(*) FROM passage WHERE object_id = ?', objectId)),
    texts: ({ objectId }: Upload) =>
      db
        .prepare('SELECT text FROM passage WHERE object_id = ? ORDER BY ordinal')
        .pluck()
        .all(objectId),
    openJobs: () => Number(value("SELECT count(*) FROM job WHERE state IN ('queued', 'running')")),
    /** Looks as often as it can: the moment is short. */
    async until(condition: () => boolean) {
      const deadline = performance.now() + 60_000
      while (!condition()) {
        if (performance.now() > deadline) throw new Error('the moment never came')
        await new Promise((done) => setImmediate(done))
      }
    },
    [Symbol.dispose]: () => void db.close(),
  }
}

function childrenOf(pid: number): number[] | undefined {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? undefined : text.split(' ').map(Number)
}

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

async function assertLedgerInOrder(dir: string): Promise<void> {
  const { code, output } = await kontor(['ledger', 'verify', '--data-dir', dir])
  assert.is(code, 0, output)
}

test.run()
