import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { copyObject } from '../../support/copy-rows.ts'
import { furnished } from '../../support/furnished.ts'
import { insertRow } from '../../support/insert-row.ts'
import { license, licensedAsset, uploadAsset } from '../../support/licences.ts'
import { openTestApp, type Party, type TestApp } from '../../support/open-test-app.ts'
import { openShelves } from '../../support/shelves.ts'
import { toyModel } from '../../support/toy-model.ts'

type Found = { name: string }

function post(app: TestApp, { token }: Party, body: object) {
  return app.call('POST', '/search', { as: token, body })
}

async function namesFor(app: TestApp, party: Party, body: object): Promise<string[]> {
  const { status, body: found } = await post(app, party, body)
  assert.is(status, 200)
  return found.map(({ name }: Found) => name)
}

/** Two licensed assets of Anna's, and Ben, who looks for them. */
const openHouse = furnished(async (app) => {
  const [anna, ben] = [await app.signUp('Anna'), await app.signUp('Ben')]
  await licensedAsset(app, anna, { price: 1, form: { name: 'Heat pumps' } })
  const file = 'The orchard needs water in June. Apples of the orchard ripen late. '.repeat(5)
  const form = { name: 'Orchards', filename: 'orchard.csv', type: 'text/csv', file }
  const orchards = { price: 0.2, form: { ...form, is_public: 'true' } }
  return { anna, ben, orchardsId: await licensedAsset(app, anna, orchards) }
}, {})

