import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FoundPassage, SearchFilters } from '../../../src/domain/search/index.ts'
import { openTestSearch, snippetsOf } from '../../support/open-test-search.ts'

async function openArchive() {
  const search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId, { name: 'Boiler archive' })
  const first = await search.object(dataset, [
    { text: 'The boiler A-17 was inspected. The boiler is safe.', page: 1 },
    { text: 'A wind turbine was inspected in running order.', page: 2, kind: 'ocr' },
    { text: 'Die Prüfung des Kessels', lang: 'de' },
    { text: 'La chaudière a été inspectée', lang: 'fr' },
    { text: 'ボイラーの検査報告', lang: 'ja' },
    { text: 'Station OPS-306 runs since 2024-05-01' },
  ])
  const second = await search.object(
    dataset,
    [{ text: 'A recording about turbines', kind: 'transcript', timeStartMs: 5, timeEndMs: 9 }],
    { modality: 'audio', source: 'gdrive', createdAtS: 1_000 },
  )
  return { search, tenantId, dataset, first, second, [Symbol.dispose]: search[Symbol.dispose] }
}

const found: [q: string, texts: string[], filters?: SearchFilters][] = [
  ['boiler', ['The boiler A-17 was inspected. The boiler is safe.']],
  ['turbine recordings', ['A recording', 'A wind turbine']],
  ['pruefung', ['Die Prüfung']],
  ['pruefung OR xyz', []],
  ['boilr~', ['The boiler A-17']],
  ['bilor~2', ['The boiler A-17']],
  ['bilor~', []],
  ['turbine~ -wind', ['A recording']],
  ['+running~ turbine', ['A wind turbine']],
  ['prufung', ['Die Prüfung']],
  ['CHAUDIÈRES', ['La chaudière']],
  ['chaudiere', ['La chaudière']],
  ['検査', ['ボイラーの検査報告']],
  ['告', ['ボイラーの検査報告']],
  ['"検査報告"', ['ボイラーの検査報告']],
  ['A-17', ['The boiler A-17']],
  ['a17', ['The boiler A-17']],
  ['17', ['The boiler A-17']],
  ['A-18', []],
  ['OPS-306', ['Station OPS-306']],
  ['ops-3*', ['Station OPS-306']],
  ['2024-05-01', ['Station OPS-306']],
  ['2024', ['Station OPS-306']],
  ['"boiler is safe"', ['The boiler A-17']],
  ['"boiler safe"', []],
  ['"run order"', []],
  ['runs', ['A wind turbine', 'Station OPS-306']],
  ['turbin*', ['A recording', 'A wind turbine']],
  ['the', ['The boiler A-17']],
  ['"wind turbine" boiler', ['A wind turbine']],
  ['inspected AND turbine', ['A wind turbine']],
  ['safe -turbine', ['The boiler A-17']],
  ['turbine NOT (wind OR boiler)', ['A recording']],
  ['kind:ocr', ['A wind turbine']],
  ['kind:ocr boiler', []],
  ['kind:ocr boiler turbines', ['A wind turbine']],
  ['page:1 "boiler is safe" turbine', ['The boiler A-17']],
  ['page:1', ['The boiler A-17']],
  ['modality:audio', ['A recording']],
  ['source:gdrive OR page:1', ['The boiler A-17', 'A recording']],
  ['dataset:"boiler ARCHIVE" turbine -wind', ['A recording']],
  ['dataset:dset_none turbine', []],
  ['asset:obj_none turbine', []],
  ['turbine', ['A wind turbine'], { kind: 'ocr' }],
  ['turbine', ['A recording'], { modality: 'audio' }],
  ['turbine', ['A recording'], { source: 'gdrive' }],
  ['turbine', ['A recording'], { beforeS: 1_000 }],
  ['turbine', ['A wind turbine'], { afterS: 1_001 }],
  ['turbine', [], { afterS: 1_001, beforeS: 1_002 }],
  ['inspectée', ['La chaudière'], { lang: 'fr' }],
  ['inspectée', ['La chaudière'], { lang: 'fr-CA' }],
  ['turbine', [], { lang: 'fr' }],
]

