// Certificates by ACME, against a double of an authority (test/support/acme-server.ts).
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keepCertificate, pauseAfter } from '../../src/adapters/acme/keep-certificate.ts'
import { noted } from '../../src/adapters/notes.ts'
import { challengeServer } from '../../src/http/challenge-server.ts'
import { listen } from '../../src/http/listen.ts'
import { type AcmeServer, openAcmeServer } from '../support/acme-server.ts'
import { freePort } from '../support/free-port.ts'
import { openTestApp, type TestApp } from '../support/open-test-app.ts'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until, untilSo } from '../support/until.ts'

const name = 'data.example.eu'

type Own = { dir: string; authority: AcmeServer; httpPort?: number; config?: object }

const settingsOf = ({ authority, httpPort = 0 }: Pick<Own, 'authority' | 'httpPort'>) => ({
  acmeEmail: 'operator@example.eu',
  acmeAgreeTerms: true,
  acmeDomains: [name],
  acmeDirectory: authority.directory,
  acmeHttpPort: httpPort,
})

const openServer = (own: Own) =>
  openTestApp({ dir: own.dir, config: { ...settingsOf(own), ...own.config } })

type Seen = { status: number | undefined; body: string; serial: string }

type Reached = Pick<TestApp, 'url'>
type Asked = { path: string; headers?: Record<string, string> }
const plain: Asked = { path: '/search?q=heat' }

/** As a client that trusts the authority alone. */
async function seen({ url }: Reached, { root }: AcmeServer, asked: Asked = plain): Promise<Seen> {
  const agent = new Agent({ ca: root, servername: name, maxCachedSessions: 0 })
  const { promise, resolve, reject } = Promise.withResolvers<Seen>()
  const headers = { host: name, ...asked.headers }
  request(`${url}${asked.path}`, { agent, headers }, async (res) => {
    const serial = (res.socket as TLSSocket).getPeerCertificate().serialNumber
    resolve({ status: res.statusCode, body: await text(res), serial })
  })
    .once('error', reject)
    .end()
  return promise
}

const served = (at: Reached, authority: AcmeServer) =>
  until('it shows a certificate', () => seen(at, authority).catch(() => undefined))

test('a certificate comes by HTTP-01, outlives a restart, and its keys lie sealed', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const httpPort = await freePort()
  const authority = await openAcmeServer({ httpPort })
  let first: Seen
  {
    const port = await freePort()
    // As visitors reach it: something forwards port 443.
    const outside = { port, baseUrl: `https://${name}` }
    const config = { metricsToken: 'a-token-of-enough-length', ...outside }
    await using app = await openServer({ dir, authority, httpPort, config })
    const inside = { url: `https://127.0.0.1:${port}` }
    first = await served(inside, authority)
    assert.is(first.status, 401, first.body)
    const headers = { authorization: `Bearer ${config.metricsToken}` }
    await untilSo('its end is a figure', async () => {
      app.clock.advance({ seconds: 20 })
      const { body } = await seen(inside, authority, { path: '/metrics', headers })
      return /^kontor_certificate_expiry_timestamp_seconds \d{10}/m.test(body)
    })
    const ask = (path: string, host: string) =>
      fetch(`http://127.0.0.1:${httpPort}${path}`, { redirect: 'manual', headers: { host } })
    for (const path of ['/search?q=a', '/.well-known/acme-challenge/not-asked']) {
      const { status, headers } = await ask(path, 'elsewhere.example')
      assert.equal([status, headers.get('location')], [308, `https://${name}${path}`])
    }
  }
  await authority[Symbol.asyncDispose]()
  for (const file of readdirSync(join(dir, 'acme'))) {
    assert.is(statSync(join(dir, 'acme', file)).mode & 0o777, 0o600, file)
  }
  await using app = await openServer({ dir, authority, httpPort })
  assert.is((await served(app, authority)).serial, first.serial)
  assert.is(authority.issued(), 1)
})

test('by TLS-ALPN-01 on the port of the server, where none is named for HTTP', async () => {
  using folder = temporaryFolder()
  let app: TestApp | undefined
  const tlsPort = () => Number(new URL(app?.url ?? 'http://[::]:1').port)
  await using authority = await openAcmeServer({ tlsPort })
  await using server = await openServer({ dir: folder.path, authority })
  app = server
  assert.is((await served(server, authority)).status, 401)
})

test('it is renewed at two thirds of its life, without a restart, by one account', async () => {
  using folder = temporaryFolder()
  const httpPort = await freePort()
  await using authority = await openAcmeServer({ httpPort, lifeMs: 8_000 })
  await using app = await openServer({ dir: folder.path, authority, httpPort })
  const { serial } = await served(app, authority)
  const another = async () => (await served(app, authority)).serial !== serial || undefined
  await until('another one is shown', another, { seldom: true })
  assert.is(authority.accounts(), 1)
})

