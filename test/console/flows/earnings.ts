// What a house earned, what of it is on its way, and to which account.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { openTestSettled, payee } from '../../support/open-test-settled.ts'
import { untilSo } from '../../support/until.ts'

const wide = 'document.documentElement.scrollWidth > innerWidth'

flow('a provider sees what a month brought, and says where it is paid', async (b) => {
  await using app = await openTestSettled()
  await app.call('GET', await app.link(await app.offer({ filename: 'april.txt' })))
  await using ada = await openPerson(b, app)
  const { page } = ada
  await ada.enters('/earnings', app.provider)
  await ada.sees('from April 2026 on')
  await ada.sees('March 2026')
  await ada.sees('1 sale')
  await ada.sees('There is no account yet')
  assert.equal(await axeFindings(page), [])
  app.clock.advance({ seconds: 660 })
  await ada.press('Say where…')
  const { holder_name, iban } = payee
  await page.locator('dialog input[name=holder_name]').fill(holder_name)
  await page.locator('dialog input[name=iban]').fill('DE00 0000')
  assert.equal(await axeFindings(page), [])
  await ada.press('Save the account')
  await ada.sees('Show again who you are')
  await page.locator('dialog input[name=password]').fill('correct horse battery')
  await ada.press('Confirm')
  await ada.sees('Request req_')
  // Once more as it is, then with another mistake, which is said of another field.
  const first = await refusal(ada)
  await ada.press('Save the account')
  await untilSo('the same is refused again', async () => {
    const next = await refusal(ada)
    return next !== undefined && next !== first
  })
  await page.locator('dialog input[name=iban]').fill('CH93 0076 2011 6238 5295 7')
  await ada.press('Save the account')
  await ada.sees('bic is required')
  await page.locator('dialog input[name=iban]').fill(iban)
  await ada.press('Save the account')
  await ada.sees('ends in 3000')
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await axeFindings(page), [])
  assert.is(await page.evaluate(wide), false)
  const route = '/v1/provider/payout-account'
  ada.quiet([`403 ${route}`, `400 ${route}`])
})

/** The id of the request that was refused; none while it is on its way. */
async function refusal({ page }: Person): Promise<string | undefined> {
  const shown = String(await page.evaluate("document.querySelector('dialog[open]').innerText"))
  return /req_\w+/.exec(shown)?.[0]
}
