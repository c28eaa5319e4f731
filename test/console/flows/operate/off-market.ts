// What is taken off the market, by who runs the platform or by its provider, is said before it is
// done, seen by both, and offered to nobody else.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../../support/console/axe.ts'
import { flow } from '../../../support/console/flow.ts'
import { openPerson, type Person } from '../../../support/console/person.ts'
import { isWellDrawn } from '../../../support/console/well-drawn.ts'
import { signUp } from '../../../support/open-test-app.ts'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'

async function send({ page, click }: Person, values: Readonly<Record<string, string>> = {}) {
  for (const [name, value] of Object.entries(values)) {
    await page.locator(`dialog[open] [name="${name}"]`).fill(value)
  }
  await click('dialog[open] [type=submit]')
}

async function openOffer() {
  const shop = await openTestShop()
  const asset = await shop.offer({ filename: 'pumps.txt' })
  await shop.shelve(asset, ['Cavitation is heard before it is seen.'])
  return Object.assign(shop, { asset })
}

const found = async (shop: TestShop) => (await shop.search('cavitation')).body.total

/** The names of all buttons of the screen. */
async function buttonsOf({ page }: Person): Promise<string[]> {
  return await page.$$eval('main button', (all) => all.map(({ innerText }) => innerText))
}

flow('an operator takes down what another house offers, which is told why, and back', async (b) => {
  await using shop = await openOffer()
  await using operator = await openPerson(b, shop)
  await using provider = await openPerson(b, shop)
  const { sees, press } = operator
  await operator.enters(`/objects/${shop.asset}`, shop.operator)
  await sees('Approved')
  await provider.enters(`/objects/${shop.asset}`, shop.provider)
  await provider.sees('For sale')
  await press('Take down')
  await sees('Who bought a licence cannot fetch it')
  await isWellDrawn(operator)
  await send(operator, { reason: 'A complaint.' })
  await sees(': A complaint.')
  assert.is(await found(shop), 0)
  await provider.sees(': A complaint.')
  await provider.sees('Is that a mistake?')
  const own = await buttonsOf(provider)
  assert.equal([own.includes('Delete'), own.includes('Put back')], [true, false])
  await isWellDrawn(operator)
  await provider.goes(`/data/${shop.datasetId}?state=down`)
  await provider.sees('1 file shown')
  await provider.goes(`/data/${shop.datasetId}?state=expired`)
  await provider.sees('No such files')
  // As if twelve had been taken down in a row.
  shop.sql(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
    INSERT INTO event SELECT stream, number + i, type, at, data FROM event, n
      WHERE type = 'object.taken_down'`)
  shop.sql(`UPDATE event_count SET last_number = last_number + 11
    WHERE stream = '${shop.provider.tenantId}'`)
  await provider.goes('/')
  await provider.sees('A file was taken down: 7 more')
  await provider.sees('A complaint.')
  await isWellDrawn(provider)
  await provider.press('I have read it')
  await provider.page.waitForFunction("!document.body.innerText.includes('A file was taken down')")
  await operator.goes(`/taken-down?tenant=${shop.buyer.tenantId}`)
  await sees('Nothing is taken down')
  await press('Show all')
  await sees('Taken down (1)')
  await isWellDrawn(operator)
  await press('pumps.txt')
  await provider.goes(`/objects/${shop.asset}`)
  await press('Put back')
  await send(operator, { note: 'Withdrawn.' })
  await sees('It is on show again')
  assert.is(await found(shop), 1)
  await provider.sees('For sale')
  operator.quiet()
  provider.quiet()
})

flow('an operator shuts a dataset of another house, finds it again, and opens it', async (b) => {
  await using shop = await openOffer()
  await using operator = await openPerson(b, shop)
  await using provider = await openPerson(b, shop)
  const { sees, press } = operator
  await operator.enters(`/tenants/${shop.provider.tenantId}`, shop.operator)
  await sees('Datasets (1)')
  await isWellDrawn(operator)
  await press('Inspections')
  await sees('Provider house')
  await press('Suspend the dataset')
  await sees('its owner included')
  await send(operator, { reason: 'Not licensed.' })
  await sees('The dataset is suspended')
  await sees('Lift the suspension')
  await isWellDrawn(operator)
  assert.is(await found(shop), 0)
  await provider.enters(`/data/${shop.datasetId}`, shop.provider)
  await provider.sees('Not licensed.')
  await isWellDrawn(provider)
  const own = await buttonsOf(provider)
  assert.equal(
    ['Delete the dataset', 'Pause', 'Read anew', 'Lift the suspension'].filter((name) =>
      own.includes(name),
    ),
    ['Delete the dataset'],
  )
  const ways = () => provider.page.$$eval('main a.button', (all) => all.map((a) => a.innerText))
  assert.equal(await ways(), ['Try prices'])
  await provider.goes(`/objects/${shop.asset}`)
  await provider.sees('Its dataset is suspended')
  assert.not.ok((await buttonsOf(provider)).includes('Read anew'))
  await isWellDrawn(provider)
  await provider.goes(`/uploads?into=${shop.datasetId}`)
  await provider.sees('Uploads')
  assert.equal(await provider.page.$$('main select option'), [])
  await provider.goes(`/data/${shop.datasetId}`)
  await press('Lift the suspension')
  await send(operator)
  await sees('The suspension is lifted')
  assert.is(await found(shop), 1)
  await provider.sees('On offer')
  operator.quiet()
  provider.quiet()
})

flow('who is shut out is told so at the door, and is in again when that is over', async (b) => {
  await using shop = await openOffer()
  await using provider = await openPerson(b, shop)
  await provider.enters('/', shop.provider)
  const set = (deed: string, body: object) =>
    shop.call('POST', `/v1/admin/tenants/${shop.provider.tenantId}/${deed}`, {
      as: shop.operator.token,
      body,
    })
  assert.is((await set('suspend', { reason: 'Unpaid.' })).status, 200)
  await provider.visit('/')
  await provider.sees('Your house is suspended')
  assert.not.match(await provider.page.content(), 'Unpaid')
  await isWellDrawn(provider)
  assert.is((await set('resume', {})).status, 200)
  await provider.visit('/')
  await provider.sees('Your house is no longer suspended')
  // What the page that is still there asks for meanwhile.
  const asked = ['events', 'buyer/dashboard', 'provider/dashboard', 'me/notices'] as const
  provider.quiet(asked.map((path) => `403 /v1/${path}` as const))
})

flow(
  'one file is read anew, and one that was deleted is taken down while it is kept',
  async (b) => {
    await using shop = await openOffer()
    await using provider = await openPerson(b, shop)
    await provider.enters(`/objects/${shop.asset}`, shop.provider)
    await provider.press('Read anew')
    await provider.sees('Read pumps.txt anew?')
    await send(provider)
    await provider.sees('It is being read anew')
    const { raw } = shop.store
    const jobs = raw.prepare("SELECT subject_id FROM job WHERE kind = 'reprocess-object'").pluck()
    assert.equal(jobs.all(), [shop.asset])
    provider.quiet()
    await shop.call('DELETE', `/v1/objects/${shop.asset}`, { as: shop.provider.token })
    raw.prepare('UPDATE object SET bytes_kept_until = ?').run(shop.clock.nowMs() + 3_600_000)
    await using operator = await openPerson(b, shop)
    await operator.enters(`/objects/${shop.asset}`, shop.operator)
    await operator.sees('Deleted by its owner')
    await isWellDrawn(operator)
    await operator.press('Take down')
    await send(operator, { reason: 'A court.' })
    await operator.sees(': A court.')
    operator.quiet([`404 /v1/admin/staged-objects/${shop.asset}`])
  },
)

flow('a provider pauses, offers, has read anew and deletes a dataset, nobody else', async (b) => {
  await using shop = await openOffer()
  await using provider = await openPerson(b, shop)
  const { sees, press } = provider
  const place = `/data/${shop.datasetId}`
  await provider.enters(place, shop.provider)
  await press('Pause')
  await sees('Nobody but you finds')
  await isWellDrawn(provider)
  await send(provider)
  await sees('Paused')
  assert.is(await found(shop), 0)
  await press('Offer again')
  await send(provider)
  await sees('On offer')
  assert.is(await found(shop), 1)
  await press('Read anew')
  await sees('serves until the new text is there')
  await send(provider)
  await sees('The files are being read anew')
  const runs = shop.store.raw.prepare('SELECT "which" FROM reprocess').pluck().all()
  assert.equal(runs, ['all'])
  await othersMayNot(await openPerson(b, shop), shop)
  await press('Delete the dataset')
  await sees('There is no way back')
  await send(provider, { typed: 'inspections' })
  await sees('letter by letter')
  await isWellDrawn(provider)
  await send(provider, { typed: 'Inspections' })
  await sees('Inspections is deleted')
  await sees('No dataset yet')
  assert.is(await found(shop), 0)
  assert.equal(await axeFindings(provider.page), [])
  // While it is read anew its rows are asked for, and may be when it is gone.
  provider.quiet([`404 /v1/datasets/${shop.datasetId}/objects/rows`])
})

/** Who merely looks in the same house sees no deed; the routes refuse them, and other houses. */
async function othersMayNot(opened: Person, shop: TestShop & { asset: string }): Promise<void> {
  await using viewer = opened
  const { provider, buyer, datasetId, asset, call } = shop
  const invited = { as: provider.token, body: { roles: ['viewer'] } }
  const { invitation_code } = (await call('POST', '/v1/tenant/invitations', invited)).body.data
  const looker = await signUp(call, 'Vi', { invitation_code })
  await viewer.enters(`/data/${datasetId}`, looker)
  await viewer.sees('pumps.txt')
  const deeds = /Pause|Offer|Read anew|Delete|Suspend|Take down|Change|Upload/
  assert.not.match((await buttonsOf(viewer)).join(), deeds)
  await viewer.goes(`/objects/${asset}`)
  await viewer.sees('SHA-256')
  assert.not.match((await buttonsOf(viewer)).join(), deeds)
  viewer.quiet()
  const [own, theirs] = [`/v1/datasets/${datasetId}`, `/v1/admin/datasets/${datasetId}`]
  const takedown = `/v1/admin/objects/${provider.tenantId}/${asset}/takedown`
  const rows = [
    ['PATCH', own, { status: 'paused' }, 403, 404],
    ['DELETE', own, undefined, 403, 404],
    ['POST', `${own}/reprocess`, {}, 403, 404],
    ['DELETE', `/v1/objects/${asset}`, undefined, 403, 404],
    ['GET', theirs, undefined, 403, 403],
    ['POST', `${theirs}/suspend`, { reason: 'x' }, 403, 403],
    ['POST', takedown, { reason: 'x' }, 403, 403],
  ] as const
  for (const [method, path, body, narrow, foreign] of rows) {
    const asked = body === undefined ? {} : { body }
    const answers = [looker, buyer].map(({ token }) => call(method, path, { as: token, ...asked }))
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    assert.equal(statuses, [narrow, foreign], `${method} ${path}`)
  }
}
