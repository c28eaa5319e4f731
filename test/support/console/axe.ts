import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Found = { id: string; nodes: { html: string; failureSummary?: string }[] }

/** What rules of accessibility by other hands find on the page, as it is now. */
export async function axeFindings(page: Page): Promise<string[]> {
  // It stays for as long as the page does, and is half a megabyte to read.
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(`${source}; undefined`)
  const options = { resultTypes: ['violations'], preload: false, iframes: false }
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)})`,
  )) as unknown as { violations: Found[] }
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
