// What a program finds that looks around before it connects.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../../support/free-port.ts'
import { versions } from '../../support/mcp.ts'
import { caller, openTestApp } from '../../support/open-test-app.ts'
import { until } from '../../support/until.ts'

const quiet = { parts: { jobs: false, workers: false } }

test('every link of llms.txt leads somewhere, without a credential', async () => {
  await using app = await openTestApp(quiet)
  const { status, headers, body } = await app.call('GET', '/llms.txt')
  assert.equal([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  const links = [...body.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, link]) => link)
  assert.ok(links.length >= 7)
  for (const link of links) {
    assert.ok(link.startsWith(app.url), link)
    assert.is((await app.call('GET', link)).status, 200, link)
  }
})

test('llms.txt has its heading and summary first, and names every tool', async () => {
  await using app = await openTestApp(quiet)
  const { body } = await app.call('GET', '/llms.txt')
  assert.match(body, /^# Kontor\n\n> /)
  for (const tool of ['search', 'get_asset', 'list_assets', 'request_download']) {
    assert.ok(body.includes(`- \`${tool}\`: `), tool)
  }
})

test('the server card leads a client of MCP to the tools, with all versions', async () => {
  await using app = await openTestApp(quiet)
  const key = await app.key(await app.signUp('Buyer'))
  const { status, headers, body } = await app.call('GET', '/.well-known/mcp.json')
  assert.equal([status, headers.get('content-type')], [200, 'application/json; charset=utf-8'])
  assert.match(body.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  const [remote] = body.remotes
  assert.is(remote.type, 'streamable-http')
  assert.equal([...remote.supportedProtocolVersions].sort(), [...versions])
  const [{ name, isRequired, isSecret }] = remote.headers
  assert.equal([isRequired, isSecret], [false, true], 'or by OAuth')

  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { [name]: key } }
  await client.connect(new StreamableHTTPClientTransport(new URL(remote.url), { requestInit }))
  assert.is((await client.listTools()).tools.length, 4)
  await client.close()
})

/** Its URL does not tell its port, so that is chosen here; somebody else may have it by then. */
async function openOnSomePort() {
  const port = await freePort()
  const config = { port, baseUrl: 'https://data.example.eu/market' }
  const app = await openTestApp({ ...quiet, config }).catch(unlessTaken)
  return app && { app, port }
}

function unlessTaken(error: Error): undefined {
  if (error.name !== 'AddressRefused') throw error
}

test('addresses are those of the base URL, also where it has a path', async () => {
  const { app, port } = await until('a port is free', openOnSomePort)
  await using _ = app
  const call = caller(`http://127.0.0.1:${port}`)
  const card = await call('GET', '/.well-known/mcp.json')
  assert.is(card.body.name, 'eu.example.data/kontor')
  assert.is(card.body.remotes[0].url, 'https://data.example.eu/market/mcp')
  // The path of an issuer comes last (RFC 8414).
  const server = '/.well-known/oauth-authorization-server/market'
  const { issuer, token_endpoint } = (await call('GET', server)).body
  assert.is(issuer, 'https://data.example.eu/market')
  assert.is(token_endpoint, `${issuer}/oauth/token`)
  assert.is((await call('GET', server.replace('market', 'other'))).status, 404)
  const { body } = await call('GET', '/docs')
  for (const [, link] of body.matchAll(/(?:src|href|data-document)="(\/[^"]+)"/g)) {
    assert.ok(link.startsWith('/market/'), link)
  }
})

const pages = ['/docs', '/docs/management', '/docs/wallets']

for (const path of pages) {
  test(`${path} lets a browser load its own files and nothing else`, async () => {
    await using app = await openTestApp(quiet)
    const { status, headers, body } = await app.call('GET', path)
    assert.equal([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    assert.is(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    assert.not.match(body, /(src|href)="(https?:)?\/\//)
    const loaded = [...body.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)]
    assert.is(loaded.length, 4)
    for (const [, file] of loaded) assert.is((await app.call('GET', file)).status, 200, file)
  })
}

test('files of the reference are kept by browsers and asked for again by their tag', async () => {
  await using app = await openTestApp(quiet)
  const path = '/docs/assets/swagger-ui-bundle.js'
  const first = await app.call('GET', path)
  assert.is(first.headers.get('content-type'), 'text/javascript; charset=utf-8')
  const etag = first.headers.get('etag') ?? ''
  // Else fetch adds that nothing kept may be used.
  const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0', pragma: '' }
  const again = await app.call('GET', path, { headers })
  assert.equal([again.status, again.bytes.length], [304, 0])
  assert.is((await app.call('HEAD', path)).status, 200)
})

for (const name of ['package.json', '..%2fpackage.json', 'constructor', 'swagger-ui.js']) {
  test(`${name} is no file of the reference`, async () => {
    await using app = await openTestApp(quiet)
    assert.is((await app.call('GET', `/docs/assets/${name}`)).status, 404)
  })
}

test.run()
