// A window of a browser, and all that is kept with it: whoever leaves one clears it, and the next
// person has it. To start the program of a page costs a third of a second of a processor.
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer-core'
import { type Watched, watch } from '../watch-page.ts'

export type Seat = Watched & {
  context: BrowserContext
  /** Gives it to the next one, or nobody where it is not as it was. The place is the server's. */
  leave(place: { url: string }): Promise<void>
}

/** Costs nothing where what is waited for comes: a busy machine starts threads slowly. */
const waitMs = 60_000
const size = { width: 1440, height: 900 }
/** What moves is drawn all the time. */
const still = [{ name: 'prefers-reduced-motion', value: 'reduce' }]

const free = new WeakMap<Browser, Seat[]>()

export async function takeSeat(browser: Browser, { isNew = false } = {}): Promise<Seat> {
  const left = isNew ? undefined : free.get(browser)?.pop()
  if (left) return left
  const context = await browser.createBrowserContext()
  const watched = await openWindow(context)
  const client = await watched.page.createCDPSession()
  const changes = noteChanges(watched.page)
  const seat: Seat = {
    ...watched,
    context,
    async leave({ url }) {
      const isClear = changes.mayBeUndone() && (await clear({ seat, client, url, changes }))
      if (isClear) free.set(browser, [...(free.get(browser) ?? []), seat])
      else await context.close()
    },
  }
  return seat
}

export async function openWindow(context: BrowserContext): Promise<Watched> {
  const page = await context.newPage()
  page.setDefaultTimeout(waitMs)
  await page.setViewport(size)
  await page.emulateMediaFeatures(still)
  return await watch(page)
}

type Clearing = { seat: Seat; client: CDPSession; url: string; changes: Changes }

/** The page stays at the server, so that its program goes on: nothing of the console runs there. */
async function clear({ seat, client, url, changes }: Clearing): Promise<boolean> {
  const { page, context } = seat
  try {
    for (const other of await context.pages()) if (other !== page) await other.close()
    await changes.undo()
    const answer = await page.goto(`${url}/livez`)
    if (answer?.status() !== 200) return false
    const { origin } = new URL(url)
    await page.evaluate("sessionStorage.clear(); localStorage.clear(); window.name = ''")
    await client.send('Storage.clearDataForOrigin', { origin, storageTypes: kept })
    await client.send('Network.clearBrowserCookies')
    await client.send('Page.resetNavigationHistory')
    await page.mouse.reset()
    await page.mouse.move(0, 0)
    await page.setViewport(size)
    await page.emulateMediaFeatures(still)
    for (const noted of [seat.asked, seat.complaints, seat.refused]) noted.length = 0
    return true
  } catch {
    // The server is gone already, or the window.
    return false
  }
}

/** But for what is loaded with an address that never means something else. */
const kept = 'cookies,indexeddb,local_storage,cache_storage,service_workers,file_systems'

/** What is set of a window anew for the next person: its size, and what it tells of its reader. */
const setAgain = /^(setViewport|setContent|setDefaultTimeout|emulateMediaFeatures)$/
const changing = /^(set|emulate|expose|authenticate|once|create|remove|record|start)/

type Does = (...given: unknown[]) => unknown

/** How it is made undone, by what it gave. Whatever changes a window otherwise ends it. */
const ways: Readonly<Record<string, (page: Page, gave: never) => unknown>> = {
  createCDPSession: (_, client: CDPSession) => client.detach().catch(() => {}),
  emulateNetworkConditions: (page) => page.emulateNetworkConditions(null),
  emulateTimezone: (page) => page.emulateTimezone(),
  evaluateOnNewDocument: (page, { identifier }: { identifier: string }) =>
    page.removeScriptToEvaluateOnNewDocument(identifier),
  setCacheEnabled: (page) => page.setCacheEnabled(true),
  setOfflineMode: (page) => page.setOfflineMode(false),
  setRequestInterception: (page) => page.setRequestInterception(false),
}

type Changes = { mayBeUndone(): boolean; undo(): Promise<void> }

function noteChanges(page: Page): Changes {
  const undoing: (() => unknown)[] = []
  let isOther = false
  let isUndoing = false
  const { on } = page
  page.on = (type, handler) => {
    undoing.push(() => page.off(type, handler))
    return on.call(page, type, handler) as Page
  }
  const own = page as unknown as Record<string, Does>
  for (const name of namesOf(page)) {
    const change = own[name]
    const way = ways[name]
    const isChange = (way !== undefined || changing.test(name)) && !setAgain.test(name)
    if (!isChange || typeof change !== 'function') continue
    own[name] = async (...given) => {
      const gave = await change.apply(page, given)
      if (way === undefined) isOther = true
      else if (!isUndoing) undoing.push(() => way(page, gave as never))
      return gave
    }
  }
  return {
    mayBeUndone: () => !isOther && !page.isClosed(),
    async undo() {
      isUndoing = true
      for (const one of undoing.splice(0).reverse()) await one()
      isUndoing = false
    },
  }
}

function namesOf(page: Page): string[] {
  const names: string[] = []
  for (
    let of = Object.getPrototypeOf(page);
    of !== Object.prototype;
    of = Object.getPrototypeOf(of)
  )
    names.push(...Object.getOwnPropertyNames(of).filter((name) => !isGetter(of, name)))
  return names
}

function isGetter(of: object, name: string): boolean {
  return Object.getOwnPropertyDescriptor(of, name)?.get !== undefined
}
