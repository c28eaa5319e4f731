import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { extractiveDescriber } from '../../../src/adapters/describe/describe-extractive.ts'

const text =
  'The heat pump moves heat from the ground into the house. It is quiet. ' +
  'In winter the heat pump works hardest, because the ground is cold. ' +
  'A heat pump needs a seasonal inspection of its check valve. ' +
  'The check valve keeps the heat pump from running backwards. '

function describe(part: { name?: string; description?: string; text?: string }) {
  const asset = { name: 'Pumps', description: '', category: 'document', text: '', ...part } as const
  return extractiveDescriber.describe(asset, new AbortController().signal)
}

test('tags are the phrases that a text repeats', async () => {
  const { tags } = await describe({ text })
  assert.is(tags[0], 'heat pump')
  assert.ok(tags.includes('check valve'), tags.join())
})

test('the summary is made of sentences of the text, in their order', async () => {
  const { longSummary } = await describe({ text })
  assert.ok(longSummary.length > 50)
  const places = longSummary.split(/(?<=\.) /).map((sentence) => text.indexOf(sentence))
  assert.ok(places.every((place) => place >= 0))
  assert.equal(
    places,
    places.toSorted((a, b) => a - b),
  )
})

test('questions ask about the tags', async () => {
  const { questions } = await describe({ text })
  assert.match(questions[0] ?? '', /heat pump/)
})

test('the quality follows from how much there is', async () => {
  assert.is((await describe({ text })).quality, 'basic')
  assert.is((await describe({ text: text.repeat(5) })).quality, 'standard')
  const words = Array.from({ length: 1500 }, (_, i) => `w${'abcdefghij'[i % 10]}${word(i)}`)
  assert.is((await describe({ text: words.join(' ') })).quality, 'premium')
})

test('without content the name has to do', async () => {
  const { longSummary, tags, questions } = await describe({ name: 'Heat pumps' })
  assert.is(longSummary, 'Heat pumps')
  assert.ok(tags.length > 0 && questions.length > 0)
})

test('no text is too odd to be described', async () => {
  for (const odd of ['\u0000', '🙂'.repeat(500), 'a', '"""', '. . .', 'x'.repeat(50_000)]) {
    const { longSummary, tags } = await describe({ text: odd })
    assert.ok(longSummary.length > 0 && longSummary.length <= 2_000)
    assert.ok(tags.length > 0 && tags.every((tag) => tag.length <= 40))
  }
})

function word(n: number): string {
  return [...String(n)].map((digit) => 'klmnopqrst'[Number(digit)]).join('')
}

test.run()
