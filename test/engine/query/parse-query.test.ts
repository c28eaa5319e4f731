import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { InvalidInput } from '../../../src/base/errors.ts'
import { parseQuery, queryDepthMax } from '../../../src/engine/query/parse-query.ts'
import { printQuery } from '../../../src/engine/query/query.ts'
import { anyQuery } from '../../support/any-query.ts'
import { processorMs } from '../../support/processor-time.ts'

const golden = readFileSync(new URL('../../golden/queries.txt', import.meta.url), 'utf8')

/** A query, and on the next line, indented, what is made of it. */
const cases = golden
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .flatMap((line, i, lines) => (i % 2 === 0 ? [[line, lines[i + 1]?.trim() ?? '']] : []))

function reading(q: string): string {
  try {
    return printQuery(parseQuery(q))
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    assert.is(error.field, 'q')
    const says = error.message.replace(/^q, character \d+: /, '')
    return `! ${error.facts.position} ${says}`
  }
}

for (const [q = '', expected] of cases) {
  test(`reads ${q}`, () => {
    assert.is(reading(q), expected)
  })
}

test('the golden file was found', () => {
  assert.ok(cases.length > 50)
})

test('nesting ends at 32 levels', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)} AND b`
  assert.is(reading(nested(queryDepthMax)), '(and term:"a" term:"b")')
  assert.match(reading(nested(queryDepthMax + 1)), /^! 33 nested more than 32 deep/)
  assert.match(reading(`${'NOT '.repeat(33)}a`), /nested more than 32 deep/)
})

test('no text is answered with anything but a tree or a refusal', () => {
  fc.assert(
    fc.property(anyQuery, (q) => {
      assert.ok(reading(q).length > 0)
    }),
    { numRuns: 1_000 },
  )
})

test('the longest queries are read at once', async () => {
  const longest = ['('.repeat(2048), 'a '.repeat(1024), '"'.repeat(2048), '-a '.repeat(682)]
  const ms = await processorMs(() => longest.forEach(reading))
  assert.ok(ms < 1_000, `${ms} ms`)
})

test.run()
