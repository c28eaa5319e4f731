// Queries as people type them, with the signs of their languages.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestSearch, snippetsOf } from '../../support/open-test-search.ts'

const texts = [
  ['en', 'The Ca:Mg ratio of the soil in spring'],
  ['en', 'Rock’n’roll with AT&T on localhost:8080 at 10:30am'],
  ['en', 'Something romantic'],
  ['de', 'Die Wärmepumpenprüfung folgt'],
  ['de', 'Strassenbahnhaltestellen'],
  ['nl', 'De waterkwaliteitsmeting werd uitgevoerd'],
  ['fa', 'نرم‌افزارها در کتاب‌خانه'],
  ['fa', 'این آب‌وهوا است'],
  ['fa', 'پایان نامه'],
  ['fr', 'L’école d’été coûte 3,50 €'],
  ['ar', 'السعر ١٢٫٥ دينار'],
  ['hi', 'दिनांक १४ अप्रैल'],
  ['he', 'צה"ל כתב דו״ח על ג׳ירפה'],
] as const

const found: [q: string, beginnings: string[]][] = [
  ['Ca:Mg', ['The Ca:Mg']],
  ['ca:mg soil', ['The Ca:Mg']],
  ['localhost:8080', ['Rock']],
  ["rock'n'roll", ['Rock']],
  ['10:30', ['Rock']],
  // What a compound ends with, and no passage has by itself.
  ['Prüfung', ['Die Wärme']],
  ['Prüfungen', ['Die Wärme']],
  ['Haltestelle', ['Strassenbahn']],
  ['meting', ['De water']],
  // Persian words that the query or the text parts.
  ['نرم افزار', ['نرم‌افزارها']],
  ['نرم افزارها', ['نرم‌افزارها']],
  ['آب و هوا', ['این آب']],
  ['پایان‌نامه', ['پایان نامه']],
  ["l'été", ['L’école']],
  ['12,5', ['السعر']],
  ['١٢٫٥', ['السعر']],
  ['14 अप्रैल', ['दिनांक']],
  ['צהל', ['צה"ל']],
  ['דו"ח', ['צה"ל']],
  ["ג'ירפה", ['צה"ל']],
]

test('natural queries find what they mean', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId, { name: 'Mixed' })
  for (const [lang, text] of texts) await search.object(dataset, [{ text, lang }])
  for (const [q, beginnings] of found) {
    const outcome = search.find(tenantId, q, { highlight: true })
    const snippets = snippetsOf(outcome).map((one) => one.replaceAll('**', ''))
    assert.is(outcome.correctedQuery, undefined, q)
    assert.ok(
      snippets.length === beginnings.length &&
        beginnings.every((one, i) => snippets[i]?.startsWith(one)),
      `${q}: ${JSON.stringify(snippets)}`,
    )
  }
})

test('a word ends compounds also where all passages are German', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId, { name: 'German' })
  await search.object(dataset, [{ text: 'Die Wärmepumpenprüfung', lang: 'de' }])
  for (const q of ['Prüfung', 'Prüfungen', 'Wartung']) {
    const found = q === 'Wartung' ? [] : ['Die Wärmepumpenprüfung']
    assert.equal(snippetsOf(search.find(tenantId, q)), found, q)
  }
})

test('a word that a passage has by itself is not looked for in compounds', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId, { name: 'German' })
  for (const text of ['Die Prüfung', 'Die Wärmepumpenprüfung']) {
    await search.object(dataset, [{ text, lang: 'de' }])
  }
  assert.equal(snippetsOf(search.find(tenantId, 'Prüfung')), ['Die Prüfung'])
})

test.run()
