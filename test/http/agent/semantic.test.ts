// GET /search by meaning, and by words and meaning together, as a caller sees it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestMeaning, type TestMeaning } from '../../support/open-test-meaning.ts'
import { shared } from '../../support/shared.ts'

const boiler = 'The boiler was inspected in May and its safety valve replaced.'
const kessel = 'Der Heizkessel wurde im Mai geprüft.'
const invoices = 'Invoices are to be paid within thirty days of receipt.'
const violin = 'The violin concerto was performed in Vienna.'
const wind = 'Table of wind speeds at the turbine, hour by hour.'

/** For facts that only ask. */
const reading = shared(openTestMeaning)

type Found = { snippet: string; score: number; similar_count?: number; asset_id: string }

async function snippets(market: TestMeaning, query: string): Promise<string[]> {
  const { status, body } = await market.search(query)
  assert.is(status, 200, JSON.stringify(body))
  return body.results.map(({ snippet }: Found) => snippet)
}

const paraphrases: [q: string, finds: string[]][] = [
  ['furnace maintenance', [kessel, boiler]],
  ['Heizung Prüfung', [kessel, boiler]],
  ['orchestra in Austria', [violin]],
  ['Rechnung', [invoices]],
]

reading.fact(
  'semantic and hybrid find what has none of the words; keyword does not',
  async (market) => {
    for (const [q, finds] of paraphrases) {
      const asked = `q=${encodeURIComponent(q)}`
      assert.equal(await snippets(market, `${asked}&mode=semantic`), finds, q)
      assert.equal(await snippets(market, `${asked}&mode=hybrid`), finds, q)
      assert.equal(await snippets(market, `${asked}&mode=keyword`), [], q)
    }
  },
)

reading.fact(
  'the answer says which mode it is of, and scores lie between 0 and 1',
  async (market) => {
    for (const mode of ['semantic', 'hybrid']) {
      const { body } = await market.search(`q=boiler%20inspection&mode=${mode}`)
      assert.is(body.mode, mode)
      const scores = body.results.map(({ score }: Found) => score)
      assert.ok(scores.length > 0)
      assert.ok(scores.every((score: number) => score > 0 && score <= 1))
      assert.equal(
        scores,
        [...scores].sort((a: number, b: number) => b - a),
      )
    }
  },
)

test('a total that stops where meaning stops looking is approximate, and no other is', async () => {
  const boilers = (count: number, name: string) =>
    Array.from({ length: count }, (_, i) => `The ${name} boiler ${i} was inspected.`)
  await using market = await openTestMeaning({ listed: boilers(199, 'old') })
  const asked = async () => {
    const { body } = await market.search('q=furnace&mode=semantic')
    return [body.total, body.total_relation]
  }
  assert.equal(await asked(), [199, 'exact'])
  await market.shelves.addTo(market.asset, boilers(30, 'new'))
  await market.app.settleVectors()
  assert.equal(await asked(), [200, 'approximate'])
})

reading.fact(
  'a word that elsewhere is an operator is a word where it is written as one',
  async (market) => {
    for (const mode of ['semantic', 'hybrid']) {
      for (const q of [
        'AND/OR boiler',
        'boiler NOT?',
        'boiler OR-gate',
        '(AND/OR) boiler',
        'OR?',
      ]) {
        const { status } = await market.search(`q=${encodeURIComponent(q)}&mode=${mode}`)
        assert.is(status, 200, `${q} ${mode}`)
      }
    }
  },
)

reading.fact('hybrid puts first what has the words and the meaning', async (market) => {
  assert.equal(await snippets(market, 'q=inspected%20boiler&mode=hybrid'), [boiler, kessel])
})

const nonsense = ['zxqv blorb fnord', 'qqqq', '鍋爐', 'bread oven flour']

reading.fact(
  'nonsense, other scripts and other subjects find nothing by meaning',
  async (market) => {
    for (const q of nonsense) {
      const { body } = await market.search(`q=${encodeURIComponent(q)}&mode=semantic`)
      assert.equal([body.results, body.total], [[], 0], q)
    }
  },
)

