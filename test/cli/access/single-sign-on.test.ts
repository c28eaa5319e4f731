// What the operator does about single sign-on at the command line.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../../support/free-port.ts'
import { openHostileProvider } from '../../support/oidc/hostile-provider.ts'
import { provider, writeProviders } from '../../support/oidc/providers-file.ts'
import { openTestApp, password } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a platform administrator is let in past a provider, and nobody else', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const parts = { jobs: false, workers: false }
  {
    await using app = await openTestApp({ dir, parts })
    await app.admin()
    await app.signUp('Ada')
  }
  const allow = (email: string, ...more: string[]) =>
    runCommand({
      args: ['user', 'allow-password', '--email', email, '--data-dir', dir, ...more],
    })
  assert.is((await allow('ada@example.eu')).code, 1)
  assert.is((await allow('nobody@example.eu')).code, 1)
  assert.is((await allow('operator@example.eu', '--hours', '25')).code, 2)
  const { code, out } = await allow('operator@example.eu', '--hours', '2')
  assert.is(code, 0)
  assert.match(out.join('\n'), 'operator@example.eu')

  const oidcProvidersFile = writeProviders(folder.path, [
    provider({ id: 'x', issuer: 'http://127.0.0.1:1', passwordOffFor: ['example.eu'] }),
  ])
  const realClock = { nowMs: () => Date.now(), elapsedMs: () => performance.now() }
  await using app = await openTestApp({
    dir,
    parts,
    config: { oidcProvidersFile },
    overrides: { clock: realClock },
  })
  const logIn = async (email: string) =>
    (await app.call('POST', '/v1/auth/login', { body: { email, password } })).status
  assert.is(await logIn('operator@example.eu'), 200)
  assert.is(await logIn('ada@example.eu'), 403)
})

test('the settings in force name the providers, and never a secret', async () => {
  using folder = temporaryFolder()
  const issuer = 'https://login.example.eu'
  const clientSecret = 'not-to-be-shown-anywhere'
  const file = writeProviders(folder.path, [provider({ id: 'company', issuer, clientSecret })])
  const args = ['config', '--data-dir', folder.path, '--oidc-providers-file', file]
  const plain = (await runCommand({ args })).out.join('\n')
  assert.match(plain, '\noidc: company (https://login.example.eu)\n')
  const json = (await runCommand({ args: [...args, '--json'] })).out.join('\n')
  assert.is(JSON.parse(json).settings.oidc[0].clientSecret, '***')
  assert.not.match(plain + json, clientSecret)
})

test('doctor asks providers when it is told to, and names those that do not answer', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  {
    await using _ = await openTestApp({ dir, parts: { jobs: false, workers: false } })
  }
  await using hostile = await openHostileProvider()
  const gone = `http://127.0.0.1:${await freePort()}`
  const other = createServer((_, res) => res.end('{}')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  other.unref()
  const file = writeProviders(folder.path, [
    provider({ id: 'well', issuer: hostile.issuer }),
    provider({ id: 'gone', issuer: gone }),
    provider({ id: 'other', issuer: `http://127.0.0.1:${(other.address() as AddressInfo).port}` }),
  ])
  const look = async (...more: string[]) => {
    const asked = ['--oidc-providers-file', file, '--json', '--ocr=false', ...more]
    const args = ['doctor', '--data-dir', dir, ...asked]
    const { out } = await runCommand({ args })
    const { findings } = JSON.parse(out.join('\n'))
    return findings.filter(({ check }: { check: string }) => check === 'sign-in')
  }
  assert.equal(await look(), [])
  assert.equal(hostile.asked, {})
  const found = (await look('--providers')).map(({ message }: { message: string }) => message)
  other.closeAllConnections()
  other.close()
  assert.is(found.length, 2)
  assert.match(found[0], `The provider gone (${gone}) does not answer: `)
  assert.match(found[0], 'ECONNREFUSED')
  assert.match(found[1], 'The provider other')
})

test.run()
