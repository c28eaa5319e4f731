// What answers in place of a server elsewhere, or answers otherwise: one sentence with what to do.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { version } from '../../../src/app.ts'
import { openLaptop } from '../../support/laptop.ts'

type Stranger = { port: number; answer: RequestListener } & AsyncDisposable

async function listening(server: Server): Promise<Stranger> {
  await new Promise<void>((up) => void server.listen(0, '127.0.0.1', up))
  const stranger: Stranger = {
    port: (server.address() as AddressInfo).port,
    answer: (_req, res) => void res.end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  server.on('request', (req, res) => stranger.answer(req, res))
  return stranger
}

/** Somebody who logged in there when it was a server. */
function laptopOf(servers: readonly string[]) {
  const laptop = openLaptop()
  const session_token = 'sess_of_before'
  const expires_at = '2099-01-01T00:00:00Z'
  const kept = { email: 'ada@example.eu', tenant: 'Ada', session_token, expires_at }
  mkdirSync(dirname(laptop.file), { recursive: true, mode: 0o700 })
  const all = Object.fromEntries(servers.map((server) => [server, kept]))
  writeFileSync(laptop.file, JSON.stringify({ current: null, servers: all }), { mode: 0o600 })
  return laptop
}

const page =
  (status: number): RequestListener =>
  (_req, res) =>
    void res.writeHead(status, { 'content-type': 'text/html' }).end('<h1>nginx</h1>')

/** A server whose every answer is this, but for what it says of itself. */
const kontor =
  (status: number, body: unknown, its: string): RequestListener =>
  ({ url }, res) => {
    const isHealth = url === '/health'
    const said = isHealth ? { status: 'ok', version: its } : body
    const headers = { 'content-type': 'application/json', 'x-request-id': 'req_1' }
    res.writeHead(isHealth ? 200 : status, headers).end(JSON.stringify(said))
  }

const json = { 'content-type': 'application/json', 'x-request-id': 'req_1' }
/** The same to whatever is asked, but for the version. */
const only =
  (text: string, headers: Record<string, string> = json, status = 200): RequestListener =>
  (req, res) => {
    if (req.url === '/health') return kontor(200, {}, version)(req, res)
    res.writeHead(status, headers).end(text)
  }
const cutOff: RequestListener = (_req, res) => {
  res.writeHead(200, { ...json, 'content-length': 100 }).write('{"data"')
  setTimeout(() => res.destroy(), 20)
}

const noPath = { error: { code: 'not_found', message: 'No such path.', details: {} } }
const rows: [what: string, answer: RequestListener, says: RegExp][] = [
  ['a proxy whose server is away', page(502), /not Kontor.*\(502 Bad Gateway\). Try again later/],
  ['a proxy that wants a login', page(401), /not Kontor.*It lets nobody through/],
  ['another site', page(200), /not Kontor.*\(200 OK\). Look at the address/],
  [
    'a server that moved',
    ({ url }, res) => void res.writeHead(308, { location: `https://b.example${url}` }).end(),
    /sends on to https:\/\/b\.example, and this does not follow: give with --server/,
  ],
  ['an older server', kontor(404, noPath, '0.0.9'), /runs Kontor 0\.0\.9, .*Install the same/],
  ['a newer server', kontor(200, { data: {} }, '9.0.0'), /runs Kontor 9\.0\.0, .*Install the same/],
  ['one of this version', kontor(404, noPath, version), /^kontor: No such path\.$/],
  ['a server without an answer', kontor(200, null, version), /not Kontor.*\(200 OK\)\. Look at/],
  ['a list', only('[]'), /not Kontor.*\(200 OK\)\. Look at the address/],
  ['nothing', only('', {}), /not Kontor.*\(200 OK\)\. Look at the address/],
  ['a page that says it is JSON', only('<html>'), /not Kontor.*\(200 OK\)\. Look at the address/],
  ['an object of somebody', only('{"data":{}}'), /is not what this command reads \(.*\)\. Look at/],
  ['a refusal without words', only('', {}, 500), /not Kontor.*\(500 .*\)\. Try again later/],
  ['a refusal of somebody', only('["no"]', json, 403), /not Kontor.*It lets nobody through/],
  ['a redirect to nowhere', only('', {}, 302), /not Kontor.*\(302 Found\)\. Look at the address/],
  ['what was not changed', only('', {}, 304), /not Kontor.*\(304 Not Modified\)\. Look at/],
  ['half an answer', cutOff, /did not come whole.*\(.+\)\. Look whether it was done before/],
  [
    'what is not packed as it says',
    only('{"data":{}}', { ...json, 'content-encoding': 'gzip' }),
    /packed otherwise than it says \(incorrect header check\)\. Look whether/,
  ],
  ['a closed door', ({ socket }) => void socket.destroy(), /closed the connection.*Try again/],
  ['another service', ({ socket }) => void socket.end('SSH-2.0\r\n'), /speaks no HTTP\. Look at/],
]

test('whoever answers in place of the server is told from it', async () => {
  await using stranger = await listening(createServer())
  const server = `http://127.0.0.1:${stranger.port}`
  using laptop = laptopOf([server])
  for (const [what, answer, says] of rows) {
    stranger.answer = answer
    const { code, out, err } = await laptop.run('dataset', 'list', '--server', server)
    assert.equal([code, out, err.length], [1, [], 1], what)
    assert.match(err[0] ?? '', says, what)
    const before = readFileSync(laptop.file, 'utf8')
    const login = await laptop.logIn(server, 'ada@example.eu')
    assert.equal([login.code, login.out, login.err.length], [1, [], 1], what)
    assert.match(login.err[0] ?? '', says, what)
    assert.is(readFileSync(laptop.file, 'utf8'), before)
  }
})

const said401 = (error: unknown) => only(JSON.stringify(error), json, 401)
const isNone = /is not Kontor|is no answer of Kontor|sends on to|closed the connection|no HTTP/
/** What is no word of the server that the session is over. */
const notEnded: [what: string, answer: RequestListener, says: RegExp][] = [
  ...rows
    .filter(([, , says]) => /not Kontor|sends on|closed|HTTP/.test(says.source))
    .map(([what, answer]): (typeof rows)[number] => [what, answer, isNone]),
  ['half an answer', cutOff, /cannot be reached: /],
  ['nothing, and that well', only('', json, 204), /is no answer of Kontor/],
  ['an empty object', only('{}'), /is no answer of Kontor/],
  ['an object of somebody', only('{"data":{}}'), /is no answer of Kontor/],
  ['somebody who is glad', only('{"ok":true}'), /is no answer of Kontor/],
  ['a gate with a word', said401({ message: 'Log in' }), /^kontor: Log in/],
  ['a gate with an error', said401({ error: 'no' }), /answered 401/],
  ['a refusal', only(JSON.stringify(noPath), json, 404), /^kontor: No such path\./],
]

test('logout believes an answer of the server alone, or forgets when it is told to', async () => {
  await using stranger = await listening(createServer())
  const server = `http://127.0.0.1:${stranger.port}`
  using laptop = laptopOf([server])
  const before = readFileSync(laptop.file, 'utf8')
  for (const [what, answer, says] of notEnded) {
    stranger.answer = answer
    const { code, out, err } = await laptop.run('logout', '--server', server)
    assert.equal([code, out, err.length], [1, [], 1], `${what}: ${out} ${err}`)
    assert.match(err[0] ?? '', says, what)
    assert.match(err[0] ?? '', /it works there until 2099-01-01T00:00:00Z\. Give.*--forget/, what)
    assert.is(readFileSync(laptop.file, 'utf8'), before, what)
  }
  const forgotten = await laptop.run('logout', '--server', server, '--forget')
  assert.equal([forgotten.code, forgotten.out], [0, [`${server} is forgotten here.`]])
  assert.equal(JSON.parse(readFileSync(laptop.file, 'utf8')).servers, {})
})

test('logout takes the word of the server that the session is over, or was', async () => {
  await using stranger = await listening(createServer())
  const server = `http://127.0.0.1:${stranger.port}`
  const over = { code: 'unauthorized', message: 'The session is over.', details: {} }
  const more = { request_id: 'req_1', timestamp: '2026-01-01T00:00:00.000Z' }
  for (const answer of [only(JSON.stringify({ data: {}, ...more })), said401({ error: over })]) {
    using laptop = laptopOf([server])
    stranger.answer = answer
    const { code, out } = await laptop.run('logout', '--server', server)
    assert.equal([code, out], [0, [`Logged out of ${server}.`]])
  }
})

test('what keeps HTTPS from a server says what to do', async () => {
  using laptop = laptopOf([])
  const [key, cert] = [join(laptop.path, 'key.pem'), join(laptop.path, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const files = ['-subj', '/CN=other.example', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', ...kind, '-days', '2', ...files], { stdio: 'ignore' })
  const tls = { key: readFileSync(key), cert: readFileSync(cert) }
  await using unknown = await listening(createTlsServer(tls))
  await using plain = await listening(createServer())
  const said = async (port: number) => {
    const { code, err } = await laptop.logIn(`https://127.0.0.1:${port}`, 'ada@example.eu')
    assert.equal([code, err.length], [1, 1])
    return err[0] ?? ''
  }
  assert.match(await said(unknown.port), /nobody whom this machine trusts signed its certificate/)
  assert.match(await said(plain.port), /there is no HTTPS\. Look at the address/)
  assert.match(await said(9), /nothing listens there|bad port/)
})

test.run()
