// What settings name and a server needs is looked at before anything is made, and refused by name.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { command } from '../../support/run-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const { path: folder } = temporaryFolder()
const fileOf = (name: string) => join(folder, name)

function certify(name: string) {
  const [cert, key] = [fileOf(`${name}.pem`), fileOf(`${name}.key`)]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const args = ['req', ...kind, '-days', '2', '-subj', `/CN=${name}`, '-keyout', key, '-out', cert]
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { KONTOR_TLS_CERT_FILE: cert, KONTOR_TLS_KEY_FILE: key }
}

const own = certify('own')
const other = certify('other')
const garbage = fileOf('garbage.pem')
writeFileSync(garbage, 'neither\n')
const gone = fileOf('gone')
const isGone = `${gone} cannot be read (ENOENT).`
const { KONTOR_TLS_CERT_FILE: cert, KONTOR_TLS_KEY_FILE: key } = own
const otherKey = other.KONTOR_TLS_KEY_FILE
const ownPapers = {
  ...own,
  KONTOR_SEARCH_NODE_CA_FILE: cert,
  KONTOR_SEARCH_NODE_CERT_FILE: cert,
  KONTOR_SEARCH_NODE_KEY_FILE: key,
}
const mail = { KONTOR_SMTP_URL: 'smtps://mail.example.eu', KONTOR_SMTP_FROM: 'k@example.eu' }
const solana = { KONTOR_CHAIN: 'solana', KONTOR_SOLANA_RPC_URL: 'http://127.0.0.1:9' }

const unusable: [setting: string, beside: Record<string, string>, value: string, says: string][] = [
  ['KONTOR_TLS_CERT_FILE', own, gone, ` ${isGone}`],
  ['KONTOR_TLS_CERT_FILE', own, folder, ` ${folder} cannot be read (EISDIR).`],
  ['KONTOR_TLS_CERT_FILE', own, garbage, ` ${garbage} holds no PEM certificate.`],
  ['KONTOR_TLS_KEY_FILE', own, gone, ` ${isGone}`],
  [
    'KONTOR_TLS_KEY_FILE',
    own,
    garbage,
    ` ${garbage} holds no private key that is PEM and without a passphrase.`,
  ],
  [
    'KONTOR_TLS_KEY_FILE',
    own,
    otherKey,
    ` ${otherKey} is not the key of the certificate in ${cert}.`,
  ],
  ['KONTOR_SEARCH_NODE_CA_FILE', ownPapers, gone, ` ${isGone}`],
  ['KONTOR_SEARCH_NODE_CA_FILE', ownPapers, garbage, ` ${garbage} holds no PEM certificate.`],
  ['KONTOR_SEARCH_NODE_CERT_FILE', ownPapers, gone, ` ${isGone}`],
  ['KONTOR_SEARCH_NODE_KEY_FILE', ownPapers, gone, ` ${isGone}`],
  ['KONTOR_SMTP_CA_FILE', mail, gone, ` ${isGone}`],
  ['KONTOR_SOLANA_KEY_FILE', solana, gone, `: ${gone} cannot be read.`],
  ['KONTOR_SOLANA_KEY', solana, 'geheim', ': The Solana key must be 64 numbers'],
  ['KONTOR_ASR_MODEL', {}, gone, `: ${gone} is not a folder.`],
  ['KONTOR_CAPTION_MODEL', {}, gone, `: ${gone} is not a folder.`],
]
for (const [setting, beside, value, says] of unusable) {
  test(`${setting} ${value.replace(folder, '')} is refused before anything is made`, async () => {
    const dir = fileOf('data')
    const settings = { ...quiet, ...beside, [setting]: value }
    const { code, output } = await command(['serve', '--port', '0', '--data-dir', dir], settings)
    assert.ok(output.startsWith(`kontor: ${setting}${says}`), output)
    assert.not.match(output, /\n +at |geheim/)
    assert.equal([code, existsSync(dir)], [2, false])
  })
}

const quiet = { KONTOR_LOG_LEVEL: 'silent', KONTOR_EMBEDDING_MODEL: 'none' }

test('a search node and a standby look at their files before they begin, too', async () => {
  const settings = { ...quiet, ...own, KONTOR_TLS_CERT_FILE: gone }
  const node = ['search-node', '--cell', 'http://127.0.0.1:9', '--token', 'x'.repeat(16)]
  const keys = { KONTOR_S3_ACCESS_KEY: 'x', KONTOR_S3_SECRET_KEY: 'x' }
  const lease = {
    ...keys,
    KONTOR_LEASE: 's3://bucket/lease?endpoint=http://127.0.0.1:9&path_style=true',
  }
  for (const words of [node, ['standby', '--folder-is-shared']]) {
    const args = [...words, '--data-dir', fileOf('data')]
    const { code, output } = await command(args, { ...settings, ...lease })
    assert.equal([code, output], [2, `kontor: KONTOR_TLS_CERT_FILE ${isGone}`])
  }
})

const email = { KONTOR_ADMIN_EMAIL: 'ops@example.eu' }
const administrators: [name: string, Record<string, string>][] = [
  ['KONTOR_ADMIN_EMAIL', { KONTOR_ADMIN_EMAIL: 'x', KONTOR_ADMIN_PASSWORD: 'long enough to be' }],
  ['KONTOR_ADMIN_PASSWORD', { ...email, KONTOR_ADMIN_PASSWORD: 'short' }],
  ['KONTOR_ADMIN_PASSWORD_FILE', { ...email, KONTOR_ADMIN_PASSWORD_FILE: fileOf('empty') }],
]
writeFileSync(fileOf('empty'), '\n')
for (const [name, settings] of administrators) {
  test(`an administrator that cannot be is refused as ${name}`, async () => {
    using place = temporaryFolder()
    const args = ['init', '--data-dir', join(place.path, 'data')]
    const { code, output } = await command(args, { ...quiet, ...settings })
    assert.ok(output.startsWith(`kontor: ${name}: `), output)
    assert.equal([code, output.includes('short')], [2, false])
  })
}

test('a host of no address is refused with what to choose', async () => {
  using place = temporaryFolder()
  const args = ['serve', '--port', '0', '--host', 'no..such', '--insecure-http']
  const { code, output } = await command([...args, '--data-dir', place.path], quiet)
  assert.is(
    output,
    'kontor: Cannot listen on no..such port 0: this name leads to no address. Choose another ' +
      'with --host.',
  )
  assert.is(code, 1)
})

test('variables that are no settings are told where settings count', async () => {
  using place = temporaryFolder()
  const settings = { ...quiet, KONTOR_WELCOM_CREDITS: '5' }
  const told = 'kontor: KONTOR_WELCOM_CREDITS is no setting: KONTOR_WELCOME_CREDITS?'
  const said = async (...words: string[]) => {
    const { output } = await command([...words, '--data-dir', place.path], settings)
    return output.split('\n').filter((line) => line.includes('WELCOM_CREDITS'))
  }
  for (const word of ['init', 'config', 'doctor']) assert.equal(await said(word), [told], word)
  assert.equal(await said('user', 'list'), [])
})

test.run()
