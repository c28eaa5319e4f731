// A provider answers who asks to be let in, and takes access away again.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestProvider } from '../../support/open-test-provider.ts'

const hostile = 'Please.\n<img src=x onerror=alert(1)>'
const wide = 'document.documentElement.scrollWidth > innerWidth'

flow(
  'a provider lets a house in until a day, refuses another, and takes access away',
  async (b) => {
    await using app = await openTestProvider()
    const id = await app.dataset({ name: 'Boilers', visibility: 'restricted' })
    app.store.raw.exec("UPDATE dataset SET status = 'active'")
    const path = `/v1/catalog/datasets/${id}/access-requests`
    const late = await app.signUp('Late')
    await app.call('POST', path, { as: app.names.stranger, body: { message: hostile } })
    app.clock.advance({ seconds: 1 })
    await app.call('POST', path, { as: late.token, body: {} })
    const { email } = (await app.call('GET', '/v1/me', { as: app.owner.token })).body.data.user
    await using ada = await openPerson(b, app)
    const { page } = ada
    await ada.enters('/access', { email })
    await ada.sees('Late house asks for Boilers')
    await ada.sees('<img src=x onerror=alert(1)>')
    await ada.sees('Nobody yet.')
    assert.equal(await axeFindings(page), [])
    await ada.press('Refuse…: Late house')
    await ada.sees('Refuse Late house?')
    assert.equal(await axeFindings(page), [])
    await ada.click('dialog [type=submit]')
    await ada.sees('Late house is refused')
    await ada.press('Let in…: Stranger house')
    await ada.sees('Let Stranger house in')
    assert.equal(await axeFindings(page), [])
    await page.locator('dialog input[type=date]').fill('2031-01-31')
    await ada.click('dialog [type=submit]')
    await ada.sees('Stranger house is let in')
    await ada.sees('until Jan 31, 2031')
    await ada.sees('Nobody waits')
    const { access } = (await app.call('GET', `/v1/datasets/${id}/access`, { as: app.owner.token }))
      .body.data
    assert.match(access[0].expires_at, /^2031-0[12]-/)
    await ada.press('Change the end…: Stranger house')
    await ada.sees('Now it ends')
    assert.equal(await axeFindings(page), [])
    await page.locator('dialog[open] input[type=date]').fill('')
    await ada.click('dialog[open] [type=submit]')
    await ada.sees('The access of Stranger house is changed')
    await ada.sees('no end')
    await ada.visit('/access?state=rejected')
    await ada.sees('asks for Boilers')
    await page.setViewport({ width: 360, height: 800 })
    assert.equal(await axeFindings(page), [])
    assert.is(await page.evaluate(wide), false)
    await ada.press('Take away: Stranger house')
    await ada.sees('Take access away from Stranger house?')
    await ada.click('dialog [type=submit]')
    await ada.sees('Stranger house has no access any more')
    await ada.sees('Nobody yet.')
    ada.quiet()
  },
)