async function openShelf() {
  const { app, found } = await openHouse()
  return { app, ...found, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

test('licensed assets are found by name, by description and by content', async () => {
  await using shelf = await openShelf()
  const { app, ben } = shelf
  assert.equal(await namesFor(app, ben, { query: 'pumps' }), ['Heat pumps'])
  assert.equal(await namesFor(app, ben, { query: 'apples' }), ['Orchards'])
  assert.equal(await namesFor(app, ben, { query: 'submarine' }), [])
})

test('category, quality, price and tags narrow the search', async () => {
  await using shelf = await openShelf()
  const { app, anna, ben, orchardsId } = shelf
  const query = 'heat OR orchard'
  assert.is((await namesFor(app, ben, { query })).length, 2)
  assert.equal(await namesFor(app, ben, { query, category: 'dataset' }), ['Orchards'])
  assert.equal(await namesFor(app, ben, { query, category: 'audio' }), [])
  assert.equal(await namesFor(app, ben, { query, min_price: 0.5 }), ['Heat pumps'])
  assert.equal(await namesFor(app, ben, { query, min_price: 0.2, max_price: 0.2 }), ['Orchards'])
  assert.equal(await namesFor(app, ben, { query, quality: 'premium' }), [])
  assert.equal(await namesFor(app, ben, { query, tags: ['ORCHARD'] }), ['Orchards'])
  assert.equal(await namesFor(app, ben, { query, tags: ['orchard', 'heat pump'] }), [])
  const body = { tags: ['Müller & Söhne'] }
  await app.call('PATCH', `/microip/${orchardsId}`, { as: anna.token, body })
  for (const tag of ['MÜLLER & SÖHNE', 'Müller & Söhne'.normalize('NFD'), 'muller & sohne']) {
    assert.equal(await namesFor(app, ben, { query, tags: [tag] }), ['Orchards'], tag)
  }
})

/** Ben sees no content of the heat pumps, whose licence has words of its own. */
const read: [query: string, names: string[]][] = [
  ['pumps -heat', []],
  ['pumps NOT heat', []],
  ['pumps -orchard', ['Heat pumps']],
  ['pumps AND orchards', []],
  ['pumps OR orchards', ['Heat pumps', 'Orchards']],
  ['+pumps +heat -(orchard OR garden)', ['Heat pumps']],
  ['"pumps heat"', []],
  ['"heat pumps" orchards', ['Heat pumps']],
  ['title:orchards pumps', []],
  ['title:"heat pumps"', ['Heat pumps']],
  ['title:heat pumps', ['Heat pumps']],
  ['title:orchards water', ['Orchards']],
  ['page:7 pumps', []],
  // What an apostrophe cuts off is no word, and one or two letters are no beginning.
  ["o'brien", []],
  ['h’amour', []],
  ['p’orchards', ['Orchards']],
  ["+o'orchards", ['Orchards']],
  ['pu', []],
  ['pu*', ['Heat pumps']],
  ['+pu', []],
  ['pump', ['Heat pumps']],
  ['-orchard', []],
  [Array.from({ length: 300 }, (_, i) => `+p${i}`).join(' '), []],
  [Array.from({ length: 300 }, (_, i) => `-p${i}`).join(' '), ['Orchards']],
  [`${'(heat AND pumps OR '.repeat(32)}heat${')'.repeat(32)}`, ['Heat pumps']],
  [`${'(pumps -'.repeat(31)}heat${')'.repeat(31)}`, []],
  [`${'(heat -(A-17 OR '.repeat(7)}title:A-17${'))'.repeat(7)}`, ['Heat pumps']],
]

test('conditions, phrases and the title hold for what a licence says, too', async () => {
  await using shelf = await openShelf()
  const { app, ben } = shelf
  for (const [query, names] of read) {
    assert.equal((await namesFor(app, ben, { query })).sort(), names, query.slice(0, 99))
  }
})

/** Names that Anna gives, and what finds each of them alone. */
const spellings: [name: string, queries: string[]][] = [
  ['变压器油检测报告', ['检测', '检测报告', '"检测"', '+检测', '变压器检测', '报', 'title:检测']],
  ['รายงานหม้อแปลงไฟฟ้า', ['หม้อแปลง', '+หม้อแปลง', 'title:รายงาน']],
  ['Œuvres de Łódź', ['oeuvres', 'lodz', '+LODZ', 'title:"oeuvres de"']],
  ['Straßenbau', ['strassenbau', '+strasse*', 'strassen']],
  ['تقرير أحمد', ['احمد']],
  ['Ещё о ёлках', ['елках', '"еще о елках"']],
  ['Ｆｕｌｌｗｉｄｔｈ', ['fullwidth', 'ｆｕｌｌｗｉｄｔｈ']],
  ['AC-17 logs', ['AC17', '+AC17', 'title:AC17', 'title:AC-17', '"ac-17 logs"', 'AC/17 OR x9']],
]

test('words within a name find it, in whatever spelling', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const { raw } = app.store
  const ids: string[] = []
  for (const [name] of spellings) {
    const { body } = await uploadAsset(app, anna, { name, file: `Nothing ${name.length}. ` })
    await license(app, anna, { assetId: body.asset_id })
    ids.push(body.asset_id)
  }
  async function allAreFound() {
    for (const [name, queries] of spellings) {
      for (const query of queries) {
        assert.equal(await namesFor(app, anna, { query }), [name], query)
      }
    }
  }
  await allAreFound()
  // As an upgrade leaves them.
  raw.exec('DELETE FROM microip_fts')
  assert.equal(await namesFor(app, anna, { query: 'lodz' }), [])
  while (await app.rooms.microip.indexAnewAfterUpgrade()) {}
  await allAreFound()
  // What was taken back is not found, whoever did it.
  const [last = ''] = ids.slice(-1)
  const patch = { as: anna.token, body: { name: 'BD-18 logs' } }
  await app.call('PATCH', `/microip/${last}`, patch)
  assert.equal(await namesFor(app, anna, { query: 'title:AC17' }), [])
  assert.equal(await namesFor(app, anna, { query: 'title:BD18' }), ['BD-18 logs'])
  raw.prepare(`UPDATE microip SET name = 'Erased' WHERE asset_id = ?`).run(last)
  assert.equal(await namesFor(app, anna, { query: 'title:BD18' }), [])
})

const bad: [detail: string, body: object][] = [
  ['query is required.', {}],
  ['query is required.', { category: 'code' }],
  ['Invalid category specified', { query: 'x', category: 'music' }],
  ['Invalid quality level specified', { query: 'x', quality: 'best' }],
  ['Invalid price range specified', { query: 'x', min_price: -1 }],
  ['Invalid price range specified', { query: 'x', min_price: 2, max_price: 1 }],
  ['Invalid price range specified', { query: 'x', max_price: 0.12345678901 }],
  ['page must be a whole number from 1 to 1000000.', { query: 'x', page: 0 }],
  ['limit must be a whole number from 1 to 100.', { query: 'x', limit: 101 }],
  ['tags must be a list.', { query: 'x', tags: 'a' }],
  ['query must have at most 2048 characters.', { query: 'x'.repeat(2049) }],
]
const badInAddress: [detail: string, parameters: Record<string, string>][] = [
  ['query must not contain control characters.', { query: '"a\0b"' }],
  ['query must not contain control characters.', { query: 'title:a\0b' }],
  ['query must have at most 2048 characters.', { query: 'x'.repeat(2049) }],
  ['tags must not contain control characters.', { query: 'x', tags: 'a\0b' }],
]
test('bad values are refused in the words of the contract', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  for (const [detail, body] of bad) {
    const answer = await post(app, anna, body)
    assert.equal([answer.status, answer.body.detail], [400, detail])
  }
  for (const [detail, parameters] of badInAddress) {
    const path = `/search?${new URLSearchParams(parameters)}`
    const answer = await app.call('GET', path, { as: anna.token })
    assert.equal([answer.status, answer.body.detail], [400, detail])
  }
})

