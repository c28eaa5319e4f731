// Bytes that the disk changed by itself: in the database, in a file of a dataset, in a model. Each
// is said where its operator looks, and what does not need it goes on.
import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/base/clock.ts'
import { leanSettings } from '../support/lean-settings.ts'
import { mint, type Upload, until } from '../support/market.ts'
import { type MarketFolder, putStockInto } from '../support/market-folder.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { openTestMeaning } from '../support/open-test-meaning.ts'
import { assertLedgerInOrder, command, kontor, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const settings = leanSettings
const shipped = resolve(import.meta.dirname, '../../data/models/kontor-static-5')

/** A folder with one object that is for sale, and no server. */
async function stocked(dir: string): Promise<MarketFolder & { asset: Upload }> {
  const stock = await putStockInto(dir)
  const db = new Database(join(dir, 'kontor.db'))
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  return stock
}

function overwrite(file: string, at: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, at)
  closeSync(handle)
}

function pageOf(dir: string, table: string): number {
  const db = new Database(join(dir, 'kontor.db'), { readonly: true })
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table)
  db.close()
  return (Number(root) - 1) * 4096
}

test('a damaged page fails what needs it alone, and the log says what to do', async () => {
  using folder = temporaryFolder()
  const { at, asset } = await stocked(folder.path)
  overwrite(join(folder.path, 'kontor.db'), pageOf(folder.path, 'object_by_dataset'))
  await using server = await runServer({ dir: folder.path, settings })
  const market = at(server)
  const list = `/v1/datasets/${market.datasetId}/objects`
  const failed = await market.call('GET', list, { as: market.provider.token })
  assert.equal([failed.status, failed.body.error.code], [500, 'internal_error'])
  assert.not.match(JSON.stringify(failed.body), /sqlite|malformed|\.db/i)
  const { body: link } = await mint(market, asset)
  assert.is((await market.call('GET', link.url)).status, 200)
  const advice = /"advice":"The database is damaged: kontor doctor names it/
  await until('the log says what to do', () => advice.test(server.output()) || undefined)
  await server.stop()
  await assertLedgerInOrder(folder.path)
})

for (const [title, place, [says, run]] of [
  ['its first page', (_: string) => 0, ['file is not a database', kontor]],
  [
    'the list of its migrations',
    (dir: string) => pageOf(dir, 'schema_migration'),
    ['malformed', command],
  ],
] as const) {
  test(`a database with ${title} damaged is not served, and left as it is`, async () => {
    using folder = temporaryFolder()
    const dir = join(folder.path, 'data')
    await stocked(dir)
    overwrite(join(dir, 'kontor.db'), place(dir))
    const before = readFileSync(join(dir, 'kontor.db'))
    const { code, output } = await run(['serve', '--port', '0', '--data-dir', dir])
    assert.is(code, 1)
    assert.match(output, says)
    assert.match(output, 'kontor doctor says what to do')
    assert.ok(readFileSync(join(dir, 'kontor.db')).equals(before))
    const doctor = await command(['doctor', '--data-dir', dir])
    assert.match(doctor.output, 'ERROR database: The database is damaged')
    assert.match(doctor.output, 'restore the last backup')
  })
}

function blobIn(dir: string): string {
  const names = readdirSync(join(dir, 'blobs'), { recursive: true, encoding: 'utf8' })
  return join(dir, 'blobs', names.find((name) => name.includes('obj_')) ?? '')
}

test('a file cut short is not sold; one with other bytes is named by a backup', async () => {
  using folder = temporaryFolder()
  const [dir, to] = [join(folder.path, 'data'), join(folder.path, 'backups')]
  const { at, asset } = await stocked(dir)
  const file = blobIn(dir)
  const whole = readFileSync(file)
  truncateSync(file, whole.length - 1)
  {
    await using app = await openTestApp({ dir, overrides: { clock: systemClock } })
    const market = at(app)
    const { body: link } = await mint(market, asset)
    const refused = await market.call('GET', link.url)
    assert.ok(refused.status >= 500, String(refused.status))
    writeFileSync(file, whole)
    const fetched = await market.call('GET', link.url)
    assert.is(fetched.status, 200, 'the link is as good as before')
    assert.ok(fetched.bytes.equals(whole))
  }
  const altered = Buffer.from(whole)
  altered[3] = (altered[3] as number) ^ 1
  writeFileSync(file, altered)
  const { code, output } = await command(['backup', to, '--data-dir', dir])
  assert.is(code, 1, output)
  assert.match(output, /NOT in order: .*obj_/)
  const doctor = await command(['doctor', '--data-dir', dir])
  assert.match(doctor.output, /ERROR blobs altered: 1 files have other bytes/)
  await assertLedgerInOrder(dir)
})

for (const [title, spoil] of [
  ['cut short', (dir: string) => truncateSync(join(dir, 'rows.bin'), 1_000_000)],
  ['with another scale', (dir: string) => overwriteScales(join(dir, 'scales.bin'))],
  ['without its words', (dir: string) => writeFileSync(join(dir, 'vocab.txt'), 'x\n')],
] as const) {
  test(`the default model ${title}: words go on, meaning says 503`, async () => {
    using folder = temporaryFolder()
    cpSync(shipped, folder.path, { recursive: true })
    spoil(folder.path)
    await using market = await openTestMeaning({ config: { embeddingModel: folder.path } })
    const semantic = await market.search('q=boiler&mode=semantic')
    assert.equal([semantic.status, semantic.body.code], [503, 'saturated'])
    assert.is((await market.search('q=boiler')).body.total, 1)
    const checked = await command(['model', 'check', folder.path])
    assert.is(checked.code, 1)
    assert.match(checked.output, `The embedding model in ${folder.path} cannot be used: `)
  })
}

/** A number that is none. */
function overwriteScales(file: string): void {
  const bytes = readFileSync(file)
  bytes.writeFloatLE(Number.NaN, 400)
  writeFileSync(file, bytes)
}

test.run()
