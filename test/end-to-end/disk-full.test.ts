// A full disk: whoever asks for something that must be written is told so, nothing is left half
// written, what needs no room still works, and everything goes on when there is room again.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Disk, diskOf } from '../support/full-disk.ts'
import { prose } from '../support/inspections.ts'
import { leanSettings } from '../support/lean-settings.ts'
import {
  approve,
  confirm,
  indexed,
  initiate,
  type Market,
  mint,
  publish,
  stage,
  type Upload,
  until,
} from '../support/market.ts'
import { putMarketInto } from '../support/market-folder.ts'
import { assertLedgerInOrder, type RunningServer, runServer } from '../support/run-server.ts'
import { shared } from '../support/shared.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { watchDatabase } from '../support/watch-database.ts'

const price = 25
/** What a job that met the full disk says is a warning. */
const settings = { ...leanSettings, KONTOR_LOG_LEVEL: 'warn' }

type Scene = AsyncDisposable & {
  dir: string
  server: RunningServer
  market: Market
  disk: Disk
  look: ReturnType<typeof watchDatabase>
}

async function openScene(more: Record<string, string> = settings): Promise<Scene> {
  const folder = temporaryFolder()
  const market = await putMarketInto(folder.path)
  const server = await runServer({ dir: folder.path, settings: more })
  const look = watchDatabase(folder.path)
  return {
    dir: folder.path,
    server,
    market: market.at(server),
    look,
    disk: diskOf(server, folder.path),
    async [Symbol.asyncDispose]() {
      look[Symbol.dispose]()
      await server.kill()
      folder[Symbol.dispose]()
    },
  }
}

const scenes = shared(() => openScene())

/** For who kills nobody. What others left has room again, and its log is no room that is there. */
function fact(title: string, check: (scene: Scene) => Promise<void>): void {
  scenes.fact(title, async (scene) => {
    scene.disk.free()
    await until('no job is open', () => scene.look.openJobs() === 0 || undefined)
    await emptyLog(scene.dir)
    await check(scene)
  })
}

fact(
  'an upload: refused, nothing of it stays, and it is taken when there is room',
  async (scene) => {
    const { market, disk, dir } = scene
    // Longer than the log of the database by far: no file may grow beyond that.
    const bytes = prose(100_000)
    const upload = await initiate(market, { bytes })
    const before = filesIn(dir)
    disk.fill(64_000)
    const refused = await market.call('PUT', upload.url, { raw: bytes })
    assert.is(refused.status, 503, JSON.stringify(refused.body))
    assert.ok(refused.headers.get('retry-after'))
    assert.equal(filesIn(dir), before)
    assert.is(partsOf(scene, upload), 0)
    await assertAlive(scene)

    disk.free()
    assert.is((await market.call('PUT', upload.url, { raw: bytes })).status, 200)
    assert.is((await confirm(market, upload)).body.data.status, 'staged')
    assert.is(filesIn(dir).length, before.length + 1)
  },
)

fact('an upload whose bytes fit and whose record does not leaves no bytes', async (scene) => {
  const { market, disk, dir } = scene
  const bytes = prose(4)
  const upload = await initiate(market, { bytes })
  const before = filesIn(dir)
  disk.fill()
  assert.is((await market.call('PUT', upload.url, { raw: bytes })).status, 503)
  assert.is(partsOf(scene, upload), 0)
  disk.free()
  assert.is((await market.call('PUT', upload.url, { raw: bytes })).status, 200)
  await confirm(market, upload)
  assert.is(filesIn(dir).length, before.length + 1)
})

fact('a confirmation: refused in plain words, and taken when there is room', async (scene) => {
  const { market, disk, look } = scene
  const bytes = prose(40)
  const upload = await initiate(market, { bytes })
  assert.is((await market.call('PUT', upload.url, { raw: bytes })).status, 200)
  disk.fill()
  const path = `/v1/objects/${upload.objectId}/confirm`
  const refused = await market.call('POST', path, { as: market.provider.token })
  assert.is(refused.status, 503, JSON.stringify(refused.body))
  assert.is(refused.body.error.code, 'unavailable')
  assert.match(refused.body.error.message, /^There is no room left to write. Nothing was changed/)
  assert.ok(refused.headers.get('retry-after'))
  const status = 'SELECT status FROM object WHERE object_id = ?'
  assert.is(look.value(status, upload.objectId), 'initiated')
  await assertAlive(scene)

  disk.free()
  assert.is((await confirm(market, upload)).body.data.status, 'staged')
})

fact(
  'a part of a large file: refused, nothing of it stays, and it is taken later',
  async (scene) => {
    const { market, disk, dir } = scene
    const { datasetId, provider } = market
    const path = `/v1/datasets/${datasetId}/objects/upload`
    const file = { filename: 'large.bin', content_type: 'text/plain', size_bytes: 66 * 1024 * 1024 }
    const begun = await market.call('POST', path, { as: provider.token, body: file })
    const { object_id: objectId, parts, part_size_bytes: size } = begun.body.data
    const bytes = Buffer.alloc(size, 'part ')
    const before = filesIn(dir)
    disk.fill(64_000)
    const refused = await market.call('PUT', parts[0].upload_url, { raw: bytes })
    assert.is(refused.status, 503, JSON.stringify(refused.body))
    assert.is(partsOf(scene, { objectId }), 0)
    await assertAlive(scene)

    disk.free()
    const sent = await market.call('PUT', parts[0].upload_url, { raw: bytes })
    assert.is(sent.status, 200)
    assert.is(partsOf(scene, { objectId }), 1)
    const cancel = `/v1/objects/${objectId}/upload`
    assert.is((await market.call('DELETE', cancel, { as: provider.token })).status, 200)
    await until('its bytes are gone', () => filesIn(dir).length === before.length || undefined)
  },
)

