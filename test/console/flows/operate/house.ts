// Whoever runs the platform looks after tenants, people, money and backups: steps of
// every-command.ts. Each deed is really done, after it was said what it means.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../../support/console/axe.ts'
import { carriedOut } from '../../../support/console/commands.ts'
import type { Person } from '../../../support/console/person.ts'
import { isWellDrawn } from '../../../support/console/well-drawn.ts'
import { type Party, signUp, type TestApp } from '../../../support/open-test-app.ts'

export type Named = { id: string; name: string }
export type About = { app: Pick<TestApp, 'call' | 'store'>; spare: Party }

async function fill({ page }: Person, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await page.locator(`dialog[open] [name="${name}"]`).fill(value)
  }
}

/** What the open question is answered with. */
async function send(operator: Person, values: Readonly<Record<string, string>> = {}) {
  await fill(operator, values)
  await operator.click('dialog[open] button[type=submit]')
}

export async function looksAfterTenant(operator: Person, { id, name }: Named): Promise<void> {
  const { sees, press } = operator
  await operator.goes('/tenants')
  await sees(name)
  carriedOut('tenant list')
  await isWellDrawn(operator)
  await operator.goes(`/tenants/${id}`)
  await press('Suspend')
  await sees('keys included')
  await send(operator, { reason: 'Unpaid.' })
  await sees('Suspended since')
  await press('Lift the suspension')
  await send(operator)
  await sees('The suspension is lifted')
  carriedOut('tenant suspend', 'tenant lift')
  await press('Give credits')
  await sees('It has')
  await fill(operator, { amount: '12.5' })
  await sees('Afterwards it has')
  await send(operator, { reason: 'A gift.' })
  await sees('€13.50')
  carriedOut('credits grant')
  await press('Change plan')
  await sees('a month')
  await send(operator, { plan: 'pro' })
  await sees('The plan is changed')
  await press('Make an archive')
  await send(operator)
  await sees('Fetch the archive')
  const archive = `fetch('/v1/admin/tenants/${id}/export').then(async (got) =>
    got.status + ' ' + (await got.arrayBuffer()).byteLength % 512)`
  assert.is(await operator.page.evaluate(archive), '200 0')
  carriedOut('tenant export')
  await isWellDrawn(operator)
}

/** Who has lost telephone and password is helped, and kept out while it is not clear who it is. */
export async function looksAfterPerson(operator: Person, { app, spare }: About): Promise<void> {
  const { sees, press, page } = operator
  await operator.goes('/people')
  await sees('Spare')
  carriedOut('user list')
  await isWellDrawn(operator)
  await operator.goes(`/people/${spare.userId}`)
  await sees('Log out everywhere')
  await press('End: node')
  await sees('The other sessions go on')
  await send(operator)
  await sees('The session is ended')
  await press('New password')
  await sees('good once and for a day')
  await send(operator)
  await sees('/console/reset?code=')
  const shown = await page.$eval('dialog[open] pre', ({ textContent }) => textContent ?? '')
  const code = new URL(shown).searchParams.get('code')
  await press('Close')
  await press('Remove second factors')
  await sees('Remove all second factors of Spare?')
  await send(operator)
  await sees('The second factors are removed')
  const body = { reset_code: code, new_password: 'another long pass phrase' }
  const reset = await app.call('POST', '/v1/auth/password-reset', { body })
  const way = { email: spare.email, password: body.new_password }
  const comesIn = () => app.call('POST', '/v1/auth/login', { body: way })
  assert.equal([reset.status, (await comesIn()).status], [200, 200])
  carriedOut('user reset-password', 'user reset-second-factor')
  await press('Lock')
  await sees('nobody is let in as this person')
  await send(operator, { reason: 'Taken over.' })
  await sees('Locked since')
  await sees('Not logged in anywhere.')
  assert.is((await comesIn()).status, 403)
  await isWellDrawn(operator)
  await press('Unlock')
  await send(operator)
  await sees('The person is let in again')
}

