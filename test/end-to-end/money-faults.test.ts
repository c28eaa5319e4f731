// What happens to money when several processes want it at once, and when one dies over it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId } from '../../src/base/ids.ts'
import { cents } from '../../src/base/money.ts'
import { openLedger, verifyLedger } from '../../src/domain/ledger/index.ts'
import { openStore } from '../../src/store/open.ts'
import { fakeClock, startMs } from '../support/fake-clock.ts'
import { downloadOf } from '../support/open-test-ledger.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { adminPrincipal } from '../support/test-principal.ts'
import { testSecrets } from '../support/test-secrets.ts'

const processes = 4
const chargesEach = 40
const covered = 100
const providers = 200
const aprilMs = Date.UTC(2026, 3, 2)

function openBooks(dir: string) {
  const clock = fakeClock()
  const store = openStore({ dir, clock })
  const ledger = openLedger({
    store,
    clock,
    secrets: testSecrets,
    planOf: () => 'unlimited' as const,
    settings: { welcomeCredits: cents(0) },
  })
  const grant = (credits: number) =>
    ledger.grantCredits(
      { principal: adminPrincipal(), requestId: newId('req', startMs), write: store.write },
      { tenantId: 'tnt_b', credits, reason: 'test' },
    )
  return { store, ledger, grant }
}

function run(script: string, args: readonly string[]): ChildProcess {
  const file = join(import.meta.dirname, '../support', script)
  const program = [...process.execArgv, file, ...args]
  return spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
}

test('four processes that race for one balance spend exactly what is on it', async () => {
  using folder = temporaryFolder()
  const { store, grant } = openBooks(folder.path)
  await grant(covered * 25)
  const racing = Array.from({ length: processes }, (_, i) =>
    run('charge-alone.ts', [store.file, String(i), String(chargesEach)]),
  )
  const said = await Promise.all(racing.map(({ stdout }) => text(stdout as never)))
  const counts = said.map((line) => JSON.parse(line) as { charged: number; refused: number })
  const sum = (name: 'charged' | 'refused') => counts.reduce((all, one) => all + one[name], 0)
  assert.equal([sum('charged'), sum('refused')], [covered, processes * chargesEach - covered])
  const { problems } = verifyLedger(store.db)
  assert.equal(problems, [])
  const balance = store.raw.prepare("SELECT posted FROM account WHERE kind = 'balance'").pluck()
  assert.is(balance.get(), 0)
  store.close()
})

async function sellInMarch(dir: string): Promise<void> {
  const { store, ledger, grant } = openBooks(dir)
  await grant(1_000_000)
  await store.write((tx) => {
    for (let n = 0; n < providers; n++) {
      const parties = { buyer: 'tnt_b', provider: `tnt_p${n}`, priceCents: 10 } as const
      ledger.chargeDownload(tx, downloadOf(parties, { n: n + 1, nowMs: startMs }))
    }
  })
  store.close()
}

test('a settlement that is killed again and again makes every statement once', async () => {
  for (;;) {
    using folder = temporaryFolder()
    await sellInMarch(folder.path)
    // One that was through before it was killed for the first time shows nothing.
    if ((await settleUnderKills(folder.path)) === 0) continue
    assertSettledOnce(folder.path)
    break
  }
})

/** How often it was killed before it came to its end. */
async function settleUnderKills(dir: string): Promise<number> {
  const args = [dir, '2026-03', String(aprilMs)]
  let kills = 0
  for (let waitMs = 0; ; waitMs = 3 * waitMs + 15) {
    const child = run('settle-alone.ts', args)
    const ended = once(child, 'exit') as Promise<[number | null]>
    await Promise.race([once(child.stdout as never, 'data'), ended])
    await Promise.race([delay(waitMs), ended])
    child.kill('SIGKILL')
    const [code] = await ended
    if (code === 0) return kills
    kills += 1
  }
}

function assertSettledOnce(dir: string): void {
  const { store } = openBooks(dir)
  const count = (sql: string) => store.raw.prepare(`SELECT count(*) FROM ${sql}`).pluck().get()
  assert.is(count('payout_statement'), providers)
  assert.is(count("transfer WHERE code = 'settlement'"), providers)
  assert.is(count("account WHERE kind = 'earned' AND posted <> 0"), 0)
  assert.equal(verifyLedger(store.db).problems, [])
  store.close()
}

test.run()
