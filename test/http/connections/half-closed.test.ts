// Who has said all and reads on: the sending half of the connection is closed, as by `nc -N`.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeKey } from '../../support/open-test-app.ts'
import { openTestShop, type TestShop } from '../../support/open-test-shop.ts'
import { type RawConnection, rawConnections } from '../../support/raw-connections.ts'
import { shared } from '../../support/shared.ts'
import { untilSo } from '../../support/until.ts'

const { fact } = shared(() => openTestShop())

const get = (path: string, headers: readonly string[] = []) =>
  [`GET ${path} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n')

/** Sends it, closes this half, and gives what came until the server closed the other. */
async function saidAll(app: TestShop, text: string): Promise<RawConnection> {
  const raw = rawConnections(app.url)
  const connection = await raw.open()
  connection.socket.end(text)
  await connection.closed
  return connection
}

fact('a request is answered, whether the connection was to be kept or not', async (app) => {
  await app.offer({ filename: 'report.txt' })
  const key = `x-api-key: ${await makeKey(app.call, app.buyer, {})}`
  for (const kept of [[], ['connection: keep-alive'], ['connection: close']]) {
    for (const path of ['/health', '/v1/me', '/search?q=report', '/docs/manual']) {
      const connection = await saidAll(app, get(path, [...kept, key]))
      assert.equal(connection.statuses(), ['200'], `${path} ${kept.join()}`)
      assert.match(connection.received(), /\r\n\r\n[\s\S]*[}>]/)
    }
  }
})

fact('a body that came whole is answered, one that did not is refused', async (app) => {
  const login = (length: number) =>
    `POST /v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
    `content-length: ${length}\r\n\r\n{}`
  const whole = await saidAll(app, login(2))
  assert.equal(whole.statuses(), ['400'])
  assert.match(whole.received(), '"field":"email"')
  assert.match((await saidAll(app, login(3))).received(), '"reason":"malformed_request"')
  assert.equal((await saidAll(app, 'GET /health HTTP/1.1\r\nhost: loc')).statuses(), ['400'])
  assert.equal((await saidAll(app, '')).statuses(), [])
})

fact('of requests that came at once each is answered, those that wait, too', async (app) => {
  const connection = await saidAll(app, get('/health').repeat(40))
  assert.equal(connection.statuses(), Array(40).fill('200'))
})

fact('a stream ends, as its listener may be gone', async (app) => {
  const { token } = await app.signUp('Listener')
  const raw = rawConnections(app.url)
  const listener = await raw.open(get('/v1/events', [`authorization: Bearer ${token}`]))
  await untilSo('it listens', () => listener.received().includes('retry:'))
  listener.socket.end()
  await listener.closed
  assert.equal(listener.statuses(), ['200'])
})

fact('a link is not spent on somebody who may be gone', async (app) => {
  const link = await app.link(await app.offer({ filename: 'report.txt' }))
  const before = app.credits(app.buyer.tenantId)
  const connection = await saidAll(app, get(link))
  assert.equal(connection.statuses(), ['503'])
  assert.match(connection.received(), 'nothing was charged')
  assert.is(app.credits(app.buyer.tenantId), before)
  assert.is((await app.call('GET', link)).status, 200)
})

test.run()
