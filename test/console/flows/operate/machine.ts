// Whoever runs the machine looks after it: steps of every-command.ts. Each deed is really done.
import * as assert from 'uvu/assert'
import { enqueue } from '../../../../src/domain/outbox/index.ts'
import { axeFindings } from '../../../support/console/axe.ts'
import { carriedOut } from '../../../support/console/commands.ts'
import { operatorPlaces } from '../../../support/console/operator-places.ts'
import type { Person } from '../../../support/console/person.ts'
import { shiftsAt } from '../../../support/console/shifts.ts'
import { isWellDrawn } from '../../../support/console/well-drawn.ts'
import type { TestApp } from '../../../support/open-test-app.ts'
import type { Receiver } from '../../../support/receiver.ts'

type App = Omit<TestApp, 'key'>

export async function examines(operator: Person): Promise<void> {
  const { sees, press } = operator
  await operator.goes('/health')
  await sees('Not examined since the server started')
  await press('Examine now: Examine the server')
  // Programs are started for it, which a busy machine is slow at.
  const isDone = `document.body.innerText.includes('Done: Examine the server')`
  await operator.page.waitForFunction(isDone, { polling: 100, timeout: 120_000 })
  await sees('What to do:')
  await sees('by Provider,')
  carriedOut('doctor')
  await press('Verify now: Verify the chain')
  await sees('Done: Verify the chain')
  carriedOut('chain verify')
  await press('Confirm: Confirm the clock')
  await operator.click('dialog[open] [type=submit]')
  await sees('Done: Confirm the clock')
  carriedOut('clock confirm')
  await isWellDrawn(operator)
}

/** What was given up is tried again, by the runner, and then it is done. */
export async function looksAtJobs(operator: Person, app: App): Promise<void> {
  const { sees, press } = operator
  await app.store.write((tx) => {
    const nowMs = app.clock.nowMs()
    const payload = { objectId: 'obj_gone' as never }
    const jobId = enqueue(tx, { kind: 'remove-passages', payload, subjectId: 'obj_gone', nowMs })
    app.store.raw
      .prepare(`UPDATE job SET state = 'failed', failures = 3, finished_at = ?,
        error = 'Error: the disk did not answer' WHERE job_id = ?`)
      .run(nowMs, jobId)
  })
  await operator.goes('/jobs')
  await sees('the disk did not answer')
  await isWellDrawn(operator)
  await press('Try now: Take passages out of the search')
  await sees('It is tried again')
  await app.settleJobs()
  await operator.goes('/jobs?state=done&kind=remove-passages')
  await sees('1 job')
  await sees('1 attempt')
}

/** A tenant's program is gone: that is seen, mended, and the tenant's own message stays its own. */
export async function looksAtWebhooks(operator: Person, app: App, to: Receiver): Promise<void> {
  const { sees, press } = operator
  const { token: as } = await app.signUp('Ada')
  const make = (what: string, body: object) => app.call('POST', `/v1/${what}`, { as, body })
  to.answers(410)
  await make('webhooks', { url: `${to.url}/t0ken`, description: 'Accounts' })
  await make('api-keys', { name: 'Till', scopes: ['search:query'] })
  await app.settleJobs()
  await operator.goes('/deliveries')
  await sees('A key is made')
  await sees('answered 410')
  await sees('It answered that it is gone for good.')
  assert.not.match(String(await operator.page.evaluate('document.body.innerText')), /t0ken/)
  await isWellDrawn(operator)
  to.answers(204)
  await press('Go on: Ada house')
  await operator.click('dialog[open] [type=submit]')
  await app.settleJobs()
  await operator.goes('/deliveries?state=delivered')
  await sees('answered 204')
  await press('Send again: A key is made, Ada house')
  await sees('It is sent again')
  await press('Pause: Ada house')
  await sees('may go on by itself')
  await operator.click('dialog[open] [type=submit]')
  await sees('Whoever runs the platform paused it.')
}

/** What happened a minute ago is on the chart, and in its table. */
export async function looksBack(operator: Person, app: App): Promise<void> {
  await app.runUpkeep()
  app.clock.advance({ seconds: 60 })
  await app.runUpkeep()
  await operator.goes('/metrics?span=hour')
  await operator.sees('Requests each minute')
  await isWellDrawn(operator)
  await operator.click('figure .icon-button')
  await operator.sees('12:31 AM')
  await operator.click('input[name=span] + span')
  await operator.sees('GET /v1/admin/work')
  carriedOut('traffic', 'top')
}

