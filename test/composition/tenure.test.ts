// A server whose lease is over answers nobody, whatever they ask and however; and records that lack
// what was served elsewhere are not served.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openS3Lease } from '../../src/adapters/lease/s3-lease.ts'
import { findLease, takeOver } from '../../src/adapters/lease/take-lease.ts'
import { LeaseOver } from '../../src/base/lease.ts'
import { readConfig } from '../../src/config.ts'
import { lastEpoch } from '../../src/store/writers/epochs.ts'
import { conditionalS3 } from '../support/conditional-s3.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { prose } from '../support/inspections.ts'
import { mint, openMarket, publish } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { openTestShop } from '../support/open-test-shop.ts'
import { openTestStore } from '../support/open-test-store.ts'
import { smallS3 } from '../support/small-s3.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

type S3 = Awaited<ReturnType<typeof conditionalS3>>

function settingsOf({ place }: S3) {
  return {
    lease: `s3://${place.bucket}/?endpoint=${place.endpoint}&path_style=true`,
    leaseSeconds: 300,
    s3AccessKey: place.accessKey,
    s3SecretKey: place.secretKey,
  }
}

/** Another machine serves the installation from now on. */
async function serveElsewhere({ place }: S3): Promise<void> {
  const object = openS3Lease(place)
  const record = (await object.read({ ms: 1_000 }))?.record
  if (!record) throw new Error('nobody has the lease')
  const me = { ...record, holder: 'another', place: 'elsewhere', host: 'elsewhere' }
  const taking = { object, clock: fakeClock(), me }
  const lease = await takeOver(taking, { found: await findLease(taking), records: 0 })
  await lease.serve()
  lease.close()
}

test('when its lease is over a server answers 503 in the words of each surface', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  {
    await using app = await openTestApp({ config: settingsOf(s3), dir: folder.path })
    const { call, clock, store } = app
    const ada = await app.signUp('Ada')
    const key = await app.key(ada)
    assert.is(lastEpoch(store.db), 1)
    assert.is((await call('GET', '/readyz')).status, 200)

    clock.advance({ seconds: 271 })
    const v1 = await call('GET', '/v1/me', { as: ada.token })
    assert.is(v1.status, 503)
    assert.is(v1.body.error.code, 'unavailable')
    assert.is(v1.headers.get('retry-after'), '5')
    const agent = await call('GET', '/search?q=boiler', { headers: { 'x-api-key': key } })
    assert.is(agent.status, 503)
    const wallet = await call('GET', '/balance', { as: ada.token })
    assert.is(wallet.status, 503)
    assert.match(wallet.body.detail, /^This server may answer no more/)
    const written = await call('POST', '/v1/datasets', { as: ada.token, body: { name: 'late' } })
    assert.is(written.status, 503)
    assert.is((await call('GET', '/readyz')).status, 503)
    assert.is(store.raw.prepare('SELECT count(*) FROM dataset').pluck().get(), 0)
  }
  await serveElsewhere(s3)
  const again = openTestApp({ config: settingsOf(s3), dir: folder.path })
  const refused = await again.then(
    () => 'it serves',
    (error: Error) => error.message,
  )
  assert.match(refused, /^The records in this folder end with epoch 1, and epoch 2 was served /)
})

test('what was committed before the lease was over is told to nobody after it', async () => {
  using store = openTestStore()
  store.raw.exec('CREATE TABLE thing (n INTEGER)')
  let over: LeaseOver | undefined
  store.onlyWhile(() => over)
  const late = store.write(() => {
    store.raw.exec('INSERT INTO thing VALUES (1)')
    over = new LeaseOver()
  })
  const beside = store.write(() => 'told')
  const answers = await Promise.allSettled([late, beside])
  assert.equal(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.is(store.raw.prepare('SELECT count(*) FROM thing').pluck().get(), 1)
  const refused = store.write(() => store.raw.exec('INSERT INTO thing VALUES (2)'))
  assert.is((await Promise.allSettled([refused]))[0]?.status, 'rejected')
  assert.is(store.raw.prepare('SELECT count(*) FROM thing').pluck().get(), 1)
  assert.instance(await store.durable()?.catch((error) => error), LeaseOver)
})

test('an answer that is about to leave is held back when the lease is over by then', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { call, store } = app
  const ada = await app.signUp('Ada')
  const datasets = () => store.raw.prepare('SELECT count(*) FROM dataset').pluck().get()
  let asked = 0
  // Held when the commit is asked about, and over a moment later.
  store.onlyWhile(() => (datasets() === 1 && ++asked > 1 ? new LeaseOver() : undefined))
  const { status } = await call('POST', '/v1/datasets', { as: ada.token, body: { name: 'one' } })
  assert.equal([status, datasets()], [503, 1])
})

