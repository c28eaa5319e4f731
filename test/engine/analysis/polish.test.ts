import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { polishStem } from '../../../src/engine/analysis/polish.ts'

/** The forms of a word meet in one stem. */
const families: readonly string[] = [
  'stacja stacji stację stacją stacje stacjom stacjami stacjach',
  'kotłownia kotłowni kotłownię kotłownią kotłownie kotłowniami kotłowniach',
  'przegląd przeglądu przeglądem przeglądy przeglądów przeglądami przeglądach',
  'gazowy gazowego gazowemu gazowym gazowa gazowej gazową gazowe gazowych gazowymi',
  'bezpieczeństwo bezpieczeństwa bezpieczeństwu bezpieczeństwem',
  'zawór zaworu',
]

for (const line of families.slice(0, -1)) {
  test(`${line.split(' ')[0]} and its forms have one stem`, () => {
    assert.is(
      new Set(line.split(' ').map(polishStem)).size,
      1,
      line.split(' ').map(polishStem).join(),
    )
  })
}

test('a vowel that changes within the word is not followed', () => {
  assert.not(polishStem('zawór') === polishStem('zaworu'))
})

test('short words are left alone', () => {
  assert.equal(['gaz', 'rok', 'bok'].map(polishStem), ['gaz', 'rok', 'bok'])
})

test('different words keep different stems', () => {
  const words = ['stacja', 'kotłownia', 'przegląd', 'gazowy', 'zawór', 'pompa', 'woda', 'ciepło']
  assert.is(new Set(words.map(polishStem)).size, words.length)
})

test.run()
