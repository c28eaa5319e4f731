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

/** Where these words stand, in order. */
function rangesOf(text: string, ...words: string[]) {
  const found = words.flatMap((word) =>
    [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
      start: index,
      end: index + word.length,
    })),
  )
  return found.sort((a, b) => a.start - b.start)
}

const report =
  'The pump hums. The pump was new in 2019. Nobody minds. ' +
  'The pump failed because its valve had worn out. It was replaced. ' +
  'All else is well. The cellar is dry.'

test('the sentences in which most of the query stands are shown, whole', () => {
  const ranges = rangesOf(report, 'pump', 'valve')
  const shown = excerpt(report, { ranges, highlight: true, maxChars: 100 })
  assert.is(
    shown,
    '…Nobody minds. The **pump** failed because its **valve** had worn out. It was replaced.…',
  )
})

test('repetitions of one word are less than two words side by side', () => {
  const text = `${'pump '.repeat(30)}end. ${'filler '.repeat(20)}One pump and one valve here.`
  const shown = excerpt(text, {
    ranges: rangesOf(text, 'pump', 'valve'),
    highlight: false,
    maxChars: 80,
  })
  assert.ok(shown.includes('One pump and one valve here.'), shown)
})

test('a sentence that is too long is cut between words', () => {
  const text = `${'some words before '.repeat(20)}the boiler ${'and after that '.repeat(20)}`
  for (const maxChars of [40, 80, 200]) {
    const shown = excerpt(text, { ranges: rangesOf(text, 'boiler'), highlight: false, maxChars })
    const [, inside = ''] = /^…(.*)…$/s.exec(shown) ?? []
    assert.ok(shown.length <= maxChars && inside.includes('the boiler'), shown)
    assert.ok(` ${text} `.includes(` ${inside} `), shown)
    assert.ok(shown.length > maxChars - 20, shown)
  }
})

test.run()
