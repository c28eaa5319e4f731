// Who works in a house: invited by a link, given other roles, and gone again.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestApp, password, signUp } from '../../support/open-test-app.ts'

const parts = { jobs: false, workers: false }
const wide = 'document.documentElement.scrollWidth > innerWidth'

flow('an owner shows again who it is, invites, gives roles and removes', async (b) => {
  await using app = await openTestApp({ parts })
  await app.admin()
  const owner = await app.signUp('Ada')
  await using ada = await openPerson(b, app)
  const { page } = ada
  await ada.enters('/team', owner)
  await ada.sees('None is open.')
  assert.equal(await axeFindings(page), [])
  app.clock.advance({ seconds: 660 })
  await ada.press('Invite…')
  await ada.sees('a link to give to them')
  assert.equal(await axeFindings(page), [])
  await ada.press('Make the link')
  await ada.sees('Show again who you are')
  assert.equal(await axeFindings(page), [])
  await page.locator('dialog input[name=password]').fill('not the password')
  await ada.press('Confirm')
  await ada.sees('Request req_')
  await page.locator('dialog input[name=password]').fill('correct horse battery')
  await ada.press('Confirm')
  await ada.sees('Shown this once')
  assert.equal(await axeFindings(page), [])
  const link = new URL(
    String(await page.evaluate("document.querySelector('dialog pre').innerText")),
  )
  assert.is(link.pathname, '/console/join')
  await ada.press('Close')
  await ada.sees('Whoever has the link')
  await signUp(app.call, 'Vi', { invitation_code: link.searchParams.get('code') })
  await page.reload()
  await ada.sees('vi@example.eu')
  await ada.sees('None is open.')
  await ada.click('.row:nth-child(2) .button')
  await ada.sees('What Vi may do')
  assert.equal(await axeFindings(page), [])
  await ada.click('dialog input[name=viewer]')
  await ada.press('Save')
  await ada.sees('Choose at least one role.')
  await ada.click('dialog input[name=seller_manager]')
  await ada.press('Save')
  await ada.sees('The roles of Vi are changed')
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await axeFindings(page), [])
  assert.is(await page.evaluate(wide), false)
  const { members } = (await app.call('GET', '/v1/tenant/members', { as: owner.token })).body.data
  assert.equal(members[1].roles, ['seller_manager'])
  await ada.press('Remove…')
  await ada.sees('Remove Vi?')
  assert.equal(await axeFindings(page), [])
  await ada.click('dialog [type=submit]')
  await ada.sees('Vi is removed')
  ada.quiet(['403 /v1/tenant/invitations', '400 /console/session/confirm'])
})

flow(
  'whoever has an account goes to the house that invites, leaves it, or closes it',
  async (b) => {
    await using app = await openTestApp({ parts })
    await app.admin()
    const [ada, cy] = [await app.signUp('Ada'), await app.signUp('Cy')]
    const invite = async (who: typeof ada) => {
      const asked = { as: who.token, body: { roles: ['viewer'] } }
      return (await app.call('POST', '/v1/tenant/invitations', asked)).body.data.invitation_code
    }
    const { email } = await signUp(app.call, 'Vi', { invitation_code: await invite(ada) })
    await using vi = await openPerson(b, app)
    const { page } = vi
    await page.setViewport({ width: 360, height: 800 })
    await vi.enters(`/join?code=${await invite(cy)}`, { email })
    await vi.sees('An account is in one house')
    assert.equal(await axeFindings(page), [])
    assert.is(await page.evaluate(wide), false)
    await vi.press('Accept and go there')
    await page.waitForFunction("location.pathname === '/console/'")
    await vi.visit('/account')
    await vi.press('Leave the house')
    await vi.sees('Your account ends')
    assert.equal(await axeFindings(page), [])
    await page.evaluate("document.querySelector('dialog[open] form').requestSubmit()")
    await page.waitForFunction("location.pathname === '/console/log-in'")
    const { members } = (await app.call('GET', '/v1/tenant/members', { as: cy.token })).body.data
    assert.is(members.length, 1)
    const gone = await app.call('POST', '/v1/auth/login', { body: { email, password } })
    assert.is(gone.status, 401)
    await vi.enters('/account', cy)
    await vi.press('Close the house')
    await vi.sees('Left in the books')
    assert.equal(await axeFindings(page), [])
    assert.is(await page.evaluate(wide), false)
    await page.locator('dialog input[name=name]').fill('Cy house')
    await vi.click('dialog input[name=forfeit]')
    await vi.press('Close for good')
    await page.waitForFunction("location.pathname === '/console/log-in'")
    assert.is((await app.call('GET', '/v1/me', { as: cy.token })).status, 401)
    vi.quiet()
  },
)