for (const [q, texts, filters = {}] of found) {
  test(`${q} with ${JSON.stringify(filters)}`, async () => {
    using archive = await openArchive()
    const outcome = archive.search.find(archive.tenantId, q, { filters })
    const snippets = snippetsOf(outcome)
    assert.equal(
      snippets.map((snippet, i) => snippet.startsWith(texts[i] ?? '?')),
      texts.map(() => true),
      snippets.join(' | '),
    )
    assert.is(outcome.total, texts.length)
  })
}

test('what filters let through is kept and changes no answer, also after an addition', async () => {
  using archive = await openArchive()
  const { search, tenantId, dataset } = archive
  const asked = found.map(([q, , filters = {}]) => ({ q, filters }))
  const ask = ({ q, filters }: (typeof asked)[number]) => {
    const { hits, total } = search.find(tenantId, q, { filters })
    return [q, total, ...hits.map(({ passageId }) => passageId)]
  }
  const first = asked.map(ask)
  assert.equal(asked.toReversed().map(ask), first.toReversed())
  await search.object(dataset, [{ text: 'One more turbine', kind: 'ocr' }])
  const { total } = search.find(tenantId, 'turbine', { filters: { kind: 'ocr' } })
  assert.is(total, 2)
})

const spellings: [q: string, texts: string[]][] = [
  ['cybersecurity', ['In cyber-security', 'Of cybersecurity', 'The Cyber-Security']],
  ['cyber-security', ['In cyber-security', 'Of cybersecurity', 'The Cyber-Security']],
  ['+cyber-security', ['In cyber-security', 'Of cybersecurity', 'The Cyber-Security']],
  ['+cybersecurity', ['In cyber-security', 'Of cybersecurity', 'The Cyber-Security']],
  ['rules -cyber-security', ['Other rules']],
  ['"cyber security"', ['In cyber-security', 'The Cyber-Security']],
  ['email', ['An e-mail came', 'No email came']],
  ['+emails', ['An e-mail came', 'No email came']],
]

for (const [q, texts] of spellings) {
  test(`${q} is found with and without its sign`, async () => {
    using search = openTestSearch()
    const tenantId = search.tenant()
    await search.object(search.dataset(tenantId), [
      ...['In cyber-security', 'Of cybersecurity', 'Other rules', 'An e-mail came'],
      ...['No email came', { text: 'The Cyber-Security', lang: 'de' }],
    ])
    const snippets = snippetsOf(search.find(tenantId, q))
    assert.equal([...snippets].sort(), texts)
    const { correctedQuery } = search.find(tenantId, q)
    assert.is(correctedQuery, undefined)
  })
}

test('the passage of a word that is written in parts has it marked', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), ['Rules of cyber-security here'])
  const { hits } = search.find(tenantId, 'cybersecurity', { highlight: true })
  assert.match(JSON.stringify(hits), /\*\*cyber-security\*\*/)
})

const measured: [q: string, texts: string[]][] = [
  ['2023-12-11', ['at 2023-12-11T16:40:00Z']],
  ['16:40', ['at 2023-12-11T16:40:00Z']],
  ['+16:40:00', ['at 2023-12-11T16:40:00Z']],
  ['"2023-12-11T16:40:00Z"', ['at 2023-12-11T16:40:00Z']],
  ['5kg', ['5 kg of it', '5kg of it']],
  ['"5 kg"', ['5 kg of it', '5kg of it']],
  ['+5 +kg', ['5 kg of it', '5kg of it']],
  ['3.5', ['pH 3,5', 'pH 3.5']],
  ['3,5', ['pH 3,5', 'pH 3.5']],
  ['35', ['pH 35']],
  ['-41 °C', ['cold: -41 °C']],
  ['10000', ['all 10,000']],
]

