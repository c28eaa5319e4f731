import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fold } from '../../../src/engine/analysis/fold.ts'

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

test.run()
