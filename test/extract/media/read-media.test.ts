// Recordings and subtitles: length, tags, and what is said when.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url))

const said = [
  ['The harbour master counts the barrels.', 500, 2000],
  ['Wax from Novgorod, tar from Reval.', 2200, 4000],
  ['The council meets at noon.', 9000, 11_500],
]

for (const [name, format] of [
  ['talk.mp4', 'mp4'],
  ['talk.mkv', 'mkv'],
  ['talk.webm', 'webm'],
]) {
  test(`${name} gives its subtitles with their times`, async () => {
    const { blocks, found, sniffed } = await readBytes({ bytes: fixture(name ?? '') })
    assert.is(sniffed.format, format)
    assert.equal([found.durationMs, found.modality, found.warnings], [12_000, 'video', []])
    const spoken = blocks.filter(({ passage }) => passage === 'transcript')
    assert.equal(
      spoken.map(({ text, time }) => [text, time?.startMs, time?.endMs]),
      said,
    )
  })
}

test('a FLAC whose first frame is damaged is refused, and nobody looks for its end', async () => {
  const bytes = Buffer.from(fixture('tone.flac'))
  const frame = bytes.indexOf(Buffer.from([0xff, 0xf8]))
  assert.ok(frame > 0, 'it has a first frame')
  bytes[frame] = 0
  const refused = await readBytes({ bytes, filename: 'a.flac' }).catch((error) => error)
  assert.is(refused.message, 'corrupt: its first frame cannot be read')
})

test('an MP4 that tells of more samples than it has bytes is refused', async () => {
  for (const [table, countAt] of [
    ['stts', 12],
    ['ctts', 12],
    ['stsc', 16],
    ['stsz', 12],
  ] as const) {
    const bytes = Buffer.from(fixture('talk.mp4'))
    const at = bytes.indexOf(table)
    assert.ok(at > 0, `it has ${table}`)
    bytes.writeUInt32BE(0xf000_0000, at + countAt)
    const refused = await readBytes({ bytes, filename: 'a.mp4' }).catch((error) => error)
    assert.is(refused.message, 'corrupt: it tells of more samples than it has', table)
  }
})

test('so is one with a fragment of more samples than it has bytes', async () => {
  const box = (type: string, contents: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + contents.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, contents])
  }
  const run = Buffer.alloc(8)
  run.writeUInt32BE(0xf000_0000, 4)
  const fragment = box('moof', box('traf', box('trun', run)))
  const bytes = Buffer.concat([fixture('talk.mp4'), fragment])
  const refused = await readBytes({ bytes, filename: 'a.mp4' }).catch((error) => error)
  assert.is(refused.message, 'corrupt: it tells of more samples than it has')
})

test('a Matroska file whose end is damaged is read to there, and not for ever', async () => {
  for (const name of ['talk.webm', 'talk.mkv']) {
    const bytes = Buffer.from(fixture(name))
    bytes.fill(0, Math.floor(bytes.length * 0.6))
    const { found, blocks } = await readBytes({ bytes, filename: name })
    assert.is(found.modality, 'video')
    assert.ok((found.durationMs ?? 0) > 0 && blocks.length > 0, name)
  }
})

test('a transport stream is as long as it lasts, whatever its clock says', async () => {
  const { found, sniffed } = await readBytes({ bytes: fixture('talk.m2ts') })
  assert.is(sniffed.contentType, 'video/mp2t')
  const durationMs = found.durationMs ?? 0
  assert.ok(durationMs > 11_900 && durationMs < 12_300, `${durationMs} ms`)
  assert.is(found.modality, 'video')
})

test('tags of a sound file are found, and that nothing is said in it is told', async () => {
  const { blocks, found } = await readBytes({ bytes: fixture('tone.mp3') })
  assert.equal([found.title, found.modality], ['Tone', 'audio'])
  assert.ok((found.durationMs ?? 0) > 5_900 && (found.durationMs ?? 0) < 6_200)
  assert.equal(blocks, [
    { kind: 'record', passage: 'metadata', text: 'title: Tone; artist: Nobody' },
  ])
  assert.match(found.warnings[0] ?? '', 'no words')
})

