// How the server stops: nobody who was being served loses by it.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { largePage } from '../support/inspections.ts'
import { leanSettings as settings } from '../support/lean-settings.ts'
import { mint, publish } from '../support/market.ts'
import { putMarketInto } from '../support/market-folder.ts'
import { runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('SIGTERM lets a download in progress finish, then the server ends with 0', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using server = await runServer({ dir: folder.path, settings })
  const market = at(server)
  const bytes = largePage()
  const asset = await publish(market, { filename: 'a.html', contentType: 'text/html', bytes })
  const { body: link } = await mint(market, asset)
  const answer = await begun(link.url)
  const stopping = server.stop()
  await new Promise((done) => setTimeout(done, 300))
  assert.is(await sizeOf(answer), bytes.length)
  assert.is((await stopping).code, 0)
})

test('a client too slow for a stopping server fetches again for nothing', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  const telling = { ...settings, KONTOR_LOG_LEVEL: 'info' }
  await using first = await runServer({ dir: folder.path, settings: telling })
  const market = at(first)
  const file = { filename: 'a.html', contentType: 'text/html', bytes: largePage() }
  const asset = await publish(market, file)
  const { body: link } = await mint(market, asset)
  const answer = await begun(link.url)
  answer.on('error', () => {})
  const { code, output } = await first.stop()
  assert.is(code, 0)
  const waiting = 'GET /dl/:token: its client takes it slowly'
  assert.match(output, `"waitsFor":["${waiting}"],"msg":"stopping, within ten seconds"`)
  assert.match(output, `"cut":["${waiting}"],"msg":"stopped before these were over"`)
  await using _second = await runServer({ dir: folder.path, port: first.port, settings })
  assert.is((await mint(market, asset)).body.estimated_credits, 0)
})

test('an idle connection does not hold a stopping server', async () => {
  using folder = temporaryFolder()
  await using server = await runServer({ dir: folder.path, settings })
  const { closed } = await idleConnection(server.port)
  const startedMs = performance.now()
  const stopping = server.stop()
  await closed
  // After ten seconds even those that are busy are cut off.
  assert.ok(performance.now() - startedMs < 9_000)
  assert.is((await stopping).code, 0)
})

/** One that has had its answer and is kept for the next; settles with what tells of its end. */
async function idleConnection(port: number): Promise<{ closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1\.1 200 [\s\S]*connection: keep-alive/i)
  return { closed: once(socket.resume(), 'close') }
}

/** The answer once its first bytes have come; it takes no more until it is read. */
function begun(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = get(url, (answer) => {
      answer.once('readable', () => resolve(answer))
    })
    asking.once('error', reject)
  })
}

async function sizeOf(answer: IncomingMessage): Promise<number> {
  let size = 0
  for await (const chunk of answer) size += (chunk as Buffer).length
  return size
}

test.run()
