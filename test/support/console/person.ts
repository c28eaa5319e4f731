import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, ElementHandle, Page } from 'puppeteer-core'
import * as assert from 'uvu/assert'
import type { TestBrowser } from '../browser.ts'
import { openPage } from '../browser-page.ts'
import { caller, password, type TestApp } from '../open-test-app.ts'
import { elsewhere, type Watched } from '../watch-page.ts'
import { openWindow, takeSeat } from './seat.ts'

/** Somebody at a browser of their own: cookies, storage and windows. */
export type Person = {
  page: Page
  /** Goes to a place of the console: `/search?q=x`. */
  visit(place: string): Promise<void>
  /** Goes there as a link does: the page stays, and asks for what is new. */
  goes(place: string): Promise<void>
  /** Waits until it is to be read. */
  sees(text: string): Promise<void>
  /** Waits until the keys go there: `name` of what has the focus is this. It comes with a frame. */
  hasFocus(what: Focus, is: string): Promise<void>
  /** What has this name. */
  press(name: string): Promise<void>
  click(selector: string): Promise<void>
  logIn(email: string, secret?: string): Promise<void>
  /** Is logged in already and goes there: what the form of `logIn` does, flows/log-in.ts tries. */
  enters(place: string, who: { email: string }): Promise<void>
  /** Another window of the same browser. */
  opens(): Promise<Person>
  /** With `lost`, connections may have broken off: the server went away meanwhile. */
  quiet(named?: readonly Named[], facts?: { lost: boolean }): void
  [Symbol.asyncDispose](): Promise<void>
}

type Focus = 'name' | 'role' | 'textContent' | 'innerText' | 'className'

/** An answer that a flow is about, and that is therefore no surprise: `401 /console/session`. */
export type Named = `${number} ${string}`

/** Costs nothing where what is waited for comes: a busy machine starts threads slowly. */
const waitMs = 60_000
/** Looking at each frame costs more than what is looked at. */
const pollMs = 100
/** What is named is looked for in a tree that the browser makes anew each time. */
const findMs = 50
/** A frame that has not come by then does not come. */
const frameMs = 1000
/** Between two looks whether something stands where it stood. */
const standsMs = 30

/** One who is new has nothing of a page's program in memory, from where it comes without a line. */
export async function openPerson(
  { browser }: TestBrowser,
  app: Pick<TestApp, 'url'>,
  { isNew = false } = {},
): Promise<Person> {
  const seat = await takeSeat(browser, { isNew })
  const { context } = seat
  return personAt(seat, { app, context, leave: () => seat.leave(app) })
}

type Place = { app: Pick<TestApp, 'url'>; context: BrowserContext; leave(): Promise<void> }

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

/**
 * Once, and once more where nothing was hit because it moved between the look and the press: a
 * person would do so, too.
 */
async function presses(element: ElementHandle): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    await stands(element)
    await element.evaluate((node) => {
      const hit = () => void Object.assign(node, { wasHit: true })
      for (const event of ['mousedown', 'click']) node.addEventListener(event, hit, { once: true })
    })
    await element.click()
    // Whoever is somewhere else by then has hit it.
    if (await element.evaluate((node) => 'wasHit' in node).catch(() => true)) return
  }
}

/** The old screen is there until the new one is: gives whether its heading has gone. */
const leaveFor = (url: string) => `(async () => {
  const [old, from] = [document.querySelector('main h1'), location.pathname]
  const words = old?.textContent
  history.pushState(null, '', ${JSON.stringify(url)})
  dispatchEvent(new PopStateEvent('popstate'))
  const soon = new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
  // A browser that has nothing to draw for a while asks for no frame.
  await Promise.race([soon, new Promise((later) => setTimeout(later, ${frameMs}))])
  const isOld = () => location.pathname !== from && old?.isConnected && old.textContent === words
  for (let looks = 0; looks < 100 && isOld(); looks++) {
    await new Promise((later) => setTimeout(later, ${standsMs}))
  }
  return !isOld()
})()`

/** The first that is to be seen. */
async function found(page: Page, selector: string): Promise<ElementHandle | null> {
  for (const untilMs = performance.now() + waitMs; performance.now() < untilMs; ) {
    // A page that goes away meanwhile has none.
    const element = await page.$(selector).catch(() => null)
    if (await element?.isVisible().catch(() => false)) return element
    await sleep(findMs)
  }
  return null
}

function personAt(watched: Watched, { app, context, leave }: Place): Person {
  const { page, refused } = watched
  const tell = async (what: string) => {
    const shown = String(await page.evaluate('document.body.innerText'))
    assert.unreachable(`${what}; there is:\n${shown}`)
  }
  const person: Person = {
    page,
    async visit(place) {
      await page.goto(`${app.url}/console${place}`)
    },
    async goes(place) {
      const url = `${app.url}/console${place}`
      // Whoever is there already, or sees the old heading still, loads it as `visit` does.
      if (page.url() === url || !(await page.evaluate(leaveFor(url)))) await page.goto(url)
    },
    async sees(text) {
      const isThere = `document.body.innerText.includes(${JSON.stringify(text)})`
      await page
        .waitForFunction(isThere, { polling: pollMs })
        .catch(() => tell(`'${text}' does not come`))
    },
    async hasFocus(what, is) {
      const now = `document.activeElement.${what}`
      await page
        .waitForFunction(`${now} === ${JSON.stringify(is)}`, { polling: pollMs })
        .catch(async () => tell(`the focus is at '${await page.evaluate(now)}', not at '${is}'`))
    },
    press: (name) => person.click(`::-p-aria([name="${name}"])`),
    async click(selector) {
      // Once: a locator clicks again where the machine is slow, and who pays pays twice.
      const element = await found(page, selector)
      if (!element) return tell(`${selector} does not come`)
      await presses(element)
    },
    async logIn(email, secret = password) {
      await page.locator('input[name=email]').fill(email)
      await page.locator('input[name=password]').fill(secret)
      await person.click('button[type=submit]')
    },
    async enters(place, { email }) {
      const asking = openPage({ url: app.url, call: caller(app.url) })
      await asking.logIn(email)
      const [name = '', value = ''] = asking.cookie().split('=')
      const rules = { path: '/', httpOnly: true, sameSite: 'Strict' } as const
      await context.setCookie({ name, value, domain: new URL(app.url).hostname, ...rules })
      await person.visit(place)
    },
    opens: async () =>
      personAt(await openWindow(context), { app, context, leave: () => page.close() }),
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
    [Symbol.asyncDispose]: leave,
  }
  return person
}
