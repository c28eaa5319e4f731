// The server under systemd, and its own TLS with a certificate that is renewed.
import { execFileSync, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { program } from '../support/program.ts'
import { runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const base = { KONTOR_LOG_LEVEL: 'error', KONTOR_SEARCH_WORKERS: '1' }

test('systemd is told that the server serves, lives and stops', async () => {
  using folder = temporaryFolder()
  const told = join(folder.path, 'told')
  const program = join(folder.path, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $1" >> ${told}\n`)
  chmodSync(program, 0o755)
  await using server = await runServer({
    dir: join(folder.path, 'data'),
    settings: {
      ...base,
      PATH: `${folder.path}:${process.env.PATH}`,
      NOTIFY_SOCKET: '/run/notify',
      WATCHDOG_USEC: '200000',
    },
  })
  const lines = () => (existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n') : [])
  while (lines().length < 3) await sleep(20)
  assert.equal((await server.stop()).code, 0)
  while (!lines().some((line) => line.includes('STOPPING'))) await sleep(20)
  assert.equal(
    [...new Set(lines())].sort(),
    ['READY=1', 'STOPPING=1', 'WATCHDOG=1'].map((word) => `/run/notify ${word}`),
  )
})

/** As systemd starts what has a socket: opened by another process, the fourth descriptor. */
async function startHanded(how: { dir: string; host: string; count?: number; log?: string }) {
  const { dir, host, count = 1, log = '/dev/null' } = how
  const opened = createServer().listen(0, host)
  await once(opened, 'listening')
  const { port } = opened.address() as AddressInfo
  const { fd } = (opened as unknown as { _handle: { fd: number } })._handle
  const { command, args, env } = program()
  const script = `LISTEN_PID=$$ LISTEN_FDS=${count} exec "$@" > ${log}`
  // Whoever opens the port anew is refused.
  const serve = ['serve', '--data-dir', dir, '--port', `${port}`]
  const child = spawn('sh', ['-c', script, 'sh', command, ...args, ...serve], {
    env: { PATH: process.env.PATH, ...base, KONTOR_LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'ignore', 'pipe', fd],
  })
  opened.close()
  const ended = once(child, 'exit') as Promise<[number | null]>
  return { port, child, ended, err: text(child.stderr as NonNullable<typeof child.stderr>) }
}

test('a socket that was handed over is served, from before the start on', async () => {
  using folder = temporaryFolder()
  const { port, child, ended } = await startHanded({ dir: folder.path, host: '127.0.0.1' })
  // Nothing but the kernel listens yet.
  const { status } = await fetch(`http://127.0.0.1:${port}/livez`)
  assert.is(status, 200)
  child.kill('SIGTERM')
  assert.equal(await ended, [0, null])
})

test('a log on a full disk loses its lines, and the server answers and ends', async () => {
  using folder = temporaryFolder()
  const where = { dir: folder.path, host: '127.0.0.1', log: '/dev/full' }
  const { port, child, ended, err } = await startHanded(where)
  for (const path of ['/livez', '/v1/me', '/livez']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
    assert.is(status, path === '/livez' ? 200 : 401)
  }
  child.kill('SIGTERM')
  assert.equal(await ended, [0, null])
  assert.is(await err, '')
})

test('a socket towards everybody is refused where plain HTTP would be', async () => {
  using folder = temporaryFolder()
  const { port, ended, err } = await startHanded({ dir: folder.path, host: '0.0.0.0' })
  assert.equal(await ended, [1, null])
  assert.match(await err, `listens on 0.0.0.0 port ${port}, beyond this machine`)
})

test('of several sockets none is served, and it is said', async () => {
  using folder = temporaryFolder()
  const how = { dir: folder.path, host: '127.0.0.1', count: 2 }
  const { ended, err } = await startHanded(how)
  assert.equal(await ended, [2, null])
  assert.match(await err, '2 sockets were handed over')
})

/** A certificate of this machine's own; the program that makes it is on every Linux machine. */
function certify(folder: string, name: string): void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const args = ['req', ...kind, '-days', '2', '-subj', `/CN=${name}`, ...files]
  execFileSync('openssl', args, { stdio: 'ignore' })
}

function nameShown(port: number): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      const name = socket.getPeerCertificate().subject.CN
      socket.destroy()
      done(String(name))
    })
    socket.once('error', fail)
  })
}

/** The figure that an alert looks at; undefined while none has been gathered. */
async function endInMetrics(port: number, token: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}` }
  const from = { port, host: '127.0.0.1', path: '/metrics', headers, rejectUnauthorized: false }
  const [answer] = await once(request(from).end(), 'response')
  const said = (await buffer(answer)).toString()
  const [, end] = /^kontor_certificate_expiry_timestamp_seconds (\S+)$/m.exec(said) ?? []
  return end === undefined ? undefined : Number(end)
}

/** What browsers are told: that this host is to be reached by TLS alone. */
async function strictSaid(port: number): Promise<string | undefined> {
  const asked = request({ port, host: '127.0.0.1', path: '/livez', rejectUnauthorized: false })
  const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage]
  answer.destroy()
  return answer.headers['strict-transport-security']
}

test('a renewed certificate is used without a restart, a broken one is not taken', async () => {
  using folder = temporaryFolder()
  certify(folder.path, 'first.example')
  const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
  const settings = { ...base, KONTOR_TLS_CERT_FILE: cert, KONTOR_TLS_KEY_FILE: key }
  const metricsToken = 'a-token-of-metrics'
  await using server = await runServer({
    dir: join(folder.path, 'data'),
    settings: { ...settings, KONTOR_METRICS_TOKEN: metricsToken, KONTOR_LOG_LEVEL: 'warn' },
  })
  const end = () => endInMetrics(server.port, metricsToken)
  const firstEnd = new X509Certificate(readFileSync(cert)).validToDate.getTime() / 1_000
  assert.is(await nameShown(server.port), 'first.example')
  assert.match((await strictSaid(server.port)) ?? '', /^max-age=\d{7,}/)
  const good = readFileSync(cert)
  writeFileSync(cert, 'no certificate')
  const told = () => server.output().match(/"why":".*holds no PEM certificate/)
  while (!told()) await sleep(200)
  assert.is(await nameShown(server.port), 'first.example')
  while ((await end()) === undefined) await sleep(200)
  assert.is(await end(), firstEnd, 'the end of what is shown')
  writeFileSync(cert, good)
  certify(folder.path, 'second.example')
  appendFileSync(cert, '\n')
  while ((await nameShown(server.port)) !== 'second.example') await sleep(200)
})

test.run()
