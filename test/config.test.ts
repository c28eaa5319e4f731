import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ConfigError, describeSettings, maskedConfig, readConfig } from '../src/config.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

type Sources = Parameters<typeof readConfig>[0]

function refusal(sources: Sources): string {
  try {
    readConfig(sources)
  } catch (error) {
    assert.instance(error, ConfigError)
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}

test('without anything set the server stays on this machine and is open for signup', () => {
  const config = readConfig({})
  assert.is(config.host, '127.0.0.1')
  assert.is(config.port, 4200)
  assert.is(config.signup, 'open')
  assert.is(config.welcomeCredits, 500)
  assert.is(config.reviewWindowHours, 72)
})

test('a flag wins over the environment, the environment over the file', () => {
  using folder = temporaryFolder()
  const flags = { dataDir: folder.path }
  writeFileSync(join(folder.path, 'kontor.json'), JSON.stringify({ port: 1, graceHours: 2 }))
  assert.is(readConfig({ flags }).port, 1)
  assert.is(readConfig({ flags, environment: { KONTOR_PORT: '2' } }).port, 2)
  const all = readConfig({ flags: { ...flags, port: '3' }, environment: { KONTOR_PORT: '2' } })
  assert.is(all.port, 3)
  assert.is(all.graceHours, 2)
  const { port, graceHours, host } = all.origins
  assert.equal([port, graceHours, host], ['flag', 'file', 'default'])
  const { origins } = readConfig({ flags, environment: { KONTOR_PORT: '2' } })
  assert.is(origins.port, 'environment')
})

const acme = { KONTOR_ACME_EMAIL: 'o@example.eu', KONTOR_ACME_AGREE_TERMS: 'true' }
const refused: [string, Record<string, string>, string[]][] = [
  ['a port beyond 65535', { KONTOR_PORT: '70000' }, ['KONTOR_PORT', '--port']],
  ['a data folder with a space behind it', { KONTOR_DATA_DIR: '/data ' }, ['DATA_DIR', 'space']],
  ['a port that is no number', { KONTOR_PORT: '0x10' }, ['KONTOR_PORT']],
  ['a region outside Europe', { KONTOR_REGION: 'us-east' }, ['KONTOR_REGION', 'eu-central']],
  ['a signup policy of its own', { KONTOR_SIGNUP: 'maybe' }, ['KONTOR_SIGNUP']],
  ['a truth that is none', { KONTOR_PUBLIC_SEARCH: 'perhaps' }, ['KONTOR_PUBLIC_SEARCH']],
  ['a review window of an hour', { KONTOR_REVIEW_WINDOW_HOURS: '1' }, ['KONTOR_REVIEW_WINDOW']],
  ['a base URL without a scheme', { KONTOR_BASE_URL: 'data.example.eu' }, ['KONTOR_BASE_URL']],
  ['a host name with a port', { KONTOR_ALLOWED_HOSTS: 'a.example:80' }, ['KONTOR_ALLOWED_HOSTS']],
  ['an origin without a scheme', { KONTOR_ALLOWED_ORIGINS: 'a.example' }, ['ALLOWED_ORIGINS']],
  ['a certificate without a key', { KONTOR_TLS_CERT_FILE: 'x' }, ['KONTOR_TLS_KEY_FILE']],
  ['ACME without agreeing', { KONTOR_ACME_EMAIL: 'o@example.eu' }, ['--acme-agree-terms']],
  ['ACME for no name', acme, ['KONTOR_ACME_DOMAINS', 'KONTOR_BASE_URL']],
  ['ACME for an address', { ...acme, KONTOR_ACME_DOMAINS: '192.0.2.1' }, ['192.0.2.1', 'DOMAINS']],
  [
    'ACME beside a certificate',
    { ...acme, KONTOR_TLS_CERT_FILE: 'x', KONTOR_TLS_KEY_FILE: 'x' },
    ['KONTOR_ACME_EMAIL', 'KONTOR_TLS_CERT_FILE'],
  ],
  ['plain HTTP beyond this machine', { KONTOR_HOST: '0.0.0.0' }, ['KONTOR_HOST', 'HTTP']],
  ['a proxy by its name', { KONTOR_TRUSTED_PROXIES: '10.0.0.1,caddy' }, ['PROXIES', 'ranges']],
  ['proxies in no range', { KONTOR_TRUSTED_PROXIES: '10.0.0.0/33' }, ['PROXIES', 'ranges']],
  ['a password file that is not there', { KONTOR_ADMIN_PASSWORD_FILE: '/nowhere' }, ['FILE']],
]
for (const [name, environment, words] of refused) {
  test(`${name} is refused with the setting's name`, () => {
    const message = refusal({ environment })
    for (const word of words) assert.ok(message.includes(word), message)
  })
}

test('with ACME links begin with the first name, and others reach the server', () => {
  const environment = {
    ...acme,
    KONTOR_HOST: '0.0.0.0',
    KONTOR_ACME_DOMAINS: 'a.example,b.example',
  }
  const { baseUrl, reach, acme: asked } = readConfig({ environment })
  assert.equal([baseUrl, reach.who], ['https://a.example:4200', 'others'])
  assert.equal(asked?.domains, ['a.example', 'b.example'])
  const flags = { port: 443, baseUrl: 'https://c.example' }
  assert.is(readConfig({ environment, flags }).baseUrl, 'https://c.example')
})

test('plain HTTP beyond this machine needs an https base URL, or insistence', () => {
  const environment = { KONTOR_HOST: '0.0.0.0' }
  const secure = { ...environment, KONTOR_BASE_URL: 'https://data.example.eu/' }
  assert.is(readConfig({ environment: secure }).baseUrl, 'https://data.example.eu')
  const config = readConfig({ environment, flags: { insecureHttp: true } })
  assert.is(config.signup, 'invite')
  assert.is(config.welcomeCredits, 0)
})

const reaches: [string, Record<string, string>, 'this machine' | 'others'][] = [
  ['loopback alone', {}, 'this machine'],
  ['a base URL on this machine', { KONTOR_BASE_URL: 'http://localhost:4200' }, 'this machine'],
  ['a base URL on ::1', { KONTOR_BASE_URL: 'http://[::1]:4200' }, 'this machine'],
  ['loopback under an https base URL', { KONTOR_BASE_URL: 'https://data.example.eu' }, 'others'],
  ['loopback behind a trusted proxy', { KONTOR_TRUSTED_PROXIES: '127.0.0.1' }, 'others'],
  ['every address', { KONTOR_HOST: '0.0.0.0', KONTOR_INSECURE_HTTP: 'true' }, 'others'],
]
for (const [name, environment, who] of reaches) {
  test(`${name} is reached by ${who}, which decides every default of place`, () => {
    const config = readConfig({ environment })
    const alone = who === 'this machine'
    assert.is(config.reach.who, who)
    assert.is(config.signup, alone ? 'open' : 'invite')
    assert.is(config.welcomeCredits, alone ? 500 : 0)
    assert.is(config.localDeposits, alone ? 'open' : 'admin')
    assert.is(config.loginAttemptsPerAddress, alone ? 1_000_000 : 50)
    assert.is(config.signupsPerHour, alone ? 1_000_000 : 20)
  })
}

test('what is set wins over what the reach decides', () => {
  const environment = { KONTOR_BASE_URL: 'https://data.example.eu', KONTOR_SIGNUP: 'open' }
  const config = readConfig({ environment })
  assert.equal([config.signup, config.welcomeCredits], ['open', 0])
})

test('an unknown setting in the file is refused', () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, 'kontor.json'), '{"prot": 1}')
  assert.match(refusal({ flags: { dataDir: folder.path } }), 'prot')
})

