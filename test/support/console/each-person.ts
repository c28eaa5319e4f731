import type { TestBrowser } from '../browser.ts'
import type { TestShop } from '../open-test-shop.ts'
import { openPerson } from './person.ts'
import { buyers, operators, outside, providers } from './screen-rows.ts'
import { stage } from './staged-answers.ts'
import type { ScreenRow } from './walk-states.ts'

export type House = keyof Pick<TestShop, 'buyer' | 'provider' | 'operator'>
type Table = { rows: Readonly<Record<string, ScreenRow>>; who?: House }

const tables: readonly Table[] = [
  { rows: outside },
  { rows: buyers, who: 'buyer' },
  { rows: providers, who: 'provider' },
  { rows: operators, who: 'operator' },
]

/**
 * Who is not logged in, and then one of each house, in a browser of their own: all of their screens
 * with staged answers. Nothing unnamed may have been complained of when the next one comes.
 */
export async function* eachPerson(browser: TestBrowser, app: TestShop) {
  for (const { rows, who } of tables) {
    await using person = await openPerson(browser, app)
    const { page } = person
    await person.visit(who ? '/account' : '/verify')
    if (who) {
      await person.logIn(app[who].email)
      await person.sees('Second factors')
    }
    await stage(page)
    yield { page, who, screens: Object.values(rows) }
    person.quiet()
  }
}