for (const [q, texts] of measured) {
  test(`${q} is a number or a time`, async () => {
    using search = openTestSearch()
    const tenantId = search.tenant()
    const all = [
      ...['at 2023-12-11T16:40:00Z', '5 kg of it', '5kg of it', 'pH 3,5', 'pH 3.5', 'pH 35'],
      ...['cold: -41 °C', 'all 10,000', 'all 5000 g'],
    ]
    await search.object(search.dataset(tenantId), all)
    assert.equal(snippetsOf(search.find(tenantId, q)).sort(), texts)
  })
}

const named: [q: string, texts: string[]][] = [
  ['C++', ['Code in C++']],
  ['+c++', ['Code in C++']],
  ['"c++" code', ['Code in C++']],
  ['C#', ['Code in C#']],
  ['.net', ['A .NET library']],
  ['+net', ['A net of pipes']],
  ['+C', ['Vitamin C']],
  ['vitamin C', ['Vitamin C']],
]

for (const [q, texts] of named) {
  test(`${q} is a name of its own`, async () => {
    using search = openTestSearch()
    const tenantId = search.tenant()
    const all = ['Code in C++', 'Code in C#', 'Vitamin C', 'A .NET library', 'A net of pipes']
    await search.object(search.dataset(tenantId), all)
    assert.equal(snippetsOf(search.find(tenantId, q)), texts)
  })
}

const unspaced: [q: string, texts: string[]][] = [
  ['"2023年"', ['2023年的报告']],
  ['2023年 AND 报告', ['2023年的报告']],
  ['报告 NOT 2023年', ['2024年的报告']],
  ['报告 -"2023年"', ['2024年的报告']],
  ['+第3季', ['第3季度销售增长']],
  ['"2024년"', ['정책은 2024년에 바뀌었다']],
  ['"정책은 2024년"', ['정책은 2024년에 바뀌었다']],
  ['"2023 年"', ['2023年的报告']],
  ['"23年"', []],
  ['"年2023"', []],
]

test('a phrase or condition may end in one character of a run that goes on', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), [
    ...['2023年的报告', '2024年的报告', '第3季度销售增长'].map((text) => ({ text, lang: 'zh' })),
    { text: '정책은 2024년에 바뀌었다', lang: 'ko' },
  ])
  for (const [q, texts] of unspaced) assert.equal(snippetsOf(search.find(tenantId, q)), texts, q)
})

const elided: [q: string, texts: string[]][] = [
  ["company's AND boiler", ['The company plans a boiler']],
  ["+company's +boilers", ['The company plans a boiler']],
  ["L'inspection AND chaudières", ["L'inspection des chaudières", 'Une inspection de chaudière']],
  ["chaudière NOT d'inspection", []],
  ["boiler -l'inspection", ['The company plans a boiler', "Anna's boiler is safe"]],
  ["boiler -Anna's", ['The company plans a boiler']],
  ['boiler AND "Anna\'s"', ["Anna's boiler is safe"]],
  ['boiler AND "company\'s"', []],
  ["+l'", ["L'inspection des chaudières"]],
  ["+l'OPS-306", ['La station OPS-306']],
  ["+rock'n'roll", ["Rock'n'roll concert"]],
]

test('in a condition, what an apostrophe cuts off counts no more than elsewhere', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), [
    ...['The company plans a boiler', "Anna's boiler is safe", "Rock'n'roll concert"],
    ...["L'inspection des chaudières", 'Une inspection de chaudière', 'La station OPS-306'].map(
      (text) => ({ text, lang: 'fr' }),
    ),
  ])
  for (const [q, texts] of elided) {
    assert.equal(snippetsOf(search.find(tenantId, q)).sort(), texts.toSorted(), q)
  }
})

test('an asset is found by its id', async () => {
  using archive = await openArchive()
  const { search, tenantId, second } = archive
  assert.equal(snippetsOf(search.find(tenantId, `asset:${second.objectId}`)), [
    'A recording about turbines',
  ])
})