const srt = `1\r
00:00:01,000 --> 00:00:02,500\r
<i>First</i> line\r
and second.\r
\r
2\r
00:01:00,000 --> 00:00:59,000\r
{\\an8}Backwards.\r
\r
3\r
00:00:02,000 --> 00:00:04,000\r
Overlaps.\r
`

test('SubRip is read in the order of its times, without markup', async () => {
  const { blocks, sniffed } = await readBytes({ bytes: srt, filename: 'a.srt' })
  assert.is(sniffed.format, 'srt')
  assert.equal(
    blocks.map(({ text, time }) => [text, time]),
    [
      ['First line and second.', { startMs: 1000, endMs: 2500 }],
      ['Overlaps.', { startMs: 2000, endMs: 4000 }],
      ['Backwards.', { startMs: 60_000, endMs: 60_000 }],
    ],
  )
})

test('WebVTT is read with who speaks, without its notes, styles and identifiers', async () => {
  const bytes = `WEBVTT - talk\n\nSTYLE\n::cue { color: red }\n\nNOTE nothing\n\nintro\n
01:02.500 --> 01:04.000 align:start\n<v Ada>Salt &amp; wax.</v>\n`
  const { blocks, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.format, 'vtt')
  assert.equal(
    blocks.map(({ text, time }) => [text, time]),
    [['Ada: Salt & wax.', { startMs: 62_500, endMs: 64_000 }]],
  )
})

test('WebVTT that moves each line up tells it once', async () => {
  const cue = (times: string, ...lines: string[]) => [`00:0${times} align:start`, ...lines, '']
  const bytes = [
    ...['WEBVTT', 'Kind: captions', ''],
    ...cue('0:00.000 --> 00:00:02.000', ' ', 'hello<00:00:00.500><c> world</c>'),
    ...cue('0:02.000 --> 00:00:02.010', 'hello world', ' '),
    ...cue('0:02.010 --> 00:00:04.000', 'hello world', 'this<00:00:03.000><c> &lt;is&gt;</c>'),
    ...cue('0:04.000 --> 00:00:04.010', 'this &lt;is&gt;', ' '),
    ...cue('0:04.010 --> 00:00:06.000', 'this &lt;is&gt;', 'Riga'),
  ].join('\n')
  const { blocks } = await readBytes({ bytes })
  assert.equal(
    blocks.map(({ text, time }) => [text, time?.startMs]),
    [
      ['hello world', 0],
      ['this <is>', 2010],
      ['Riga', 4010],
    ],
  )
})

test('what is said twice in a row is told twice', async () => {
  const bytes =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nNo!\n\n00:02.000 --> 00:03.000\nNo!\n\n' +
    '00:03.000 --> 00:04.000\nWhy?\n\n00:04.000 --> 00:05.000\nBecause.\n'
  assert.equal((await readBytes({ bytes })).texts, ['No!', 'No!', 'Why?', 'Because.'])
})

for (const name of ['talk.mp4', 'talk.mkv', 'talk.webm', 'tone.mp3']) {
  test(`${name} cut at every tenth is read or fails with a reason`, async () => {
    const whole = fixture(name)
    for (let tenth = 1; tenth < 10; tenth++) {
      const bytes = whole.subarray(0, Math.floor((whole.length * tenth) / 10))
      const ended = await readBytes({ bytes }).then(
        () => 'read',
        (error) => error.name,
      )
      assert.ok(['read', 'ExtractFailed'].includes(ended), `${tenth}: ${ended}`)
    }
  })

  test(`${name} with altered bytes is read or fails with a reason`, async () => {
    const whole = fixture(name)
    for (let i = 0; i < 25; i++) {
      const bytes = Buffer.from(whole)
      for (let k = 0; k < 8; k++) bytes[(i * 7919 + k * 104_729) % 4096] = (i * 31 + k * 17) & 0xff
      const ended = await readBytes({ bytes }).then(
        () => 'read',
        (error) => error.name,
      )
      assert.ok(['read', 'ExtractFailed'].includes(ended), `${i}: ${ended}`)
    }
  })
}

test.run()
