// Programs whose id is the address of a document about them: read where the operator said so.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPage } from '../../../support/browser-page.ts'
import { handshake } from '../../../support/mcp.ts'
import {
  approve,
  codeForm,
  form,
  type Program,
  redirectUri,
  refresh,
} from '../../../support/oauth-program.ts'
import { openTestApp } from '../../../support/open-test-app.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const lean = { parts: { jobs: false, workers: false } }

/** The site of a program, over HTTPS, which this process trusts. */
async function openSite() {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-days', '2', ...name, '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', ...kind, ...files], { stdio: 'ignore' })
  const tls = { key: readFileSync(key), cert: readFileSync(cert) }
  setDefaultCACertificates([...getCACertificates('default'), tls.cert.toString()])
  const asked: string[] = []
  const site = { answer: ((_req, res) => void res.end()) as RequestListener }
  const server = createServer(tls, (req, res) => {
    asked.push(String(req.url))
    site.answer(req, res)
  })
  await new Promise<void>((up) => void server.listen(0, '127.0.0.1', up))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const url = `https://${host}/programs/one.json`
  const document = { client_id: url, client_name: 'Assistant', redirect_uris: [redirectUri] }
  return Object.assign(site, {
    host,
    url,
    asked,
    answers(listener: RequestListener) {
      site.answer = listener
    },
    /** Says this of the program, or as much of it as is given. */
    says(more: object = {}, headers: Record<string, string> = {}) {
      site.answer = (_req, res) =>
        void res
          .writeHead(200, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify({ ...document, ...more }))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      folder[Symbol.dispose]()
    },
  })
}

type App = Awaited<ReturnType<typeof openTestApp>>

const verifier = 'a'.repeat(43)

/** A program that registered nowhere. */
function programAt(app: App, clientId: string): Program {
  const asked = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'its own',
    resource: `${app.url}/mcp`,
  }
  return { clientId, verifier, asked }
}

async function begin(app: App, clientId: string, more: Record<string, string> = {}) {
  const { asked } = programAt(app, clientId)
  const query = new URLSearchParams({ ...asked, ...more })
  const answer = await fetch(`${app.url}/oauth/authorize?${query}`, { redirect: 'manual' })
  const { status, headers } = answer
  const body = status === 302 ? {} : ((await answer.json()) as { error?: string })
  return { status, headers, body }
}

test('a program that names its document is let in by it, and renews itself', async () => {
  await using site = await openSite()
  site.says()
  await using app = await openTestApp({ ...lean, config: { oauthClientHosts: [site.host] } })
  const { body: metadata } = await app.call('GET', '/.well-known/oauth-authorization-server')
  assert.is(metadata.client_id_metadata_document_supported, true)
  const program = programAt(app, site.url)
  const { status } = await begin(app, site.url)
  assert.is(status, 302)
  const page = openPage(app)
  await page.logIn((await app.signUp('Ada')).email)
  const asked = await page.call(
    'GET',
    `/v1/oauth/authorization?${new URLSearchParams(program.asked)}`,
  )
  // Whose it is cannot be made up: that stands beside what it calls itself.
  assert.is(asked.body.data.client_name, `Assistant (${site.host})`)
  const at = await approve(page, program.asked)
  const { body: tokens } = await form(app, '/oauth/token', codeForm(program, at))
  const speak = (as: string) => app.call('POST', '/mcp', { as, body: handshake('2025-11-25') })
  assert.is((await speak(tokens.access_token)).status, 200)
  const renewed = await refresh(app, program, tokens.refresh_token)
  assert.is((await speak(renewed.body.access_token)).status, 200)
  assert.equal(site.asked, ['/programs/one.json'], 'it is read once in a while')
  app.clock.advance({ hours: 2 })
  site.says({ redirect_uris: ['https://elsewhere.example/back'] })
  assert.is((await begin(app, site.url)).status, 400)
  assert.is(site.asked.length, 2)
})

test('no document is asked for where the operator named no host, or another', async () => {
  await using site = await openSite()
  site.says()
  for (const oauthClientHosts of [[], ['localhost'], ['assistant.example']]) {
    await using app = await openTestApp({ ...lean, config: { oauthClientHosts } })
    const { body: metadata } = await app.call('GET', '/.well-known/oauth-authorization-server')
    assert.is(metadata.client_id_metadata_document_supported, oauthClientHosts.length > 0)
    const { status, body } = await begin(app, site.url)
    assert.equal([status, body.error], [400, 'invalid_client'])
  }
  assert.equal(site.asked, [])
})

