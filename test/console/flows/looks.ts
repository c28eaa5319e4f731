// How each screen lies on the page: at every width, twice and four times as large, from right to
// left, in the longer languages, in the reader's own colours, and without movement. And how soon
// it is there.
import * as assert from 'uvu/assert'
import { flawsOf } from '../../support/console/flaws.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { report } from '../../support/console/report.ts'
import { shiftsAt } from '../../support/console/shifts.ts'
import { openTestShop, type TestShop } from '../../support/open-test-shop.ts'

/** 320 is a window of 1,280 dots at 400 %, 360 a telephone. In French, the longest of all. */
const looks = [{ width: 1440 }, { width: 320 }, { width: 360, dir: 'rtl' }]
/** The others take turns where there is the least room. */
const others = ['de', 'es']

async function openHouse(app: TestShop, person: Person): Promise<string[]> {
  const filename = 'Prüfprotokoll_Transformatorstation_OPS-306_vollständig.txt'
  const objectId = await app.offer({ filename })
  await app.shelve(objectId, ['The boiler was inspected in March.'])
  await app.call('POST', '/v1/api-keys', {
    as: app.provider.token,
    body: { name: 'The key of the station', scopes: ['search:query'] },
  })
  await person.enters('/data', app.provider)
  await person.sees('Inspections')
  const own = [`/data/${app.datasetId}`, `/objects/${objectId}`, `/data/${app.datasetId}/prices`]
  const places = ['/', '/search?q=boiler', '/catalog', '/purchases', '/spend', '/keys', '/licences']
  return [...places, '/data', ...own, '/uploads', '/access', '/earnings', '/team', '/account']
}

async function comes({ page }: Person): Promise<void> {
  await page.waitForFunction(
    `document.querySelector('main h1') && !document.querySelector('main .skeleton')`,
    { polling: 50 },
  )
}

/** As whoever uses the menu does, whether it is open or not. */
async function speaks({ page }: Person, tag: string): Promise<void> {
  await page.select('select:has(option[lang])', tag)
  await page.waitForFunction(`document.documentElement.lang === '${tag}'`, { polling: 20 })
}

/** The font makes a sign of multiplication of an x between digits: of an id that is another one. */
const isAsWritten = `(async () => {
  await document.fonts.ready
  const [shown, bare] = ['', 'none'].map((ligatures) => {
    const span = document.createElement('span')
    span.append('4x7'.repeat(50))
    span.style.inlineSize = 'max-content'
    span.style.fontVariantLigatures = ligatures
    document.querySelector('main').append(span)
    const { width } = span.getBoundingClientRect()
    span.remove()
    return width
  })
  return document.fonts.check('16px Inter') && shown === bare
})()`

flow('nothing lies over another thing, is cut off or needs scrolling sideways', async (b) => {
  await using app = await openTestShop()
  await using person = await openPerson(b, app)
  const { page } = person
  const places = await openHouse(app, person)
  for (const [i, place] of places.entries()) {
    await person.goes(place)
    await comes(person)
    const other = others[i % 2] as string
    await speaks(person, other)
    await page.setViewport({ width: 320, height: 800 })
    assert.equal(await flawsOf(page), [], `${place} ${other}`)
    await speaks(person, 'fr')
    for (const { width, dir = 'ltr' } of looks) {
      await page.evaluate(`document.documentElement.dir = '${dir}'`)
      await page.setViewport({ width, height: 800 })
      assert.equal(await flawsOf(page), [], `${place} ${dir} ${width}`)
    }
  }
  await page.setViewport({ width: 1440, height: 900 })
  await person.visit('/account')
  await comes(person)
  assert.is(await page.evaluate(isAsWritten), true, 'an x in an id is an x')
  assert.equal(await shiftsAt(page, places), [], 'nothing moves while a screen comes')
  person.quiet()
})

flow("the reader's own colours and stillness are kept, and screens are there soon", async (b) => {
  await using app = await openTestShop()
  await using person = await openPerson(b, app)
  const { page } = person
  const places = await openHouse(app, person)
  const client = await page.createCDPSession()
  const emulate = (features: Record<string, string>) =>
    client.send('Emulation.setEmulatedMedia', {
      features: Object.entries(features).map(([name, value]) => ({ name, value })),
    })
  await emulate({ 'forced-colors': 'active', 'prefers-reduced-motion': 'reduce' })
  for (const place of [places[0], '/search?q=boiler', `/data/${app.datasetId}`]) {
    await person.visit(`${place}`)
    await comes(person)
    assert.equal(await page.evaluate(edgeless), [], `${place} has an edge wherever it had a colour`)
    assert.equal(await page.evaluate(moving), [], `${place} stands still`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)
    assert.is.not(outline, 'none', place)
  }
  await emulate({ 'prefers-reduced-motion': 'no-preference' })
  assert.ok(((await page.evaluate(moving)) as string[]).length > 0, 'the measure sees movement')
  await emulate({ 'prefers-reduced-motion': 'reduce' })
  await isQuick(person, `/data/${app.datasetId}`)
  await fitsTelephone(person, app)
  person.quiet()
})