test('a script that the model does not know is named, and the words decide', async () => {
  await using market = await openTestMeaning({ listed: ['მდინარე და ხიდი', boiler] })
  const asked = async (q: string, mode: string) =>
    (await market.search(`q=${encodeURIComponent(q)}&mode=${mode}`)).body
  const georgian = await asked('მდინარე', 'semantic')
  assert.equal([georgian.results, georgian.total], [[], 0])
  assert.is(georgian.warnings.length, 1)
  assert.match(georgian.warnings[0], /script of the query \(Georgian\)/)
  const both = await asked('მდინარე ხიდზე', 'hybrid')
  assert.equal([both.results[0].snippet, both.warnings], ['მდინარე და ხიდი', georgian.warnings])
  // Half of it says too little of what is meant.
  assert.equal((await asked('furnace ხიდზე და', 'semantic')).results, [])
  // Most of it can be read: that counts, and the rest is named all the same.
  const mixed = await asked('furnace maintenance 鍋爐', 'semantic')
  assert.is(mixed.results[0].snippet, boiler)
  assert.match(mixed.warnings[0], '(Han)')
  for (const [q, mode] of [
    ['furnace – 5 °C', 'semantic'],
    ['furnace', 'hybrid'],
    ['მდინარე', 'keyword'],
  ] as const) {
    assert.is((await asked(q, mode)).warnings, undefined, q)
  }
})

const narrowed: [query: string, finds: string[]][] = [
  ['q=boiler&lang=de', [kessel]],
  ['q=boiler&kind=ocr', []],
  ['q=turbine&kind=ocr', [wind]],
  ['q=boiler&modality=image', []],
  ['q=boiler&source=gdrive', []],
  ['q=boiler&after=1', [kessel, boiler]],
  ['q=boiler&before=1', []],
  [`q=${encodeURIComponent('furnace lang:de')}`, [kessel]],
  [`q=${encodeURIComponent('furnace -Heizkessel')}`, [boiler]],
  [`q=${encodeURIComponent('furnace NOT "safety valve"')}`, [kessel]],
  [`q=${encodeURIComponent('"safety valve" furnace')}`, [boiler]],
  [`q=${encodeURIComponent('"safety valve"')}`, [boiler]],
  [`q=${encodeURIComponent('furnace "no such phrase"')}`, []],
  [`q=${encodeURIComponent('title:other furnace')}`, []],
  [`q=${encodeURIComponent('(violin OR furnace) -boiler lang:en')}`, [violin]],
]

reading.fact(
  'filters, phrases, fields and exclusions hold, however near the rest is',
  async (market) => {
    for (const [query, finds] of narrowed) {
      assert.equal(
        (await snippets(market, `${query}&mode=semantic`)).sort(),
        [...finds].sort(),
        query,
      )
    }
  },
)

reading.fact('a query of fields alone finds everything that they let through', async (market) => {
  assert.equal(await snippets(market, 'q=lang:de&mode=semantic'), [kessel])
  assert.equal(await snippets(market, 'q=kind:ocr&mode=hybrid'), [wind])
})

reading.fact('total and facets count what is found, on every page alike', async (market) => {
  const page = async (offset: number) =>
    (await market.search(`q=boiler&mode=semantic&facets=true&limit=1&offset=${offset}`)).body
  const pages = [await page(0), await page(1), await page(2)]
  assert.equal(
    pages.map(({ results }) => results.length),
    [1, 1, 0],
  )
  assert.equal(
    pages.map(({ total }) => total),
    [2, 2, 2],
  )
  assert.equal(
    pages.map(({ has_more }) => has_more),
    [true, false, false],
  )
  for (const { facets } of pages) {
    assert.equal(facets, { modality: { document: 2 }, kind: { doc_chunk: 2 } })
  }
})

const long = [
  'This chapter is about many things that nobody has asked for so far.',
  'The violin concerto was performed in Vienna.',
  'Afterwards the hall was cleaned, and the chairs were put away by the staff.',
  'The boiler was inspected in May.',
  'Nothing else happened in the whole year, and so the report ends here at last.',
].join(' ')
const ofLong = shared(() => openTestMeaning({ listed: [long] }))