/** What of it is on record. */
function partsOf({ look }: Scene, { objectId }: Pick<Upload, 'objectId'>): unknown {
  const sql = `SELECT count(*) FROM upload_part JOIN upload USING (upload_id) WHERE object_id = ?`
  return look.value(sql, objectId)
}

/** What the database's log has grown to is room that is never full. A reader puts it off. */
async function emptyLog(dir: string): Promise<void> {
  using db = openDatabase(dir)
  const isEmptied = () => {
    db.raw.pragma('wal_checkpoint(TRUNCATE)')
    return statSync(join(dir, 'kontor.db-wal')).size === 0 || undefined
  }
  await until('the log of the database is empty', isEmptied)
}

function openDatabase(dir: string) {
  const raw = new Database(join(dir, 'kontor.db'))
  return { raw, [Symbol.dispose]: () => void raw.close() }
}

test('an ingestion: nobody sees a part of it, and it ends when there is room', async () => {
  await using scene = await openScene({ KONTOR_SEARCH_WORKERS: '1' })
  const { market, disk, look, dir } = scene
  const whole = await publish(market, { bytes: prose(3_000) })
  const cut = await stage(market, { bytes: prose(3_000) })
  await until('no job is open', () => look.openJobs() === 0 || undefined)
  await emptyLog(dir)
  // Room for the approval (107 KB of log) and what the server does beside it; not for the passages.
  disk.fill(700_000)
  await approve(market, cut)
  const isMet = () => /a job waits for room|not recorded/.test(scene.server.output())
  await until('the job has met the full disk', () => isMet() || undefined)
  const found = await market.call('GET', `/v1/objects/${cut.objectId}`, {
    as: market.provider.token,
  })
  assert.is(found.body.data.index_state, 'queued')
  assert.equal(assetsFound(scene, cut), [])
  await assertAlive(scene)

  disk.free()
  await indexed(market, cut)
  assert.equal(look.texts(cut), look.texts(whole))
  await until('no job is open', () => look.openJobs() === 0 || undefined)
  assert.is(look.value("SELECT count(*) FROM job WHERE state = 'failed'"), 0)
})

fact('a fetch: not charged, no byte goes out, and the link is as good as before', async (scene) => {
  const { market, disk, look, dir } = scene
  const bytes = prose(20)
  const asset = await publish(market, { bytes })
  const { body: link } = await mint(market, asset)
  await emptyLog(dir)
  disk.fill()
  const refused = await market.call('GET', link.url)
  assert.is(refused.status, 503)
  assert.is(look.value("SELECT count(*) FROM meter_event WHERE kind = 'download'"), 0)
  const state = 'SELECT state FROM dl_link WHERE asset_id = ?'
  assert.is(look.value(state, asset.objectId), 'minted')

  disk.free()
  const fetched = await market.call('GET', link.url)
  assert.is(fetched.status, 200)
  assert.ok(fetched.bytes.equals(bytes))
  const left = (await mint(market, asset)).body.available_credits
  assert.is(left, link.available_credits - price)
  await assertLedgerInOrder(dir)
})

fact('credits: not granted, and granted once when they are asked for again', async (scene) => {
  const { market, disk, look, dir } = scene
  const grant = () =>
    market.call('POST', `/v1/admin/tenants/${market.buyer.tenantId}/credits`, {
      as: market.operator.token,
      body: { credits: 100, reason: 'top-up' },
      headers: { 'idempotency-key': 'top-up-1' },
    })
  const granted = () => Number(look.value("SELECT count(*) FROM transfer WHERE code = 'grant'"))
  const before = granted()
  disk.fill()
  assert.is((await grant()).status, 503)
  assert.is((await grant()).status, 503)
  disk.free()
  assert.is((await grant()).status, 201)
  assert.is((await grant()).status, 201)
  assert.is(granted(), before + 1)
  await assertLedgerInOrder(dir)
})

test('a server that is killed on a full disk loses nothing', async () => {
  await using scene = await openScene()
  const { market, disk, dir } = scene
  const upload = await stage(market, { bytes: prose(40) })
  disk.fill()
  await market.call('POST', '/v1/datasets', { as: market.provider.token, body: { name: 'Full' } })
  await scene.server.kill()
  disk.free()

  await using second = await runServer({ dir, port: scene.server.port, settings })
  assert.ok(second.pid > 0)
  await approve(market, upload)
  await indexed(market, upload)
})

/** What needs no room goes on. */
async function assertAlive({ market, server }: Scene): Promise<void> {
  const { call, provider } = market
  const health = await fetch(`${server.url}/health`)
  assert.is(health.status, 200)
  assert.is((await call('GET', '/v1/datasets', { as: provider.token })).status, 200)
}

function assetsFound({ look }: Scene, { objectId }: Upload): unknown[] {
  return look.rows(`SELECT 1 FROM object
    WHERE object_id = '${objectId}' AND index_state = 'indexed'`)
}

/** Bytes on the disk, those that are being received included. */
function filesIn(dir: string): string[] {
  const entries = readdirSync(join(dir, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.map(({ name }) => name).filter((name) => name.startsWith('obj_'))
}

test.run()
