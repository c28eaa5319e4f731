// What operators and their machines ask: health, metrics, too many requests at once, traces.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSpanRing } from '../../src/base/span-ring.ts'
import { listen } from '../support/event-reader.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { mountsWithWork, workInProgress } from '../support/work-in-progress.ts'

const token = 'a token of enough length'.replaceAll(' ', '-')
const bearer = { authorization: `Bearer ${token}` }

test('/livez and /readyz answer while the server serves', async () => {
  await using app = await openTestApp()
  const answers = await Promise.all(['/livez', '/readyz'].map((path) => app.call('GET', path)))
  assert.equal(
    answers.map(({ status, body }) => [status, body.status]),
    [
      [200, 'alive'],
      [200, 'ready'],
    ],
  )
})

test('without a token in the settings there is no /metrics', async () => {
  await using app = await openTestApp()
  assert.is((await app.call('GET', '/metrics', { headers: bearer })).status, 404)
})

test('/metrics is for whoever has the token', async () => {
  await using app = await openTestApp({ config: { metricsToken: token } })
  assert.is((await app.call('GET', '/metrics')).status, 401)
  const wrong = { authorization: `Bearer ${token}x` }
  assert.is((await app.call('GET', '/metrics', { headers: wrong })).status, 401)
  assert.is((await app.call('GET', '/metrics', { headers: bearer })).status, 200)
})