test('where the key of the account is lost another account is made', async () => {
  using folder = temporaryFolder()
  const { path: dir } = folder
  const httpPort = await freePort()
  await using authority = await openAcmeServer({ httpPort })
  {
    await using app = await openServer({ dir, authority, httpPort })
    await served(app, authority)
  }
  writeFileSync(join(dir, 'acme', 'account'), 'sealed with something else')
  rmSync(join(dir, 'acme', 'certificate'))
  await using app = await openServer({ dir, authority, httpPort })
  await served(app, authority)
  assert.is(authority.accounts(), 2)
})

const problems = {
  'rate limited': { status: 429, type: 'rateLimited', detail: 'too many certificates' },
  'a name that it refuses': { status: 400, type: 'rejectedIdentifier', detail: 'not that name' },
}

for (const [title, problem] of Object.entries(problems)) {
  test(`${title}: noted, and said by the doctor, and no pause is skipped`, async () => {
    using folder = temporaryFolder()
    const dir = folder.path
    await using authority = await openAcmeServer({ refuse: () => problem })
    await using app = await openServer({ dir, authority })
    await untilSo('it is noted', () => noted(dir, 'certificate')?.failures === 1)
    assert.match(noted(dir, 'certificate')?.failure ?? '', problem.detail)
    assert.is((await app.call('GET', '/health').catch(() => undefined))?.status, undefined)
    const args = ['doctor', '--data-dir', dir, '--acme-email', 'o@example.eu', '--acme-agree-terms']
    const { out } = await runCommand({ args: [...args, '--acme-domains', name] })
    assert.match(out.join('\n'), new RegExp(`ERROR certificate: .*${problem.detail}`))
  })
}

test('an authority that is away, and a challenge that is not reached, are failures', async () => {
  const httpPort = await freePort()
  await using authority = await openAcmeServer({ httpPort: await freePort() })
  const away = `http://127.0.0.1:${await freePort()}/directory`
  for (const [directory, says] of [
    [away, /ECONNREFUSED/],
    [authority.directory, /was not met/],
  ] as const) {
    using folder = temporaryFolder()
    const quiet = { info() {}, warn() {}, error() {} }
    using _kept = keepCertificate({
      settings: { email: 'o@example.eu', domains: [name], directory, httpPort },
      dataDir: folder.path,
      key: Buffer.alloc(32, 1),
      log: quiet,
      use: () => assert.unreachable(),
      challenges: { http: new Map(), alpn: new Map() },
    })
    const { failure } = await until('it is noted', () => noted(folder.path, 'certificate'))
    assert.match(failure ?? '', says)
  }
})

test('one that cannot be written is used all the same, and written when it can be', async () => {
  using folder = temporaryFolder()
  const httpPort = await freePort()
  await using authority = await openAcmeServer({ httpPort })
  const challenges = { http: new Map<string, string>(), alpn: new Map() }
  const answering = challengeServer({
    answers: challenges.http,
    domains: [name],
    port: () => 443,
  })
  using _answering = { [Symbol.dispose]: () => void answering.close().closeAllConnections() }
  await listen(answering, { host: '127.0.0.1', port: httpPort, loopback: true })
  const said: string[] = []
  const say = (_: object, text: string) => void said.push(text)
  let uses = 0
  // Its name is taken.
  const file = join(folder.path, 'acme', 'certificate')
  mkdirSync(join(file, 'x'), { recursive: true })
  const settings = { email: 'o@example.eu', domains: [name], directory: authority.directory }
  using _kept = keepCertificate({
    settings: { ...settings, httpPort },
    dataDir: folder.path,
    key: Buffer.alloc(32, 1),
    log: { info: say, warn: say, error: say },
    use: () => void uses++,
    challenges,
  })
  const kept = /no certificate was obtained|could not be kept/
  assert.is(
    await until('it is tried', () => said.find((text) => kept.test(text))),
    'the certificate could not be kept',
  )
  assert.equal([uses, noted(folder.path, 'certificate')?.failures], [1, 0])
  rmSync(file, { recursive: true })
  await untilSo('it is written', () => existsSync(file))
  assert.equal([uses, authority.issued()], [1, 1])
})

test('pauses grow to half a day', () => {
  assert.equal(
    [1, 2, 3, 10, 11, 100].map((failures) => pauseAfter(failures) / 60_000),
    [1, 2, 4, 512, 720, 720],
  )
})

test.run()
