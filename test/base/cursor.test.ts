import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CursorBinding, openCursor, sealCursor } from '../../src/base/cursor.ts'
import { InvalidInput } from '../../src/base/errors.ts'
import { secretsFrom } from '../../src/base/secrets.ts'

const key = secretsFrom(Buffer.alloc(32, 7)).signing('cursor')
const binding: CursorBinding = {
  route: 'listDatasets',
  tenantId: 'tnt_a',
  restriction: null,
  filters: { status: 'active' },
}

test('a cursor gives its position back', () => {
  const cursor = sealCursor(key, binding, { after: ['x', 12] })
  assert.equal(openCursor(key, binding, cursor), { after: ['x', 12] })
})

const foreign: [string, CursorBinding][] = [
  ['another tenant', { ...binding, tenantId: 'tnt_b' }],
  ['another route', { ...binding, route: 'listObjects' }],
  ['other filters', { ...binding, filters: { status: 'draft' } }],
  ['another key restriction', { ...binding, restriction: ['dset_1'] }],
]
for (const [name, other] of foreign) {
  test(`a cursor of ${name} is refused`, () => {
    const cursor = sealCursor(key, binding, 1)
    assert.throws(
      () => openCursor(key, other, cursor),
      (error: unknown) => error instanceof InvalidInput && error.field === 'cursor',
    )
  })
}

test('no change of a single character goes unnoticed', () => {
  const cursor = sealCursor(key, binding, { a: 1 })
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === 'A' ? 'B' : 'A'
    const changed = cursor.slice(0, at) + other + cursor.slice(at + 1)
    assert.throws(() => openCursor(key, binding, changed), undefined, `position ${at}`)
  }
  for (const text of ['', 'x', `${cursor}A`, cursor.slice(1)]) {
    assert.throws(() => openCursor(key, binding, text))
  }
})

test.run()
