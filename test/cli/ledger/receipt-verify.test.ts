// A third party has a file and a key, and nothing else.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { receiptVerify } from '../../../src/cli/ledger/receipt-verify.ts'
import { openTestSettled } from '../../support/open-test-settled.ts'

type Files = { receipt: string; key: string }

/** The receipt of a download and the key as the server gave them, in a folder of their own. */
async function openFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-receipt-'))
  const files = { receipt: '', key: '' }
  let event = ''
  {
    await using shop = await openTestSettled()
    event = shop.events[0] ?? ''
    const answer = await shop.call('GET', `/v1/receipts/${event}`, { as: shop.buyer.token })
    Object.assign(files, { receipt: answer.bytes.toString() })
    files.key = (await shop.call('GET', '/v1/ledger/key')).bytes.toString()
  }
  const put = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  return {
    files,
    event,
    async verify(change: Partial<Files> = {}, values: Record<string, string | boolean> = {}) {
      const { receipt, key } = { ...files, ...change }
      const given = { file: put('receipt.json', receipt), key: put('key', key), ...values }
      const lines: string[] = []
      const io = { out: (line: string) => void lines.push(line) }
      const never = () => {
        throw new Error('no configuration is looked at')
      }
      const code = await receiptVerify.run(never, given, io as never).catch((e: Error) => e.message)
      return { code, lines }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

test('the answer of the server and its key are enough', async () => {
  using files = await openFiles()
  const { code, lines } = await files.verify()
  assert.is(code, 0)
  assert.is(lines[0], `The receipt ${files.event} is genuine.`)
  assert.match(
    lines[2] ?? '',
    /^ {2}2026-03-02T10:00:00\.000Z download of obj_\w+: 0\.25 EUR by tnt_/,
  )
  assert.match(lines[3] ?? '', /provider_share: 0\.15 EUR from tnt_\w+ to tnt_/)
  assert.match(lines[4] ?? '', /platform_share: 0\.10 EUR from tnt_\w+ to platform/)
})

test('the key may be a PEM file', async () => {
  using files = await openFiles()
  const key = JSON.parse(files.files.key).data.public_key
  assert.is((await files.verify({ key })).code, 0)
})

test('the receipt may come without its envelope', async () => {
  using files = await openFiles()
  const receipt = JSON.stringify(JSON.parse(files.files.receipt).data)
  const { code, lines } = await files.verify({ receipt }, { json: true })
  assert.is(code, 0)
  assert.equal(JSON.parse(lines[0] ?? ''), { ok: true, id: files.event, problems: [] })
})

const forgeries: [what: string, from: RegExp, to: string][] = [
  ['price', /"chargeCents":25/, '"chargeCents":24'],
  ['buyer', /"buyerTenantId":"tnt_./, '"buyerTenantId":"tnt_x'],
  ['moment', /"createdAt":1/, '"createdAt":2'],
  ['amount of a part', /"amountMinor":15/, '"amountMinor":14'],
  ['size of the ledger', /"transfers":\{"size":/, `"transfers":{"size":1`],
  ['time of signing', /"signed_at":"2026/, '"signed_at":"2027'],
]

for (const [what, from, to] of forgeries) {
  test(`another ${what} shows`, async () => {
    using files = await openFiles()
    const receipt = files.files.receipt.replace(from, to)
    assert.is.not(receipt, files.files.receipt)
    const { code, lines } = await files.verify({ receipt })
    assert.is(code, 1)
    assert.is(lines[0], 'The receipt is NOT genuine:')
  })
}

test("another operator's key proves nothing", async () => {
  using files = await openFiles()
  const { publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const { code, lines } = await files.verify({ key })
  assert.equal([code, lines[1]], [1, '  the head was not signed with this key, or was changed'])
})

const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const useless: [name: string, change: Partial<Files>, message: RegExp][] = [
  ['no receipt', { receipt: '{"a":1}' }, /holds no receipt: kind/],
  ['no JSON', { receipt: 'x' }, /cannot be read/],
  ['an empty key', { key: '' }, /no Ed25519 public key, neither as PEM nor as GET/],
  ['an answer without a key', { key: '{}' }, /no Ed25519 public key/],
  [
    'a key of another kind',
    { key: rsa.export({ type: 'spki', format: 'pem' }).toString() },
    /no Ed25519 public key/,
  ],
]

for (const [name, change, message] of useless) {
  test(`said plainly: ${name}`, async () => {
    using files = await openFiles()
    assert.match(String((await files.verify(change)).code), message)
  })
}

test('the key that a receipt names is not taken for the key', async () => {
  using files = await openFiles()
  const { code } = await files.verify({ key: files.files.receipt })
  assert.match(String(code), /no Ed25519 public key/)
})

test('said plainly: a key file that is not there', async () => {
  using files = await openFiles()
  assert.match(String((await files.verify({}, { key: '/nothing.pem' })).code), /cannot be read/)
})

test.run()
