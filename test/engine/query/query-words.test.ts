import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keywordsOf } from '../../../src/engine/query/query-words.ts'

const table: [query: string, keywords: string[]][] = [
  ['Boiler turbine boiler', ['boiler', 'turbine']],
  ['the boiler of a house', ['boiler', 'house']],
  ['der Kessel und die Wärmepumpe', ['kessel', 'wärmepumpe']],
  ['+boiler -gas NOT oil', ['boiler']],
  ['boiler AND (turbine OR pump)', ['boiler', 'turbine', 'pump']],
  ['"heat pump" kind:ocr', ['heat', 'pump']],
  ['turb* valve', ['turb', 'valve']],
  ['A-17 2024-05-01', ['a-17', '2024-05-01']],
  ['temp\u00e9rature', ['température']],
  ['東京都', ['東京都']],
  ["d’amour rock'n'roll Anna's", ['amour', 'rock', 'roll', 'anna']],
  ['the', []],
  ['', []],
  ['"unclosed AND (', []],
]

for (const [query, keywords] of table) {
  test(`${query || 'nothing'} asks for ${keywords.join(', ') || 'nothing'}`, () => {
    assert.equal(keywordsOf(query, ['en', 'de', 'fr']), keywords)
  })
}

test.run()
