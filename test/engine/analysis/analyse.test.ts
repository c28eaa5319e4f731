import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { analyse } from '../../../src/engine/analysis/analyse.ts'
import { languageCode, languageOf } from '../../../src/engine/analysis/languages.ts'

const facts: [text: string, lang: string, body: string, stem: string][] = [
  ['The boilers were inspected', 'en', 'the boilers were inspected', 'boiler inspect'],
  ['Die Prüfungen der Anlagen', 'de', 'die prufungen der anlagen', 'prufung anlag'],
  ['report A-17', 'en', 'report a 17', 'report 17 a17'],
  ['well-known', 'en', 'well known', 'known wellknown'],
  ["Anna's boiler isn't", 'en', 'anna s boiler isn t', 'anna boiler isn'],
  ['La chaudière inspectée', 'fr', 'la chaudiere inspectee', 'chaudi chaudier inspect inspecte'],
  ['2024 m2 S100A9', 'en', '2024 m2 s100a9', '2024 m2 s100a9'],
  ['Kotły są bezpieczne', 'pl', 'kotly sa bezpieczne', 'kotl bezpieczn'],
  ['Boilers', 'und', 'boilers', 'boilers'],
  ['検査', 'ja', '検査 査', '検査'],
]

for (const [text, lang, body, stem] of facts) {
  test(`${lang}: ${text}`, () => {
    assert.equal(analyse({ text, lang }), { body, stem })
  })
}

test('language codes lose their region', () => {
  const codes = ['de', 'de-AT', 'pt_BR', 'DE', 'und', '', 'english language', '../en']
  assert.equal(codes.map(languageCode), ['de', 'de', 'pt', 'de', 'und', 'und', 'und', 'und'])
})

test('every language that we stem has a stemmer and stop words', () => {
  const codes = 'ca cs da de en es eu fi fr ga hu it nb nl nn no pl pt ro ru sl sv tr'.split(' ')
  for (const code of codes) {
    const language = languageOf(code)
    assert.ok(language, code)
    assert.type(language?.stem('inspektion'), 'string')
  }
  assert.is(languageOf('constructor'), undefined)
})

test.run()
