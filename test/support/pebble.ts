// The authority for tests of those who wrote ACME, where it is installed (the package `pebble` of
// Debian), with the name server that belongs to it: every name is this machine.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

export function hasPebble(): boolean {
  return spawnSync('pebble', ['-version'], { stdio: 'ignore' }).error === undefined
}

/** Where it looks for the challenges, and how long its certificates live. */
type Options = { httpPort: number; tlsPort: number; lifeSeconds?: number }

export async function openPebble({ httpPort, tlsPort, lifeSeconds = 86_400 }: Options) {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  certify({ key: at('key.pem'), certificate: at('cert.pem') })
  const [acme = 0, management = 0, names = 0, ofNames = 0] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const pebble = {
    listenAddress: `127.0.0.1:${acme}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: at('cert.pem'),
    privateKey: at('key.pem'),
    httpPort,
    tlsPort,
    certificateValidityPeriod: lifeSeconds,
  }
  writeFileSync(at('pebble.json'), JSON.stringify({ pebble }))
  const none = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', '']
  const listens = ['-dns01', `127.0.0.1:${names}`, '-management', `127.0.0.1:${ofNames}`]
  const running = [
    started('pebble-challtestsrv', [...none, ...listens]),
    started('pebble', ['-config', at('pebble.json'), '-dnsserver', `127.0.0.1:${names}`]),
  ]
  const ca = readFileSync(at('cert.pem'))
  const ask = (url: string) => fetched({ url, ca }).catch(() => undefined)
  const root = await until('it has a root', () => ask(`https://127.0.0.1:${management}/roots/0`))
  return {
    directory: `https://127.0.0.1:${acme}/dir`,
    /** What whoever asks it must trust, and what whoever is served by its certificates must. */
    trust: at('cert.pem'),
    root,
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map(ended))
      folder[Symbol.dispose]()
    },
  }
}

function certify({ key, certificate }: { key: string; certificate: string }): void {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', ...kind, '-days', '2', ...names, ...files], { stdio: 'ignore' })
}

function started(program: string, args: readonly string[]): ChildProcess {
  const env = { PATH: process.env.PATH, PEBBLE_VA_NOSLEEP: '1' }
  return spawn(program, args, { env, stdio: 'ignore' })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

function fetched({ url, ca }: { url: string; ca: Buffer }): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const asking = request(url, { ca }, (answer) => text(answer).then(resolve, reject))
  asking.once('error', reject).end()
  return promise
}
