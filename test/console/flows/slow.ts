// On a line that is slow, or says nothing: something is on the page from the first, a place that is
// on its way is seen to be, what is pressed twice is done once, and an upload that stalls goes on.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HTTPRequest, Page } from 'puppeteer-core'
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openHookedHouse } from '../../support/console/hooked-house.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestProvider } from '../../support/open-test-provider.ts'
import { openTestShop } from '../../support/open-test-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

/** Keeps requests back until they are let go. */
async function keptBack(page: Page, isKept: (request: HTTPRequest) => boolean) {
  const kept: HTTPRequest[] = []
  let isOpen = false
  page.on('request', (request) => {
    if (isOpen || !isKept(request)) void request.continue().catch(() => undefined)
    else kept.push(request)
  })
  await page.setRequestInterception(true)
  return {
    kept,
    async letGo() {
      isOpen = true
      for (const request of kept) await request.continue().catch(() => undefined)
    },
  }
}

flow('a page says whose it is before its program is there, and what is on its way', async (b) => {
  await using app = await openTestShop()
  await using buyer = await openPerson(b, app, { isNew: true })
  const { page } = buyer
  const isProgram = (request: HTTPRequest) => /\/a\/console-[^/]*\.js$/.test(request.url())
  const program = await keptBack(page, isProgram)
  void buyer.enters('/catalog', app.buyer).catch(() => undefined)
  await page.waitForSelector('#app .boot')
  assert.match(String(await page.$eval('#app', (it) => it.textContent)), /Kontor/)
  await program.letGo()
  await buyer.sees('Nothing is on offer yet')
  assert.is(await page.$('.boot'), null)
  await page.setRequestInterception(false)
  page.removeAllListeners('request')
  const screen = await keptBack(page, (request) => /\/a\/spend-[^/]*\.js$/.test(request.url()))
  await buyer.click('.side-fixed a[href$="/spend"]')
  await page.waitForSelector('main[aria-busy=true]')
  await page.goBack()
  await page.waitForSelector('main:not([aria-busy])')
  await buyer.sees('Nothing is on offer yet')
  await buyer.click('.side-fixed a[href$="/spend"]')
  await page.waitForSelector('main[aria-busy=true]')
  await screen.letGo()
  await page.waitForFunction("document.title === 'Spend · Kontor'")
  await page.waitForSelector('main:not([aria-busy])')
  buyer.quiet()
})

flow('what is pressed twice while it is on its way is done once', async (b) => {
  await using house = await openHookedHouse()
  const { app, owner } = house
  await using ada = await openPerson(b, app)
  await ada.enters('/webhooks', owner)
  await ada.sees('Accounts')
  const asked = await keptBack(ada.page, (request) => request.method() === 'POST')
  await ada.press('Test')
  await untilSo('it is asked', async () => asked.kept.length > 0)
  await ada.press('Test')
  await sleep(300)
  assert.is(asked.kept.length, 1)
  const isDimmed = "document.activeElement.ariaDisabled === 'true'"
  assert.is(await ada.page.evaluate(isDimmed), true)
  await asked.letGo()
  await ada.sees('A test is on its way')
  assert.is(await ada.page.evaluate(isDimmed), false)
  ada.quiet()
})

/** The first silence of a minute is over after 400 ms, and only that: the second try has time. */
const sooner = `(() => {
  const later = setTimeout
  let isOver = false
  window.setTimeout = (deed, ms, ...given) =>
    ms === 60000 && !isOver
      ? later(() => { isOver = true; deed(...given) }, 400)
      : later(deed, ms, ...given)
})()`

flow('an upload of which nothing is heard any more is sent again', async (b) => {
  await using app = await openTestProvider()
  using sources = temporaryFolder()
  await app.dataset()
  const path = join(sources.path, 'minutes.txt')
  writeFileSync(path, 'The minutes of a meeting. '.repeat(10_000))
  const { email } = (await app.call('GET', '/v1/me', { as: app.owner.token })).body.data.user
  await using person = await openPerson(b, app)
  const { page } = person
  await page.evaluateOnNewDocument(sooner)
  await person.enters('/uploads', { email })
  await person.sees('Drop files or folders here')
  let puts = 0
  await keptBack(page, (request) => request.method() === 'PUT' && puts++ === 0)
  const input = await page.waitForSelector('input.files')
  await (input as unknown as { uploadFile(...all: string[]): Promise<void> }).uploadFile(path)
  await person.sees('1 of 1 file')
  assert.is(puts, 2)
  person.quiet([], { lost: true })
})

flow(
  'what comes while a dialog is open is told in it, and goes on when it is closed',
  async (b) => {
    await using house = await openHookedHouse()
    const { app, owner } = house
    await using ada = await openPerson(b, app)
    const { page } = ada
    await ada.enters('/webhooks', owner)
    await ada.sees('Accounts')
    const asked = await keptBack(page, (request) => request.method() === 'PATCH')
    const opens = async () => {
      await ada.press('Change…')
      await page.waitForSelector('dialog[open] input[name=url]')
    }
    const closes = async () => {
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog[open]', { hidden: true })
    }
    const failsInDialog = async () => {
      await ada.press('Pause')
      await untilSo('it is asked', async () => asked.kept.length > 0)
      await opens()
      await asked.kept.pop()?.abort()
      await page.waitForSelector('dialog[open] .notice')
      assert.is((await page.$$('.notice')).length, 1, 'it is told once')
    }
    await failsInDialog()
    assert.equal(await axeFindings(page), [])
    await closes()
    assert.is((await page.$$('.notice')).length, 1, 'it is not lost with the dialog')
    await opens()
    assert.is(await page.$('dialog[open] .notice'), null, 'what was told before is not told again')
    await closes()

    await failsInDialog()
    await ada.click('.notice button')
    await page.waitForSelector('.notice', { hidden: true })
    assert.ok(await page.$('dialog[open]'), 'it was the notice that was pressed')
    ada.quiet([], { lost: true })
  },
)
