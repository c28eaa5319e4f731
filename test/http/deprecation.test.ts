// What an endpoint says that is announced as going (spec 9.3), shown on one that only exists here.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as z from 'zod'
import { addressRanges } from '../../src/base/address-ranges.ts'
import { publicFaceOf } from '../../src/composition/public-face.ts'
import { announceEnd, describeEnd } from '../../src/http/deprecation.ts'
import type { HttpDeps } from '../../src/http/deps.ts'
import { type AnyRoute, get } from '../../src/http/route.ts'
import { httpApp } from '../../src/http/server.ts'
import { openStreams } from '../../src/http/streams/open-streams.ts'
import { allRoutes } from '../../src/http/surfaces.ts'
import { openTestApp } from '../support/open-test-app.ts'

const deprecated = { since: '2026-03-01', sunset: '2027-03-01' }

const old = get('/v1/old', {
  id: 'old',
  summary: 'An endpoint that will go',
  tag: 'Old',
  access: 'credential',
  query: z.object({ word: z.string().optional() }),
  status: 200,
  reply: z.object({ word: z.string() }),
  errors: [400, 401],
  deprecated,
  run: ({ query }) => ({ word: query.word ?? 'none' }),
})

const { deprecated: _, ...staying } = old
const current: AnyRoute = { ...staying, id: 'current', path: '/v1/current' }

/** The real doors with these two endpoints in the place of all others. */
async function openDoors() {
  const app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token } = await app.signUp('Caller')
  const rates = { wallet: 60, balance: 60, microip: 60, assets: 60, licensedSearch: 60 }
  const publicFace = publicFaceOf(app.config)
  const doors = { version: '0', checkReplies: true, walletRatesPerMinute: rates, publicFace }
  const allowedOrigins = ['https://x.eu']
  const trustedProxies = addressRanges([])
  const asked = { allowedOrigins, trustedProxies, baseUrl: () => app.url }
  const settings = { ...app.config, ...doors, ...asked }
  const deps: HttpDeps = {
    rooms: app.rooms,
    write: app.store.write,
    db: app.store.db,
    durable: app.store.durable,
    requireLease: app.store.requireLease,
    clock: app.clock,
    settings,
    log: pino({ level: 'silent' }),
    traffic: app.traffic,
    unfinished: {
      watch() {},
      underWay: () => [],
      receiving: () => 0,
      isFull: () => false,
      [Symbol.dispose]() {},
    },
    streams: openStreams({ durable: app.store.durable, log: pino({ level: 'silent' }) }),
    metrics: undefined,
    onServed: undefined,
  }
  const mounts = [old as AnyRoute, current].map((one) => ({ surface: 'v1' as const, route: one }))
  const server = createServer(httpApp(deps, mounts).callback())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    get: (path: string, headers = {}) =>
      app.call('GET', url + path, { as: token, headers: { origin: 'https://x.eu', ...headers } }),
    getAlone: (path: string) => app.call('GET', url + path),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await app[Symbol.asyncDispose]()
    },
  }
}

const said = ({ headers }: { headers: Headers }) => [
  headers.get('deprecation'),
  headers.get('sunset'),
]
const end = ['@1772323200', 'Mon, 01 Mar 2027 00:00:00 GMT']

test('a deprecated endpoint says since when and until when', async () => {
  await using doors = await openDoors()
  const answer = await doors.get('/v1/old?word=yes')
  assert.equal([answer.status, answer.body.data, said(answer)], [200, { word: 'yes' }, end])
})

test('it says so with a refusal too', async () => {
  await using doors = await openDoors()
  assert.equal(said(await doors.getAlone('/v1/old')), end)
  const twice = await doors.get('/v1/old?word=a&word=b')
  assert.equal([twice.status, said(twice)], [400, end])
})

test('a page of another origin may read it', async () => {
  await using doors = await openDoors()
  const { headers } = await doors.get('/v1/old')
  assert.match(headers.get('access-control-expose-headers') ?? '', /deprecation,sunset/)
})

test('an endpoint that stays says nothing', async () => {
  await using doors = await openDoors()
  const answer = await doors.get('/v1/current')
  assert.equal([answer.status, said(answer)], [200, [null, null]])
})

test('the document marks it and says from when on it may be gone', () => {
  const words = 'Deprecated since 2026-03-01; it may be gone from 2027-03-01 on.'
  assert.equal(describeEnd(old as AnyRoute), { deprecated: true, description: words })
  const described = describeEnd({ ...(old as AnyRoute), description: 'Once useful.' })
  assert.is(described.description, `Once useful. ${words}`)
  assert.equal(describeEnd(current), {})
  assert.equal(describeEnd({ ...current, description: 'Useful.' }), { description: 'Useful.' })
})

test('every deprecated endpoint stays for twelve months', () => {
  for (const { route: one } of [...allRoutes(), { route: old as AnyRoute }]) {
    if (one.deprecated === undefined) continue
    const { since, sunset } = one.deprecated
    assert.match(`${since} ${sunset}`, /^\d{4}-\d\d-\d\d \d{4}-\d\d-\d\d$/)
    const earliest = new Date(`${since}T00:00:00Z`)
    earliest.setUTCFullYear(earliest.getUTCFullYear() + 1)
    assert.ok(Date.parse(`${sunset}T00:00:00Z`) >= earliest.getTime(), one.id)
  }
})

test('nothing is announced where nothing ends', () => {
  const set: string[] = []
  announceEnd({ set: (name: string) => set.push(name) } as never, {})
  assert.equal(set, [])
})

test.run()