/** A house is made for somebody, who comes, and goes for good. */
export async function welcomes(operator: Person, { app }: Pick<About, 'app'>): Promise<void> {
  const { sees, press, page } = operator
  await operator.goes('/tenants')
  await press('New tenant')
  await send(operator, { name: 'Newcomers' })
  await sees('Give it to the owner')
  const code = await page.$eval('dialog[open] pre', ({ textContent }) => textContent ?? '')
  const { userId, email } = await signUp(app.call, 'Nora', { invitation_code: code })
  carriedOut('user add')
  await operator.goes(`/people/${userId}`)
  await sees('Newcomers')
  await press('Erase for good')
  await send(operator, { email })
  await sees('The person is erased')
  const left = app.store.raw.prepare('SELECT count(*) FROM user WHERE email = ?').pluck()
  assert.is(left.get(email), 0)
  carriedOut('erase')
}

/** The name is typed wrongly first, and then letter by letter. */
export async function erases(operator: Person, { id, name }: Named): Promise<void> {
  const { sees, press } = operator
  await operator.goes(`/tenants/${id}`)
  await press(`Erase: ${name}`)
  await sees('Left in the books')
  await operator.click('dialog[open] input[name=forfeit]')
  await send(operator, { name: name.toLowerCase() })
  await sees('letter by letter')
  await isWellDrawn(operator)
  await send(operator, { name })
  await sees('Done: Erase a tenant')
  const isGone = `!document.querySelector('#tenants ~ .rows')?.innerText.includes('${name}')`
  await operator.page.waitForFunction(isGone, { polling: 100 })
  carriedOut('tenant erase')
}

/** A month that is over, its statements, the books, and who signs them. */
export async function settles(operator: Person, { store }: Pick<TestApp, 'store'>): Promise<void> {
  const { sees, press, page } = operator
  const statements = () => store.raw.prepare('SELECT count(*) FROM payout_statement').pluck().get()
  await operator.goes('/money')
  await sees('Every account together is zero')
  await press('Preview: Preview a settlement')
  await send(operator, { period: '2026-03' })
  await sees('Done: Preview a settlement')
  assert.is(statements(), 0)
  await press('Settle: Settle a month')
  await send(operator, { period: '2026-03' })
  await sees('Done: Settle a month')
  assert.is(statements(), 1)
  await press('Check: Check a settlement')
  await send(operator, { period: '2026-03' })
  await sees('Done: Check a settlement')
  carriedOut('settle')
  await sees('Agrees with the books')
  await operator.click('[aria-labelledby=months] a[href*="/money/payouts?period=2026-03"]')
  await sees('March 2026')
  await press('Any month')
  await sees('March 2026: €0.30')
  await operator.goes('/money')
  await sees('Transfers as CSV')
  const ledger = `fetch(document.querySelector('main a[href*="/v1/exports/ledger"]').href)
    .then((got) => got.text())`
  assert.match(String(await page.evaluate(ledger)), /^[^\n]+,[^\n]+\n.*2026-03/)
  carriedOut('ledger export')
  await press('Verify now: Verify the ledger')
  await sees('Done: Verify the ledger')
  carriedOut('ledger verify')
  await isWellDrawn(operator)
  await press('Show the key…')
  await sees('-----BEGIN PUBLIC KEY-----')
  assert.equal(await axeFindings(page), [])
  await press('Close')
  carriedOut('ledger key')
}

/** Of another, who never said where to pay: as much as there is, for the same month. */
const oneLeftOut = `
  INSERT INTO payout_statement SELECT 'stmt_0left', 'tnt_other', period_start_at, period_end_at,
    gross_cents, seller_cents, held_cents, released_cents, currency, status, created_at
    FROM payout_statement;
  INSERT INTO payout_progress SELECT 'stmt_0left', period, 0, release_at, NULL, NULL, 0, NULL,
    NULL, 0 FROM payout_progress`

