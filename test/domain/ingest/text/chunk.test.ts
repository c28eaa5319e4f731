import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Block } from '../../../../src/domain/ingest/ports.ts'
import { type Chunk, openChunker } from '../../../../src/domain/ingest/text/chunk.ts'
import { anyCharacter } from '../../../support/any-text.ts'
import { processorMs } from '../../../support/processor-time.ts'

function chunk(blocks: Block[]): Chunk[] {
  const chunker = openChunker()
  return [...blocks.flatMap((block) => chunker.add(block)), ...chunker.end()]
}

const prose = (text: string, page?: number): Block => ({
  kind: 'prose',
  text,
  ...(page ? { page } : {}),
})
const sentence = 'Salt was carried from the salt works to the harbour on carts. '

test('whole sentences fill a passage', () => {
  const chunks = chunk([prose(sentence.repeat(40).trim())])
  assert.ok(chunks.every(({ text }) => text.length <= 900 && text.endsWith('carts.')))
  assert.ok((chunks[0]?.text.length ?? 0) > 800)
})

test('short paragraphs share a passage, each on its line', () => {
  assert.equal(chunk([prose('One.'), prose('Two.')]), [{ text: 'One.\nTwo.' }])
})

test('a page is never crossed', () => {
  assert.equal(chunk([prose('One.', 1), prose('Two.', 2)]), [
    { text: 'One.', page: 1 },
    { text: 'Two.', page: 2 },
  ])
})

test('a heading opens a passage after a good deal of text, and stays with what follows', () => {
  const text = sentence.repeat(6).trim()
  const chunks = chunk([prose(text), { kind: 'heading', text: 'Carts' }, prose('They were slow.')])
  assert.equal(chunks, [{ text }, { text: 'Carts\nThey were slow.' }])
})

test('headings of tiny sections do not make tiny passages', () => {
  const section: Block[] = [{ kind: 'heading', text: 'A' }, prose('Short.')]
  assert.equal(chunk([...section, ...section]), [{ text: 'A\nShort.\nA\nShort.' }])
})

test('a heading goes with the rows or the code below it, whatever is above', () => {
  const heading: Block = { kind: 'heading', text: 'Tolls of 1398' }
  const below: Block[] = [
    { kind: 'record', text: 'good: wax; marks: 4' },
    { kind: 'code', text: 'sum(tolls)' },
  ]
  for (const block of below) {
    const text = `Tolls of 1398\n${block.text}`
    assert.equal(chunk([heading, block]), [{ text }])
    assert.equal(chunk([prose('Short.'), heading, block]), [{ text: 'Short.' }, { text }])
  }
})

test('a heading for which there is room goes along when what is below it begins a passage', () => {
  const blocks: Block[] = [prose('x'.repeat(250)), { kind: 'heading', text: 'Carts' }]
  const long = `${'y'.repeat(700)}.`
  assert.equal(chunk([...blocks, prose(long)]), [
    { text: 'x'.repeat(250) },
    { text: `Carts\n${long}` },
  ])
  const longer = 'z'.repeat(899)
  assert.equal(chunk([...blocks, prose(longer)]).length, 2)
})

test('code keeps what its lines are indented by, also where a passage begins', () => {
  const line = `    ${'x = y; '.repeat(60).trim()}`
  const text = `  first\n${line}\n${line}\n${line}`
  const chunks = chunk([{ kind: 'code', text }])
  assert.equal(chunks, [{ text: `  first\n${line}\n${line}` }, { text: line }])
  const deep = chunk([{ kind: 'code', text: `${' '.repeat(2_000)}far` }])
  assert.equal(deep, [{ text: 'far' }])
})

test('nothing goes on into what is of its own, such as a message of a mailbox', () => {
  const blocks: Block[] = [prose('One.'), { ...prose('Two.'), opens: true }, prose('Three.')]
  assert.equal(chunk(blocks), [{ text: 'One.' }, { text: 'Two.\nThree.' }])
})

test('rows are not parted, and not mixed with prose', () => {
  const row = (i: number): Block => ({ kind: 'record', text: `id: ${i}; text: ${'x'.repeat(390)}` })
  const chunks = chunk([prose('Before.'), row(1), row(2), row(3), prose('After.')])
  assert.equal(
    chunks.map(({ text }) => text.match(/id: \d|Before|After/g)),
    [['Before'], ['id: 1', 'id: 2'], ['id: 3'], ['After']],
  )
})