test('GET takes its JSON body, and query parameters without one', async () => {
  await using shelf = await openShelf()
  const { app, ben } = shelf
  const withBody = await getWithBody(app, ben, { query: 'apples', max_price: 1 })
  assert.is(withBody.status, 200)
  assert.equal(
    withBody.body.map(({ name }: Found) => name),
    ['Orchards'],
  )
  const path = '/search?query=apples&max_price=1&tags=orchard'
  const { body, headers } = await app.call('GET', path, { as: ben.token })
  assert.is(body[0].name, 'Orchards')
  assert.is(headers.get('x-total-count'), '1')
})

test('content is found by its meaning, with none of the words, and the filters hold', async () => {
  const config = { embeddingModel: toyModel(), searchTimeoutMs: 30_000 }
  await using app = await openTestApp({ config })
  const [anna, ben] = [await app.signUp('Anna'), await app.signUp('Ben')]
  const boiler = 'The boiler was inspected in May and its safety valve replaced.'
  const violin = 'The violin concerto was performed in Vienna.'
  for (const [file, name] of [
    [boiler, 'Sheet number one'],
    [violin, 'Sheet number two'],
  ]) {
    const form = { file: file ?? '', name: name ?? '', is_public: 'true' }
    await licensedAsset(app, anna, { form })
  }
  await app.settleVectors()
  const query = 'furnace maintenance'
  assert.equal(await namesFor(app, ben, { query }), ['Sheet number one'])
  assert.equal(await namesFor(app, ben, { query, category: 'document' }), ['Sheet number one'])
  assert.equal(await namesFor(app, ben, { query, max_price: 0.5 }), [])
})

test('results come in pages, and unlicensed assets are not among them', async () => {
  await using shelf = await openShelf()
  const { app, anna, ben } = shelf
  await uploadAsset(app, anna, { name: 'Heat without licence' })
  const query = 'heat orchard pumps orchards'
  const pages = [1, 2, 3].map((page) => post(app, ben, { query, page, limit: 1 }))
  const answers = await Promise.all(pages)
  assert.equal(
    answers.map(({ body }) => body.length),
    [1, 1, 0],
  )
  assert.is(answers[0]?.headers.get('x-total-count'), '2')
})

test('a licence before approval is found by its owner alone', async () => {
  await using app = await openTestApp()
  const [anna, ben] = [await app.signUp('Anna'), await app.signUp('Ben')]
  const { body } = await uploadAsset(app, anna, { name: 'Zeppelins at sea' })
  await license(app, anna, { assetId: body.asset_id })
  assert.equal(await namesFor(app, anna, { query: 'zeppelins' }), ['Zeppelins at sea'])
  assert.equal(await namesFor(app, ben, { query: 'zeppelins' }), [])
})

/** Copies of a licence, of files that nobody but their owner may see yet. */
async function copyHidden({ store, rooms }: TestApp, assetId: string, times: number) {
  const found = store.raw.prepare('SELECT * FROM microip WHERE asset_id = ?').get(assetId)
  const { microip_no: _, ...licence } = found as Record<string, unknown>
  for (const id of copyObject(store, assetId, times)) {
    insertRow(store, 'microip', { ...licence, asset_id: id, on_chain_id: id })
  }
  while (await rooms.microip.indexAnewAfterUpgrade()) {}
}

