// Coming in, going out, and what happens when a session ends under somebody's hands.
import { type TOTP, URI } from 'otpauth'
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { untilSo } from '../../support/until.ts'

const parts = { jobs: false, workers: false }

flow('somebody logs in where they wanted to be, and out again', async (browser) => {
  await using app = await openTestApp({ parts })
  await app.admin()
  const ada = await app.signUp('Ada')
  const ben = await app.signUp('Ben')
  await using person = await openPerson(browser, app)
  await person.visit('/account')
  await person.sees('A counting house')
  await person.hasFocus('name', 'email')
  assert.equal(await axeFindings(person.page), [])
  await person.logIn(ada.email, 'wrong password here')
  await person.sees('Request req_')
  await person.logIn(ada.email)
  await person.sees('Where you are logged in')
  await person.hasFocus('textContent', 'Account')
  await person.goes('/search')
  await person.hasFocus('role', 'combobox')
  await person.goes('/account')
  await person.sees('Where you are logged in')
  assert.equal(await axeFindings(person.page), [])
  await person.page.evaluate(leavesLate)
  await person.press('Account of Ada')
  await person.press('Log out')
  await person.sees('A counting house')
  // Quicker than the old session ends: the new one is not ended in its place.
  await person.logIn(ada.email)
  await person.sees('Where you are logged in')
  await untilSo('the old session has ended', () => person.page.evaluate('left') as Promise<boolean>)
  await person.visit('/account')
  await person.sees('Where you are logged in')
  await person.press('Account of Ada')
  await person.press('Log out')
  await person.sees('A counting house')
  // Somebody else at the same browser has nothing of what was in her window.
  await person.page.evaluate('window.ofAda = true')
  await person.logIn(ben.email)
  await person.page.waitForFunction('window.ofAda === undefined')
  await person.sees(ben.email)
  person.quiet(['401 /console/session'])
})

flow(
  'who comes in, or goes, in one window of a browser does so in all of them',
  async (browser) => {
    await using app = await openTestApp({ parts })
    await app.admin()
    const ada = await app.signUp('Ada')
    const ben = await app.signUp('Ben')
    await using one = await openPerson(browser, app)
    await one.enters('/account', ada)
    await one.sees(ada.email)
    const other = await one.opens()
    await other.visit('/account')
    await other.press('Account of Ada')
    await other.press('Log out')
    await one.sees('A counting house')
    await other.logIn(ben.email)
    await other.sees(ben.email)
    await one.sees(ben.email)
    // Another way in, of which no window tells.
    await one.enters('/account', ada)
    await one.sees(ada.email)
    // It loads anew at once, and what is asked of it then is answered by nobody.
    await other.page.evaluate("dispatchEvent(new Event('focus'))").catch(() => undefined)
    await other.sees(ada.email)
    for (const window of [one, other]) window.quiet(['401 /v1/events'])
  },
)

/** What ends a session goes out so many milliseconds late. */
const lateMs = 4000
const leavesLate = `
  window.left = false
  const ask = fetch
  window.fetch = async (...order) => {
    const isEnd = order[1]?.method === 'DELETE'
    if (isEnd) await new Promise((go) => setTimeout(go, ${lateMs}))
    const answer = await ask(...order)
    if (isEnd) window.left = true
    return answer
  }`

flow(
  'a session that ends asks for the password over the screen, and nothing is lost',
  async (b) => {
    await using app = await openTestApp({ parts })
    await app.admin()
    const ada = await app.signUp('Ada')
    await using person = await openPerson(b, app)
    await person.visit('/account')
    await person.logIn(ada.email)
    await person.sees('€5.00')
    await person.page.locator('input[name=new_password]').fill('half a thought, kept')
    await app.call('DELETE', '/v1/me/sessions', { as: ada.token })
    await person.page.locator('input[name=current_password]').fill('correct horse battery')
    await person.press('Change password')
    await person.sees('what you were doing is still here')
    assert.equal(await axeFindings(person.page), [])
    await person.page.locator('dialog input[name=email]').fill(ada.email)
    await person.page.locator('dialog input[name=password]').fill('correct horse battery')
    await person.click('dialog button[type=submit]')
    await person.page.waitForSelector('dialog[open]', { hidden: true })
    const kept = `document.querySelector('input[name=new_password]').value`
    assert.is(await person.page.evaluate(kept), 'half a thought, kept')
    await person.press('Change password')
    await person.sees('The password is changed')
    // The stream of what happens ends with the session, and says so too.
    person.quiet(['401 /v1/me/password', '401 /v1/events'])
  },
)

flow('who has a second factor is asked for it once the password was right', async (b) => {
  await using app = await openTestApp({ parts })
  await app.admin()
  const ada = await app.signUp('Ada')
  const path = '/v1/me/second-factors/totp'
  const begun = await app.call('POST', path, { as: ada.token })
  const totp = URI.parse(begun.body.data.uri) as TOTP
  const code = () => totp.generate({ timestamp: app.clock.nowMs() })
  const confirmed = await app.call('POST', `${path}/confirm`, {
    as: ada.token,
    body: { code: code() },
  })
  assert.is(confirmed.status, 200)
  app.clock.advance({ seconds: 60 })
  await using person = await openPerson(b, app)
  await person.visit('/account')
  await person.logIn(ada.email)
  await person.sees('Now show your second factor')
  assert.equal(await axeFindings(person.page), [])
  await person.page.locator('input[name=code]').fill(code())
  await person.click('button[type=submit]')
  await person.sees('App for codes')
  assert.equal(await axeFindings(person.page), [])
  app.clock.advance({ seconds: 660 })
  await person.press('Remove')
  await person.sees('Show again who you are')
  assert.equal(await axeFindings(person.page), [])
  await person.page.locator('dialog input[name=code]').fill(code())
  await person.press('Confirm')
  await person.sees('The second factor is removed.')
  person.quiet(['403 /console/session', `403 ${path}`])
})

flow('who has lost the password comes in with a code', async (b) => {
  await using app = await openTestApp({ parts })
  const admin = await app.admin()
  const ada = await app.signUp('Ada')
  const link = `/v1/admin/users/${ada.userId}/reset-link`
  const made = await app.call('POST', link, { as: admin.token })
  await using person = await openPerson(b, app)
  await person.visit('/account')
  await person.press('I have lost my password')
  await person.sees('Another password')
  assert.equal(await axeFindings(person.page), [])
  await person.visit(`/reset?code=${made.body.data.reset_code}`)
  await person.page.locator('input[name=new_password]').fill('another long pass phrase')
  assert.equal(await axeFindings(person.page), [])
  await person.click('button[type=submit]')
  await person.sees('The password is changed. Log in with it.')
  await person.logIn(ada.email, 'another long pass phrase')
  await person.sees('€5.00')
  person.quiet()
})
