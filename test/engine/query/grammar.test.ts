// The examples of the page /docs/search mean what the page says.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { InvalidInput } from '../../../src/base/errors.ts'
import { grammar, refusedExamples } from '../../../src/engine/query/grammar.ts'
import { parseQuery } from '../../../src/engine/query/parse-query.ts'
import { printQuery, queryFields } from '../../../src/engine/query/query.ts'

for (const { title, examples } of grammar) {
  for (const { q, tree } of examples) {
    test(`${title}: ${q}`, () => {
      assert.is(printQuery(parseQuery(q)), tree)
    })
  }
}

for (const { q, says } of refusedExamples) {
  test(`refused: ${q}`, () => {
    try {
      parseQuery(q)
      assert.unreachable()
    } catch (error) {
      assert.ok(error instanceof InvalidInput)
      assert.ok(error.message.startsWith(says), error.message)
    }
  })
}

test('the page names every field', () => {
  const fields = grammar.find(({ title }) => title === 'Fields')
  const text = fields?.text.join(' ') ?? ''
  for (const field of queryFields.filter((name) => name !== 'lang')) {
    assert.ok(text.includes(field), field)
  }
})

test.run()