test('licences that do not fit, or that nobody may see, leave room for those that do', async () => {
  await using app = await openTestApp()
  const [anna, ben] = [await app.signUp('Anna'), await app.signUp('Ben')]
  const assetId = await licensedAsset(app, anna, { form: { name: 'Ships', is_public: 'true' } })
  // In the words of the licence alone, so that it is not found by what is in the file.
  const words = { long_summary: 'About ships of every kind, and about zeppelins.' }
  const own = { as: anna.token, body: { ...words, tags: ['sea'] } }
  const put = await app.call('PATCH', `/microip/${assetId}`, own)
  assert.is(put.status, 200)
  const { body } = await uploadAsset(app, anna, { name: 'Zeppelins zeppelins' })
  await license(app, anna, { assetId: body.asset_id, price: 3 })
  await copyHidden(app, body.asset_id, 600)
  assert.equal(await namesFor(app, ben, { query: 'zeppelins' }), ['Ships'])
  assert.equal(await namesFor(app, anna, { query: 'zeppelins', max_price: 2 }), ['Ships'])
  assert.equal(await namesFor(app, anna, { query: 'zeppelins', tags: ['sea'] }), ['Ships'])
  const all = await post(app, anna, { query: 'zeppelins' })
  assert.equal([all.body.length, all.headers.get('x-total-count')], [10, '602'])
})

test('content without a licence, or whose licence does not fit, leaves room, too', async () => {
  await using app = await openTestApp()
  const [anna, ben] = [await app.signUp('Anna'), await app.signUp('Ben')]
  const file = `${'Apples ripen late in the year there. '.repeat(20)} Minutes about dredging.`
  for (const name of ['Orchards', 'Gardens']) {
    await licensedAsset(app, anna, { form: { name, file, is_public: 'true' } })
  }
  const shelves = openShelves(app.store, app.clock)
  const other = await app.signUp('Other')
  const dataset = shelves.dataset(other.tenantId, { visibility: 'listed' })
  await shelves.object(
    dataset,
    Array.from({ length: 150 }, (_, i) => `dredging dredging no${i}`),
  )
  const form = { name: 'Hoppers', file: 'Dredging, dredging and dredging. '.repeat(9) }
  await licensedAsset(app, anna, { price: 9, form: { ...form, is_public: 'true' } })
  const query = 'dredging'
  // The two have the same passages: one hit, and yet two assets.
  assert.equal((await namesFor(app, ben, { query, max_price: 2 })).sort(), ['Gardens', 'Orchards'])
  assert.equal(await namesFor(app, ben, { query, min_price: 2 }), ['Hoppers'])
  // Nor do the many passages of one take the places of others.
  const chapter = (n: number) => `# Chapter ${n}\n\n${`Dredging of harbour ${n}. `.repeat(30)}`
  const book = Array.from({ length: 160 }, (_, i) => chapter(i)).join('\n\n')
  const bookForm = { name: 'A book', file: book, filename: 'book.md', type: 'text/markdown' }
  await licensedAsset(app, anna, { form: { ...bookForm, is_public: 'true' } })
  const found = await namesFor(app, ben, { query, max_price: 2 })
  assert.equal(found.sort(), ['A book', 'Gardens', 'Orchards'])
})

test('looking for licences costs nothing', async () => {
  await using shelf = await openShelf()
  const { app, ben } = shelf
  const before = app.rooms.ledger.creditsOf(app.store.db, ben.tenantId as never)
  await namesFor(app, ben, { query: 'apples' })
  assert.is(app.rooms.ledger.creditsOf(app.store.db, ben.tenantId as never), before)
})

/** What fetch does not do. */
function getWithBody(app: TestApp, { token }: Party, body: object) {
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  return new Promise<{ status: number; body: any }>((done, fail) => {
    const sent = JSON.stringify(body)
    const { hostname, port } = new URL(app.url)
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(sent),
    }
    const asking = request({ hostname, port, path: '/search', method: 'GET', headers }, (reply) => {
      text(reply).then((answer) => {
        done({ status: reply.statusCode ?? 0, body: JSON.parse(answer) })
      }, fail)
    })
    asking.once('error', fail).end(sent)
  })
}

test('a query that cannot be read is refused under the name that it has here', async () => {
  await using app = await openTestApp()
  const { token } = await app.signUp('Ben')
  for (const [method, path, body] of [
    ['GET', '/search?query=pump%20AND', undefined],
    ['POST', '/search', { query: 'pump AND' }],
  ] as const) {
    const answer = await app.call(method, path, { as: token, ...(body && { body }) })
    assert.equal([answer.status, answer.body.field], [400, 'query'])
    assert.match(answer.body.detail, /^query, character \d+: /)
  }
})

test.run()
