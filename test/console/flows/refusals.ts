// What is refused, and the way on: no credits, a colleague who is faster, a server that cannot
// write, a link that was used, a line that is gone. And a moment of a recording, bought and heard.
import { readFileSync } from 'node:fs'
import type { HTTPRequest, Page } from 'puppeteer-core'
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { type Named, openPerson, type Person } from '../../support/console/person.ts'
import { openTestShop, type TestShop } from '../../support/open-test-shop.ts'

const tone = readFileSync(new URL('../../fixtures/media/tone.wav', import.meta.url))
const moment = { kind: 'transcript', text: 'Now the boiler hums.' } as const

/** A buyer with ten credits, a file for 25 and a recording of which a moment is for sale. */
async function openPoorHouse() {
  const shop = await openTestShop({ config: { welcomeCredits: 10 } })
  await shop.shelve(await shop.offer(), ['The cavitation pitting is as deep as a coin.'])
  const sound = { filename: 'hum.wav', contentType: 'audio/wav', bytes: tone }
  const asset = await shop.offer(sound)
  shop.sql(`UPDATE object SET duration_ms = 2000, modality = 'audio' WHERE object_id = '${asset}'`)
  await shop.shelve(asset, [{ ...moment, timeStartMs: 0, timeEndMs: 1000 }])
  return shop
}

flow('a buyer without credits is told what to do, and each refusal has its way on', async (b) => {
  await using app = await openPoorHouse()
  await using buyer = await openPerson(b, app)
  const links = linksOf(buyer)
  await buyer.enters('/search?q=cavitation', app.buyer)
  await openHit(buyer)
  await buyer.click('.panel-buy .button-main')
  await buyer.sees('Your credits do not suffice')
  assert.equal(await axeFindings(buyer.page), [])
  await buyer.press('Redeem a voucher')
  await redeems(buyer, await voucherOf(app))
  await isOutpaced(buyer, app)
  await app.grant(app.buyer.tenantId, 100)
  await meetsUsedLink(buyer, app)
  await hears(buyer)
  await findsFullServer(buyer, app)
  await losesLine(buyer)
  await lacksParts(buyer)
  assert.equal([links(402).length, links(410).length], [1, 1])
  const named = ['404 /v1/vouchers/redeem', '503 /v1/search', ...links(402), ...links(410)] as const
  buyer.quiet(named, { lost: true })
})

/** What was bought or fetched and refused so, as `quiet` names it. */
function linksOf({ page }: Person): (status: number) => Named[] {
  const refused: Named[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/(dl\/|v1\/downloads$)/.test(pathname) && response.status() >= 400) {
      refused.push(`${response.status()} ${pathname}`)
    }
  })
  return (status) => refused.filter((one) => one.startsWith(String(status)))
}

async function voucherOf({ call, operator }: TestShop): Promise<string> {
  const body = { count: 1, credits: 60 }
  const made = await call('POST', '/v1/admin/vouchers', { as: operator.token, body })
  return made.body.data.vouchers[0].code
}

async function redeems({ page, sees, press }: Person, code: string): Promise<void> {
  await sees('gives vouchers')
  await page.locator('dialog[open] input[name=code]').fill('not-a-code')
  await press('Redeem')
  await sees('Request req_')
  assert.equal(await axeFindings(page), [])
  await page.locator('dialog[open] input[name=code]').fill(code)
  await press('Redeem')
  await sees('€0.60 more')
}

/** What was shown was true when it was asked for: a colleague's program is faster. */
async function isOutpaced(buyer: Person, app: TestShop): Promise<void> {
  await buyer.visit('/search?q=cavitation')
  await openHit(buyer)
  await buyer.click('.panel-buy .button-main')
  await buyer.sees('Left afterwards')
  const others = await app.offer({ filename: 'other.txt' })
  for (let i = 0; i < 2; i++) await app.call('GET', await app.link(others))
  await buyer.click('dialog[open] .button-main')
  await buyer.sees('Request req_')
  await buyer.sees('Your credits do not suffice')
}