export async function paysOut(
  operator: Person,
  { store: { raw } }: Pick<TestApp, 'store'>,
): Promise<void> {
  const { sees, press } = operator
  await operator.goes('/money/payouts')
  await sees('March 2026')
  await press('Hold: March 2026: €0.30')
  await send(operator, { reason: 'One question first.' })
  await sees('One question first.')
  await press('Approve: March 2026: €0.30')
  await send(operator)
  await sees('To be paid')
  await press('Make a batch')
  await sees('Due now: 1 statements, €0.30.')
  raw.exec(oneLeftOut)
  await send(operator)
  await sees('left out because nobody said where to pay: 1')
  await sees('1 at the bank, 0 paid')
  await press('Has failed: March 2026: €0.30')
  await send(operator, { reason: 'The account is closed.' })
  await sees('1 came back')
  await press('Make a batch')
  await sees('Due now: 0 statements, €0.00.')
  await sees('Came back before: 1, €0.30.')
  await sees('Without an account: 1, €0.30.')
  await operator.click('dialog[open] [name=retry_failed]')
  await send(operator)
  await sees('2 batches for the bank')
  await press('The bank paid it: €0.30')
  await send(operator)
  await sees('0 at the bank, 1 paid')
  await isWellDrawn(operator)
}

export async function givesBack(
  operator: Person,
  { events }: { events: readonly string[] },
): Promise<void> {
  const { sees, press } = operator
  await operator.goes('/money/disputes')
  await press('Give a charge back')
  await send(operator, { event_id: events[0] ?? '' })
  await sees('The buyer gets back')
  await sees('€0.25')
  await send(operator, { reason: 'The file was damaged.' })
  await sees('1 charge given back')
  await press('Contest a charge')
  await send(operator, { event_id: events[1] ?? '' })
  await sees('Of it from the provider')
  await send(operator, { reason: 'Never asked for.' })
  await sees('1 dispute')
  await press('Resolve: €0.25')
  await send(operator)
  await sees('The charge stands')
  await isWellDrawn(operator)
  await operator.goes('/money/vouchers')
  await press('Make vouchers')
  await fill(operator, { amount: '5', count: '2' })
  await sees('Together worth €10.00.')
  await send(operator)
  await sees('The codes, this once.')
  await press('Close')
  await sees('2 vouchers')
  await sees('Not credited')
  await sees('07070707')
  carriedOut('credits payments')
  await isWellDrawn(operator)
}

export async function backsUp(operator: Person): Promise<void> {
  const { sees, press, page } = operator
  const count = `fetch('/v1/admin/backups').then((got) => got.json())
    .then(({ data }) => data.backups.length)`
  await operator.goes('/backups')
  await sees('KONTOR_BACKUP_HOURS=720')
  const before = Number(await page.evaluate(count))
  await press('Make one now: Make a backup')
  await sees('Done: Make a backup')
  await press('Verify now: Verify the last backup')
  await sees('Done: Verify the last backup')
  assert.is(await page.evaluate(count), before + 1)
  carriedOut('backup', 'backup verify')
  await isWellDrawn(operator)
  await page.waitForSelector('#sets ~ .rows button')
  await page.focus('#sets ~ .rows button')
  await page.keyboard.press('Enter')
  await sees('Entries of the ledger')
  await sees('kontor restore')
  assert.equal(await axeFindings(page), [])
}

export async function readsLog(operator: Person, tenant: string): Promise<void> {
  const { sees, page } = operator
  await operator.goes(`/audit?subject=${tenant}&action=tenant`)
  await sees('tenant.suspended')
  await sees('Provider,')
  await isWellDrawn(operator)
  const exported = `fetch(document.querySelector('a[download]').href).then((got) => got.text())`
  const lines = String(await page.evaluate(exported))
    .trim()
    .split('\n')
  const deeds = lines.map((line) => JSON.parse(line).action)
  carriedOut('audit')
  assert.ok(deeds.includes('tenant.erased') && deeds.includes('tenant.exported'), deeds.join())
}
