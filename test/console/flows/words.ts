// What people read is in words of theirs: a price of nothing, the type of a file, the state of one
// that is kept from others, and the clock of the place where they are.
import * as assert from 'uvu/assert'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { stage } from '../../support/console/staged-answers.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { openTestShop, type TestShop } from '../../support/open-test-shop.ts'

async function isSaid({ page }: Person, absent: string): Promise<void> {
  const text = String(await page.evaluate("document.querySelector('main').innerText"))
  assert.not.ok(text.includes(absent), `${absent} in:\n${text}`)
}

flow('a buyer reads what things cost here before asking anything', async (b) => {
  await using app = await openTestShop({ config: { retrievalStandardCredits: 3 } })
  await using buyer = await openPerson(b, app)
  await buyer.enters('/search', app.buyer)
  await buyer.sees('Prices here: a passage €0.03, one of a premium dataset free; a file €0.25,')
  buyer.quiet()
})

async function change(app: TestShop, body: object): Promise<void> {
  const as = app.provider.token
  const { status } = await app.call('PATCH', `/v1/datasets/${app.datasetId}`, { as, body })
  assert.is(status, 200)
}

flow(
  'what costs nothing is free, a type has a name, and what is kept is not for sale',
  async (b) => {
    await using app = await openTestShop()
    const objectId = await app.offer({ filename: 'log.txt', contentType: 'text/plain' })
    await app.shelve(objectId, ['The boiler was inspected in March.'])
    await change(app, { base_price_credits: 0 })
    await using buyer = await openPerson(b, app)
    await buyer.enters('/catalog', app.buyer)
    await buyer.sees('file free')
    await isSaid(buyer, '€0.00')
    await buyer.goes('/search?q=boiler')
    await buyer.sees('1 passage')
    await buyer.page.keyboard.press('j')
    await buyer.press('Buy the file, free')
    await buyer.sees('Buy · free')
    buyer.quiet()
    await using provider = await openPerson(b, app)
    await provider.enters(`/objects/${objectId}`, app.provider)
    await provider.sees('For sale')
    const type = await provider.page.$$eval('.facts [title]', (all) =>
      all.map((it) => [it.textContent, it.getAttribute('title')]),
    )
    assert.equal(type, [['TXT', 'text/plain']])
    await change(app, { visibility: 'private' })
    for (const place of [`/objects/${objectId}`, `/data/${app.datasetId}`]) {
      await provider.visit(place)
      await provider.sees('Ready')
      await isSaid(provider, 'For sale')
    }
    provider.quiet()
  },
)

flow(
  'a provider reads what the marketplace asks, and of a price of nothing that it is free',
  async (b) => {
    await using app = await openTestShop()
    const as = app.provider.token
    const body = { name: 'Given away', base_price_credits: 0 }
    assert.is((await app.call('POST', '/v1/datasets', { as, body })).status, 201)
    await using provider = await openPerson(b, app)
    await provider.enters('/data', app.provider)
    await provider.sees('€0.25 · Price of the marketplace')
    await provider.press('Prices…')
    const shown = await provider.page.$$eval('.choices .nums', (all) =>
      all.map((it) => it.innerText),
    )
    assert.equal(shown.sort(), ['free', '€0.25 · Price of the marketplace'])
    await provider.visit(`/data/${app.datasetId}/prices`)
    await provider.sees('€0.25')
    await provider.visit(`/data/${app.datasetId}/prices?price=0`)
    await provider.press('Give files away free?')
    await provider.sees('€0.25 · price of the marketplace')
    await provider.press('Set the price')
    await provider.sees('The price is set')
    provider.quiet()
  },
)

/** What the first chart of the last hours is read at, in the language that is chosen. */
async function clockAt(person: Person, languages: readonly string[]): Promise<string> {
  const { page } = person
  await page.evaluateOnNewDocument(
    `Object.defineProperties(navigator, { languages: { value: ${JSON.stringify(languages)} },
      language: { value: '${languages[0]}' } })`,
  )
  await person.visit('/account')
  await person.sees('Second factors')
  await stage(page)
  await page.evaluate(
    "(async () => { await staged.go('/metrics', 'ready'); await staged.comes() })()",
  )
  await page.waitForSelector('.chart-read')
  return String(await page.evaluate("document.querySelector('.chart-read').innerText"))
}

flow('times are said by the clock of the place where somebody is', async (b) => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const admin = await app.admin()
  for (const [languages, isHalfDay] of [
    [['en-US'], true],
    [['en-GB', 'de'], false],
    [['nl-NL'], false],
  ] as const) {
    await using person = await openPerson(b, app)
    await person.enters('/account', admin)
    const said = await clockAt(person, languages)
    assert.is(/[AP]M/.test(said), isHalfDay, `${languages}: ${said}`)
    assert.match(said, /\d\d:\d\d/)
  }
})

flow('a server without files says so where they would be listed', async (b) => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  await using person = await openPerson(b, app)
  await person.enters('/account', await app.admin())
  await person.sees('Second factors')
  await stage(person.page)
  await person.page.evaluate("staged.go('/storage', 'empty')")
  await person.sees('No file lies here.')
})
