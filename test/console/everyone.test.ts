// Each screen for those who see, hear or point otherwise than its makers: told from its ground in
// the light and in the dark, named in the tree of accessibility, and whole where it is magnified.
// The answers are the examples of the OpenAPI documents.
import type { CDPSession, Page } from 'puppeteer-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { contrastFlaws } from '../support/console/contrast.ts'
import { eachPerson } from '../support/console/each-person.ts'
import { flawsOf } from '../support/console/flaws.ts'
import { flow } from '../support/console/flow.ts'
import { heardFlaws } from '../support/console/heard.ts'
import { openTestShop } from '../support/open-test-shop.ts'

async function shows(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  const still = { name: 'prefers-reduced-motion', value: 'reduce' }
  await page.emulateMediaFeatures([still, { name: 'prefers-color-scheme', value: scheme }])
}

/** Windows of 1280 × 1024 dots at 200 % and at 400 %. */
const magnified = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
]
const desk = { width: 1280, height: 900 }

type Seen = { page: Page; client: CDPSession; titles: Set<string> }

async function flawsAt({ page, client, titles }: Seen, at: string): Promise<string[]> {
  const found: string[] = []
  const note = (how: string, flaws: string[]) =>
    void found.push(...flaws.map((flaw) => `${at} ${how}: ${flaw}`))
  await page.evaluate(
    `(async () => { await staged.go(${JSON.stringify(at)}, 'ready'); await staged.comes() })()`,
  )
  note('heard', await heardFlaws(client))
  const title = await page.title()
  if (titles.has(title)) note('named', [`'${title}' is the title of the screen before`])
  titles.clear()
  titles.add(title)
  for (const scheme of ['dark', 'light'] as const) {
    await shows(page, scheme)
    note(scheme, await contrastFlaws(page))
  }
  for (const size of magnified) {
    await page.setViewport(size)
    note(String(size.width), await flawsOf(page))
  }
  await page.setViewport(desk)
  return found
}

flow('each screen can be seen, heard and reached by everyone', async (b) => {
  await using app = await openTestShop()
  const found: string[] = []
  for await (const { page, screens } of eachPerson(b, app)) {
    const seen = { page, client: await page.createCDPSession(), titles: new Set<string>() }
    for (const { at } of screens) found.push(...(await flawsAt(seen, at)))
  }
  assert.equal(found, [])
})

test.run()
