// A market whose files lie on a real S3 server (scripts/engines up s3), with and without faults on
// the way there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { shelvesIn } from '../../src/adapters/blobs/blob-files.ts'
import { findObject, listObjects } from '../../src/adapters/blobs/s3/s3-objects.ts'
import { openS3Requests } from '../../src/adapters/blobs/s3/s3-requests.ts'
import { putObject } from '../../src/adapters/blobs/s3/s3-uploads.ts'
import { type App, moveFiles } from '../../src/app.ts'
import type { Values } from '../../src/cli/command.ts'
import { folderCommands } from '../../src/cli/folder-commands.ts'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { prose } from '../support/inspections.ts'
import {
  approve,
  confirm,
  indexed,
  initiate,
  mint,
  publish,
  stage,
  until,
} from '../support/market.ts'
import { openMarketOnS3, settingsFor } from '../support/market-on-s3.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { runCommand } from '../support/run-command.ts'
import { shared } from '../support/shared.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { skipped, testS3Place } from '../support/test-s3.ts'

const place = await testS3Place()
const fact: ReturnType<typeof shared<OnS3>>['fact'] = place
  ? shared(() => openMarketOnS3(place)).fact
  : (title) => test(`${title} (${skipped})`, () => {})

type OnS3 = Awaited<ReturnType<typeof openMarketOnS3>>

/** What lies on the disk beside the database: nothing but what can be made again. */
function shelvesOf({ dir }: OnS3): string[] {
  return shelvesIn(join(dir, 'blobs'))
}

fact('what is uploaded lies in the bucket, is found, sold and fetched whole', async (app) => {
  const bytes = prose(40)
  const asset = await publish(app.market, { bytes })
  assert.equal(shelvesOf(app), [])
  const found = await findObject(app.s3, `blobs/${app.keyOf(asset.objectId)}`)
  assert.is(found?.sizeBytes, bytes.length)
  const { body } = await mint(app.market, asset)
  const answer = await app.call('GET', body.url)
  assert.is(answer.status, 200)
  assert.ok(answer.bytes.equals(bytes))
  assert.is((await app.call('GET', body.url)).status, 410)
  assertLedgerBalances(app)
})

fact('the owner fetches all of it, or a range', async (app) => {
  const bytes = prose(30)
  const { objectId } = await stage(app.market, { bytes })
  const as = app.market.provider.token
  const { body } = await app.call('GET', `/v1/objects/${objectId}/download`, { as })
  const url = body.data.download_url
  const headers = { range: 'bytes=10-29' }
  const part = await app.call('GET', url, { headers })
  assert.is(part.status, 206)
  assert.ok(part.bytes.equals(bytes.subarray(10, 30)))
  assert.ok((await app.call('GET', url)).bytes.equals(bytes))
  assert.is((await app.call('HEAD', url)).status, 200)
})

fact('while S3 is away nothing is charged, and the rest goes on', async (app) => {
  const asset = await publish(app.market, { bytes: prose(20) })
  const waiting = await stage(app.market, { bytes: prose(21), filename: 'waiting.txt' })
  const upload = await initiate(app.market, { bytes: prose(22), filename: 'later.txt' })
  const { body } = await mint(app.market, asset)
  const before = app.credits()
  app.proxy.fault = () => ({ refuse: true })
  const fetched = await app.call('GET', body.url)
  assert.is(fetched.status, 503)
  assert.is(fetched.headers.get('retry-after'), '10')
  assert.is(app.credits(), before)
  const sent = await app.call('PUT', upload.url, { raw: prose(22) })
  assert.is(sent.status, 503)
  await approve(app.market, waiting)
  const search = await app.call('GET', '/search?q=boiler', { as: app.market.key })
  assert.is(search.status, 200)
  assert.is((await app.call('GET', '/readyz')).status, 200)
  assert.ok(app.files.troubles() > 0)

  app.proxy.fault = () => undefined
  assert.is((await app.call('GET', body.url)).status, 200)
  assert.is((await app.call('PUT', upload.url, { raw: prose(22) })).status, 200)
  await confirm(app.market, upload)
  app.clock.advance({ seconds: 60 })
  await indexed(app.market, waiting)
  assertLedgerBalances(app)
})

