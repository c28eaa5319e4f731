// A page of a real browser under watch: whom it asks, and what it complains about.
import type { Page } from 'puppeteer-core'

export type Watched = {
  page: Page
  asked: string[]
  complaints: string[]
  /** `404 /v1/datasets`. */
  refused: string[]
}

/** A page of the browser that writes down whom it asks and what it complains about. */
export async function watch(page: Page): Promise<Watched> {
  const asked: string[] = []
  const complaints: string[] = []
  const refused: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('requestfailed', (request) => {
    // What the page itself gives up, it does not need any more.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return
    complaints.push(`${request.url()} failed`)
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400) refused.push(`${response.status()} ${pathname}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
  })
  // What runs in the page is text here: this project has no types for what browsers have.
  await page.evaluateOnNewDocument(`
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI)
    })`)
  return { page, asked, complaints, refused }
}

/** What it asked for that is not of the server at the URL. */
export function elsewhere({ asked }: Watched, url: string): string[] {
  const here = new URL(url).origin
  return asked.filter((one) => !/^(data|about):/.test(one) && new URL(one).origin !== here)
}
