// Headers that browsers obey, on whatever a server may be asked for.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../support/free-port.ts'
import { prose } from '../support/inspections.ts'
import { mint, openMarket, publish } from '../support/market.ts'
import { caller, makeKey, openTestApp, signUp } from '../support/open-test-app.ts'

const strict = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
}

test('every kind of answer has the headers that keep browsers from guessing', async () => {
  const port = await freePort()
  const baseUrl = 'https://data.example.eu'
  await using _app = await openTestApp({ config: { baseUrl, port, signup: 'open' } })
  const call = caller(`http://127.0.0.1:${port}`)
  const party = await signUp(call, 'Ada', {})
  const key = await makeKey(call, party, {})
  for (const [path, as, status] of [
    ['/health', '', 200],
    ['/v1/me', party.token, 200],
    ['/v1/me', '', 401],
    ['/v1/nothing', '', 404],
    ['/search?q=pump', key, 200],
    ['/search', key, 400],
    ['/docs', '', 200],
    ['/dl/nothing', '', 403],
    ['/openapi/a.json', '', 200],
  ] as const) {
    const { headers, ...answer } = await call('GET', path, as === '' ? {} : { as })
    assert.is(answer.status, status, path)
    for (const [name, value] of Object.entries(strict)) assert.is(headers.get(name), value, path)
    assert.match(headers.get('content-security-policy') ?? '', "default-src 'none'", path)
    assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{7,}/, path)
    assert.is(headers.get('x-powered-by'), null, path)
    assert.is(headers.get('server'), null, path)
    assert.is(headers.get('set-cookie'), null, path)
    if (as !== '') assert.match(headers.get('cache-control') ?? '', 'no-store', path)
  }
})

test('what was bought is an attachment in a sandbox', async () => {
  await using app = await openTestApp()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const page = Buffer.from(`<html><body><script>alert(1)</script>${prose(5)}</body></html>`)
  const file = { filename: 'a.html', contentType: 'text/html', bytes: page }
  const { body: link } = await mint(market, await publish(market, file))
  const { status, headers } = await app.call('GET', link.url)
  assert.is(status, 200)
  assert.match(headers.get('content-disposition') ?? '', /^attachment;/)
  assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
  assert.is(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('cache-control') ?? '', 'no-store')
})

test.run()
