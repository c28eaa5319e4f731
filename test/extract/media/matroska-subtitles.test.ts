// Texts of Matroska files whose blocks are compressed, encrypted or damaged.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openChunker } from '../../../src/domain/ingest/text/chunk.ts'
import { type Line, matroskaFile, type Packing } from '../../support/matroska-file.ts'
import { readBytes } from '../../support/read-bytes.ts'

const lines: Line[] = [
  { startMs: 500, text: 'In Lübeck the barrels are counted.' },
  { startMs: 2000, text: 'In Lübeck the salt is weighed.' },
]

async function spoken(bytes: Buffer) {
  const { blocks, found } = await readBytes({ bytes, filename: 'talk.mkv' })
  return {
    said: blocks.map(({ text, time }) => [text, time?.startMs, time?.endMs]),
    warnings: found.warnings,
  }
}

const unreadable = 'The subtitles in the recording could not be read, or only in part.'
const all = lines.map(({ startMs, text }) => [text, startMs, startMs + 1000])

for (const how of ['plain', 'zlib', 'stripped', 'stripped, then zlib'] satisfies Packing[]) {
  test(`texts are found in blocks that are ${how}`, async () => {
    assert.equal(await spoken(matroskaFile(lines, { how })), { said: all, warnings: [] })
  })
}

test('two tracks of two languages stay apart, each with its language', async () => {
  const both = [
    ...lines,
    { startMs: 500, text: 'In Lübeck werden die Fässer gezählt.', track: 1 },
    { startMs: 2000, text: 'In Lübeck wird das Salz gewogen.', track: 1 },
  ]
  const said = async (languages: string[]) => {
    const bytes = matroskaFile(both, { languages })
    const { blocks } = await readBytes({ bytes, filename: 'talk.mkv' })
    const chunker = openChunker()
    return [...blocks.flatMap((block) => chunker.add(block)), ...chunker.end()].map(
      ({ text, lang, time }) => [text, lang, time?.startMs],
    )
  }
  const texts = [
    'In Lübeck the barrels are counted.\nIn Lübeck the salt is weighed.',
    'In Lübeck werden die Fässer gezählt.\nIn Lübeck wird das Salz gewogen.',
  ]
  assert.equal(await said(['eng', 'ger']), [
    [texts[0], 'en', 500],
    [texts[1], 'de', 500],
  ])
  assert.equal(await said(['', '']), [
    [texts[0], undefined, 500],
    [texts[1], undefined, 500],
  ])
})

test('of encrypted texts nothing is taken, and that is said', async () => {
  const read = await spoken(matroskaFile(lines, { how: 'encrypted' }))
  assert.equal(read, { said: [], warnings: [unreadable] })
})

test('a damaged block is left out, and that is said', async () => {
  const damaged = [...lines, { startMs: 4000, text: 'No stream.', damaged: true }]
  const read = await spoken(matroskaFile(damaged, { how: 'zlib' }))
  assert.equal(read, { said: all, warnings: [unreadable] })
})

test('a block that unpacks to far more than anybody says at once is left out', async () => {
  const bomb = { startMs: 4000, text: 'In Lübeck '.repeat(100_000) }
  const read = await spoken(matroskaFile([...lines, bomb], { how: 'zlib' }))
  assert.equal(read, { said: all, warnings: [unreadable] })
})

test('of SubStation what is shown is read, and neither drawings nor remarks', async () => {
  const event = (text: string) => `0,0,Default,,0,0,0,,${text}`
  const codec = 'S_TEXT/ASS'
  const { said } = await spoken(
    matroskaFile(
      [
        { startMs: 0, text: event('{\\pos(4,5)}Salt,{remark} wax\\Nand\\htar.') },
        { startMs: 2000, text: event('{\\p1}m 0 0 l 100 0 100 100{\\p0}Quay') },
        { startMs: 4000, text: event('{\\an7\\p2}m 0 0 l 7 7') },
      ],
      { codec },
    ),
  )
  assert.equal(
    said.map(([text]) => text),
    ['Salt, wax and tar.', 'Quay'],
  )
})

test.run()