const called: [q: string, texts: string[]][] = [
  ['title:prüfung', ['one']],
  ['title:PRUFUNG', ['one']],
  ['title:"prüfung der kessel"', ['one']],
  ['title:"prüfung kessel"', []],
  ['title:prü', []],
  ['title:station', ['two']],
  ['filename:kessel', ['one']],
  ['filename:kessel-2024.pdf', ['one']],
  ['filename:2024', ['one']],
  ['filename:station.txt OR title:kessel', ['one', 'two']],
  ['-filename:kessel', ['two', 'three', 'four', 'five']],
  ['tag:"Heiz Raum"', ['one']],
  ['tag:heiz', []],
  ['tag:archiv', ['one', 'two', 'three', 'four', 'five']],
  ['tag:archiv -title:station two', []],
  ['title:station two', ['two']],
  ['title:station three', []],
  ['title:ポンプ', ['four']],
  ['title:点検', ['four']],
  ['title:プ点', ['four']],
  ['title:書', ['four']],
  ['title:点', ['four']],
  ['title:点書', []],
  ['filename:漏水', ['four']],
  ['filename:"漏水点検の報告.pdf"', ['four']],
  ['-title:ポンプ', ['one', 'two', 'three', 'five']],
  ['filename:계획서', ['five']],
  ['filename:"계획서.pdf"', ['five']],
  ['filename:계획', ['five']],
  ['title:보고서', ['five']],
]

test('titles, file names and tags are fields', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const { raw } = search.store
  raw.prepare(`UPDATE dataset SET tags = '["Archiv"]'`).run()
  const names = [
    ['one', 'Prüfung der Kessel', 'kessel-2024.pdf', '["Heiz Raum"]'],
    ['two', null, 'station.txt', '[]'],
    ['three', 'Other', 'other.txt', '[]'],
    ['four', 'ポンプ点検報告書', '漏水点検の報告.pdf', '[]'],
    ['five', '보고서 하나'.normalize('NFD'), '계획서.pdf'.normalize('NFD'), '[]'],
  ]
  // The file name is part of the content, which is fixed: it is given by the insertion.
  raw.exec('DROP TRIGGER object_content_is_fixed')
  for (const [text, title, filename, tags] of names) {
    const { objectId } = await search.object(dataset, [text as string])
    raw
      .prepare('UPDATE object SET title = ?, filename = ?, tags = ? WHERE object_id = ?')
      .run(title, filename, tags, objectId)
  }
  for (const [q, texts] of called) {
    assert.equal(snippetsOf(search.find(tenantId, q)).sort(), texts.toSorted(), q)
  }
})

test('a match always scores more than 0, the better the more', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), ['boiler'])
  for (const q of ['boiler', '+boiler', 'boil*', '"boiler"', 'NOT turbine', 'kind:doc_chunk']) {
    const [hit] = search.find(tenantId, q).hits
    assert.ok(hit && hit.score > 0 && hit.score <= 1, `${q}: ${hit?.score}`)
  }
  await search.object(search.dataset(tenantId), ['boiler boiler boiler', 'turbine'])
  const scores = search.find(tenantId, 'boiler OR NOT turbine').hits.map(({ score }) => score)
  assert.equal(
    scores,
    scores.toSorted((a, b) => b - a),
  )
})

test('a hit has everything that the index knows of it', async () => {
  using archive = await openArchive()
  const { search, tenantId, dataset, second } = archive
  const { hits, facets } = search.find(tenantId, 'recording', { highlight: true })
  const { passageId, score, ...rest } = hits[0] as FoundPassage
  assert.match(passageId, /^psg_/)
  assert.ok(score > 0 && score < 1)
  assert.equal(rest, {
    objectId: second.objectId,
    datasetId: dataset.datasetId,
    tenantId,
    kind: 'transcript',
    lang: 'en',
    modality: 'audio',
    page: null,
    timeStartMs: 5,
    timeEndMs: 9,
    snippet: 'A **recording** about turbines',
  })
  assert.equal(facets, { modality: { audio: 1 }, kind: { transcript: 1 } })
})

