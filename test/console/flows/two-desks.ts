// Two reviewers at their desks, one queue between them, and the clock that runs on both.
import type { HTTPRequest } from 'puppeteer-core'
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { type Named, openPerson, type Person } from '../../support/console/person.ts'
import { openTestProvider, type TestProvider } from '../../support/open-test-provider.ts'

const names = ['first.txt', 'second.txt', 'third.txt', 'fourth.txt']

flow('two browsers review one queue at once, each file once, until its time is over', async (b) => {
  await using app = await openTestProvider({ config: { sessionIdleMinutes: 10_080 } })
  const colleague = await app.signUp('Colleague')
  app.store.raw.exec(`UPDATE user SET is_platform_admin = 1 WHERE user_id = '${colleague.userId}'`)
  const mine = await app.dataset()
  const claims: Named[] = []
  for (const filename of names) {
    const id = await app.staged(mine, { filename })
    claims.push(`409 /v1/admin/review/objects/${app.owner.tenantId}/${id}/claim`)
    app.clock.advance({ seconds: 1 })
  }
  const { email } = (await app.call('GET', '/v1/me', { as: app.names.admin })).body.data.user
  await using ada = await openPerson(b, app)
  await using ben = await openPerson(b, app)
  await sitDown(ada, { app, email })
  await ada.sees('4 files wait')
  await sitDown(ben, { app, email: colleague.email })
  await ben.sees('Operator looks at this')
  await ben.page.keyboard.press('j')
  await ben.sees('second.txt')
  await ben.page.keyboard.press('a')
  await ben.sees('second.txt is approved')
  // Nobody has told Ada's window to look again but the server.
  await ada.sees('3 files wait')
  await ada.page.keyboard.press('j')
  await ada.sees('Colleague looks at this')
  const release = await holdDecision(ada)
  await ada.page.keyboard.press('a')
  await ben.page.keyboard.press('a')
  await ben.sees('third.txt is approved')
  await release()
  await ada.sees('This object is approved already.')
  await ada.sees('2 files wait')
  await ada.sees('in 2 days')
  app.clock.advance({ hours: 62 })
  await sitDown(ada, { app })
  await ada.sees('in 9 hr')
  assert.ok(await ada.page.$('.expiry-soon'))
  assert.equal(await axeFindings(ada.page), [])
  app.clock.advance({ hours: 10 })
  await app.rooms.review.expireOverdue()
  await ada.sees('Nothing waits')
  // Who comes second to a file is told who looks at it.
  ada.quiet(claims)
  ben.quiet(claims)
})

type Desk = { app: TestProvider; email?: string }

/** At the time that the server has: the clock of the tests is in another year. */
async function sitDown(person: Person, { app, email }: Desk): Promise<void> {
  const now = `Date.now = () => ${app.clock.nowMs()} + Math.round(performance.now())`
  await person.page.evaluateOnNewDocument(now)
  await person.visit('/review')
  if (email !== undefined) await person.logIn(email)
}

/** What is decided stays on its way until somebody says so. */
async function holdDecision({ page }: Person): Promise<() => Promise<void>> {
  const held: HTTPRequest[] = []
  page.on('request', (request) => {
    const isDecision = request.url().endsWith('/v1/admin/review/decisions')
    if (isDecision && request.isInterceptResolutionHandled() === false) held.push(request)
    else void request.continue()
  })
  await page.setRequestInterception(true)
  return async () => {
    for (const request of held) await request.continue()
  }
}