/** What is chosen there comes into sight, and what was over it goes. */
async function fitsTelephone(person: Person, app: TestShop): Promise<void> {
  const { page, click } = person
  for (let no = 1; no < 7; no++) {
    await app.shelve(await app.offer({ filename: `log-${no}.txt` }), [`The boiler in week ${no}.`])
  }
  await app.shelve(await app.offer({ filename: 'arabic.txt' }), ['تم فحص الغلاية (boiler)'])
  const description = `See https://example.org/${'a-long-address-'.repeat(6)}`
  await app.call('PATCH', `/v1/datasets/${app.datasetId}`, {
    as: app.provider.token,
    body: { description },
  })
  await page.setViewport({ width: 390, height: 800 })
  await person.visit('/catalog')
  await comes(person)
  for (const [menu, link, title] of [
    ['.top .only-small', '#side a[href$="/search"]', 'Search'],
    ['.avatar', '#account-menu a', 'Account'],
  ] as const) {
    await click(menu)
    await click(link)
    await page.waitForFunction(`document.title === '${title} · Kontor'`)
    await page.waitForSelector(':popover-open', { hidden: true })
  }
  await page.setViewport({ width: 320, height: 800 })
  await person.goes(`/catalog/${app.datasetId}`)
  await person.sees('a-long-address')
  assert.equal(await flawsOf(page), [])
  await person.goes('/search?q=boiler')
  await person.sees('8 passages')
  const mirrored = `[...document.querySelectorAll('.hit-snippet')]
    .filter((it) => getComputedStyle(it).direction === 'rtl').length`
  assert.is(await page.evaluate(mirrored), 1, 'as its letters run')
  const last = (await page.$$('.hit-open')).at(-1)
  await last?.click()
  await person.sees('All of its text')
  const top = await page.$eval('.panel', (it) => it.getBoundingClientRect().top)
  assert.ok(top >= 0 && top < 200, `the panel is at ${top}`)
  await person.hasFocus('className', 'panel')
  await click('.panel-close')
  await page.waitForSelector('.panel', { hidden: true })
  await person.hasFocus('className', 'hit-open')
}

/** Where the system paints the grounds, edges are all that tells a button from a word. */
const edgeless = `[...document.querySelectorAll('.button, .badge, .meter, input, select')]
  .filter((it) => it.checkVisibility() && !it.closest('.sr, [popover]:not(:popover-open)'))
  .filter((it) => !it.matches('[type=checkbox], [type=radio], .segments input, .finder-input'))
  .filter((it) => {
    const held = [it, it.parentElement, it.parentElement.parentElement].map(getComputedStyle)
    return !held.some(({ borderTopStyle: style, borderTopWidth: width }) =>
      style !== 'none' && parseFloat(width) > 0)
  })
  .map((it) => it.outerHTML.slice(0, 80))`

const moving = `[...document.querySelectorAll('body *')]
  .filter((it) => {
    const { animationName, transitionDuration } = getComputedStyle(it)
    return animationName !== 'none' || /[1-9]/.test(transitionDuration)
  })
  .map((it) => it.className)`

/** Milliseconds, as the design has them. */
const budgets = { firstPaint: 500, largestPaint: 1_000, interaction: 100 } as const
const shiftMax = 0.01

async function isQuick(person: Person, place: string): Promise<void> {
  const { page } = person
  await page.evaluateOnNewDocument(`
    window.seen = { firstPaint: 0, largestPaint: 0, interaction: 0, shift: 0 }
    const note = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take))
      .observe({ type, buffered: true, durationThreshold: 16 })
    note('paint', (it) => { seen.firstPaint = it.startTime })
    note('largest-contentful-paint', (it) => { seen.largestPaint = it.startTime })
    note('layout-shift', (it) => { if (!it.hadRecentInput) seen.shift += it.value })
    note('event', (it) => { seen.interaction = Math.max(seen.interaction, it.duration) })`)
  await person.visit(place)
  await comes(person)
  for (const key of ['Tab', 'Tab', 'ArrowDown', '?', 'Escape'] as const) {
    await page.keyboard.press(key)
  }
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))')
  const seen = (await page.evaluate('seen')) as Record<keyof typeof budgets | 'shift', number>
  for (const [name, budget] of Object.entries(budgets)) {
    report(name, { value: seen[name as keyof typeof budgets], budget, unit: 'ms' })
  }
  report('layout shift', { value: seen.shift, budget: shiftMax, unit: '' }, 1)
}
