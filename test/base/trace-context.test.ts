import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTrace, readTraceparent, traceHeaders, traceOf } from '../../src/base/trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const header = `00-${traceId}-${parentId}-01`

test('a well-formed header is taken, with or without the flag of sampling', () => {
  assert.equal(readTraceparent(header), { traceId, parentId, sampled: true })
  assert.is(readTraceparent(`00-${traceId}-${parentId}-00`)?.sampled, false)
  assert.is(readTraceparent(`00-${traceId}-${parentId}-03`)?.sampled, true)
})

test('a later version may say more than this one knows', () => {
  assert.equal(readTraceparent(`cc-${traceId}-${parentId}-01-what-comes`)?.traceId, traceId)
})

for (const wrong of [
  '',
  'hello',
  `${header}-more`,
  `ff-${traceId}-${parentId}-01`,
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${parentId}-01`,
  `00-${traceId.slice(1)}-${parentId}-01`,
  `00-${traceId}-${parentId}`,
  `00-${traceId}-${parentId}-1`,
  `0-${traceId}-${parentId}-01`,
  `${header}, ${header}`,
]) {
  test(`'${wrong}' says nothing`, () => assert.is(readTraceparent(wrong), undefined))
}

test('a server that records puts a span of its own under the caller’s', () => {
  const trace = traceOf(header, true)
  assert.equal([trace?.traceId, trace?.parentId], [traceId, parentId])
  assert.match(trace?.spanId ?? '', /^[0-9a-f]{16}$/)
  assert.is.not(trace?.spanId, parentId)
})

test('a server that records begins a trace where there is none', () => {
  const trace = traceOf('', true)
  assert.match(trace?.traceId ?? '', /^[0-9a-f]{32}$/)
  assert.is(trace?.parentId, undefined)
})

test('a server that records nothing hands on what came, and begins nothing', () => {
  assert.is(traceOf('', false), undefined)
  assert.equal(
    inTrace(traceOf(header, false), () => traceHeaders()),
    { traceparent: header },
  )
})

test('what is asked of others belongs to the trace, until its request is over', async () => {
  const trace = traceOf(header, true)
  const inside = await inTrace(trace, async () => {
    await new Promise((done) => setImmediate(done))
    return traceHeaders()
  })
  assert.equal(inside, { traceparent: `00-${traceId}-${trace?.spanId}-01` })
  assert.equal(traceHeaders(), {})
})

test.run()
