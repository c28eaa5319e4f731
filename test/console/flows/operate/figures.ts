// What is said of money, days and houses is what there is, and does not stay from what was before.
import { setTimeout as sleep } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { flow } from '../../../support/console/flow.ts'
import { openPerson, type Person } from '../../../support/console/person.ts'
import { openTestSettled } from '../../../support/open-test-settled.ts'

flow('days are those of the books wherever one sits, and sums those that are left', async (b) => {
  await using app = await openTestSettled()
  await app.admin('POST', '/v1/admin/refunds', { event_id: app.events[0], reason: 'Damaged.' })
  await app.admin('POST', '/v1/admin/vouchers', {
    credits: 500,
    expires_at: '2026-12-31T23:59:59Z',
  })
  const { operator, provider } = app
  // In Berlin it is the next month for an hour or two already.
  await using ada = await openPerson(b, app)
  await ada.page.emulateTimezone('Europe/Berlin')
  await ada.enters(`/earnings/${app.payoutId}`, provider)
  await ada.sees('Mar 31, 2026')
  ada.quiet()
  await using ben = await openPerson(b, app)
  await ben.page.emulateTimezone('Europe/Berlin')
  await ben.enters('/money/payouts', operator)
  await ben.sees('March 2026: €0.15')
  await ben.sees('€0.15 taken back')
  await ben.goes('/money/vouchers')
  await ben.sees('until Dec 31, 2026')
  await ben.press('Make vouchers')
  await ben.page.locator('dialog[open] [name=amount]').fill('5')
  await ben.sees('Together worth €5.00.')
  await ben.press('Close')
  await ben.press('Make vouchers')
  await ben.sees('Together worth €0.00.')
  await ben.press('Close')
  ben.quiet()
})

flow('lists say whom they are narrowed to, and to whom no more', async (b) => {
  await using app = await openTestSettled()
  const { operator, provider, buyer } = app
  await using ben = await openPerson(b, app)
  await ben.enters(`/deliveries?tenant=${provider.tenantId}`, operator)
  await ben.sees('Of Provider house alone')
  await ben.goes(`/deliveries?tenant=${buyer.tenantId}`)
  await ben.sees('Of Buyer house alone')
  await ben.goes('/tenants?suspended=true')
  await ben.page.waitForSelector('input[name=which][value=true]:checked')
  await ben.page.locator('main input[type=search]').fill('Buyer')
  await ben.sees('Buyer house')
  await ben.page.waitForSelector('input[name=which][value=false]:checked')
  await ben.goes('/audit?action=tenant')
  await ben.sees('Without filters')
  await takesBack(ben)
  assert.is(new URL(ben.page.url()).search, '')
  ben.quiet()
})

/** What is typed is gone at once, before it was asked for. */
async function takesBack({ page }: Person): Promise<void> {
  await page.evaluate(`
    const [, field] = document.querySelectorAll('main .toolbar input')
    field.value = 'usr_1'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    const buttons = [...document.querySelectorAll('main button')]
    buttons.find(({ innerText }) => innerText === 'Without filters').click()`)
  await sleep(1000)
}
