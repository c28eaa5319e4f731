// What operators are woken for, at /metrics.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPage } from '../support/browser-page.ts'
import { prose } from '../support/inspections.ts'
import { approve, indexed, openMarket, publish, stage } from '../support/market.ts'
import { form, letIn, register } from '../support/oauth-program.ts'
import { openTestApp, type TestAppOptions } from '../support/open-test-app.ts'
import { command } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const token = 'a-token-of-enough-length'
const headers = { authorization: `Bearer ${token}` }

async function openWatched(options: Pick<TestAppOptions, 'dir' | 'parts'> = {}) {
  const app = await openTestApp({ config: { metricsToken: token }, ...options })
  const shown = async (): Promise<Record<string, number>> => {
    const { body } = await app.call('GET', '/metrics', { headers })
    const lines = [...String(body).matchAll(/^kontor_(\w+) (\S+)$/gm)]
    return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]))
  }
  return Object.assign(app, {
    /** What is shown once everything in `expected` is, however long it takes. */
    shows: (expected: Record<string, number | undefined>) =>
      until(JSON.stringify(expected), async () => {
        // Figures are at most so old.
        app.clock.advance({ seconds: 20 })
        const found = await shown()
        const isSo = Object.entries(expected).every(([name, value]) => found[name] === value)
        return isSo ? found : undefined
      }),
  })
}

test('files, reviews and jobs that need somebody are counted', async () => {
  await using app = await openWatched()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  await app.shows({ files_failed: 0, reviews_waiting: 0, jobs_due: 0, jobs_open: 0 })
  await publish(market, { bytes: prose(20) })
  const staged = await stage(market, { bytes: prose(21) })
  await app.shows({ files_failed: 0, reviews_waiting: 1, reviews_ending_soon: 0 })
  app.clock.advance({ hours: 47 })
  await app.shows({ reviews_waiting: 1, reviews_ending_soon: 1 })
  const broken = {
    filename: 'broken.pdf',
    contentType: 'application/pdf',
    bytes: Buffer.from('%PDF-1.7 no'),
  }
  const lost = await stage(market, broken)
  await approve(market, lost)
  await approve(market, staged)
  await indexed(market, staged)
  await app.shows({ files_failed: 1, files_waiting: 0, reviews_waiting: 0 })
  await app.shows({ letters_unsent: 0, webhooks_disabled: 0 })
  app.store.raw.exec(`CREATE TEMP TABLE one AS SELECT * FROM job WHERE state = 'done' LIMIT 1;
    UPDATE one SET kind = 'send-mail', state = 'queued', finished_at = NULL, failures = 3,
      run_after_at = run_after_at + 1e12, job_id = 'job_a';
    INSERT INTO job SELECT * FROM one;
    UPDATE one SET failures = 2, job_id = 'job_b';
    INSERT INTO job SELECT * FROM one;
    INSERT INTO webhook VALUES ('whk_a', 'tnt_a', 'x', '[]', '', 'disabled', 'gone', 'x', 1, 1,
      x'00', NULL, NULL)`)
  await app.shows({ letters_unsent: 1, webhooks_disabled: 1 })
})

test('programs that register or were let in are counted beside their limit', async () => {
  await using app = await openWatched()
  const { email } = await app.signUp('Ada')
  await app.shows({ oauth_programs: 0, oauth_programs_max: 10_000, oauth_connections: 0 })
  await register(app)
  const page = openPage(app)
  await page.logIn(email)
  const { clientId, tokens } = await letIn(app, page)
  await app.shows({ oauth_programs: 2, oauth_connections: 1 })
  await form(app, '/oauth/revoke', { token: tokens.refresh_token, client_id: clientId })
  await app.shows({ oauth_programs: 2, oauth_connections: 0 })
})

test('the last backup and its verification are known, whoever made it', async () => {
  using folder = temporaryFolder()
  const [dir, to] = [join(folder.path, 'data'), join(folder.path, 'backups')]
  {
    await using app = await openWatched({ dir })
    await app.shows({
      files_failed: 0,
      backup_last_success_timestamp_seconds: undefined,
      ledger_last_verified_timestamp_seconds: undefined,
    })
    const madeS = app.clock.nowMs() / 1_000
    await app.backups.make({ folder: to, recipient: null, keep: null, copyModel: false })
    await app.shows({
      backup_last_success_timestamp_seconds: madeS,
      backup_last_verified_timestamp_seconds: undefined,
    })
    await app.verifyLedger()
    await app.shows({ ledger_in_order: 1 })
    writeFileSync(join(dir, 'ledger.anchor'), 'of somebody else\n')
    await app.verifyLedger()
    await app.shows({ ledger_in_order: 0 })
  }
  // By the command line, beside no server.
  const fromS = Math.floor(Date.now() / 1_000)
  assert.is((await command(['backup', to, '--data-dir', dir])).code, 0)
  assert.is((await command(['backup', 'verify', to, '--data-dir', dir])).code, 0)
  await using app = await openWatched({ dir })
  const found = await app.shows({ files_failed: 0 })
  assert.ok((found.backup_last_success_timestamp_seconds ?? 0) >= fromS)
  const verifiedS = found.backup_last_verified_timestamp_seconds ?? 0
  assert.ok(verifiedS >= fromS)
  // The next one was not read again, and none is no news of those before.
  app.clock.advance({ hours: 1 })
  await app.backups.make({ folder: to, recipient: null, keep: null, copyModel: false })
  await app.shows({ backup_last_verified_timestamp_seconds: verifiedS })
  assert.ok((found.data_disk_free_bytes ?? 0) > 0)
})

test('months that are over and not settled are counted until they are', async () => {
  await using app = await openWatched({ parts: { jobs: false } })
  await app.shows({ months_unsettled: 1 })
  await app.rooms.ledger.settleDue()
  await app.shows({ months_unsettled: 0 })
})

test.run()
