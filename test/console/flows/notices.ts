// What was said of a deed: a refusal stays until it is put away or the deed is done again, and
// what went well goes by itself, but not under the eyes of whoever points at it.
import type { Page } from 'puppeteer-core'
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openHookedHouse } from '../../support/console/hooked-house.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestApp, password } from '../../support/open-test-app.ts'

/** The six seconds after which a notice goes are over when `pass` is called, and not before. */
const byTheTest = `(() => {
  const later = setTimeout
  let waiting = []
  window.setTimeout = (deed, ms, ...given) =>
    ms === 6000 ? waiting.push(() => deed(...given)) : later(deed, ms, ...given)
  window.pass = async () => {
    const over = waiting
    waiting = []
    for (const deed of over) deed()
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    return over.length
  }
})()`

/** What the notices say, without the buttons that put them away. */
async function said(page: Page): Promise<string[]> {
  const notices = await page.$$eval('.notice', (all) => all.map(({ textContent }) => textContent))
  return notices.map(String)
}

flow('a refusal stays until it is put away or the deed is done again', async (b) => {
  await using house = await openHookedHouse()
  const { app, owner } = house
  await using ada = await openPerson(b, app)
  const { page } = ada
  await page.evaluateOnNewDocument(byTheTest)
  await ada.enters('/webhooks', owner)
  await ada.sees('Accounts')
  await page.setOfflineMode(true)
  const unreached = 'The server cannot be reached'
  await ada.press('Pause')
  await page.waitForSelector('.notice')
  await ada.press('Test')
  assert.is(await page.evaluate('pass()'), 0, 'no time takes a refusal away')
  const [once, ...more] = await said(page)
  assert.ok(once?.includes(unreached), 'it is still there')
  assert.equal(more, [], 'what is said again stands once')
  assert.equal(await axeFindings(page), [])
  await ada.click('.notice button')
  await page.waitForSelector('.notice', { hidden: true })
  await ada.hasFocus('innerText', 'Test')
  await ada.press('Pause')
  await page.waitForSelector('.notice')
  await page.setOfflineMode(false)
  await ada.press('Pause')
  await ada.sees('It is paused')
  assert.equal(
    (await said(page)).filter((one) => one.includes(unreached)),
    [],
    'done again',
  )
  await page.hover('.notice')
  assert.is(await page.evaluate('pass()'), 1)
  assert.is((await said(page)).length, 1, 'whoever points at it reads it')
  const taken = await page.evaluate(
    "getComputedStyle(document.querySelector('.notice')).pointerEvents",
  )
  assert.is(taken, 'none', 'what lies below can be pressed')
  await page.mouse.move(5, 5)
  assert.is(await page.evaluate('pass()'), 1)
  await page.waitForSelector('.notice', { hidden: true })
  await page.setOfflineMode(true)
  await ada.press('Go on')
  await page.waitForSelector('.notice')
  await page.setOfflineMode(false)
  await ada.click('.avatar')
  await ada.press('Log out')
  await ada.sees('I have lost my password')
  assert.equal(await said(page), [], 'what one did is not shown to the next')
  ada.quiet([], { lost: true })
})

flow('a wrong set-up code is said at its field, to those who listen as well', async (b) => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const code = await app.ensureSetupCode()
  await using ada = await openPerson(b, app)
  const { page } = ada
  await ada.visit('/')
  const field = 'input[name=setup_code]'
  const fill = (name: string, value: string) => page.locator(`input[name=${name}]`).fill(value)
  await page.waitForSelector(field)
  const heard = () =>
    page.$eval(field, (it) => ({
      isInvalid: it.getAttribute('aria-invalid'),
      says: (it.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id: string) => it.ownerDocument.getElementById(id)?.textContent ?? '')
        .join(' ')
        .trim(),
    }))
  const before = await heard()
  assert.is(before.isInvalid, null)
  await fill('setup_code', 'guess')
  await fill('tenant_name', 'Ada house')
  await fill('display_name', 'Ada')
  await fill('email', 'ada@example.eu')
  await fill('password', password)
  await ada.press('Set up')
  await ada.sees('This set-up code is not valid (any more).')
  // The sentence is drawn first, and then the field is told.
  await page.waitForFunction("document.activeElement.name === 'setup_code'")
  const refused = await heard()
  assert.is(refused.isInvalid, 'true')
  assert.ok(refused.says.startsWith(before.says) && refused.says.includes('not valid (any more)'))
  assert.equal(await axeFindings(page), [])
  await fill('setup_code', `${code}`)
  assert.is((await heard()).isInvalid, null, 'another value is not known to be wrong')
  await ada.press('Set up')
  await ada.sees('First hour')
  ada.quiet(['403 /v1/auth/signup'])
})
