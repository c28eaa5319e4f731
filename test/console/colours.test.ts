// What each screen looks like in the light and in the dark: everything that is to be read, filled
// in or chosen can be told from its ground. The answers are the examples of the OpenAPI documents.
import type { Page } from 'puppeteer-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { contrastFlaws } from '../support/console/contrast.ts'
import { flow } from '../support/console/flow.ts'
import { openPerson } from '../support/console/person.ts'
import { buyers, operators, outside, providers } from '../support/console/screen-rows.ts'
import { stage } from '../support/console/staged-answers.ts'
import { openTestShop, type TestShop } from '../support/open-test-shop.ts'

type Who = keyof Pick<TestShop, 'buyer' | 'provider' | 'operator'>

const tables = [
  { rows: outside },
  { rows: buyers, who: 'buyer' as Who },
  { rows: providers, who: 'provider' as Who },
  { rows: operators, who: 'operator' as Who },
]

async function shows(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  const still = { name: 'prefers-reduced-motion', value: 'reduce' }
  await page.emulateMediaFeatures([still, { name: 'prefers-color-scheme', value: scheme }])
}

flow('all that is read, filled in or chosen stands out from its ground', async (b) => {
  await using app = await openTestShop()
  const found: string[] = []
  for (const { rows, who } of tables) {
    await using person = await openPerson(b, app)
    const { page } = person
    await person.visit(who ? '/account' : '/verify')
    if (who) {
      await person.logIn(app[who].email)
      await person.sees('Second factors')
    }
    await stage(page)
    for (const { at } of Object.values(rows)) {
      await page.evaluate(
        `(async () => { await staged.go(${JSON.stringify(at)}, 'ready'); await staged.comes() })()`,
      )
      for (const scheme of ['dark', 'light'] as const) {
        await shows(page, scheme)
        for (const flaw of await contrastFlaws(page)) found.push(`${at} ${scheme}: ${flaw}`)
      }
    }
    person.quiet()
  }
  assert.equal(found, [])
})

test.run()
