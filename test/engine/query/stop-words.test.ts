import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compileQuery } from '../../../src/engine/query/compile-query.ts'
import { parseQuery } from '../../../src/engine/query/parse-query.ts'

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

test.run()
