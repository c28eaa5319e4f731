// `kontor chain verify` and `kontor balance credit` on a folder that nobody serves.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runCli } from '../../../src/cli/run.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await runCli(args, {
    out: print,
    err: print,
    input: () => process.stdin,
    terminal: false,
    environment: {},
    stopped: new Promise(() => undefined),
  })
  return { code, output: lines.join('\n') }
}

/** A folder with one deposit on its chain, and its receipt in a file. */
async function openFolder() {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const file = join(folder.path, 'receipt.json')
  await using app = await openTestApp({ dir })
  const { token, email } = await app.signUp('Anna')
  await app.call('POST', '/balance/deposit', { as: token, body: { amount: 1 } })
  const { body } = await app.call('GET', '/balance/transactions', { as: token })
  const hash = body.items[0].transaction_hash
  const path = `/balance/transactions/${hash}/receipt`
  const receipt = (await app.call('GET', path, { as: token })).body
  writeFileSync(file, JSON.stringify(receipt))
  return Object.assign(folder, { dir, file, receipt, email })
}

test('a chain in order is said to be, with the receipt that is on it', async () => {
  using folder = await openFolder()
  const { code, output } = await run(
    ...['chain', 'verify', '--receipt', folder.file, '--data-dir', folder.dir],
  )
  assert.is(code, 0)
  assert.match(output, /in order: 1 blocks with 1 records/)
  assert.match(output, /The receipt is genuine: deposit local-/)
})

test('a receipt that was altered, or whose block is not there, fails', async () => {
  using folder = await openFolder()
  const altered = structuredClone(folder.receipt)
  altered.record.lamports = '5000000000'
  writeFileSync(folder.file, JSON.stringify(altered))
  const verify = ['chain', 'verify', '--receipt', folder.file, '--json', '--data-dir', folder.dir]
  const { code, output } = await run(...verify)
  assert.is(code, 1)
  assert.ok(JSON.parse(output).problems.length > 0)
})

test('a file that holds no receipt is a mistake of the command line', async () => {
  using folder = await openFolder()
  writeFileSync(folder.file, '{}')
  const { code, output } = await run(
    ...['chain', 'verify', '--receipt', folder.file, '--data-dir', folder.dir],
  )
  assert.is(code, 2)
  assert.match(output, /holds no chain receipt/)
})

test('the operator credits a person, exactly and with a reason', async () => {
  using folder = await openFolder()
  const credit = (sol: string, email = folder.email) =>
    run(
      ...['balance', 'credit', '--email', email, '--sol', sol, '--reason', 'cash'],
      ...['--data-dir', folder.dir],
    )
  const { code, output } = await credit('2.123456789')
  assert.equal([code, output], [0, `${folder.email} has 3.123456789 SOL.`])
  assert.is((await credit('1.0000000001')).code, 2)
  assert.is((await credit('0.05')).code, 1)
  assert.is((await credit('1', 'nobody@example.eu')).code, 1)
})

test.run()