ofLong.fact('what is shown of a long passage are its nearest sentences', async (market) => {
  const shown = async (q: string) => (await snippets(market, `q=${q}&mode=semantic`))[0]
  assert.is(await shown('furnace'), 'The boiler was inspected in May.')
  assert.is(await shown('orchestra'), 'The violin concerto was performed in Vienna.')
  // Found by its words, all of it is shown.
  assert.equal(await snippets(market, 'q=boiler&mode=hybrid'), [long])
})

ofLong.fact('highlight marks the words of the query that are there', async (market) => {
  const query = 'q=boiler%20furnace&mode=semantic&highlight=true'
  assert.equal(await snippets(market, query), ['The **boiler** was inspected in May.'])
})

test('sorted by time, the nearest come newest first', async () => {
  await using market = await openTestMeaning()
  market.app.clock.advance({ hours: 1 })
  await market.shelves.object(market.listed, ['A furnace.'])
  await market.app.settleVectors()
  const found = await snippets(market, 'q=boiler&mode=semantic&sort=recent')
  assert.is(found[0], 'A furnace.')
})

const rows = [
  'The boiler was inspected in May by the same two people.',
  'In May the boiler was inspected by the same two people.',
  'The boiler was inspected in May by the same two people!',
  'The boiler was inspected in May by 2 people, the same.',
  'The boiler was inspected in May by 3 people, the same.',
]

test('nearly equal passages of an asset, and equal ones of two, are one hit', async () => {
  await using market = await openTestMeaning({
    listed: rows,
    config: { retrievalStandardCredits: 3 },
  })
  await market.shelves.object(market.listed, [rows[0] as string])
  await market.app.settleVectors()
  const { body } = await market.search('q=boiler%20inspection&mode=semantic')
  assert.is(body.total, 6)
  assert.is(body.has_more, false)
  const counts = body.results.map(({ similar_count }: Found) => similar_count ?? 0)
  assert.equal(counts.sort(), [0, 0, 3])
  // Only what is shown is paid for.
  assert.is(body.charged_credits, 9)
})

test('a page of nearly equal passages leads to the next one', async () => {
  await using market = await openTestMeaning({ listed: rows })
  const page = async (offset: number) =>
    (await market.search(`q=boiler&mode=semantic&limit=3&offset=${offset}`)).body
  const [first, second] = [await page(0), await page(3)]
  assert.is(first.has_more, true)
  assert.is(second.has_more, false)
  assert.equal([first.total, second.total], [5, 5])
})

test('the deployment says how a search goes that names no mode', async () => {
  await using market = await openTestMeaning({ config: { searchMode: 'hybrid' } })
  const { body } = await market.search('q=furnace')
  assert.equal([body.mode, body.total], ['hybrid', 2])
  assert.is((await market.search('q=furnace&mode=keyword')).body.total, 0)
})

test('without a model, meaning is refused and words are searched for', async () => {
  await using market = await openTestMeaning({ config: { embeddingModel: 'none' } })
  for (const mode of ['semantic', 'hybrid']) {
    const { status, body } = await market.search(`q=boiler&mode=${mode}`)
    assert.is(status, 400)
    assert.is(body.message, 'There is no embedding model on this server; use mode keyword.')
  }
  assert.is((await market.search('q=boiler')).body.total, 1)
})

test('the public search goes by meaning, too, in short', async () => {
  await using market = await openTestMeaning({
    config: { publicSearch: true },
    listed: [`${long} ${'More of it. '.repeat(40)}`],
  })
  const { status, body } = await market.app.call('GET', '/search?q=furnace&mode=semantic')
  assert.is(status, 200)
  assert.is(body.results[0].snippet, 'The boiler was inspected in May.')
  assert.ok(body.results[0].snippet.length <= 200)
})

test('one search is metered, and a retry of it is not', async () => {
  await using market = await openTestMeaning()
  const used = async () =>
    (await market.app.call('GET', '/v1/buyer/dashboard', { as: market.buyer.token })).body.data
      .searches_this_month
  for (const mode of ['semantic', 'hybrid']) {
    await market.search(`q=boiler&mode=${mode}`, { 'x-request-id': mode })
    await market.search(`q=boiler&mode=${mode}`, { 'x-request-id': mode })
  }
  assert.is(await used(), 2)
})

test.run()
