// `kontor blobs move` killed at moments that the test chooses, on a real S3 server (scripts/engines
// up s3): both ways, while it copies and while it takes away. No file is lost by that.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listObjects } from '../../src/adapters/blobs/s3/s3-objects.ts'
import { openS3Requests } from '../../src/adapters/blobs/s3/s3-requests.ts'
import { faultyProxy } from '../support/faulty-proxy.ts'
import { prose } from '../support/inspections.ts'
import { openMarket, stage } from '../support/market.ts'
import { settingsFor } from '../support/market-on-s3.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { killableKontor } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { skipped, testS3Place } from '../support/test-s3.ts'

const place = await testS3Place()
const fact: (title: string, prove: () => Promise<void>) => void = place
  ? test
  : (title) => test(`${title} (${skipped})`, () => {})
const files = 6

fact('a move that is killed loses no file, and the next one ends it, both ways', async () => {
  if (!place) return
  using folder = temporaryFolder()
  const { path: dir } = folder
  await using proxy = await faultyProxy(place.endpoint)
  const { blobs, s3AccessKey, s3SecretKey } = settingsFor({ ...place, endpoint: proxy.url })
  const keys = { KONTOR_S3_ACCESS_KEY: s3AccessKey, KONTOR_S3_SECRET_KEY: s3SecretKey }
  const toS3 = { ...keys, KONTOR_BLOBS: blobs, KONTOR_BLOBS_OLD: 'disk' }
  const toDisk = { ...keys, KONTOR_BLOBS: 'disk', KONTOR_BLOBS_OLD: blobs }
  const sums = await upload(dir)
  const s3 = openS3Requests(place)
  const there = async () => {
    const all = await Array.fromAsync(listObjects(s3, { prefix: place.prefix, begin: 'blobs/' }))
    return all.length
  }
  const here = () => filesIn(dir).length

  /** Killed when the so many-th request of this kind comes; that one is not answered. */
  const move = async (settings: Record<string, string>, at?: { nth: number; method: string }) => {
    let seen = 0
    const child = killableKontor(['blobs', 'move', '--finish', '--data-dir', dir], settings)
    proxy.fault = ({ method, url }) => {
      if (!at || at.method !== method || !url?.includes('/blobs/')) return undefined
      seen += 1
      if (seen < at.nth) return undefined
      child.kill()
      return { refuse: true }
    }
    const { code, signal, output } = await child.ended
    proxy.fault = () => undefined
    assert.equal([code, signal], at ? [null, 'SIGKILL'] : [0, null], output)
  }

  for (const at of [
    { nth: 3, method: 'PUT' },
    { nth: 4, method: 'GET' },
  ]) {
    await move(toS3, at)
    assert.ok(here() + (await there()) >= files, 'each lies somewhere')
  }
  await move(toS3)
  assert.equal([here(), await there()], [0, files])
  for (const at of [
    { nth: 3, method: 'GET' },
    { nth: 2, method: 'DELETE' },
  ]) {
    await move(toDisk, at)
    assert.ok(here() + (await there()) >= files, 'each lies somewhere')
  }
  await move(toDisk)
  assert.equal([here(), await there()], [files, 0])

  assert.equal(sumsIn(dir), sums)
})

/** Files that wait for a reviewer, in the data folder; their SHA-256. */
async function upload(dir: string): Promise<string[]> {
  await using app = await openTestApp({ dir, parts: { jobs: false, workers: false } })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  for (let n = 0; n < files; n++) {
    await stage(market, { bytes: prose(20 + n), filename: `${n}.txt` })
  }
  return sumsIn(dir)
}

function filesIn(dir: string): string[] {
  const blobs = join(dir, 'blobs')
  const entries = readdirSync(blobs, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.startsWith('obj_'))
    .map((entry) => join(entry.parentPath, entry.name))
}

function sumsIn(dir: string): string[] {
  return filesIn(dir)
    .map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'))
    .sort()
}

test.run()
