import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fold, isFolded } from '../../../src/engine/analysis/fold.ts'

const facts: [written: string, folded: string][] = [
  ['Boiler', 'boiler'],
  ['Prüfung', 'prufung'],
  ['STRASSE Straße', 'strasse strasse'],
  ['Café naïve Ångström', 'cafe naive angstrom'],
  ['Łódź Ærø œuvre Đorđe þing', 'lodz aero oeuvre dorde thing'],
  ['İstanbul ısı', 'istanbul isi'],
  ['ΣΟΦΌΣ σοφός', 'σοφοσ σοφοσ'],
  ['ёлка йод', 'елка йод'],
  ['ﬁne ㎏ m²', 'fine kg m2'],
  ['한국어 がぎ', '한국어 がぎ'],
  ['Anlagen\u00adprüfung', 'anlagenprufung'],
]

for (const [written, folded] of facts) {
  test(`${written} folds to ${folded}`, () => {
    assert.is(fold(written), folded)
  })
}

test('folding twice changes nothing', () => {
  for (const [written] of facts) assert.is(fold(fold(written)), fold(written))
})

test('what is said to be folded is its own folded form, alone and inside a word', () => {
  const other: string[] = []
  for (let code = 1; code < 0x1_0000; code++) {
    const letter = String.fromCharCode(code)
    const words = [letter, `a${letter}1`, `б${letter}в`, `ب${letter}ت`, `ש${letter}ת`]
    for (const word of words) if (isFolded(word) && fold(word) !== word) other.push(word)
  }
  assert.equal(other, [])
  assert.ok(['boiler', 'котел', 'مضخة', 'משאבה'].every(isFolded))
})

test.run()
