// A real browser comes from a provider of another site: whether the Strict cookie counts at once.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBrowser } from '../../support/browser.ts'
import { freePort } from '../../support/free-port.ts'
import { provider, writeProviders } from '../../support/oidc/providers-file.ts'
import { startProvider } from '../../support/oidc/real-provider.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('after a log-in at another site the page that is shown is that of who logged in', async () => {
  using folder = temporaryFolder()
  const port = await freePort()
  const appUrl = `http://127.0.0.1:${port}`
  // Another address is another site.
  await using real = await startProvider({ appUrl })
  const oidcProvidersFile = writeProviders(folder.path, [
    provider({ id: 'real', issuer: real.issuer }),
  ])
  await using app = await openTestApp({
    config: { port, oidcProvidersFile },
    parts: { jobs: false, workers: false },
  })
  await app.signUp('Ada')
  await real.tell({
    person: { sub: 'ada-1', claims: { email: 'ada@example.eu', email_verified: true } },
  })
  await real.tell({ button: true })
  await using opened = await openBrowser()
  const page = await opened.browser.newPage()
  await page.goto(`${app.url}/console/oidc/real/start?return_to=/console/session`)
  await page.waitForSelector('button')
  const joining = await opened.browser.newPage()
  await joining.goto(`${app.url}/console/join?code=invite_x%26`)
  const button = await joining.waitForSelector('a[href*="/oidc/"]', { timeout: 10_000 })
  const href = await button?.evaluate((link) => link.getAttribute('href'))
  assert.is(href, '/console/oidc/real/start?invitation=invite_x%26')
  await joining.close()
  await page.click('button')
  await page.waitForFunction('location.pathname === "/console/session"', { timeout: 10_000 })
  const shown = await page.evaluate('document.body.innerText')
  assert.match(String(shown), '"email":"ada@example.eu"')
})

test.run()
