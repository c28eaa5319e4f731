import * as assert from 'uvu/assert'
import { axeFindings } from './axe.ts'
import { flawsOf } from './flaws.ts'
import type { Person } from './person.ts'

/** Nothing is wrong with how it is drawn: for who listens, and on a telephone. */
export async function isWellDrawn({ page }: Pick<Person, 'page'>): Promise<void> {
  assert.equal(await axeFindings(page), [])
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await flawsOf(page), [])
  await page.setViewport({ width: 1440, height: 900 })
}