/** A link is good for once: who comes second is told so, and pays nothing. */
async function meetsUsedLink({ page, visit, click, ...buyer }: Person, app: TestShop) {
  await visit('/search?q=cavitation')
  await openHit({ page, visit, click, ...buyer })
  await click('.panel-buy .button-main')
  await using _ = await intercepted(page, async (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/dl/')) await app.call('GET', pathname)
    await request.continue()
  })
  await click('dialog[open] .button-main')
  await buyer.sees('Request req_')
  await buyer.press('Not now')
}

async function hears({ page, visit, click, ...buyer }: Person): Promise<void> {
  await visit('/search?q=hums')
  await openHit({ page, visit, click, ...buyer })
  await click('.panel-buy .button-main')
  await buyer.sees('The moment 0:00–0:01')
  await click('dialog[open] .button-main')
  await buyer.sees('the moment plays here')
  await page.waitForFunction("document.querySelector('audio')?.currentTime > 0.1")
  const seconds = Number(await page.evaluate("document.querySelector('audio').duration"))
  assert.ok(seconds > 0.9 && seconds < 1.2, `${seconds} s`)
  assert.equal(await axeFindings(page), [])
  // A press beside it, and it is still there: it was paid for.
  await page.mouse.click(20, 500)
  await page.waitForSelector('dialog[open]', { hidden: true })
  await buyer.press('Play the moment again')
  await page.waitForFunction("document.querySelector('audio')?.currentTime > 0.1")
}

/** A disk that takes nothing: the server says so, and what was asked is asked again by a press. */
async function findsFullServer({ page, visit, sees, press }: Person, { store }: TestShop) {
  store.raw.pragma('query_only = ON')
  await visit('/search?q=cavitation')
  await sees('Nothing can be written now. Nothing was changed; try again later.')
  await sees('Request req_')
  assert.equal(await axeFindings(page), [])
  store.raw.pragma('query_only = OFF')
  await press('Try again')
  await sees('1 passage')
}

async function losesLine({ page, sees }: Person): Promise<void> {
  await page.setOfflineMode(true)
  await sees('what you see may be old')
  await page.locator('input[role=combobox]').fill('pitting')
  await page.keyboard.press('Enter')
  await sees('The server cannot be reached')
  assert.equal(await axeFindings(page), [])
  await page.setOfflineMode(false)
  // What did not come for want of a line comes by itself.
  await sees('1 passage')
  const isGone = "!document.body.innerText.includes('what you see may be old')"
  await page.waitForFunction(isGone)
}

/** What a part of the page needs did not come: that is said, and loading it anew brings it. */
async function lacksParts({ page, sees, press, click }: Person): Promise<void> {
  const language = 'select:has(option[lang])'
  {
    await using _ = await intercepted(page, async (request) => {
      const isLost = /\/a\/(licences|de)-[^/]*\.js$/.test(request.url())
      await (isLost ? request.abort() : request.continue())
    })
    await click('.side-fixed a[href$="/licences"]')
    await sees('A part of this page did not come')
    assert.equal(await axeFindings(page), [])
    await click('.side-fixed a[href$="/purchases"]')
    await sees('What')
    await page.select(language, 'de')
    await sees('A part of this page did not come')
    await page.waitForFunction(`document.querySelector('${language}').value === 'en'`)
  }
  await click('.side-fixed a[href$="/licences"]')
  await press('Try again')
  await page.waitForFunction("document.title === 'Licences · Kontor'")
  await page.select(language, 'de')
  await page.waitForFunction("document.documentElement.lang === 'de'")
}

type Handler = (request: HTTPRequest) => Promise<void>

/** Requests of the page go through these hands until the end of the scope. */
async function intercepted(page: Page, handle: Handler): Promise<AsyncDisposable> {
  const onRequest = (request: HTTPRequest) => void handle(request)
  page.on('request', onRequest)
  await page.setRequestInterception(true)
  return {
    async [Symbol.asyncDispose]() {
      page.off('request', onRequest)
      await page.setRequestInterception(false)
    },
  }
}

async function openHit({ page, sees }: Person): Promise<void> {
  await sees('1 passage')
  await page.keyboard.press('j')
  await sees('All of its text')
}
