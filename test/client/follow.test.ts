// The client's iterators: over a stream that breaks off, and to its end.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { KontorError, openClient, type StreamMessage } from '../../src/client/index.ts'
import { openTestApp } from '../support/open-test-app.ts'

test('events come one after another, from where one was on', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token } = await app.signUp('Owner')
  const kontor = openClient({ baseUrl: app.url, credential: token })
  for (const name of ['a', 'b', 'c']) await kontor.createApiKey({ name })
  const seen: StreamMessage[] = []
  for await (const message of kontor.followEvents({ lastEventId: '1' })) {
    seen.push(message)
    if (seen.length === 2) break
  }
  assert.equal(
    seen.map(({ id, changed, event }) => [id, changed, event?.data.name]),
    [
      ['2', ['keys'], 'b'],
      ['3', ['keys'], 'c'],
    ],
  )
})

test('a stream that breaks off goes on where it was; what is refused is thrown', async () => {
  const asked: (string | undefined)[] = []
  const answers: ((res: ServerResponse) => void)[] = [
    (res) =>
      res.write('retry: 1\n\nid: 7\n\nid: 8\ndata: {"changed":["money"]}\n\nid: 9\ndata: {"ch'),
    (res) => res.end(':\n\nid: 9\ndata: {"changed":["keys"]}\n\n'),
    (res) => res.writeHead(403, { 'content-type': 'application/json' }).end('{}'),
  ]
  const server = createServer((req, res) => {
    asked.push(req.headers['last-event-id'] as string | undefined)
    if (asked.length > 1) res.setHeader('connection', 'close')
    answers[asked.length - 1]?.(res)
    if (asked.length === 1) setImmediate(() => setTimeout(() => res.destroy(), 20))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const seen: StreamMessage[] = []
  try {
    for await (const message of openClient({ baseUrl }).followEvents()) seen.push(message)
    assert.unreachable()
  } catch (error) {
    assert.is((error as KontorError).status, 403)
    assert.instance(error, KontorError)
  } finally {
    server.close()
  }
  assert.equal(
    seen.map(({ id, changed }) => `${id} ${changed}`),
    ['8 money', '9 keys'],
  )
  assert.equal(asked, [undefined, '8', '9'])
})

test('a stream is read where streams are no async iterables, as in Safari', async () => {
  let opened = 0
  const server = createServer((_req, res) => {
    opened++
    res.write('id: 1\ndata: {"changed":["money"]}\n\n')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const asSafari: typeof fetch = async (...asked) => {
    const response = await fetch(...asked)
    Object.assign(response.body as object, { [Symbol.asyncIterator]: undefined })
    return response
  }
  const seen: string[] = []
  const signal = AbortSignal.timeout(5_000)
  for await (const { changed } of openClient({ baseUrl, fetch: asSafari }).followEvents({
    signal,
  })) {
    seen.push(...changed)
    break
  }
  const left = await new Promise<number>((done) => {
    setTimeout(() => server.getConnections((_, count) => done(count)), 50)
  })
  server.close()
  assert.equal([seen, opened, left], [['money'], 1, 0])
})

test('what no other try can mend is thrown, and not tried for ever', async () => {
  let opened = 0
  const withoutReader: typeof fetch = async () => {
    opened++
    const response = new Response('id: 1')
    Object.assign(response.body as object, { getReader: undefined })
    return response
  }
  const kontor = openClient({ baseUrl: 'http://127.0.0.1:9', fetch: withoutReader })
  const following = kontor.followEvents({ signal: AbortSignal.timeout(1_500) })
  const seen = await following.next().catch((error: Error) => error.name)
  assert.equal([seen, opened], ['TypeError', 1])
})

test('a refusal whose body breaks off is still that refusal', async () => {
  const server = createServer((_req, res) => {
    res.writeHead(403, { 'content-length': 100 }).write('{')
    setTimeout(() => res.destroy(), 20)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const following = openClient({ baseUrl }).followEvents({ signal: AbortSignal.timeout(1_500) })
  const seen = await following.next().catch((error: KontorError) => error.status)
  server.close()
  assert.is(seen, 403)
})

test('a job is followed to its end, and whoever listens can stop', async () => {
  const job = { job_id: 'job_1', status: 'running' }
  const server = createServer((_req, res) => {
    res.write(`id: running.1.\ndata: ${JSON.stringify(job)}\n\n`)
    res.end(`id: done.1.\ndata: ${JSON.stringify({ ...job, status: 'done' })}\n\n`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const kontor = openClient({ baseUrl })
  const seen: string[] = []
  for await (const { status } of kontor.followJob('job_1')) seen.push(status)
  assert.equal(seen, ['running', 'done'])
  const stopping = new AbortController()
  for await (const _ of kontor.followJob('job_1', { signal: stopping.signal })) stopping.abort()
  server.close()
})

test.run()
