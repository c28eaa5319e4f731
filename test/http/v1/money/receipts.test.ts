import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runCli } from '../../../../src/cli/run.ts'
import { checkReceipt, publicKeyFromPem } from '../../../../src/domain/ledger/index.ts'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'
import { shared } from '../../../support/shared.ts'
import { assertV1Refused, unauthorized, type V1Refusal } from '../../../support/v1-refused.ts'

async function openSold() {
  const shop = await openTestShop()
  await shop.call('GET', await shop.link(await shop.offer()))
  const sql = "SELECT event_id FROM meter_event WHERE kind = 'download'"
  const event = shop.store.raw.prepare(sql).pluck().get() as string
  const get = (id: string, as: string | undefined = shop.buyer.token) =>
    shop.call('GET', `/v1/receipts/${encodeURIComponent(id)}`, { as })
  return Object.assign(shop, { event, get })
}

test('a receipt over HTTP is checked with the published key', async () => {
  await using shop = await openSold()
  const { status, body } = await shop.get(shop.event)
  assert.is(status, 200)
  const key = (await shop.call('GET', '/v1/ledger/key')).body.data
  assert.is(key.algorithm, 'Ed25519')
  assert.is(body.data.head.key_id, key.key_id)
  assert.equal(checkReceipt(body.data, publicKeyFromPem(key.public_key)), [])
})

test('the id of an access names the receipt of its download', async () => {
  await using shop = await openSold()
  const { body } = await shop.call('GET', '/v1/agent/activity/accesses', { as: shop.buyer.token })
  const [access] = body.data.accesses
  assert.is(access.receipt_id, shop.event)
  const named = await shop.get(access.access_id)
  assert.equal([named.status, named.body.data.id], [200, shop.event])
  assert.is((await shop.get(`dlv_${'0'.repeat(26)}`)).status, 404)
  assert.is((await shop.get(access.access_id, shop.operator.token)).status, 200)
  for (const id of [access.access_id, `${shop.event}:provider`]) {
    assert.is((await shop.get(id, shop.provider.token)).status, 404, id)
  }
})

test('anybody may keep the signed head', async () => {
  await using shop = await openSold()
  await shop.rooms.ledger.keepHead()
  const { status, body } = await shop.call('GET', '/v1/ledger/head')
  assert.is(status, 200)
  const { kind, transfers, events } = body.data
  // The welcome credits of three tenants; two parts of one charge.
  assert.equal([kind, transfers.size, events.size], ['kontor head 1', 5, 1])
})

test('the command line checks a receipt without server and folder', async () => {
  await using shop = await openSold()
  const folder = mkdtempSync(join(tmpdir(), 'kontor-receipt-'))
  const [file, other, key] = ['a.json', 'b.json', 'key.pem'].map((name) => join(folder, name))
  const { body } = await shop.get(shop.event)
  writeFileSync(file as string, JSON.stringify(body))
  const changed = JSON.stringify(body.data).replace('"chargeCents":25', '"chargeCents":24')
  writeFileSync(other as string, changed)
  writeFileSync(key as string, body.data.public_key)
  const good = await run(['receipt', 'verify', file as string, '--key', key as string])
  assert.is(good.code, 0)
  assert.match(good.lines[2] ?? '', /^ {2}2026-03-02T10:00:00\.000Z download of obj_\w+: 0\.25 EUR/)
  assert.equal(good.lines.slice(3), [
    `  provider_share: 0.15 EUR from ${shop.buyer.tenantId} to ${shop.provider.tenantId}`,
    `  platform_share: 0.10 EUR from ${shop.buyer.tenantId} to platform`,
  ])
  const bad = await run(['receipt', 'verify', '--file', other as string, '--key', key as string])
  assert.equal(bad, {
    code: 1,
    lines: ['The receipt is NOT genuine:', '  event 1 is not in this head'],
  })
  for (const args of [[key, '--key', key], [file, '--key', file], [file], ['--key', key], []]) {
    assert.is((await run(['receipt', 'verify', ...(args as string[])])).code, 2, args.join())
  }
  rmSync(folder, { recursive: true })
})

async function run(args: readonly string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const io = { out: print, err: print, terminal: false, environment: {} }
  const rest = { input: () => process.stdin, stopped: new Promise<string>(() => undefined) }
  return { code: await runCli(args, { ...io, ...rest }), lines }
}

type Row = V1Refusal & {
  name: string
  id?: string
  as?: (shop: TestShop) => string | undefined
  status: number
}

const notFound = { status: 404, code: 'not_found', message: 'No such receipt.', details: {} }
const rows: Row[] = [
  { name: 'an unknown deed', id: 'dl:x', ...notFound },
  { name: 'the provider', as: ({ provider }) => provider.token, ...notFound },
  { name: 'nobody', as: () => undefined, ...unauthorized },
  {
    name: 'a key without the scope',
    as: ({ key }) => key,
    status: 403,
    code: 'forbidden',
    message: 'This needs the scope billing:read.',
    details: { reason: 'missing_scope' },
  },
]

const refusing = shared(openSold)

for (const { name, id, as, ...error } of rows) {
  refusing.fact(`${name}: ${error.status}`, async (shop) => {
    const path = `/v1/receipts/${encodeURIComponent(id ?? shop.event)}`
    const answer = await shop.call('GET', path, { as: as ? as(shop) : shop.buyer.token })
    assertV1Refused(shop as never, answer, error)
  })
}

test.run()