test('what is no address of a document is asked for by nobody', async () => {
  await using site = await openSite()
  site.says()
  await using app = await openTestApp({ ...lean, config: { oauthClientHosts: [site.host] } })
  const { host } = site
  const ids = [
    ...[`http://${host}/one.json`, `https://${host}/`, `https://${host}`, `https://${host}/a#b`],
    ...[`https://ada:b@${host}/one.json`, `https://${host}/a/../one.json`, `https://${host}/./a`],
    ...[`https://${host}/%2e%2e/a`, `https://${host}@evil.example/a`, `https://evil.example/a`],
    ...[`https://${host}/a\\b`, ` https://${host}/a`, `HTTPS://${host}/a`],
  ]
  for (const id of ids) {
    const { status, body } = await begin(app, id)
    assert.equal([status, body.error], [400, 'invalid_client'], id)
  }
  assert.equal(site.asked, [])
})

const far = 'https://elsewhere.example/back'
const anywhere =
  'has redirect_uris of which one must be https, http on this machine, or a scheme of a program ' +
  'with a dot in it'
const openly = 'must have token_endpoint_auth_method none, and no secret'
const some = 'must have 1 to 10 redirect_uris'
type Says = (site: Awaited<ReturnType<typeof openSite>>) => void
const says = (more: object, headers?: Record<string, string>): Says => {
  return (site) => site.says(more, headers)
}
const answers = (listener: RequestListener): Says => {
  return (site) => site.answers(listener)
}
const json = { 'content-type': 'application/json' }

const wrong: [what: string, says: Says, why: string][] = [
  [
    'another id',
    (site) => site.says({ client_id: `${site.url}x` }),
    'must name its own address as client_id',
  ],
  ['no name', says({ client_name: undefined }), 'must have a client_name'],
  ['no address to go back to', says({ redirect_uris: [] }), some],
  ['a plain address', says({ redirect_uris: ['http://elsewhere.example/'] }), anywhere],
  ['a script', says({ redirect_uris: ['javascript:alert(1)'] }), anywhere],
  ['a list with a number', says({ redirect_uris: [far, 1] }), some],
  ['a secret', says({ client_secret: 'x' }), openly],
  ['a way to show who it is', says({ token_endpoint_auth_method: 'private_key_jwt' }), openly],
  [
    'a page',
    says({}, { 'content-type': 'text/html' }),
    'cannot be read: the answer is 200 text/html',
  ],
  ['too much', says({ more: 'x'.repeat(70_000) }), 'cannot be read: the answer is too long'],
  [
    'a redirect',
    answers((req, res) => void res.writeHead(302, { location: `${req.url}/there` }).end('{}')),
    'cannot be read: the answer is 302',
  ],
  ['nothing', answers((_req, res) => void res.end()), 'cannot be read: the answer is 200'],
  ['a closed door', answers(({ socket }) => void socket.destroy()), 'cannot be read: fetch failed'],
  [
    'words of the house',
    answers((_req, res) => void res.writeHead(200, json).end('secret plan')),
    'cannot be read: the answer is no JSON',
  ],
  [
    'no document',
    answers((_req, res) => void res.writeHead(404).end('{}')),
    'cannot be read: the answer is 404',
  ],
]

test('a document that is not as it must be lets nobody in, and rests for a while', async () => {
  await using site = await openSite()
  await using app = await openTestApp({ ...lean, config: { oauthClientHosts: [site.host] } })
  for (const [what, speak, why] of wrong) {
    const before = site.asked.length
    speak(site)
    for (let times = 0; times < 3; times++) {
      const { status, body, headers } = await begin(app, site.url, { redirect_uri: far })
      const error_description = `The document ${site.url} ${why}.`
      assert.is(status, 400, what)
      assert.equal(body, { error: 'invalid_client', error_description }, what)
      assert.is(headers.get('location'), null, what)
    }
    assert.is(site.asked.length, before + 1, what)
    app.clock.advance({ seconds: 120 })
  }
  site.says({ redirect_uris: [far] })
  assert.is((await begin(app, site.url, { redirect_uri: far })).status, 302)
})

test('nobody has this server ask for documents without end', async () => {
  await using site = await openSite()
  site.says()
  await using app = await openTestApp({ ...lean, config: { oauthClientHosts: [site.host] } })
  const statuses: number[] = []
  for (let i = 0; i < 70; i++) statuses.push((await begin(app, `${site.url}?${i}`)).status)
  assert.equal(new Set(statuses), new Set([400, 503]))
  assert.is(site.asked.length, 60)
  app.clock.advance({ seconds: 120 })
  assert.is((await begin(app, site.url)).status, 302)
})

test.run()