fact('one weak moment is not seen by anybody', async (app) => {
  const asset = await publish(app.market, { bytes: prose(25) })
  const { body } = await mint(app.market, asset)
  // Of each request by itself: what else asks meanwhile takes none of its good answers.
  const asked = new Map<string, number>()
  app.proxy.fault = ({ method, url }) => {
    const times = (asked.get(`${method} ${url}`) ?? 0) + 1
    asked.set(`${method} ${url}`, times)
    return times % 3 === 0 ? undefined : times % 3 === 1 ? { status: 503 } : { refuse: true }
  }
  const { status, bytes } = await app.call('GET', body.url)
  app.proxy.fault = () => undefined
  assert.is(status, 200)
  assert.ok(bytes.equals(prose(25)))
  assert.ok([...asked.values()].some((times) => times > 2))
})

fact('an answer that breaks off is asked for once more from there', async (app) => {
  const bytes = Buffer.alloc(3_000_000, 'kontor ')
  const { objectId } = await stage(app.market, { bytes })
  const as = app.market.provider.token
  const { body } = await app.call('GET', `/v1/objects/${objectId}/download`, { as })
  let cuts = 0
  app.proxy.fault = ({ method }) =>
    method === 'GET' && cuts++ < 3 ? { cutAfter: 700_000 } : undefined
  const answer = await app.call('GET', body.data.download_url)
  app.proxy.fault = () => undefined
  assert.ok(cuts > 3, `${cuts}`)
  assert.ok(answer.bytes.equals(bytes))
})

fact(
  'a gateway that stops in any phase of a large upload: 503, and again it is whole',
  async (app) => {
    const bytes = Buffer.alloc(9_000_000, 'phases ')
    const phases = [/\?uploads/, /partNumber=1/, /partNumber=2/, /uploadId=[^&]*$/]
    for (const phase of phases) {
      const upload = await initiate(app.market, { bytes })
      app.proxy.fault = ({ url }) => (phase.test(url ?? '') ? { refuse: true } : undefined)
      assert.is((await app.call('PUT', upload.url, { raw: bytes })).status, 503, String(phase))
      app.proxy.fault = () => undefined
      const early = await app.call('POST', `/v1/objects/${upload.objectId}/confirm`, {
        as: app.market.provider.token,
      })
      assert.is(early.body.error.details.reason, 'no_bytes')
      assert.is((await app.call('PUT', upload.url, { raw: bytes })).status, 200)
      await confirm(app.market, upload)
    }
  },
)

fact('an ETag that is not that of the part: the upload is refused, not kept', async (app) => {
  const bytes = Buffer.alloc(9_000_000, 'etags ')
  const upload = await initiate(app.market, { bytes })
  app.proxy.fault = ({ url, method }) =>
    method === 'PUT' && /partNumber=1/.test(url ?? '')
      ? { etag: '"00000000000000000000000000000000"' }
      : undefined
  assert.is((await app.call('PUT', upload.url, { raw: bytes })).status, 503)
  app.proxy.fault = () => undefined
  const prefix = app.place.prefix
  const begun = listObjects(app.s3, { prefix, begin: `blobs/${upload.objectId}` })
  assert.equal(await Array.fromAsync(begun), [])
})

fact(
  'a file that was cut short in the bucket is not sold, and the doctor finds it',
  async (app) => {
    const asset = await publish(app.market, { bytes: prose(33) })
    const { body } = await mint(app.market, asset)
    const before = app.credits()
    const name = `blobs/${app.keyOf(asset.objectId)}`
    await putObject(app.s3, { name, body: prose(33).subarray(1) })
    assert.is((await app.call('GET', body.url)).status, 500)
    assert.is(app.credits(), before)
    const { findings } = await asked(app, 'doctor')
    const checks = findings.map(({ check }: { check: string }) => check)
    assert.ok(checks.includes('blobs altered'), JSON.stringify(findings))
    await putObject(app.s3, { name, body: prose(33) })
    assert.is((await app.call('GET', body.url)).status, 200)
  },
)

