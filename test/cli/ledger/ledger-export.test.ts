import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { UsageError } from '../../../src/cli/command.ts'
import { ledgerExport } from '../../../src/cli/ledger/ledger-export.ts'
import { ledgerKey } from '../../../src/cli/ledger/ledger-key.ts'
import { ledgerVerify } from '../../../src/cli/ledger/ledger-verify.ts'
import { openTestSettled } from '../../support/open-test-settled.ts'

test('a month of transfers is written to a new file', async () => {
  await using shop = await openTestSettled()
  const folder = mkdtempSync(join(tmpdir(), 'kontor-export-'))
  const out = join(folder, 'ledger.jsonl')
  await ledgerExport.act(shop, { period: '2026-03', format: 'jsonl', out })
  const records = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  // Three welcomes and two charges in two parts each; the settlement came in April.
  assert.equal(
    records.map(({ code }) => code),
    [
      'welcome',
      'welcome',
      'welcome',
      ...Array(2).fill(['provider_share', 'platform_share']).flat(),
    ],
  )
  rmSync(folder, { recursive: true })
})

test('a file that is there is left as it is', async () => {
  await using shop = await openTestSettled()
  const folder = mkdtempSync(join(tmpdir(), 'kontor-export-'))
  const out = join(folder, 'ledger.csv')
  writeFileSync(out, 'mine')
  const error = await ledgerExport.act(shop, { period: '2026-03', out }).catch((thrown) => thrown)
  assert.instance(error, UsageError)
  assert.is(readFileSync(out, 'utf8'), 'mine')
  rmSync(folder, { recursive: true })
})

test('of a month that does not fit on the disk nothing stays', async () => {
  await using shop = await openTestSettled()
  const folder = mkdtempSync(join(tmpdir(), 'kontor-export-'))
  const out = join(folder, 'ledger.csv')
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
  limit('100')
  const error = await ledgerExport
    .act(shop, { period: '2026-03', out })
    .catch((thrown) => thrown)
    .finally(() => limit('unlimited'))
  assert.instance(error, UsageError)
  assert.match(error.message, 'cannot be written: EFBIG')
  assert.not(existsSync(out))
  rmSync(folder, { recursive: true })
})

for (const values of [{}, { period: '2026-13' }, { period: '2026-03', out: 'x', format: 'xls' }]) {
  test(`${JSON.stringify(values)} is refused`, async () => {
    await using shop = await openTestSettled()
    const error = await ledgerExport.act(shop, values).catch((thrown) => thrown)
    assert.instance(error, UsageError)
  })
}

test('the public key is printed as PEM', async () => {
  await using shop = await openTestSettled()
  const { lines } = await ledgerKey.act(shop, {})
  assert.match(
    lines[0] ?? '',
    /^-----BEGIN PUBLIC KEY-----\n[\w+/=]{60}\n-----END PUBLIC KEY-----$/,
  )
})

test('verification since a head counts what came after it', async () => {
  await using shop = await openTestSettled()
  const { data } = await ledgerVerify.act(shop, {})
  const { head } = data as { head: string }
  const { lines, failed } = await ledgerVerify.act(shop, { since: head })
  assert.is(failed, false)
  assert.is(lines[0], 'The ledger is in order: 0 transfers and 0 metered events checked.')
  const other = await ledgerVerify.act(shop, { since: '00'.repeat(32) })
  assert.is(other.failed, true)
})

test.run()
