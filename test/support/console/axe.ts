import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Page } from 'puppeteer-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What the page itself runs knows nothing of it. */
const world = 'axe'
/** Nobody is content because nothing was asked. */
const rulesLeast = 50
const options = { reporter: 'brief', preload: false, iframes: false }
/** It is half a megabyte: sent once for all that a window will show, and read where it is asked. */
const waiting = `var readAxe = () => { ${source} }`
/** A tenth of the work is to describe the way to each thing that nothing is wrong with. */
const run = `(async () => {
  if (typeof axe === 'undefined') {
    readAxe()
    axe.addReporter('brief', (rules, options, done) => done(rules))
  }
  const rules = await axe.run(document, ${JSON.stringify(options)})
  if (rules.length < ${rulesLeast}) throw new Error('axe tried ' + rules.length + ' rules')
  return rules.flatMap(({ id, violations }) =>
    violations.map(({ node }) => id + ': ' + node.source))
})()`
const lines = new WeakMap<Page, Promise<CDPSession>>()

/** What rules of accessibility by other hands find on the page, as it is now. */
export async function axeFindings(page: Page): Promise<string[]> {
  const line = lines.get(page) ?? lineTo(page)
  lines.set(page, line)
  const client = await line
  const { frameTree } = await client.send('Page.getFrameTree')
  const { executionContextId } = await client.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: world,
  })
  const { result, exceptionDetails } = await client.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression: run,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
  return result.value
}

async function lineTo(page: Page): Promise<CDPSession> {
  const client = await page.target().createCDPSession()
  await client.send('Page.enable')
  const script = { source: waiting, worldName: world, runImmediately: true }
  await client.send('Page.addScriptToEvaluateOnNewDocument', script)
  return client
}
