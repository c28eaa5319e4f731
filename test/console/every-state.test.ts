// Every screen of the console in every state: on its way, there, refused, with nothing, with
// thousands of rows, with a session that ends, and without a line. The answers are the examples of
// the OpenAPI documents; who sits there is really logged in.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { eachPerson, type House } from '../support/console/each-person.ts'
import { flow } from '../support/console/flow.ts'
import { operatorPlaces } from '../support/console/operator-places.ts'
import { report } from '../support/console/report.ts'
import { buyers, operators, outside, providers } from '../support/console/screen-rows.ts'
import { findingsIn } from '../support/console/walk-states.ts'
import { openTestShop } from '../support/open-test-shop.ts'

/** The console's own list. */
function paths(): string[] {
  const file = new URL('../../src/console/app/screens.ts', import.meta.url)
  const own = [...readFileSync(file, 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path)
  return [...new Set([...own, ...operatorPlaces()])].map(String).sort()
}

test('each screen of the console has a row, and each row a screen', () => {
  const rows = [outside, buyers, providers, operators].flatMap((table) => Object.keys(table))
  assert.equal(rows.sort(), paths())
})

type Loaded = { bytes: number; files: number }

/**
 * What the program weighs for who comes to all of their screens with nothing kept: scripts,
 * styles, fonts and signs, compressed. Whoever reviews is an operator. What is off the market is
 * told on the overview and at the door (DECISIONS 546), and listed for operators. What became of a
 * purchase, and what keeps a dataset from being sold, takes 2,200 (585, 586).
 * Frequent refusals in one language and clearer words take 600 (616, 617), an earlier connection
 * 200 (612). Refusals that stay, errors at their fields and slow lines take 800, types and states
 * in words another 400 (626 to 629).
 */
const budgets: Readonly<Record<House | 'nobody', Loaded>> = {
  // What the client says to programs without types has 400 bytes (DECISIONS 560), the way to a
  // page that asks about a program 100 (582).
  nobody: { bytes: 97_900, files: 15 },
  buyer: { bytes: 181_300, files: 44 },
  provider: { bytes: 196_700, files: 49 },
  operator: { bytes: 241_000, files: 83 },
}

/** Some screens are looked at as somebody else, and loaded by all. */
const allOfTheMenu = `(async () => {
  for (const { pathname } of document.querySelectorAll('.side-fixed a')) {
    await staged.go(pathname.replace('/console', '') || '/', 'ready')
    await staged.comes()
  }
})()`

const filesLoaded = `(() => {
  const files = performance.getEntriesByType('resource')
    .filter(({ name }) => /[.](js|css|woff2|svg)$/.test(name))
  const named = new Map(files.map((it) => [it.name, it.encodedBodySize]))
  return { bytes: [...named.values()].reduce((sum, one) => sum + one, 0), files: named.size }
})()`

flow('every screen is whole in every state', async (b) => {
  await using app = await openTestShop()
  const found: string[] = []
  for await (const { page, who, screens } of eachPerson(b, app)) {
    found.push(...(await findingsIn(page, screens)))
    await page.evaluate(allOfTheMenu)
    const loaded = (await page.evaluate(filesLoaded)) as Loaded
    for (const [name, value] of Object.entries(loaded)) {
      const budget = budgets[who ?? 'nobody'][name as keyof Loaded]
      report(`${who ?? 'nobody'} ${name}`, { value, budget, unit: '' }, 1)
    }
  }
  assert.equal(found, [])
})

test.run()