test('bytes that S3 gave when the lease was over are sent to nobody', async () => {
  await using s3 = await smallS3()
  const config = { ...s3.settings, welcomeCredits: 1_000 }
  await using app = await openTestApp({ config })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const asset = await publish(market, { bytes: prose(20) })
  const { body } = await mint(market, asset)
  let isOver = false
  app.store.onlyWhile(() => (isOver ? new LeaseOver() : undefined))
  // It is charged by then, and the lease was asked for as the answer was made.
  s3.fault = ({ method, name }) => {
    isOver ||= method === 'GET' && name.startsWith('blobs/')
    return undefined
  }
  const status = await app.call('GET', body.url).then(
    (answer) => answer.status,
    () => 'cut off',
  )
  assert.equal([isOver, status], [true, 'cut off'])
})

test('no address in a bucket is told when the lease was over by then', async () => {
  // It is over a moment later each time, until nobody asks any more after the charge.
  let told: [status: number | string, at: string | null] = [0, null]
  for (let nth = 1; nth < 9 && told[0] !== 307; nth++) {
    await using s3 = await smallS3()
    const config = { ...s3.settings, downloadsStraightSeconds: 60 }
    await using shop = await openTestShop({ config })
    const link = await shop.link(await shop.offer())
    const used = shop.store.raw.prepare("SELECT count(*) FROM dl_link WHERE state = 'used'")
    let asked = 0
    shop.store.onlyWhile(() => {
      const isOver = used.pluck().get() === 1 && ++asked >= nth
      return isOver ? new LeaseOver() : undefined
    })
    told = await fetch(`${shop.url}${link}`, { redirect: 'manual' }).then(
      ({ status, headers }) => [status, headers.get('location')],
      () => ['cut off', null],
    )
    assert.is(told[1] !== null, told[0] === 307, `${nth}: ${told[0]}`)
  }
  assert.is(told[0], 307)
})

test('nothing of others runs between the last look at the lease and the answer', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  let isFresh = false
  app.store.onlyWhile(() => {
    isFresh = true
    queueMicrotask(() => {
      isFresh = false
    })
    return undefined
  })
  const heads: [status: number, isFresh: boolean][] = []
  using _seen = seeHeads((status) => heads.push([status, isFresh]))
  await app.call('GET', `/dl/${'x'.repeat(43)}`)
  await app.call('GET', '/v1/me', { as: (await app.signUp('Ada')).token })
  assert.equal(heads, [
    [403, true],
    [201, true],
    [200, true],
  ])
})

/** Told of each answer at the moment at which it is written. */
function seeHeads(told: (status: number) => void): Disposable {
  const see = (message: unknown) => {
    const { response } = message as { response: ServerResponse }
    const { writeHead } = response
    response.writeHead = (status: number, ...rest: never[]) => {
      told(status)
      return writeHead.call(response, status, ...rest)
    }
  }
  subscribe('http.server.response.created', see)
  return { [Symbol.dispose]: () => void unsubscribe('http.server.response.created', see) }
}

test('a lease is a place on S3, and needs keys', () => {
  const flags = { dataDir: '/nowhere' }
  const refusalOf = (more: object) => {
    try {
      return String(readConfig({ flags: { ...flags, ...more } }).leasing)
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.is(refusalOf({}), 'undefined')
  assert.match(refusalOf({ lease: 's3://bucket/x' }), /needs KONTOR_S3_ACCESS_KEY/)
  const refused = /^KONTOR_LEASE \(flag --lease\) cannot be "b": it begins with s3:/
  assert.match(refusalOf({ lease: 'b' }), refused)
})

test.run()
