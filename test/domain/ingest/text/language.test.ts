import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openLanguageJudge } from '../../../../src/domain/ingest/text/language.ts'
import { loadLanguageDetector } from '../../../../src/extract/language/detect-language.ts'

const detect = await loadLanguageDetector()
const openJudge = () => openLanguageJudge(async (texts) => texts.map(detect))

const english =
  'The salt trade made the towns along the river rich, and the merchants who lived there built ' +
  'large houses of brick. Every spring the ships came back from the north with fish and furs.'
const german =
  'Der Salzhandel machte die Städte am Fluss reich, und die Kaufleute, die dort lebten, bauten ' +
  'große Häuser aus Backstein. Jedes Frühjahr kamen die Schiffe mit Fisch und Pelzen zurück.'
const french =
  'Le commerce du sel enrichit les villes au bord du fleuve, et les marchands qui y vivaient ' +
  'construisirent de grandes maisons de brique. Chaque printemps les navires revenaient du nord.'

const passages: [name: string, text: string, lang: string][] = [
  ['English', english, 'en'],
  ['German', german, 'de'],
  ['French', french, 'fr'],
  ['a clear short note', 'Where are the old ledgers of the salt works?', 'en'],
  ['numbers', '1201 1219 1230 '.repeat(20), 'und'],
  ['a code', 'A-17', 'und'],
]
for (const [name, text, lang] of passages) {
  test(`${name} alone is ${lang}`, async () => {
    const judge = openJudge()
    assert.equal(await judge.ofPassages([text]), [lang])
  })
}

test('a short passage takes the language of its document', async () => {
  const judge = openJudge()
  assert.equal(await judge.ofPassages([german, 'Lübeck 1201']), ['de', 'de'])
})

test('a long passage in another language keeps its own', async () => {
  const judge = openJudge()
  assert.equal(await judge.ofPassages([german, french]), ['de', 'fr'])
})

test('the language of a document is that of most of its text', async () => {
  const judge = openJudge()
  await judge.ofPassages([french, german, german, english])
  assert.is(judge.ofDocument(), 'de')
})

test('a document of one short clear text has its language', async () => {
  const judge = openJudge()
  await judge.ofPassages(['Where are the old ledgers of the salt works?'])
  assert.is(judge.ofDocument(), 'en')
})

test('a document without clear text is und', async () => {
  const judge = openJudge()
  await judge.ofPassages(['17; 18; 19'])
  assert.is(judge.ofDocument(), 'und')
})

test.run()
