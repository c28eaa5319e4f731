// The file of sign-in providers: what is wrong in it is named by provider, field and rule.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ConfigError, maskedConfig, readConfig, secretsIn } from '../../src/config.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const secret = 'not-to-be-shown-anywhere'
const good = {
  id: 'company',
  issuer: 'https://login.example.eu/realms/company',
  clientId: 'kontor',
  join: 'verified_email',
  trustEmail: true,
}

function read(written: unknown, name = 'oidc.json') {
  using folder = temporaryFolder()
  const file = join(folder.path, name)
  writeFileSync(file, typeof written === 'string' ? written : JSON.stringify(written))
  writeFileSync(join(folder.path, 'company.secret'), `${secret}\n`)
  writeFileSync(join(folder.path, 'empty.secret'), '\n')
  const flags = { dataDir: folder.path, oidcProvidersFile: file }
  try {
    return { config: readConfig({ flags }), told: '' }
  } catch (error) {
    assert.instance(error, ConfigError)
    const { message } = error as Error
    assert.not.match(message, secret)
    return { config: undefined, told: message.replaceAll(folder.path, '…') }
  }
}

const provider = (change: object) => ({ providers: [{ ...good, ...change }] })
const first = 'KONTOR_OIDC_PROVIDERS_FILE …/oidc.json: '

const wrongs: [what: string, written: unknown, told: string | RegExp][] = [
  ['no JSON', `{ "clientSecret": "${secret}"`, 'is not valid JSON: line 1, column '],
  ['no list', {}, 'providers Invalid input: expected array, received undefined.'],
  ['a field that is none', provider({ clientsecret: secret }), /Unrecognized key: "clientsecret"/],
  ['an id of a path', provider({ id: 'a/b' }), 'must be small letters, digits and hyphens'],
  [
    'plain HTTP',
    provider({ issuer: 'http://login.example.eu' }),
    'providers.0.issuer must be https',
  ],
  ['no address', provider({ issuer: 'login' }), 'providers.0.issuer must be an address'],
  [
    'everybody at Microsoft',
    provider({ issuer: 'https://login.microsoftonline.com/common/v2.0' }),
    'providers.0.issuer must name one directory',
  ],
  ['another join', provider({ join: 'all' }), /providers\.0\.join .*"verified_email"/],
  ['a role that is none', provider({ roles: { a: ['boss'] }, tenant: 'tnt_x' }), 'providers.0.'],
  ['a tenant by name', provider({ tenant: 'House' }), 'providers.0.tenant must be the id'],
  [
    'no trust',
    provider({ trustEmail: false }),
    'company: join verified_email needs trustEmail true.',
  ],
  [
    'nowhere to join',
    provider({ join: 'create' }),
    'company: join create needs tenant or tenants.',
  ],
  ['roles of nowhere', provider({ roles: { a: ['viewer'] } }), 'company: roles needs tenant or'],
  ['no openid', provider({ scopes: ['email'] }), 'company: scopes must have openid.'],
  ['twice', { providers: [good, good] }, 'provider company: id must be there once.'],
  [
    'two secrets',
    provider({ clientSecret: secret, clientSecretFile: 'company.secret' }),
    'company: clientSecret and clientSecretFile exclude one another.',
  ],
  ['a secret that is away', provider({ clientSecretFile: 'none' }), 'none cannot be read.'],
  ['an empty secret', provider({ clientSecretFile: 'empty.secret' }), 'empty.secret is empty.'],
  ['a way out', provider({ afterLogout: '//evil.example' }), 'must be a path of this server'],
  ['a domain that is an address', provider({ passwordOffFor: ['a@b.eu'] }), 'must be domains like'],
]

for (const [what, written, told] of wrongs) {
  test(`the file of providers is refused with ${what}`, () => {
    const refusal = read(written).told
    assert.ok(refusal.startsWith(first) || what === 'no JSON', refusal)
    assert.match(refusal, told)
  })
}

test('a file that is not there is named, and without one there are no providers', () => {
  const flags = { oidcProvidersFile: '/nowhere/oidc.json' }
  assert.throws(
    () => readConfig({ flags }),
    /OIDC_PROVIDERS_FILE \/nowhere\/oidc.json cannot be read/,
  )
  assert.equal(readConfig({}).oidc, [])
})

test('secrets are read from where they lie, and shown nowhere', () => {
  for (const change of [{ clientSecret: secret }, { clientSecretFile: 'company.secret' }]) {
    const { config } = read(provider(change))
    assert.ok(config)
    assert.is(config.oidc[0]?.clientSecret, secret)
    assert.not.match(JSON.stringify(maskedConfig(config)), secret)
    assert.ok(secretsIn(config).includes(secret))
  }
  assert.is(read(provider({})).config?.oidc[0]?.clientSecret, undefined)
})

test.run()