const broken: [name: string, text: string, place: string][] = [
  ['single quotes', `{"adminPassword": 'geheim-wort-1234'}`, 'line 1, column 19'],
  ['a missing comma', `{\n"port": 1\n  "adminPassword": "geheim-wort-1234"}`, 'line 3, column 3'],
  [
    'a word without quotes',
    `{"port": 1,\n "adminPassword": geheim-wort-1234}`,
    'line 2, column 19',
  ],
  ['a missing end', `{"adminPassword": "geheim-wort-1234",`, 'line 1, column 38'],
  ['a text alone', 'geheim-wort-1234', 'line 1, column 1'],
  ['nothing', '', 'line 1, column 1'],
]
for (const [name, text, place] of broken) {
  test(`${name} in kontor.json is told by its place and shows nothing of it`, () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'kontor.json')
    writeFileSync(file, text)
    const message = refusal({ flags: { dataDir: folder.path } })
    assert.is(message, `${file} is not valid JSON: ${place}.`)
  })
}

test('a kontor.json that cannot be read is not called wrong JSON', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'kontor.json')
  mkdirSync(file)
  const message = refusal({ flags: { dataDir: folder.path } })
  assert.is(message, `${file} cannot be read (EISDIR).`)
})

test('the data folder is not named by a kontor.json of another', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'kontor.json')
  writeFileSync(file, '{"dataDir": "/srv/kontor"}')
  for (const sources of [{ usualFolder: folder.path }, { flags: { dataDir: folder.path } }]) {
    const message = refusal(sources)
    assert.match(message, `${file} cannot move the data folder to /srv/kontor`)
    assert.match(message, 'KONTOR_DATA_DIR or --data-dir')
  }
  writeFileSync(file, JSON.stringify({ dataDir: `${folder.path}/`, port: 1 }))
  assert.is(readConfig({ flags: { dataDir: folder.path } }).port, 1)
})

