import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { excerpt } from '../../../src/engine/analysis/excerpt.ts'

const long = `${'a '.repeat(200)}boiler ${'b '.repeat(200)}`
const at = long.indexOf('boiler')
const ranges = [{ start: at, end: at + 6 }]

test('a short text stays as it is', () => {
  assert.is(excerpt('A boiler.', { ranges: [], highlight: true, maxChars: 200 }), 'A boiler.')
})

test('a long text is cut around its match, marks included in the limit', () => {
  const cut = excerpt(long, { ranges, highlight: true, maxChars: 50 })
  assert.ok(cut.length <= 50 && cut.includes('**boiler**'), cut)
  assert.ok(cut.startsWith('…') && cut.endsWith('…'))
})

test('without highlight nothing is marked', () => {
  const cut = excerpt(long, { ranges, highlight: false, maxChars: 50 })
  assert.ok(cut.includes('boiler') && !cut.includes('*'))
})

test('no character is cut in two', () => {
  for (let maxChars = 10; maxChars < 40; maxChars++) {
    const cut = excerpt('💡'.repeat(100), { ranges: [], highlight: false, maxChars })
    assert.ok(cut.isWellFormed() && cut.length <= maxChars)
  }
})

test.run()
