// Two reviewers at their desks, one queue between them, and the clock that runs on both.
import type { HTTPRequest } from 'puppeteer-core'
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { type Named, openPerson, type Person } from '../../support/console/person.ts'
import { openTestProvider, type TestProvider } from '../../support/open-test-provider.ts'
import { untilSo } from '../../support/until.ts'

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
  await using ada = await openPerson(b, app, { isNew: true })
  await using ben = await openPerson(b, app, { isNew: true })
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
  const decision = await hold(ada, '/v1/admin/review/decisions')
  await ada.page.keyboard.press('a')
  await ben.page.keyboard.press('a')
  await ben.sees('third.txt is approved')
  await decision.release()
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

flow('who comes second to a file by a moment is told who was first', async (b) => {
  await using app = await openTestProvider({ config: { sessionIdleMinutes: 10_080 } })
  const colleague = await app.signUp('Colleague')
  app.store.raw.exec(`UPDATE user SET is_platform_admin = 1 WHERE user_id = '${colleague.userId}'`)
  const id = await app.staged(await app.dataset(), { filename: 'first.txt' })
  const claim = `/v1/admin/review/objects/${app.owner.tenantId}/${id}/claim` as const
  const { email } = (await app.call('GET', '/v1/me', { as: app.names.admin })).body.data.user
  await using ada = await openPerson(b, app, { isNew: true })
  const asking = await hold(ada, claim)
  await sitDown(ada, { app, email })
  await untilSo('she has read the file, and claims it', async () => asking.isHeld())
  assert.is((await app.call('POST', claim, { as: colleague.token, body: {} })).status, 200)
  await asking.release()
  await ada.sees('Colleague looks at this')
  ada.quiet([`409 ${claim}`])
})

type Desk = { app: TestProvider; email?: string }

/** At the time that the server has: the clock of the tests is in another year. */
async function sitDown(person: Person, { app, email }: Desk): Promise<void> {
  const now = `Date.now = () => ${app.clock.nowMs()} + Math.round(performance.now())`
  await person.page.evaluateOnNewDocument(now)
  await person.visit('/review')
  if (email !== undefined) await person.logIn(email)
}

/** What is sent there stays on its way until somebody says so. */
async function hold({ page }: Person, path: string) {
  const held: HTTPRequest[] = []
  page.on('request', (request) => {
    const isMeant = request.method() === 'POST' && request.url().endsWith(path)
    if (isMeant && request.isInterceptResolutionHandled() === false) held.push(request)
    else void request.continue()
  })
  await page.setRequestInterception(true)
  return {
    isHeld: () => held.length > 0,
    async release() {
      for (const request of held) await request.continue()
    },
  }
}