test('facets add up to the total, whatever the page', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  const first = search.find(tenantId, '-nothing', { limit: 2 })
  const last = search.find(tenantId, '-nothing', { limit: 2, offset: 6 })
  assert.is(first.total, 7)
  assert.is(last.total, 7)
  assert.is(last.hits.length, 1)
  assert.equal(first.facets, {
    modality: { document: 6, audio: 1 },
    kind: { doc_chunk: 5, ocr: 1, transcript: 1 },
  })
  assert.equal(last.facets, first.facets)
})

test('facets are left out unless asked for', async () => {
  using archive = await openArchive()
  const { facets, total } = archive.search.find(archive.tenantId, 'turbine', { facets: false })
  assert.is(facets, null)
  assert.is(total, 2)
})

test('the newest come first on demand', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  for (const createdAtS of [20, 30, 10]) {
    await search.object(dataset, [`boiler of ${createdAtS}`], { createdAtS })
  }
  const recent = search.find(tenantId, 'boiler', { sort: 'recent' })
  assert.equal(snippetsOf(recent), ['boiler of 30', 'boiler of 20', 'boiler of 10'])
  const second = search.find(tenantId, 'boiler', { sort: 'recent', limit: 1, offset: 1 })
  assert.equal(snippetsOf(second), ['boiler of 20'])
})

test('equal scores: the newest first, then in reading order, on every page alike', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  for (const createdAtS of [20, 30, 10]) {
    const texts = ['a', 'b', 'c'].map((letter) => `boiler ${createdAtS}${letter}`)
    await search.object(dataset, texts, { createdAtS })
  }
  await search.object(dataset, ['boiler boiler boiler best', 'a long text about one boiler only'])
  const all = snippetsOf(search.find(tenantId, 'boiler', { limit: 100 }))
  assert.equal(all, [
    'boiler boiler boiler best',
    ...['boiler 30a', 'boiler 30b', 'boiler 30c', 'boiler 20a', 'boiler 20b', 'boiler 20c'],
    ...['boiler 10a', 'boiler 10b', 'boiler 10c', 'a long text about one boiler only'],
  ])
  for (let limit = 1; limit < 12; limit++) {
    const pages = []
    for (let offset = 0; offset < 12; offset += limit) {
      pages.push(...snippetsOf(search.find(tenantId, 'boiler', { limit, offset })))
    }
    assert.equal(pages, all, `pages of ${limit}`)
  }
})

test('a page behind the last one is empty', async () => {
  using archive = await openArchive()
  const outcome = archive.search.find(archive.tenantId, 'turbine', { offset: 10_000 })
  assert.equal(outcome.hits, [])
  assert.is(outcome.total, 2)
})

test('a short snippet keeps its match', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const text = `${'word '.repeat(100)}boiler ${'word '.repeat(100)}`
  await search.object(search.dataset(tenantId), [text])
  const part = { highlight: true, snippetMaxChars: 200 }
  const snippet = search.find(tenantId, 'boiler', part).hits[0]?.snippet ?? ''
  assert.ok(snippet.length <= 200 && snippet.includes('**boiler**'))
})

test('an empty index finds nothing', () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  search.dataset(tenantId)
  assert.equal(search.find(tenantId, 'boiler'), {
    hits: [],
    total: 0,
    hasMore: false,
    facets: { modality: {}, kind: {} },
  })
})

test('a passage that two assets have is one hit, which names the other', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const objects = []
  for (let n = 0; n < 3; n++) {
    objects.push(await search.object(dataset, ['The boiler was cleaned.'], { createdAtS: 10 + n }))
  }
  await search.object(dataset, ['The boiler was sold.'], { createdAtS: 1 })
  const { hits, total } = search.find(tenantId, 'boiler cleaned')
  assert.is(total, 4)
  assert.equal(
    hits.map(({ objectId, alike, copies }) => [
      objectId,
      alike,
      copies?.map((copy) => copy.objectId),
    ]),
    [
      [objects[0]?.objectId, 2, objects.slice(1).map(({ objectId }) => objectId)],
      [hits[1]?.objectId, undefined, undefined],
    ],
  )
})

test.run()
