// A key for a program: made, proved to work without the cookie, shown once, revoked.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { handshake } from '../../support/mcp.ts'
import { codeForm, form, openProgram } from '../../support/oauth-program.ts'
import { password } from '../../support/open-test-app.ts'
import { openTestShop } from '../../support/open-test-shop.ts'

flow('a buyer makes a key, shows who they are for it, tries it and revokes it', async (b) => {
  await using app = await openTestShop()
  await app.shelve(await app.offer(), ['The cavitation pitting is as deep as a coin.'])
  await using buyer = await openPerson(b, app)
  const { page } = buyer
  await buyer.enters('/keys', app.buyer)
  await buyer.sees('test key')
  assert.equal(await axeFindings(page), [])
  await buyer.press('New key')
  await buyer.sees('What it may do')
  assert.equal(await axeFindings(page), [])
  await page.locator('dialog[open] input[name=name]').fill('Assistant')
  await buyer.click('input[name="scope keys:write"]')
  await page.select('select[name=dataset_access_mode]', 'allow_list')
  await buyer.click(`input[value="${app.datasetId}"]`)
  await page.locator('input[name=monthly_budget_credits]').fill('12.5')
  app.clock.advance({ seconds: 660 })
  await buyer.click('dialog[open] .button-main')
  await buyer.sees('Show again who you are')
  await page.locator('input[name=password]').fill(password)
  assert.equal(await axeFindings(page), [])
  await buyer.press('Confirm')
  await buyer.sees('Shown this once')
  await buyer.sees('€12.50')
  const secret = await page.$eval('.once pre', ({ textContent }) => textContent ?? '')
  const snippet = await page.$eval('#use ~ .code pre', ({ textContent }) => textContent ?? '')
  const { kontor } = JSON.parse(snippet).mcpServers
  assert.equal(kontor.headers, { 'x-api-key': secret })
  assert.is(kontor.url, `${app.url}/mcp`)
  assert.equal(await axeFindings(page), [])
  const sent = await headersOfSearch(buyer)
  await page.locator('input[name=q]').fill('cavitation')
  await buyer.press('Search with the key')
  await buyer.sees('It works: 1 found')
  assert.is(sent()['x-api-key'], secret)
  assert.is(sent().Cookie, undefined)
  await page.reload()
  await buyer.sees('was shown when the key was made')
  await buyer.press('Change…')
  await buyer.sees('It counts at once')
  assert.equal(await axeFindings(page), [])
  await page.locator('dialog[open] input[name=name]').fill('Librarian')
  await page.locator('dialog[open] input[name=monthly_budget_credits]').fill('3')
  await buyer.click('dialog[open] input[name="scope keys:write"]')
  await buyer.click('dialog[open] [type=submit]')
  await buyer.sees('Librarian is changed')
  await buyer.sees('€3.00')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const kept = (await app.call('GET', `/v1/api-keys/${id}`, { as: app.buyer.token })).body.data
  assert.equal(
    [kept.name, kept.scopes, kept.dataset_ids],
    ['Librarian', ['search:query', 'datasets:read'], [app.datasetId]],
  )
  await buyer.press('Revoke')
  await buyer.sees('Revoke Librarian?')
  await buyer.click('dialog[open] .button-main')
  await buyer.sees('Librarian is revoked')
  assert.is((await app.call('GET', '/search?q=x', { as: secret })).status, 401)
  assert.is(await page.evaluate('document.body.innerText').then(String).then(has(secret)), false)
  buyer.quiet(['403 /v1/api-keys'])
})

flow('a program is connected by its address, on a telephone, and taken away again', async (b) => {
  await using app = await openTestShop()
  const redirect_uri = `${app.url}/livez`
  const program = await openProgram(app, { redirect_uris: [redirect_uri] })
  const asked = { ...program.asked, redirect_uri }
  await using buyer = await openPerson(b, app)
  const { page } = buyer
  await page.setViewport({ width: 360, height: 740 })
  await page.goto(`${app.url}/oauth/authorize?${new URLSearchParams(asked)}`)
  await buyer.logIn(app.buyer.email)
  await buyer.sees('Connect a program?')
  await buyer.sees(`a program on this computer (${new URL(app.url).host})`)
  assert.equal(await axeFindings(page), [])
  assert.ok(await page.evaluate('document.body.scrollWidth <= innerWidth'))
  await page.locator('input[name=euros]').fill('2.5')
  await buyer.press('Connect')
  await page.waitForFunction(`location.pathname === '/livez'`)
  const fields = { ...codeForm(program, new URL(page.url())), redirect_uri }
  const { body: tokens } = await form(app, '/oauth/token', fields)
  const speaks = () =>
    app.call('POST', '/mcp', { as: tokens.access_token, body: handshake('2025-11-25') })
  assert.is((await speaks()).status, 200)
  await page.setViewport({ width: 1440, height: 900 })
  // Who connects it again sees that, and may have it end.
  await page.goto(`${app.url}/oauth/authorize?${new URLSearchParams(asked)}`)
  await buyer.sees('Connected before under this name')
  await buyer.sees('End the one of')
  assert.equal(await axeFindings(page), [])
  await buyer.visit('/keys')
  await buyer.sees('Connected program')
  assert.equal(await axeFindings(page), [])
  await buyer.press('Assistant')
  await buyer.sees('€2.50')
  await buyer.sees('Renews itself')
  assert.equal(await axeFindings(page), [])
  await buyer.press('Take access away')
  await buyer.sees('Revoke Assistant?')
  await buyer.click('dialog[open] .button-main')
  await buyer.sees('Assistant is revoked')
  assert.is((await speaks()).status, 401)
})

const has = (part: string) => (text: string) => text.includes(part)

/** What really goes over the line, cookies included, with the next search. */
async function headersOfSearch({ page }: Person): Promise<() => Record<string, string>> {
  const client = await page.createCDPSession()
  await client.send('Network.enable')
  const seen: Record<string, string>[] = []
  client.on('Network.requestWillBeSentExtraInfo', ({ headers }) => void seen.push(headers))
  return () => seen.find((headers) => 'x-api-key' in headers) ?? {}
}

flow('on a small screen by night, in German, a key fits', async (b) => {
  await using app = await openTestShop()
  await using buyer = await openPerson(b, app)
  const { page } = buyer
  await page.setViewport({ width: 360, height: 740 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
  await buyer.visit('/keys?make=1')
  await page.evaluate("localStorage.setItem('kontor.locale', 'de')")
  await page.reload()
  await buyer.logIn(app.buyer.email)
  await buyer.sees('Wofür er ist')
  await page.locator('dialog[open] input[name=name]').fill('Werkbank')
  await buyer.click('dialog[open] .button-main')
  await buyer.sees('Nur dieses eine Mal zu sehen')
  assert.equal(await axeFindings(page), [])
  const isWide = `[document.documentElement, document.querySelector('main')]
    .some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`
  assert.is(await page.evaluate(isWide), false)
  buyer.quiet()
})
