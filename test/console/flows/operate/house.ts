// Whoever runs the platform looks after tenants, people, money and backups in the console: each
// deed is really done, after it was said what it means.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../../support/console/axe.ts'
import { flawsOf } from '../../../support/console/flaws.ts'
import { flow } from '../../../support/console/flow.ts'
import { openPerson, type Person } from '../../../support/console/person.ts'
import { openTestSettled, type TestSettled } from '../../../support/open-test-settled.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

flow('an operator looks after tenants, people, money and backups', async (b) => {
  using folder = temporaryFolder()
  await using shop = await openTestSettled({ config: { backupDir: folder.path } })
  await shop.setAccount()
  await shop.windowOver()
  const spare = await shop.signUp('Spare')
  await using operator = await openPerson(b, shop)
  await operator.visit('/tenants')
  await operator.logIn(shop.operator.email)
  const name = (await shop.admin('GET', `/v1/admin/tenants/${spare.tenantId}`)).body.data.name
  await looksAfterTenant(operator, { id: spare.tenantId, name })
  await looksAfterPerson(operator, spare.userId)
  await erases(operator, { id: spare.tenantId, name })
  await paysOut(operator)
  await givesBack(operator, shop)
  await backsUp(operator)
  await readsLog(operator, spare.tenantId)
  operator.quiet([`400 /v1/admin/tenants/${spare.tenantId}/erasure`])
})

type Named = { id: string; name: string }

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

async function isWellDrawn({ page }: Person): Promise<void> {
  assert.equal(await axeFindings(page), [])
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await flawsOf(page), [])
  await page.setViewport({ width: 1440, height: 900 })
}

async function looksAfterTenant(operator: Person, { id, name }: Named): Promise<void> {
  const { sees, press } = operator
  await sees(name)
  await isWellDrawn(operator)
  await operator.visit(`/tenants/${id}`)
  await press('Suspend')
  await sees('keys included')
  await send(operator, { reason: 'Unpaid.' })
  await sees('Suspended since')
  await press('Lift the suspension')
  await send(operator)
  await sees('The suspension is lifted')
  await press('Give credits')
  await sees('It has')
  await fill(operator, { amount: '12.5' })
  await sees('Afterwards it has')
  await send(operator, { reason: 'A gift.' })
  await sees('€13.50')
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
  await isWellDrawn(operator)
}

async function looksAfterPerson(operator: Person, id: string): Promise<void> {
  const { sees, press } = operator
  await operator.visit('/people')
  await sees('Spare')
  await isWellDrawn(operator)
  await operator.visit(`/people/${id}`)
  await sees('Log out everywhere')
  await press('End: node')
  await sees('The other sessions go on')
  await send(operator)
  await sees('The session is ended')
  await press('New password')
  await sees('good once and for a day')
  await send(operator)
  await sees('/console/reset?code=')
  await press('Close')
  await press('Lock')
  await sees('nobody is let in as this person')
  await send(operator, { reason: 'Taken over.' })
  await sees('Locked since')
  await sees('Not logged in anywhere.')
  await isWellDrawn(operator)
  await press('Unlock')
  await send(operator)
  await sees('The person is let in again')
}

/** The name is typed wrongly first, and then letter by letter. */
async function erases(operator: Person, { id, name }: Named): Promise<void> {
  const { sees, press } = operator
  await operator.visit(`/tenants/${id}`)
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
}

async function paysOut(operator: Person): Promise<void> {
  const { sees, press } = operator
  await operator.visit('/money')
  await sees('Every account together is zero')
  await isWellDrawn(operator)
  await press('Check: Check a settlement')
  await send(operator, { period: '2026-03' })
  await sees('Done: Check a settlement')
  await operator.visit('/money/payouts')
  await sees('March 2026')
  await press('Hold: March 2026: €0.30')
  await send(operator, { reason: 'One question first.' })
  await sees('One question first.')
  await press('Approve: March 2026: €0.30')
  await send(operator)
  await sees('To be paid')
  await press('Make a batch')
  await sees('Due now: 1 statements, €0.30.')
  await send(operator)
  await sees('1 at the bank, 0 paid')
  await press('The bank paid it: €0.30')
  await send(operator)
  await sees('0 at the bank, 1 paid')
  await isWellDrawn(operator)
}

async function givesBack(operator: Person, { events }: TestSettled): Promise<void> {
  const { sees, press } = operator
  await operator.visit('/money/disputes')
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
  await operator.visit('/money/vouchers')
  await press('Make vouchers')
  await fill(operator, { amount: '5', count: '2' })
  await sees('Together worth €10.00.')
  await send(operator)
  await sees('The codes, this once.')
  await press('Close')
  await sees('2 vouchers')
  await isWellDrawn(operator)
}

async function backsUp(operator: Person): Promise<void> {
  const { sees, press, page } = operator
  await operator.visit('/backups')
  await sees('None yet')
  await sees('KONTOR_BACKUP_HOURS=24')
  await press('Make one now: Make a backup')
  await sees('Done: Make a backup')
  await press('Verify now: Verify the last backup')
  await sees('Done: Verify the last backup')
  await sees('1 backup')
  await isWellDrawn(operator)
  await page.focus('#sets ~ .rows button')
  await page.keyboard.press('Enter')
  await sees('Entries of the ledger')
  await sees('kontor restore')
  assert.equal(await axeFindings(page), [])
}

async function readsLog(operator: Person, tenant: string): Promise<void> {
  const { sees, page } = operator
  await operator.visit(`/audit?subject=${tenant}&action=tenant`)
  await sees('tenant.suspended')
  await sees('Operator,')
  await isWellDrawn(operator)
  const exported = `fetch(document.querySelector('a[download]').href).then((got) => got.text())`
  const lines = String(await page.evaluate(exported))
    .trim()
    .split('\n')
  const deeds = lines.map((line) => JSON.parse(line).action)
  assert.ok(deeds.includes('tenant.erased') && deeds.includes('tenant.exported'), deeds.join())
}