const sentences: [setting: string, value: string, says: string][] = [
  ['port', 'abc', 'a whole number from 0 to 65535'],
  ['port', '70000', 'a whole number from 0 to 65535'],
  ['port', '1.5', 'a whole number from 0 to 65535'],
  ['uploadLimitBytes', '16GB', 'a whole number from 1 to 9007199254740991'],
  ['uploadLimitBytes', '9007199254740992', 'a whole number from 1 to 9007199254740991'],
  ['reviewWindowHours', '1', 'a whole number from 48 to 72'],
  ['region', 'us-east', 'one of eu-central, eu-west, eu-north, eu-south, eu-east'],
  ['ocr', 'perhaps', 'true or false'],
  ['publicName', 'x'.repeat(81), 'at most 80 characters'],
  ['embeddingQueryPrefix', 'x'.repeat(201), 'at most 200 characters'],
  ['payoutIban', 'DE00370400440532013000', 'the IBAN of an account in the SEPA area'],
  ['backupDir', '/mnt/backup\r', 'a folder whose name neither begins nor ends with a space'],
]
for (const [name, value, says] of sentences) {
  test(`${name} cannot be ${value.slice(0, 20)}, in a sentence that says what it can be`, () => {
    const { environment, flag } = setting(name)
    const told = `${JSON.stringify(value)}: ${says}.`
    assert.is(
      refusal({ environment: { [environment]: value } }),
      `${environment} (flag ${flag}) cannot be ${told}`,
    )
    using folder = temporaryFolder()
    const file = join(folder.path, 'kontor.json')
    writeFileSync(file, JSON.stringify({ [name]: value }))
    assert.is(
      refusal({ flags: { dataDir: folder.path } }),
      `${environment} (${name} in ${file}) cannot be ${told}`,
    )
  })
}

test('no setting tells a wrong value in the words of a library', () => {
  const wrong = ['', ' ', '\u0001', 'x'.repeat(20_000), '<,>', 5.5, -1, true, null, {}, [1], ['']]
  for (const { name } of describeSettings()) {
    for (const value of wrong) {
      const message = said({ flags: { [name]: value } })
      assert.not.match(message, /invalid|expected|pattern|too (big|small)|received|input/i)
    }
  }
})

function setting(name: string) {
  const found = describeSettings().find((one) => one.name === name)
  if (!found) throw new Error(`there is no setting ${name}`)
  return found
}

/** What was refused, if anything was. */
function said(sources: Sources): string {
  try {
    readConfig(sources)
    return ''
  } catch (error) {
    assert.instance(error, ConfigError)
    return (error as Error).message
  }
}

const strange: [environment: Record<string, string>, notices: string[]][] = [
  [
    { KONTOR_WELCOM_CREDITS: '5' },
    ['KONTOR_WELCOM_CREDITS is no setting: KONTOR_WELCOME_CREDITS?'],
  ],
  [{ KONTOR_DATADIR: '/srv' }, ['KONTOR_DATADIR is no setting: KONTOR_DATA_DIR?']],
  [{ KONTOR_COLOUR: 'blue' }, ['KONTOR_COLOUR is no setting. kontor help settings shows them.']],
  [{ KONTOR_PROT: '' }, []],
  // What programs of ours read besides the settings.
  [{ KONTOR_SERVER: 'https://data.example.eu', KONTOR_KEY: 'k', KONTOR_URL: 'u' }, []],
  [{ KONTOR_CACHE_DIR: '/opt', KONTOR_TEST_PROGRAM: 'x', KONTOR_BENCH_KEEP: 'x' }, []],
  // What Kubernetes sets for services by the names kontor and kontor-web.
  [
    {
      KONTOR_SERVICE_HOST: '10.0.0.1',
      KONTOR_SERVICE_PORT_HTTP: '4200',
      KONTOR_PORT_4200_TCP: 'tcp://10.0.0.1:4200',
      KONTOR_PORT_4200_TCP_ADDR: '10.0.0.1',
      KONTOR_WEB_PORT: 'tcp://10.0.0.2:80',
      KONTOR_WEB_SERVICE_HOST: '10.0.0.2',
    },
    [],
  ],
  [
    { KONTOR_LLM_URL: 'https://llm.example.eu/v1' },
    ['KONTOR_LLM_URL does nothing without KONTOR_LLM_MODEL.'],
  ],
  [{ KONTOR_LLM_MODEL: 'small' }, ['KONTOR_LLM_MODEL does nothing without KONTOR_LLM_URL.']],
  [
    { KONTOR_ADMIN_EMAIL: 'ops@example.eu' },
    ['KONTOR_ADMIN_EMAIL does nothing without KONTOR_ADMIN_PASSWORD (or _FILE).'],
  ],
  [
    { KONTOR_ADMIN_PASSWORD: 'correct horse battery' },
    ['KONTOR_ADMIN_PASSWORD does nothing without KONTOR_ADMIN_EMAIL.'],
  ],
  [{ KONTOR_ADMIN_PASSWORD: 'correct horse battery', KONTOR_ADMIN_EMAIL: 'ops@example.eu' }, []],
]
for (const [environment, notices] of strange) {
  test(`${Object.keys(environment).join(' and ')}: ${notices.length} things to tell`, () => {
    assert.equal(readConfig({ environment }).notices, notices)
  })
}

