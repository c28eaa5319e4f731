// Whoever runs the platform has a house like any other: steps of every-command.ts.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../../support/console/axe.ts'
import { carriedOut } from '../../../support/console/commands.ts'
import type { Person } from '../../../support/console/person.ts'
import type { Party, TestApp } from '../../../support/open-test-app.ts'
import { payee } from '../../../support/open-test-settled.ts'

type App = Pick<TestApp, 'call' | 'store' | 'url'>

/** What the server says to who is logged in here. */
async function asks({ page }: Person, path: string) {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return (await page.evaluate(`fetch('${path}').then((got) => got.json())`)) as any
}

async function send({ page, click }: Person, values: Readonly<Record<string, string>> = {}) {
  for (const [name, value] of Object.entries(values)) {
    await page.locator(`dialog[open] [name="${name}"]`).fill(value)
  }
  await click('dialog[open] [type=submit]')
}

/** A dataset is made and changed, the other one looked through to its file. */
export async function keepsDatasets(operator: Person, dataset: string): Promise<string> {
  const { sees, press, page } = operator
  await operator.goes('/data')
  await sees('Inspections')
  await press('New dataset')
  await send(operator, { name: 'Minutes' })
  await sees('No files yet')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await press('Change')
  await sees('Who finds it')
  await page.select('dialog[open] [name=visibility]', 'restricted')
  await send(operator, { name: 'Boilers' })
  await sees('Boilers')
  const { data } = await asks(operator, `/v1/datasets/${id}`)
  assert.equal([data.name, data.visibility], ['Boilers', 'restricted'])
  carriedOut('dataset create', 'dataset set')
  await operator.goes('/data')
  await press('Inspections')
  await sees('runner.txt')
  assert.is(new URL(page.url()).pathname, `/console/data/${dataset}`)
  carriedOut('dataset list', 'dataset show', 'object list')
  await operator.click('.grid-row a')
  await sees('SHA-256')
  carriedOut('object show')
  return id
}

/** A file and a dataset of the own house go from the market and come back, and go for good. */
export async function takesOffMarket(operator: Person, { dataset, spare }: Going): Promise<void> {
  const { sees, press, page } = operator
  await operator.goes(`/data/${dataset}`)
  await press('Read anew')
  await send(operator)
  await sees('The files are being read anew')
  carriedOut('dataset reprocess')
  await press('Suspend the dataset')
  await send(operator, { reason: 'A question.' })
  await sees('Suspended by who runs the platform')
  await press('Lift the suspension')
  await send(operator, { note: 'Answered.' })
  await sees('On offer')
  carriedOut('dataset suspend', 'dataset resume')
  await operator.click('.grid-row a')
  await press('Read anew')
  await send(operator)
  await sees('It is being read anew')
  carriedOut('object reprocess')
  await press('Take down')
  await send(operator, { reason: 'A complaint.' })
  await sees(': A complaint.')
  const { pathname } = new URL(page.url())
  await operator.goes('/taken-down')
  await operator.click(`main a[href$="${pathname}"]`)
  await sees(': A complaint.')
  carriedOut('object takedowns')
  await press('Put back')
  await send(operator)
  await sees('For sale')
  carriedOut('object takedown', 'object restore')
  await operator.goes(`/data/${spare}`)
  await sees('draft.txt')
  await operator.click('.grid-row a')
  await press('Delete')
  await operator.click('dialog[open] .button-bad')
  await sees('No files yet')
  carriedOut('object delete')
  await press('Delete the dataset')
  await send(operator, { typed: 'Spare' })
  await sees('Spare is deleted')
  assert.is(new URL(page.url()).pathname, '/console/data')
  carriedOut('dataset delete')
}

type Going = { dataset: string; spare: string }

type Askers = { late: Party; spare: Party; buyer: Party }