fact('a backup has the files; what is restored is served, and moved to S3', async (app) => {
  const asset = await publish(app.market, { bytes: prose(50) })
  using folder = temporaryFolder()
  const [to, dir] = [join(folder.path, 'backups'), join(folder.path, 'data')]
  const made = await act(app, 'backup', { to, verify: true })
  assert.equal(made.problems, [])
  const restored = await runCommand({ args: ['restore', to, '--data-dir', dir, '--json'] })
  assert.is(restored.code, 0, restored.err.join())
  const elsewhere = { ...app.place, prefix: `${app.place.prefix}restored/` }
  await using again = await openTestApp({ dir, config: settingsFor(elsewhere) })
  const key = app.keyOf(asset.objectId)
  assert.is(await findObject(openS3Requests(elsewhere), `blobs/${key}`), undefined)
  const { body } = await again.call('POST', '/download', {
    as: app.market.key,
    body: { asset_id: asset.objectId },
  })
  assert.ok((await again.call('GET', body.url)).bytes.equals(prose(50)))
  const stopping = new AbortController()
  const watch = { signal: stopping.signal, onProgress: () => stopping.abort() }
  const cut = await moveFiles(again, { finish: false }, watch)
  assert.ok(cut.stopped)
  const moved = await act(again, 'blobs move', { to: 's3' })
  const ended = await act(again, 'blobs move', { finish: true })
  assert.equal([moved.altered, moved.missing, moved.removed], [[], [], 0])
  assert.ok(moved.copied > 2)
  assert.is(moved.there, cut.copied)
  assert.equal([ended.copied, ended.removed], [0, cut.copied + moved.copied])
  assert.is(
    (await findObject(openS3Requests(elsewhere), `blobs/${key}`))?.sizeBytes,
    prose(50).length,
  )
  assert.not(existsSync(join(dir, 'blobs', key.slice(28, 30), key)))
})

fact('an export has the files', async (app) => {
  const { objectId } = await stage(app.market, { bytes: prose(12), filename: 'mine.txt' })
  using folder = temporaryFolder()
  const to = join(folder.path, 'archive')
  const done = await act(app, 'tenant export', { tenant: app.market.provider.tenantId, to })
  assert.equal(done.missing_blobs, [])
  assert.ok(existsSync(join(to, 'blobs', `${objectId}.txt`)))
})

fact('what is deleted is gone from the bucket when its grace period is over', async (app) => {
  const { objectId } = await stage(app.market, { bytes: prose(13) })
  const name = `blobs/${app.keyOf(objectId)}`
  assert.ok(await findObject(app.s3, name))
  const as = app.market.provider.token
  assert.is((await app.call('DELETE', `/v1/objects/${objectId}`, { as })).status, 200)
  app.clock.advance({ hours: 25 })
  await app.runUpkeep()
  await app.settleJobs()
  await until('its bytes are gone', async () => !(await findObject(app.s3, name)) || undefined)
})

fact('the bucket of another installation is refused at the start', async (app) => {
  const other = openTestApp({ config: app.settings })
  const error = await other.then(
    () => undefined,
    (refused: Error) => refused,
  )
  assert.is(error?.name, 'PlaceRefused')
  assert.match(error?.message ?? '', /another installation/)
})

/** As the running server carries a command out. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function act(app: App, name: string, values: Values): Promise<any> {
  const command = folderCommands.find((known) => known.name === name)
  return (await command?.act(app, values))?.data
}

type Folder = { dir: string; config: OnS3['config'] }

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function asked(app: Folder, ...args: string[]): Promise<any> {
  const { blobs, s3AccessKey = '', s3SecretKey = '' } = app.config
  const keys = ['--blobs', blobs, '--s3-access-key', s3AccessKey, '--s3-secret-key', s3SecretKey]
  const line = [...args, '--data-dir', app.dir, ...keys, '--log-level', 'silent', '--json']
  const { out, err } = await runCommand({ args: line })
  assert.equal(err, [])
  return JSON.parse(out.join('\n'))
}

test.run()
