import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, ElementHandle, Page } from 'puppeteer-core'
import * as assert from 'uvu/assert'
import type { TestBrowser } from '../browser.ts'
import { password, type TestApp } from '../open-test-app.ts'
import { elsewhere, type Watched, watch } from '../watch-page.ts'

/** Somebody at a browser of their own: cookies, storage and windows. */
export type Person = {
  page: Page
  /** Goes to a place of the console: `/search?q=x`. */
  visit(place: string): Promise<void>
  /** Waits until it is to be read. */
  sees(text: string): Promise<void>
  /** What has this name. */
  press(name: string): Promise<void>
  click(selector: string): Promise<void>
  logIn(email: string, secret?: string): Promise<void>
  /** With `lost`, connections may have broken off: the server went away meanwhile. */
  quiet(named?: readonly Named[], facts?: { lost: boolean }): void
  [Symbol.asyncDispose](): Promise<void>
}

/** An answer that a flow is about, and that is therefore no surprise: `401 /console/session`. */
export type Named = `${number} ${string}`

/** Costs nothing where what is waited for comes: a busy machine starts threads slowly. */
const waitMs = 60_000
/** Looking at each frame costs more than what is looked at. */
const pollMs = 100
/** Between two looks whether something stands where it stood. */
const standsMs = 30
const size = { width: 1440, height: 900 }

export async function openPerson(
  { browser }: TestBrowser,
  app: Pick<TestApp, 'url'>,
): Promise<Person> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(waitMs)
  await page.setViewport(size)
  // What moves is drawn all the time.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  return personAt(await watch(page), { app, context })
}

type Place = { app: Pick<TestApp, 'url'>; context: BrowserContext }

const loads = `document.querySelector('main .shown[aria-busy=true]') !== null`

/** What comes later above something moves it: nobody hits what moves. */
async function stands(element: ElementHandle): Promise<void> {
  for (let before = '', looks = 0; looks < 40; looks++) {
    const place = JSON.stringify(await element.boundingBox())
    if (place === before && !(await element.frame.evaluate(loads))) return
    before = place
    await sleep(standsMs)
  }
}

function personAt(watched: Watched, { app, context }: Place): Person {
  const { page } = watched
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400) refused.push(`${response.status()} ${pathname}`)
  })
  const tell = async (what: string) => {
    const shown = String(await page.evaluate('document.body.innerText'))
    assert.unreachable(`${what}; there is:\n${shown}`)
  }
  const person: Person = {
    page,
    async visit(place) {
      await page.goto(`${app.url}/console${place}`)
    },
    async sees(text) {
      const found = `document.body.innerText.includes(${JSON.stringify(text)})`
      await page
        .waitForFunction(found, { polling: pollMs })
        .catch(() => tell(`'${text}' does not come`))
    },
    press: (name) => person.click(`::-p-aria([name="${name}"])`),
    async click(selector) {
      // Once: a locator clicks again where the machine is slow, and who pays pays twice.
      const found = await page.waitForSelector(selector, { visible: true }).catch(() => null)
      if (!found) return tell(`${selector} does not come`)
      await stands(found)
      await found.click()
    },
    async logIn(email, secret = password) {
      await page.locator('input[name=email]').fill(email)
      await page.locator('input[name=password]').fill(secret)
      await person.click('button[type=submit]')
    },
    quiet(named = [], { lost } = { lost: false }) {
      assert.equal(
        refused.filter((one) => !named.includes(one as Named)),
        [],
        'refused requests',
      )
      // What was refused has been looked at above, by its path.
      const known = lost ? /^Failed to load resource| failed$/ : /^Failed to load resource/
      const isOther = (text: string) => !known.test(text)
      assert.equal(watched.complaints.filter(isOther), [], 'complaints of the browser')
      assert.equal(elsewhere(watched, app.url), [], 'requests to others')
    },
    async [Symbol.asyncDispose]() {
      await context.close()
    },
  }
  return person
}