test('/metrics counts by route and status, and shows no path that opens anything', async () => {
  await using app = await openTestApp({ config: { metricsToken: token } })
  await app.call('GET', '/health')
  await app.call('GET', '/health')
  await app.call('GET', '/dl/somebodys-secret-link')
  const { body, headers } = await app.call('GET', '/metrics', { headers: bearer })
  assert.match(headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(body, /kontor_http_requests_total\{method="GET",route="\/health",status="200"\} 2/)
  assert.match(body, /kontor_http_request_seconds_count\{method="GET",route="\/health"\} 2/)
  assert.match(body, /kontor_http_requests_in_flight 1\n/)
  assert.match(body, /kontor_resident_memory_bytes [1-9]/)
  assert.match(body, /kontor_thread_heap_bytes\{thread="main"\} [1-9]/)
  assert.match(body, /kontor_thread_cpu_seconds\{thread="main"\} [0-9.]+\n/)
  assert.not.match(body, 'somebodys-secret-link')
})

test('/metrics shows how many streams are listened to, and how many were cut off', async () => {
  await using app = await openTestApp({ config: { metricsToken: token } })
  const { token: owner } = await app.signUp('Listener')
  const stream = await listen(`${app.url}/v1/events`, { authorization: `Bearer ${owner}` })
  const { body } = await app.call('GET', '/metrics', { headers: bearer })
  assert.match(body, /^kontor_event_streams_open 1$/m)
  assert.match(body, /^kontor_event_streams_cut_total 0$/m)
  stream.stop()
})

test('what is too much at once answers 503 with a time, and who watches is answered', async () => {
  const overrides = { mounts: mountsWithWork() }
  await using app = await openTestApp({ config: { requestsMax: 1 }, overrides })
  const { token: admin } = await app.admin()
  const { token } = await app.signUp('Caller')
  {
    await using _ = await workInProgress(app)
    const refused = await app.call('GET', '/v1/me', { as: token })
    assert.equal([refused.status, refused.headers.get('retry-after')], [503, '1'])
    assert.ok(refused.body.request_id)
    for (const path of ['/livez', '/readyz', '/health']) {
      assert.is((await app.call('GET', path)).status, 200)
    }
    assert.is((await app.call('GET', '/v1/me', { as: admin })).status, 200, 'an administrator')
    assert.is(app.traffic.shedSoFar(), 1)
  }
  assert.is((await app.call('GET', '/v1/me', { as: token })).status, 200)
})

/** A collector of the operator's. */
async function openCollector() {
  const received: { path: string; body: string }[] = []
  const server = createServer(async (req, res) => {
    received.push({ path: req.url ?? '', body: await text(req) })
    res.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

test('traces go to the collector of the settings, without what was searched for', async () => {
  await using collector = await openCollector()
  {
    await using app = await openTestApp({ config: { traceUrl: collector.url } })
    const { headers } = await app.call('GET', '/search?q=very-private-words')
    assert.ok(headers.get('x-request-id'))
  }
  const sent = collector.received.map(({ body }) => body).join('')
  assert.is(collector.received[0]?.path, '/v1/traces')
  assert.match(sent, 'GET /search')
  assert.match(sent, 'kontor.request_id')
  assert.not.match(sent, 'very-private-words')
})

test('a collector that is gone costs nothing but its traces', async () => {
  await using app = await openTestApp({ config: { traceUrl: 'http://127.0.0.1:9' } })
  assert.is((await app.call('GET', '/health')).status, 200)
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callersSpan = '00f067aa0ba902b7'

type Span = { traceId: string; parentSpanId?: string; spanId: string; name: string }

function spansIn(received: readonly { body: string }[]): Span[] {
  return received.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
      resource.scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
}

test('a caller’s trace goes on, unless the caller records none', async () => {
  await using collector = await openCollector()
  {
    await using app = await openTestApp({ config: { traceUrl: collector.url } })
    const ask = (path: string, flags: string) => {
      const headers = { traceparent: `00-${traceId}-${callersSpan}-${flags}` }
      return app.call('GET', path, { headers })
    }
    await ask('/health', '01')
    await ask('/livez', '00')
    await app.call('GET', '/readyz', { headers: { traceparent: 'nonsense' } })
  }
  const spans = spansIn(collector.received)
  assert.equal(spans.map(({ name }) => name).sort(), ['GET /health', 'GET /readyz'])
  const [health, ready] = ['GET /health', 'GET /readyz'].map((name) =>
    spans.find((span) => span.name === name),
  )
  assert.equal([health?.traceId, health?.parentSpanId], [traceId, callersSpan])
  assert.match(ready?.traceId ?? '', /^[0-9a-f]{32}$/)
  assert.is.not(ready?.traceId, traceId)
  assert.not.ok(ready?.parentSpanId)
})

test('the requests of a trace are remembered, and found by the id of one of them', async () => {
  await using app = await openTestApp({
    parts: { jobs: false, workers: false },
    config: { traceUrl: 'http://127.0.0.1:9' },
  })
  const { token: as } = await app.admin()
  const ask = async (path: string, flags = '01') => {
    const headers = { traceparent: `00-${traceId}-${callersSpan}-${flags}` }
    return String((await app.call('GET', path, { headers })).headers.get('x-request-id'))
  }
  const first = await ask('/health')
  const hidden = await ask('/livez', '00')
  const second = await ask('/search?q=very-private-words')
  const trace = async (id: string) => (await app.call('GET', `/v1/admin/traces/${id}`, { as })).body
  const { data } = await trace(second)
  assert.equal([data.recording, data.trace_id], [true, traceId])
  assert.equal(
    data.spans.map((span: Record<string, unknown>) => [span.request_id, span.route, span.status]),
    [
      [first, '/health', 200],
      [second, '/search', 401],
    ],
  )
  assert.is(data.spans[0].parent_id, callersSpan)
  assert.not.match(JSON.stringify(data), /very-private-words/)
  const none = { recording: true, trace_id: null, spans: [] }
  assert.equal((await trace(hidden)).data, none)
})

test('what is remembered of traces has a bound', () => {
  const ring = openSpanRing(true, 20_000)
  for (let n = 0; n < 1_000; n++) {
    const trace = { traceId: `${n % 2}`, spanId: `${n}`, parentId: undefined, sampled: true }
    const times = { startedAtMs: 1_000 - n, endedAtMs: 1_000 }
    ring.keep({ method: 'GET', route: '/x', status: 200, requestId: `req_${n}`, ...times, trace })
  }
  assert.is(ring.ofRequest('req_900').spans.length, 0)
  const { spans } = ring.ofRequest('req_999')
  assert.ok(spans.length > 10 && spans.length < 21, String(spans.length))
  assert.is(spans[0]?.requestId, 'req_999')
})

test('the log has the id of the trace, also of one that begins here', async () => {
  await using collector = await openCollector()
  using folder = temporaryFolder()
  await using server = await runServer({
    dir: folder.path,
    settings: { KONTOR_TRACE_URL: collector.url },
  })
  const headers = { traceparent: `00-${traceId}-${callersSpan}-01` }
  await fetch(`${server.url}/health`, { headers })
  await fetch(`${server.url}/livez`)
  const { output } = await server.stop()
  const entries = output.split('\n').filter((line) => line.includes('"msg":"request"'))
  const logged = entries.map((line) => JSON.parse(line) as { route: string; trace_id: string })
  assert.is(logged.find(({ route }) => route === '/health')?.trace_id, traceId)
  const begun = spansIn(collector.received).find(({ name }) => name === 'GET /livez')
  assert.is(logged.find(({ route }) => route === '/livez')?.trace_id, begun?.traceId)
})

test.run()
