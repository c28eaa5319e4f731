// The proxies of data/proxies, where their programs are installed: the examples are taken as they
// stand, but for addresses and certificates, and what the server says comes through.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/market.ts'
import { kontor, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const examples = resolve(import.meta.dirname, '../../data/proxies')

type Place = { folder: string; port: number; server: number }
type Proxy = { name: string; program: string; start(place: Place): string[] }

/** Where a program lies that is no part of the product, and that not every machine has. */
function installed(program: string): string | undefined {
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin']
    .map((dir) => join(dir, program))
    .find(existsSync)
}

function example(file: string, changes: readonly [RegExp | string, string][]): string {
  const text = readFileSync(join(examples, file), 'utf8')
  return changes.reduce((changed, [from, to]) => {
    assert.match(changed, from, `${file} has ${from}`)
    return changed.replaceAll(from, to)
  }, text)
}

const proxies: Proxy[] = [
  {
    name: 'nginx',
    program: 'nginx',
    start({ folder, port, server }) {
      const site = example('nginx.conf', [
        [/listen 443/g, `listen 127.0.0.1:${port}`],
        [/\/etc\/letsencrypt\/live\/data\.example\.eu\/fullchain/g, `${folder}/cert`],
        [/\/etc\/letsencrypt\/live\/data\.example\.eu\/privkey/g, `${folder}/key`],
        [/127\.0\.0\.1:4200/g, `127.0.0.1:${server}`],
      ])
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
      const file = join(folder, 'nginx.conf')
      writeFileSync(
        file,
        `daemon off; pid ${folder}/pid; error_log stderr; events {}
         http { access_log off; ${paths}\n${site}\n}`,
      )
      return ['-c', file]
    },
  },
  {
    name: 'Caddy',
    program: 'caddy',
    start({ folder, port, server }) {
      const certificate = `tls ${folder}/cert.pem ${folder}/key.pem`
      const site = example('Caddyfile', [
        [/^data\.example\.eu \{/gm, `https://127.0.0.1:${port} {\n\t${certificate}`],
        [/127\.0\.0\.1:4200/g, `127.0.0.1:${server}`],
      ])
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
      return ['run', '--adapter', 'caddyfile', '--config', file]
    },
  },
]

function certify(folder: string): void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', ...kind, '-days', '2', ...names, ...files], { stdio: 'ignore' })
}

type Asked = { port: number; path: string; ca: Buffer; body?: Buffer; headers?: object }

function ask({ port, path, ca, body, headers }: Asked) {
  return new Promise<{ status: number; id: string; text: string }>((done, fail) => {
    const sent = { 'x-request-id': 'mine', ...headers }
    const method = body ? 'POST' : 'GET'
    const asking = request({ host: '127.0.0.1', port, path, ca, method, headers: sent })
    asking.once('error', fail).once('response', async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      const id = String(answer.headers['x-request-id'])
      done({ status: answer.statusCode ?? 0, id, text })
    })
    asking.end(body)
  })
}

for (const { name, program, start } of proxies) {
  test(`behind ${name}: ids, large bodies and the base URL come through`, async () => {
    const command = installed(program)
    if (command === undefined) return void console.log(`${name} is not installed here`)
    using temporary = temporaryFolder()
    const [folder, port] = [temporary.path, await freePort()]
    mkdirSync(folder, { recursive: true })
    certify(folder)
    const url = `https://127.0.0.1:${port}`
    const settings = { KONTOR_BASE_URL: url, KONTOR_TRUSTED_PROXIES: '127.0.0.1' }
    const inner = await freePort()
    await using server = await runServer({ dir: join(folder, 'data'), settings, port: inner })
    assert.is(server.url, url)
    const place = { folder, port, server: inner }
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder }
    const proxy = spawn(command, start(place), { env, stdio: 'ignore' })
    try {
      const ca = readFileSync(join(folder, 'cert.pem'))
      const me = () => ask({ port, path: '/v1/me', ca })
      const first = await until(`${name} listens`, () => me().catch(() => undefined))
      assert.is(first.status, 401)
      assert.is(first.id, JSON.parse(first.text).request_id)
      assert.match(first.id, /^req_/)
      // More than the megabyte at which nginx refuses by itself.
      const body = Buffer.alloc(3_000_000, ' ')
      const headers = { 'content-type': 'application/json' }
      const refused = await ask({ port, path: '/v1/auth/login', ca, body, headers })
      assert.is(refused.status, 413)
      assert.is(JSON.parse(refused.text).error.code, 'payload_too_large')
      const trust = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'), KONTOR_BASE_URL: url }
      const args = ['doctor', '--json', '--url', url, '--data-dir', join(folder, 'data')]
      const { output } = await kontor(args, trust)
      const { findings } = JSON.parse(output) as { findings: { check: string }[] }
      assert.equal(
        findings.filter(({ check }) => check === 'url'),
        [],
      )
    } finally {
      proxy.kill('SIGTERM')
    }
  })
}

test.run()