/** What would go is counted first; what goes is asked about. */
export async function makesRoom(operator: Person): Promise<void> {
  await operator.goes('/storage')
  await operator.sees('What can go')
  await isWellDrawn(operator)
  await operator.press('Count: Count what has expired')
  await operator.sees('Done: Count what has expired')
  await operator.press('Remove: Remove what has expired')
  await operator.click('dialog[open] [type=submit]')
  await operator.sees('Done: Remove what has expired')
  carriedOut('gc')
}

export async function rebuildsIndex(operator: Person): Promise<void> {
  await operator.goes('/index')
  await operator.sees('text recognition')
  carriedOut('index status', 'model check')
  await isWellDrawn(operator)
  await operator.press('Rebuild: Rebuild the index')
  await operator.click('dialog[open] [type=submit]')
  await operator.sees('Done: Rebuild the index')
  await operator.press('Compare now: Compare the index')
  await operator.sees('Done: Compare the index')
  carriedOut('index rebuild', 'index verify')
}

export async function looksAtSettings(operator: Person): Promise<void> {
  await operator.goes('/settings?q=embedding')
  await operator.sees('KONTOR_EMBEDDING_MODEL')
  await isWellDrawn(operator)
  await operator.click('.grid-row button')
  await operator.sees('All vectors are then made anew')
  assert.equal(await axeFindings(operator.page), [])
  carriedOut('config', 'help settings')
}

/** What was signed before is taken for a while, and then no more. */
export async function renewsSecrets(operator: Person): Promise<void> {
  const { sees, press } = operator
  await operator.visit('/settings')
  await sees('Signing secrets')
  // Somebody quick on a slow line types and goes on: the next screen's address has none of it.
  await operator.page.setCacheEnabled(false)
  await operator.page.emulateNetworkConditions({ ...line, latency: 800 })
  await operator.page.evaluate(typesAndGoes)
  await sees('Generation 0')
  assert.is(await operator.page.evaluate('location.search'), '')
  await operator.page.emulateNetworkConditions(null)
  await operator.page.setCacheEnabled(true)
  carriedOut('secrets status')
  await press('Make new ones: New signing secrets')
  await operator.page.locator('dialog[open] [name=overlap_hours]').fill('12')
  await operator.click('dialog[open] [type=submit]')
  await sees('Done: New signing secrets')
  await sees('Generation 1')
  await sees('Taken until')
  carriedOut('secrets rotate')
  await isWellDrawn(operator)
}

const line = { offline: false, download: -1, upload: -1 }

const typesAndGoes = `(() => {
  const field = document.querySelector('.grid-tools input[type=search]')
  field.value = 'sign'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  document.querySelector('main a[href$="/settings/secrets"]').click()
})()`

/** A request that changed something, by its id. */
export async function deedOf(app: App, as: string): Promise<string> {
  const body = { name: 'Reading room', scopes: ['search:query'] }
  const made = await app.call('POST', '/v1/api-keys', { as, body })
  assert.is(made.status, 201)
  return String(made.headers.get('x-request-id'))
}

/** Somebody reads an id to whoever runs the server: what was asked, said and changed is there. */
export async function helpsBy(operator: Person, requestId: string): Promise<void> {
  await operator.goes('/logs')
  await operator.sees('POST')
  await isWellDrawn(operator)
  await operator.page.locator('input[type=search]').fill(requestId)
  const isAlone = `[...document.querySelectorAll('.log-lines a')]
    .every(({ textContent }) => textContent === '${requestId}')`
  await operator.page.waitForFunction(isAlone, { polling: 100 })
  await operator.press(requestId)
  await operator.sees('api_key.created')
  await operator.sees('POST /v1/api-keys')
  await operator.sees('201')
  await operator.sees('1 request ·')
  carriedOut('logs')
  await isWellDrawn(operator)
  await operator.page.keyboard.down('Control')
  await operator.page.keyboard.press('k')
  await operator.page.keyboard.up('Control')
  await operator.page.locator('.finder-input').fill(requestId)
  await operator.page.keyboard.press('Enter')
  await operator.sees('api_key.created')
}

/** While a screen comes nobody misses what is pressed. */
export async function nothingMoves({ page }: Person): Promise<void> {
  const places = operatorPlaces().filter((path) => !path.includes(':'))
  // What was said of the last deeds goes away by itself: nobody presses it.
  await page.waitForFunction("!document.querySelector('.notice')", { polling: 200 })
  assert.equal(await shiftsAt(page, places), [])
  assert.equal(await shiftsAt(page, places, { inOrder: true }), [], 'in their order')
}
