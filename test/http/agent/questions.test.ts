// Who asks what a thing is finds what says it, in each language, also where the text has only the
// adjective of it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../support/open-test-app.ts'
import { openShelves } from '../../support/shelves.ts'

const texts = {
  de: 'Neben der Beulenpest gab es septische Formen, eine Art Blutvergiftung.',
  en: 'Other forms are psychotic ones, in which the sick see things.',
  fr: 'La cellule se multiplie de façon mitotique dans la peau.',
  es: 'Un proceso osmótico mueve el agua por la membrana.',
  ru: 'Гипнотический сон похож на дрёму, а звезда горит, и септическую форму знают.',
  el: 'Ο καταλυτικός ρόλος του λευκόχρυσου είναι γνωστός.',
  zh: '败血症是一种严重的感染反应。',
  ar: 'الإنتان هو رد فعل شديد للعدوى.',
  it: 'La fotosintesi avviene nelle foglie.',
}

/** What was asked, the passage that says it, and what was looked for instead. */
const questions: [q: string, lang: keyof typeof texts, instead?: string][] = [
  ['was ist Sepsis?', 'de', 'was ist septische?'],
  ['Was ist eine Blutvergiftung?', 'de'],
  ['what is a psychosis?', 'en', 'what is a psychotic?'],
  ['What are things?', 'en'],
  ["qu'est-ce que la mitose ?", 'fr', "qu'est-ce que la mitotique"],
  ['Qu’est-ce qu’une cellule\u202f?', 'fr'],
  ['¿qué es la osmosis?', 'es', '¿qué es la osmótico?'],
  ['¿Qué es una membrana?', 'es'],
  ['что такое гипноз?', 'ru', 'что такое гипнотический?'],
  ['Что такое сепсис?', 'ru', 'Что такое септическую?'],
  ['Что такое дрёма?', 'ru'],
  ['τι είναι κατάλυση;', 'el', 'τι είναι καταλυτικός;'],
  ['Τι είναι ο λευκόχρυσος;', 'el'],
  ['什么是败血症？', 'zh'],
  ['ما هو الإنتان؟', 'ar'],
  ["che cos'è la fotosintesi?", 'it'],
  ['Что такое звёзды?', 'ru'],
  // A slip of the hand is one still, and what ends alike by chance is none.
  ['was ist Blutvergiftnug?', 'de', 'was ist blutvergiftung?'],
]

test('who asks what a thing is finds what says it', async () => {
  await using app = await openTestApp({ config: { searchTimeoutMs: 30_000 } })
  const shelves = openShelves(app.store, app.clock)
  const provider = await app.signUp('Provider')
  const dataset = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  for (const [lang, text] of Object.entries(texts)) await shelves.object(dataset, [{ text, lang }])
  const headers = { 'x-api-key': await app.key(provider) }
  for (const [q, lang, instead] of questions) {
    const asked = new URLSearchParams({ q, mode: 'keyword' })
    const { status, body } = await app.call('GET', `/search?${asked}`, { headers })
    assert.is(status, 200, q)
    assert.is(body.results[0]?.snippet, texts[lang], q)
    assert.is(body.corrected_query, instead, q)
  }
  for (const q of ['was ist eine Reise?', 'what is a case?', 'was ist Skepsis?']) {
    const asked = new URLSearchParams({ q, mode: 'keyword' })
    const { body } = await app.call('GET', `/search?${asked}`, { headers })
    assert.is(body.total, 0, q)
  }
})

test.run()