test('the account that providers are paid from is named whole', () => {
  const iban = { KONTOR_PAYOUT_IBAN: 'FR14 2004 1010 0505 0001 3M02 606' }
  const swiss = { KONTOR_PAYOUT_NAME: 'Kontor', KONTOR_PAYOUT_IBAN: 'CH93 0076 2011 6238 5295 7' }
  for (const environment of [iban, { KONTOR_PAYOUT_NAME: 'x' }, { KONTOR_PAYOUT_BIC: 'x' }]) {
    assert.match(refusal({ environment }), 'KONTOR_PAYOUT_NAME and KONTOR_PAYOUT_IBAN go together')
  }
  assert.match(refusal({ environment: swiss }), 'KONTOR_PAYOUT_BIC')
  assert.match(refusal({ environment: { ...swiss, KONTOR_PAYOUT_BIC: 'x' } }), 'KONTOR_PAYOUT_BIC')
  const whole = { ...iban, KONTOR_PAYOUT_NAME: 'Kontor GmbH' }
  assert.is(readConfig({ environment: whole }).payoutName, 'Kontor GmbH')
})

test('an address in brackets is listened on without them', () => {
  assert.is(readConfig({ environment: { KONTOR_HOST: '[::1]' } }).host, '::1')
})

test('secrets are masked where the configuration is shown, and in refusals', () => {
  const config = readConfig({ environment: { KONTOR_ADMIN_PASSWORD: 'hunter2hunter2' } })
  assert.is(maskedConfig(config).adminPassword, '***')
  assert.not.ok(refusal({ environment: { KONTOR_MASTER_KEY: 'zz-secret' } }).includes('zz-secret'))
})

const unfit: [name: string, value: string][] = [
  ['KONTOR_BASE_URL', 'https://data.example.eu/?a=1'],
  ['KONTOR_BASE_URL', 'https://data.example.eu/#y'],
  ['KONTOR_METRICS_TOKEN', 'correct horse battery staple'],
]
for (const [name, value] of unfit) {
  test(`${name} cannot be ${value}`, () => {
    assert.match(refusal({ environment: { [name]: value } }), name)
  })
}

test('no secret is shown in whatever was made of it', () => {
  const beside = {
    KONTOR_ENGINE_PACKAGES: '/opt/engine',
    KONTOR_BASE_URL: 'https://data.example.eu',
    KONTOR_SMTP_FROM: 'kontor@example.eu',
  }
  const s3 = 's3://bucket/near?endpoint=https://s3.example.eu'
  for (const engine of [`lancedb+${s3}`, 'opensearch+https://search.example.eu:9200']) {
    const environment = { ...everySecret(), ...beside, KONTOR_ENGINE: engine }
    const shown = JSON.stringify(maskedConfig(readConfig({ environment })))
    for (const [name, value] of Object.entries(everySecret())) {
      assert.not.ok(shown.includes(value), `${name} with ${engine}`)
    }
  }
})

/** A value for each secret setting that its rule takes. */
function everySecret(): Record<string, string> {
  const fitting: Record<string, string> = {
    KONTOR_MASTER_KEY: 'a1'.repeat(32),
    KONTOR_PREVIOUS_MASTER_KEY: 'b2'.repeat(32),
    KONTOR_ENGINE_LOGIN: 'kontor:secret-of-engine',
    KONTOR_SMTP_URL: 'smtp://kontor:secret-of-mail@mail.example.eu',
    KONTOR_SOLANA_RPC_URL: 'https://rpc.example.eu/?key=secret-of-solana',
  }
  const secrets = describeSettings().filter(({ secret }) => secret)
  return Object.fromEntries(
    secrets.map(({ environment }) => [
      environment,
      fitting[environment] ?? `secret-of-${environment.toLowerCase().replaceAll('_', '-')}`,
    ]),
  )
}

test.run()
