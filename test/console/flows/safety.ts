// What the pages cannot be made to do, who may see what, and what a first visit costs.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestApp } from '../../support/open-test-app.ts'

const parts = { jobs: false, workers: false }

flow('the first administrator comes in with the code, and a second one does not', async (b) => {
  await using app = await openTestApp({ parts })
  const code = await app.ensureSetupCode()
  await using first = await openPerson(b, app)
  await first.visit('/')
  await first.sees('Whoever has the code')
  assert.equal(await axeFindings(first.page), [])
  const fields = { setup_code: code, tenant_name: 'The house', display_name: 'Ada' }
  const account = { email: 'ada@example.eu', password: 'correct horse battery' }
  for (const [name, value] of Object.entries({ ...fields, ...account })) {
    await first.page.locator(`input[name=${name}]`).fill(String(value))
  }
  await first.click('button[type=submit]')
  await first.sees('What a new server needs')
  assert.match(first.page.url(), /\/first-hour$/)
  await using second = await openPerson(b, app)
  await second.visit('/')
  await second.sees('A counting house')
  first.quiet()
  second.quiet()
})

const everywhere = [
  '/',
  '/search',
  '/catalog',
  '/purchases',
  '/account',
  '/data/dset_x',
  '/nothing',
]

flow('somebody with few rights joins by invitation, and each address answers', async (b) => {
  await using app = await openTestApp({ parts })
  await app.admin()
  const owner = await app.signUp('Owner')
  const invited = await app.call('POST', '/v1/tenant/invitations', {
    as: owner.token,
    body: { roles: ['viewer'] },
  })
  await using viewer = await openPerson(b, app)
  await viewer.page.setViewport({ width: 360, height: 740 })
  await viewer.page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: 'dark' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await viewer.visit(`/join?code=${invited.body.data.invitation_code}`)
  await viewer.sees('Come in')
  assert.equal(await axeFindings(viewer.page), [])
  const account = {
    display_name: 'Vi',
    email: 'vi@example.eu',
    password: 'correct horse battery',
  }
  for (const [name, value] of Object.entries(account)) {
    await viewer.page.locator(`input[name=${name}]`).fill(value)
  }
  await viewer.click('button[type=submit]')
  await viewer.page.waitForSelector('.shell')
  const count = 'SELECT count(*) FROM session JOIN user USING (user_id) WHERE email = ?'
  const sessions = app.store.raw.prepare(count).pluck()
  assert.is(sessions.get(account.email), 1, 'none but of this browser')
  for (const place of everywhere) {
    await viewer.visit(place)
    await viewer.page.waitForSelector('main h1, main [role=alert]')
    assert.equal(await axeFindings(viewer.page), [], place)
    const isWide = 'document.documentElement.scrollWidth > innerWidth'
    assert.is(await viewer.page.evaluate(isWide), false, place)
  }
  viewer.quiet([
    '403 /v1/purchases',
    '404 /v1/datasets/dset_x',
    '404 /v1/datasets/dset_x/objects/rows',
  ])
})

flow('no text becomes markup, no page frames the console, and it speaks German', async (b) => {
  await using app = await openTestApp({ parts })
  await app.admin()
  await using ada = await openPerson(b, app)
  await ada.visit('/')
  await ada.sees('Log in')
  const tried = await ada.page.evaluate(`(() => {
    const deeds = [
      () => { document.body.innerHTML = '<p>' },
      () => { document.body.insertAdjacentHTML('beforeend', '<p>') },
      () => { new DOMParser().parseFromString('<p>', 'text/html') },
      () => { document.createElement('script').src = '/console/a/x.js' },
      () => { trustedTypes.createPolicy('mine', {}) },
    ]
    return deeds.map((deed) => {
      try { deed(); return 'done' } catch (error) { return error.name }
    })
  })()`)
  assert.equal(tried, Array(5).fill('TypeError'))
  await ada.page.evaluate("localStorage.setItem('kontor.locale', 'de')")
  await ada.visit('/')
  await ada.sees('Ein Handelshaus für Daten')
})

/** One of them asks whether something of the house was taken off the market (DECISIONS 546). */
const budget = { requests: 16, bytes: 111_000 }

flow('a first visit is few requests and few bytes', async (b) => {
  await using app = await openTestApp({ parts })
  await app.admin()
  const ada = await app.signUp('Ada')
  await using person = await openPerson(b, app)
  await person.visit('/account')
  await person.logIn(ada.email)
  await person.sees('Where you are logged in')
  const client = await person.page.createCDPSession()
  await client.send('Network.enable')
  await client.send('Network.clearBrowserCache')
  const sizes: number[] = []
  // Of this visit alone: what the page before still waited for may end only now.
  let visit = ''
  const ofVisit = new Set<string>()
  client.on('Network.requestWillBeSent', ({ requestId, loaderId, type }) => {
    if (type === 'Document') visit = loaderId
    if (loaderId === visit) ofVisit.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (ofVisit.has(requestId)) sizes.push(encodedDataLength)
  })
  await person.visit('/')
  await person.sees('Ask your first question')
  const bytes = sizes.reduce((sum, one) => sum + one, 0)
  assert.ok(sizes.length <= budget.requests, `${sizes.length} requests`)
  assert.ok(bytes <= budget.bytes, `${bytes} bytes`)
  console.log(`cold start: ${sizes.length} requests, ${bytes} bytes`)
  person.quiet()
})
