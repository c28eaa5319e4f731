import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sentencesOf } from '../../../../src/domain/ingest/text/sentences.ts'

const texts: [language: string, text: string, parts: string[]][] = [
  [
    'German',
    'Am 3. Mai kam Dr. Müller z. B. nach Köln. Er blieb bzw. wohnte dort. Ende.',
    ['Am 3. Mai kam Dr. Müller z. B. nach Köln.', 'Er blieb bzw. wohnte dort.', 'Ende.'],
  ],
  [
    'English',
    'Mr. Smith paid 3.50 EUR, i.e. the fee. J. R. R. Tolkien did not. See Fig. 4 and vol. 2!',
    [
      'Mr. Smith paid 3.50 EUR, i.e. the fee.',
      'J. R. R. Tolkien did not.',
      'See Fig. 4 and vol. 2!',
    ],
  ],
  [
    'Czech',
    'Podle čl. 5 odst. 2 zákona č. 89 platí lhůta. Konec.',
    ['Podle čl. 5 odst. 2 zákona č. 89 platí lhůta.', 'Konec.'],
  ],
  [
    'French',
    'Mme. Curie et M. Becquerel, p. ex. dans l’art. 4, ont écrit. Fin.',
    ['Mme. Curie et M. Becquerel, p. ex. dans l’art. 4, ont écrit.', 'Fin.'],
  ],
  [
    'Spanish',
    'La Sra. García vive en la Avda. Mayor. ¿Y usted? Sí.',
    ['La Sra. García vive en la Avda. Mayor.', '¿Y usted?', 'Sí.'],
  ],
  [
    'Polish',
    'Pan mgr. Nowak, tj. sędzia, np. w Łodzi. Koniec.',
    ['Pan mgr. Nowak, tj. sędzia, np. w Łodzi.', 'Koniec.'],
  ],
  ['Dutch', 'Dhr. Jansen, bijv. in blz. 4. Klaar.', ['Dhr. Jansen, bijv. in blz. 4. Klaar.']],
  ['Japanese', 'これは文です。もう一つの文です。', ['これは文です。', 'もう一つの文です。']],
  ['no letters', '1 2 3. 4 5 6.', ['1 2 3. 4 5 6.']],
  ['a line end', 'A heading\nA sentence.', ['A heading', 'A sentence.']],
]
for (const [language, text, parts] of texts) {
  test(`${language} is parted at its sentences`, () => {
    assert.equal(
      sentencesOf(text).map((part) => part.trim()),
      parts,
    )
  })
}

test('the parts together are the text', () => {
  const text = ' Dr. A. said:  "No."\n\nThen he left... 5. May? '
  assert.is(sentencesOf(text).join(''), text)
})

test.run()
