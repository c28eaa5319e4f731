// Whether the files can be reached, as a start finds out.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { storeFindings } from '../../src/adapters/doctor/store-checks.ts'
import { newId } from '../../src/base/ids.ts'
import { openFiles } from '../../src/composition/open-files.ts'
import { readConfig } from '../../src/config.ts'
import { chunksOf } from '../support/open-test-catalog.ts'
import { openTestStore } from '../support/open-test-store.ts'
import { refusal } from '../support/refusal.ts'
import { keptLog } from '../support/search-cell.ts'
import { smallS3 } from '../support/small-s3.ts'
import { untilSo } from '../support/until.ts'

test('a start does not wait for an S3 that hangs', async () => {
  using folder = openTestStore()
  const hung = createServer(() => undefined)
  await once(hung.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(hung.address() as AddressInfo).port}`
  const blobs = `s3://kontor/?endpoint=${endpoint}&path_style=true`
  const flags = { dataDir: folder.dir, blobs, s3AccessKey: 'key', s3SecretKey: 'secret' }
  const log = keptLog()
  const beganMs = performance.now()
  await openFiles(readConfig({ flags }), {
    store: folder,
    id: '1',
    isReadOnly: false,
    log: log as never,
  })
  const tookMs = performance.now() - beganMs
  hung.closeAllConnections()
  hung.close()
  assert.ok(tookMs < 15_000, `${tookMs}`)
  assert.match(log.lines.join('\n'), /no answer within 3000 ms.* the files cannot be reached/)
})

test('the bucket of another installation ends the start', async () => {
  using folder = openTestStore()
  await using s3 = await smallS3()
  const config = readConfig({ flags: { dataDir: folder.dir, ...s3.settings } })
  const log = keptLog()
  await openFiles(config, { store: folder, id: '1', isReadOnly: false, log: log as never })
  const other = openFiles(config, { store: folder, id: '2', isReadOnly: false, log: log as never })
  assert.is((await refusal(other)).name, 'PlaceRefused')
})

const refusals: [name: string, status: number, code: string, remedy: RegExp][] = [
  ['no such bucket', 404, 'NoSuchBucket', /Make the bucket kontor there/],
  ['another region', 400, 'AuthorizationHeaderMalformed', /&region=eu-central-1 .*quotation marks/],
  ['another endpoint', 301, 'PermanentRedirect', /Name the region of the bucket: &region=/],
  ['a wrong key', 403, 'InvalidAccessKeyId', /KONTOR_S3_ACCESS_KEY and KONTOR_S3_SECRET_KEY/],
  ['a wrong secret', 403, 'SignatureDoesNotMatch', /KONTOR_S3_SECRET_KEY is not that/],
  ['no rights', 403, 'AccessDenied', /the rights of the manual/],
  ['a clock that is off', 403, 'RequestTimeTooSkewed', /NTP/],
  ['no S3 server', 405, '', /is an S3 server/],
]

test('a start goes on where S3 refuses, and the log and the doctor say what to do', async () => {
  const answer = { status: 200, text: '' }
  const server = createServer((_, res) => res.writeHead(answer.status).end(answer.text))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  using folder = openTestStore()
  const blobs = `s3://kontor/?endpoint=${endpoint}&path_style=true`
  const flags = { dataDir: folder.dir, blobs, s3AccessKey: 'key', s3SecretKey: 'secret' }
  const config = readConfig({ flags })
  const looked = { dataDir: folder.dir, stores: config.blobStores }
  for (const [name, status, code, remedy] of refusals) {
    const message = "The region 'us-east-1' is wrong; expecting 'eu-central-1'."
    const text = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`
    Object.assign(answer, { status, text: code === '' ? 'not allowed' : text })
    const log = keptLog()
    const files = await openFiles(config, {
      store: folder,
      id: '1',
      isReadOnly: false,
      log: log as never,
    })
    // On a machine that has much to do the start is over before S3 has answered.
    const told = () => log.lines.filter((line) => line.includes('the files cannot be reached'))
    await untilSo(`the log says it: ${name}`, () => told().some((line) => remedy.test(line)))
    const key = `${newId('obj', Date.now())}-0123456789`
    const sent = files.store.receive(key, chunksOf('a'), { limitBytes: 10 })
    assert.is((await refusal(sent)).name, 'FilesAway', name)
    // What is no S3 server has no trouble of S3.
    assert.is(files.troubles() > 0, code !== '', name)
    const [finding] = await storeFindings(looked as never)
    assert.match(finding?.remedy ?? '', remedy, name)
    assert.not.match(finding?.message ?? '', /\.\.$/, name)
  }
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  const [gone] = await storeFindings(looked as never)
  assert.match(gone?.message ?? '', /connect ECONNREFUSED 127/)
  assert.match(gone?.remedy ?? '', /^Start what is to listen at http/)
})

test('a bucket that refuses while it is used is told once, and when that is over', async () => {
  using folder = openTestStore()
  await using s3 = await smallS3()
  const config = readConfig({ flags: { dataDir: folder.dir, ...s3.settings } })
  const log = keptLog()
  const opening = { store: folder, id: '1', isReadOnly: false, log: log as never }
  const files = await openFiles(config, opening)
  const key = `${newId('obj', Date.now())}-0123456789`
  await files.store.receive(key, chunksOf('a'), { limitBytes: 10 })
  const open = async () => (await files.store.open(key)).close()
  await open()
  s3.fault = () => 403
  const told = (words: string) => log.lines.filter((line) => line.includes(words))
  for (let i = 0; i < 3; i++) assert.is((await refusal(open())).name, 'FilesAway')
  await untilSo('it is told', () => told('the files cannot be reached').length > 0)
  assert.match(told('the files cannot be reached').join(), /the rights of the manual/)
  assert.is(files.away(), 1)
  s3.fault = () => undefined
  await open()
  assert.is(files.away(), 0)
  const counts = ['the files cannot be reached', 'can be reached again'].map(
    (it) => told(it).length,
  )
  assert.equal(counts, [1, 1])
})

test.run()