/** Who asked is let in or refused, who did not ask is let in, and one is put out again. */
export async function letsIn(
  operator: Person,
  { app, id, ...by }: Askers & { app: App; id: string },
) {
  const { sees, press, page } = operator
  const may = async () =>
    (await asks(operator, `/v1/datasets/${id}/access`)).data.access
      .map((one: { tenant_name: string }) => one.tenant_name)
      .sort()
  app.store.raw.exec(`UPDATE dataset SET status = 'active' WHERE dataset_id = '${id}'`)
  const path = `/v1/catalog/datasets/${id}/access-requests`
  await app.call('POST', path, { as: by.late.token, body: {} })
  await operator.goes('/access')
  await sees('Late house asks for Boilers')
  carriedOut('access requests')
  await press('Refuse…: Late house')
  await send(operator)
  await sees('Late house is refused')
  await sees('Nobody waits')
  carriedOut('access decline')
  await app.call('POST', path, { as: by.spare.token, body: {} })
  await operator.goes('/access')
  await press('Let in…: Spare house')
  await send(operator)
  await sees('Spare house is let in')
  assert.equal(await may(), ['Spare house'])
  carriedOut('access approve')
  await press('Let a house in…')
  await page.waitForSelector('dialog[open]')
  assert.equal(await axeFindings(page), [])
  await send(operator, { tenant_id: by.buyer.tenantId, expires_at: '2031-01-31' })
  await sees('Buyer house is let in')
  assert.equal(await may(), ['Buyer house', 'Spare house'])
  carriedOut('access grant', 'access list')
  await press('Take away: Spare house')
  await send(operator)
  await sees('Spare house has no access any more')
  assert.equal(await may(), ['Buyer house'])
  carriedOut('access revoke')
}

/** What was imported waits; one of it comes in, the other does not. */
export async function reviews(operator: Person): Promise<void> {
  const { sees, page } = operator
  await operator.goes('/review')
  await sees('2 files wait')
  carriedOut('review list')
  await page.keyboard.press('a')
  await sees('is approved')
  await sees('1 file waits')
  await page.keyboard.press('r')
  await sees('There is no way back from a decision.')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await sees('is rejected')
  const { data } = await asks(operator, '/v1/admin/review/decided')
  type Decided = { filename: string; decision: string }
  const last: Decided[] = data.items.slice(0, 2)
  assert.equal(last.map(({ filename }) => filename).sort(), ['pump.txt', 'valve.txt'])
  assert.equal(
    last.map(({ decision }) => decision),
    ['rejected', 'approved'],
  )
  carriedOut('review approve', 'review reject')
}

/** A key for a program works as the page shows it, until it is revoked. */
export async function makesKey(operator: Person, { call, url }: App): Promise<void> {
  const { sees, press, page } = operator
  await operator.goes('/keys')
  await press('New key')
  await send(operator, { name: 'Assistant' })
  await sees('Shown this once')
  const secret = await page.$eval('.once pre', ({ textContent }) => textContent ?? '')
  const snippet = await page.$eval('#use ~ .code pre', ({ textContent }) => textContent ?? '')
  const { kontor } = JSON.parse(snippet).mcpServers
  assert.equal([kontor.url, kontor.headers], [`${url}/mcp`, { 'x-api-key': secret }])
  const works = async () => (await call('GET', '/search?q=x', { as: secret })).status
  assert.is(await works(), 200)
  await operator.goes('/keys')
  await operator.click('.grid-row a')
  await press('Revoke')
  await send(operator)
  await sees('Assistant is revoked')
  assert.is(await works(), 401)
  carriedOut('key create', 'key list', 'key revoke', 'mcp config')
}

export async function searches(operator: Person): Promise<void> {
  await operator.goes('/search?q=cavitation')
  await operator.sees('Cavitation is heard before it is seen.')
  carriedOut('search')
}

export async function checksReceipt({ goes, page, press, sees }: Person, receipt: object) {
  await goes('/verify')
  await page.locator('textarea').fill(JSON.stringify(receipt))
  await press('Check')
  await sees('This receipt is genuine')
  carriedOut('receipt verify')
}

/** Invented documents come and go. */
export async function triesSamples({ goes, press, sees }: Person, { store }: App): Promise<void> {
  const datasets = () => store.raw.prepare('SELECT count(*) FROM dataset').pluck().get() as number
  const before = datasets()
  await goes('/first-hour')
  await press('Put sample data in')
  await sees('Invented documents are in a private dataset.')
  assert.is(datasets(), before + 1)
  await press('Take sample data away')
  await sees('Put sample data in')
  carriedOut('demo')
}

/** What a month brought, and where it is paid. */
export async function sells(operator: Person): Promise<void> {
  const { sees, press } = operator
  await operator.goes('/earnings')
  await sees('There is no account yet')
  await press('Say where…')
  await send(operator, payee)
  await sees('ends in 3000')
  const { data } = await asks(operator, '/v1/provider/payouts')
  await sees('March 2026')
  assert.equal(
    data.payouts.map((one: { billing_period_start: string }) => one.billing_period_start),
    ['2026-03-01T00:00:00.000Z'],
  )
  await sees('€0.30')
  carriedOut('payout account', 'payout statements', 'payout balance')
}
