import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compileQuery } from '../../../src/engine/query/compile-query.ts'
import { parseQuery } from '../../../src/engine/query/parse-query.ts'
import { openTestSearch } from '../../support/open-test-search.ts'

const compiled = (q: string) => compileQuery(parseQuery(q), { languages: ['en'], fuzzy: () => [] })

function literalWords(q: string): string[] {
  const clause = compiled(q)
  if (clause.type !== 'or') throw new Error(`${q} is ${clause.type}`)
  return clause.clauses.flatMap((one) =>
    one.type === 'any'
      ? one.alternatives.flatMap((atom) => (atom.column === 'body' ? atom.terms : []))
      : [],
  )
}

test('stop words alone are taken literally, as often as they are there', () => {
  assert.equal(literalWords('the of and the'), ['the', 'of', 'and', 'the'])
})

test('of stop words alone the first six count, however many there are', () => {
  const many = 'the of and in that with for on is was by as at it from'
  assert.equal(literalWords(many), ['the', 'of', 'and', 'in', 'that', 'with'])
  assert.is(compiled(`${many} boiler`).type, 'ranked')
})

/** The pairs, or words, that a plain query looks for, and what each weighs. */
function weights(q: string, lang: string): Record<string, number> {
  const clause = compileQuery(parseQuery(q), { languages: [lang], fuzzy: () => [] })
  if (clause.type !== 'ranked') throw new Error(`${q} is ${clause.type}`)
  const found = clause.preferred.flatMap((one) =>
    one.type === 'any'
      ? one.alternatives.map((atom) => ['term' in atom ? atom.term : '', one.boost ?? 1])
      : [],
  )
  return Object.fromEntries(found)
}

test('what only asks is no plain word, and stays one of phrases and conditions', async () => {
  assert.equal(Object.keys(weights('Worauf beruht Sepsis', 'de')), ['beruht', 'sepsis'])
  assert.equal(Object.keys(weights('Τι είναι λέβητας', 'el')).length, 1)
  assert.equal(weights('甘地的事业是什么', 'zh'), {
    甘地: 1,
    地的: 0.75,
    的事: 0.75,
    事业: 1,
    业是: 0.75,
  })
  assert.equal(weights('几何', 'zh'), { 几何: 1 }, 'geometry does not ask')
  using search = openTestSearch()
  const tenantId = search.tenant()
  const texts = [
    { text: 'Worauf es ankommt', lang: 'de' },
    { text: '这是什么', lang: 'zh' },
  ]
  await search.object(search.dataset(tenantId), texts)
  for (const q of ['worauf', '+worauf', '"worauf es"', '什么', '+什么', '是什么']) {
    assert.is(search.find(tenantId, q).total, 1, q)
  }
})

test('German things and numbers count, though the list of stop words has them', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const text = 'Die zweite Ordnung dieser Zeit ist Sache der Menschen'
  await search.object(search.dataset(tenantId), [{ text, lang: 'de' }])
  for (const q of ['Zeiten der Kessel', 'Mensch Kessel', 'Ordnungen Kessel', 'zweiter Kessel']) {
    assert.is(search.find(tenantId, q).total, 1, q)
  }
  assert.is(search.find(tenantId, 'die dieser Kessel').total, 0)
})

test.run()