test('a row that is too long is parted between its values', () => {
  const cells = Array.from({ length: 60 }, (_, i) => `column ${i}: some value of it`)
  const chunks = chunk([{ kind: 'record', text: cells.join('; ') }])
  assert.ok(chunks.length >= 2)
  assert.ok(chunks.every(({ text }) => /^column \d+: .*of it;?$/s.test(text)))
})

test('a sentence that is too long is cut at white space', () => {
  const chunks = chunk([prose('word '.repeat(1_000).trim())])
  assert.ok(chunks.every(({ text }) => /^(word )*word$/.test(text) && text.length <= 900))
})

test('a word that is too long is cut between characters', () => {
  const family = '👩\u200d🔬'
  const chunks = chunk([prose(`${'e\u0301'.repeat(700)}${family.repeat(400)}`)])
  assert.ok(chunks.every(({ text }) => text.isWellFormed() && text.length <= 900))
  assert.ok(chunks.every(({ text }) => !/^[\u0301\u200d]/.test(text)))
})

for (const text of [
  'See https://example.eu/b?x=1 for it.',
  'It runs on .NET since 2002!So what?Yes.a!=b',
  'これは猫です。明日また来ます。',
  'One.  Two.\n\nThree.\tFour.',
]) {
  test(`sentences are joined by what stood between them: ${JSON.stringify(text)}`, () => {
    assert.equal(chunk([prose(text)]), [{ text }])
  })
}

test('code keeps how far its lines are set in', () => {
  const text = 'if (a) {\n  if (b) {\n\n\treturn c\n  }\n}'
  assert.equal(chunk([{ kind: 'code', text }]), [{ text }])
})

test('a line of code that is longer than a passage is not lost for what it is set in by', () => {
  const text = 'x'.repeat(899)
  assert.equal(chunk([{ kind: 'code', text: `  ${text}` }]), [{ text }])
})

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('Dr.', 'z. B.', 'e.g.', '3.', 'Salt.', 'Ende!', '。', '\n', '; ', '"No."'),
  fc.string({ unit: anyCharacter, maxLength: 10 }).map((text) => text.toWellFormed()),
  fc.nat(2_500).map((length) => 'x'.repeat(length)),
)
const anyBlock = fc.record(
  {
    kind: fc.constantFrom('heading', 'prose', 'record', 'code'),
    text: fc.array(words, { maxLength: 60 }).map((parts) => parts.join(' ')),
    page: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['kind', 'text'] },
) as fc.Arbitrary<Block>
const anyBlocks = fc.array(anyBlock, { maxLength: 12 })
const bare = (text: string) => text.replace(/\s+/gu, '')

test('no text is lost and none is added', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      const before = bare(blocks.map(({ text }) => text).join(''))
      assert.is(
        bare(
          chunk(blocks)
            .map(({ text }) => text)
            .join(''),
        ),
        before,
      )
    }),
  )
})

test('every passage of a block stands in it as it is', () => {
  fc.assert(
    fc.property(anyBlock, (block) => {
      let at = 0
      for (const { text } of chunk([block])) {
        const found = block.text.indexOf(text, at)
        assert.ok(found >= at, `${JSON.stringify(text)} is not in ${JSON.stringify(block.text)}`)
        at = found + text.length
      }
    }),
  )
})

test('no passage is empty or longer than 900 characters', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      for (const { text } of chunk(blocks)) {
        assert.ok(text.trim() !== '' && text.length <= 900 && text === text.trimEnd())
      }
    }),
  )
})

test('each page has the same text as alone', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      const sorted = blocks
        .filter(({ page }) => page !== undefined)
        .sort((a, b) => (a.page ?? 0) - (b.page ?? 0))
      const whole = chunk(sorted)
      for (const page of [1, 2, 3]) {
        assert.equal(
          whole.filter((one) => one.page === page),
          chunk(sorted.filter((block) => block.page === page)),
        )
      }
    }),
  )
})

test('the same blocks give the same passages', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      assert.equal(chunk(blocks), chunk(structuredClone(blocks)))
    }),
  )
})

test('half a million characters take a moment', async () => {
  const blocks = Array.from({ length: 100 }, () => prose(sentence.repeat(80)))
  const ms = await processorMs(() => assert.ok(chunk(blocks).length > 500))
  assert.ok(ms < 3_000, `${ms} ms`)
})

test.run()
