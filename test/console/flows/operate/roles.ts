// Every place of operators, tried by every role: whoever is no platform administrator is told so,
// and the server is asked for nothing.
import type { Page } from 'puppeteer-core'
import * as assert from 'uvu/assert'
import { ROLES } from '../../../../src/domain/identity/index.ts'
import { axeFindings } from '../../../support/console/axe.ts'
import { flow } from '../../../support/console/flow.ts'
import { operatorPlaces } from '../../../support/console/operator-places.ts'
import { type Named, openPerson } from '../../../support/console/person.ts'
import { openTestApp, signUp } from '../../../support/open-test-app.ts'
import { addTotp, codeOf } from '../../../support/second-factors.ts'

const parts = { jobs: false, workers: false }
/** Goes there as a link does, and gives what the screen that comes is called. */
async function titlesOf(page: Page, places: readonly string[]): Promise<string[]> {
  return (await page.evaluate(`(async () => {
    const titles = []
    for (const place of ${JSON.stringify(places)}) {
      const before = document.querySelector('main h1')
      if (before) before.textContent = ''
      history.pushState(null, '', '/console' + place)
      dispatchEvent(new PopStateEvent('popstate'))
      const isOld = () => !document.querySelector('main h1')?.textContent
      for (let i = 0; i < 200 && isOld(); i++) await new Promise((go) => setTimeout(go, 25))
      titles.push(place + ' ' + document.querySelector('main h1')?.textContent)
      // Somewhere else between two, so that each is drawn anew.
      history.pushState(null, '', '/console/nowhere-at-all')
      dispatchEvent(new PopStateEvent('popstate'))
      await new Promise((go) => setTimeout(go, 25))
    }
    return titles
  })()`)) as string[]
}

flow('whoever is no platform administrator is told so at each place of operators', async (b) => {
  await using app = await openTestApp({ parts })
  await app.admin()
  const owner = await app.signUp('Ada')
  const invited = await app.call('POST', '/v1/tenant/invitations', {
    as: owner.token,
    body: { roles: ['viewer'] },
  })
  const { invitation_code } = invited.body.data
  const vi = await signUp(app.call, 'Vi', { invitation_code })
  await using person = await openPerson(b, app)
  const { page } = person
  const places = operatorPlaces().map((path) => path.replace(/:\w+/, 'some_unknown'))
  assert.ok(places.includes('/health'))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await person.enters('/health', vi)
  await person.sees('This is for platform administrators')
  assert.equal(await axeFindings(page), [])
  for (const role of ROLES) {
    const change = await app.call('PATCH', `/v1/tenant/members/${vi.userId}`, {
      as: owner.token,
      body: { roles: [role] },
    })
    assert.is(change.status, 200, JSON.stringify(change.body))
    await person.visit('/health')
    await person.sees('This is for platform administrators')
    const menu = String(await page.evaluate("document.querySelector('.side-fixed').innerText"))
    assert.not.match(menu, /Operate|Health/)
    const refused = places.map((place) => `${place} This is for platform administrators`)
    assert.equal(await titlesOf(page, places), refused, role)
  }
  assert.equal(
    asked.filter((path) => path.startsWith('/v1/admin/')),
    [],
  )
  person.quiet()
})

flow('where administrators must have a second factor, the way to one is shown', async (b) => {
  await using app = await openTestApp({ parts, config: { secondFactor: 'admins' } })
  const admin = await app.admin()
  await using person = await openPerson(b, app)
  const { page } = person
  const refused = new Set<Named>()
  page.on('response', (response) => {
    if (response.status() === 403) refused.add(`403 ${new URL(response.url()).pathname}`)
  })
  await person.visit('/health')
  await person.logIn(admin.email)
  await person.sees('wants a second factor of you')
  assert.equal(await axeFindings(page), [])
  await person.press('Add a second factor')
  await person.sees('Account')
  const { secret } = await addTotp(app, admin)
  app.clock.advance({ seconds: 30 })
  await person.visit('/health')
  await person.sees('Show again who you are')
  await page.locator('dialog[open] input').fill(codeOf(app, secret))
  await page.keyboard.press('Enter')
  await person.sees('Not examined since the server started')
  person.quiet([...refused])
})
