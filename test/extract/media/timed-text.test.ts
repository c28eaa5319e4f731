// Subtitles in Timed Text (TTML, DFXP) and SubStation: what is said when.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

async function said(bytes: string) {
  const { blocks, found, sniffed } = await readBytes({ bytes })
  const spoken = blocks.map(({ text, time, passage }) => {
    assert.is(passage, 'transcript')
    return [text, time?.startMs, time?.endMs]
  })
  return { spoken, found, format: sniffed.format }
}

const ttml = (body: string, { more = '', head = '' } = {}) =>
  '<?xml version="1.0"?><!-- a > b --><tt xmlns="http://www.w3.org/ns/ttml" ' +
  `xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ${more}><head>${head}</head>` +
  `<body>${body}</body></tt>`

test('Timed Text gives its paragraphs with their times, and nothing of its head', async () => {
  const head = '<metadata><ttm:title>Talk</ttm:title><ttm:desc>noise</ttm:desc></metadata>'
  const body =
    '<div><p begin="00:00:01.000" end="00:00:02.500">Wax <span>from</span><br/>\n  Reval</p>' +
    '<metadata><ttm:desc>noise</ttm:desc></metadata><p begin="3s" end="3.25s"> </p>' +
    '<p begin="4s" dur="500ms">and tar &amp; pitch</p></div>'
  const { spoken, found, format } = await said(ttml(body, { head }))
  assert.is(format, 'ttml')
  assert.equal([found.title, found.durationMs], ['Talk', 4_500])
  assert.equal(spoken, [
    ['Wax from Reval', 1_000, 2_500],
    ['and tar & pitch', 4_000, 4_500],
  ])
})

const rates = 'ttp:frameRate="25" ttp:tickRate="1000"'
const times: [written: string, more: string, startMs: number, endMs: number][] = [
  ['begin="01:00:00" end="01:00:00.04"', '', 3_600_000, 3_600_040],
  ['begin="00:00:01:05" end="00:00:02:10"', rates, 1_200, 2_400],
  ['begin="50f" end="3000t"', rates, 2_000, 3_000],
  ['begin="0.5m" end="0.01h"', '', 30_000, 36_000],
  ['begin="30f" end="60f"', 'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"', 1_001, 2_002],
  ['begin="1s" end="4s" dur="1s"', '', 1_000, 2_000],
  ['begin="5s" end="1s"', '', 5_000, 5_000],
  ['begin="5s"', '', 5_000, 5_000],
  ['begin="soon" end="1:2"', '', 0, 0],
  ['', '', 0, 0],
]
for (const [written, more, startMs, endMs] of times) {
  test(`a paragraph of Timed Text with ${written || 'no time'} has its time`, async () => {
    const { spoken } = await said(ttml(`<p ${written}>x</p>`, { more }))
    assert.equal(spoken, [['x', startMs, endMs]])
  })
}

test('times of Timed Text count from what is around them, or after what was before', async () => {
  const body =
    '<div begin="10s" end="20s"><p begin="1s">a <span begin="1s" end="2s">b</span></p></div>' +
    '<div begin="30s" timeContainer="seq"><p dur="2s">c</p><p begin="1s" dur="2s">d</p></div>'
  const { spoken } = await said(ttml(body))
  assert.equal(spoken, [
    ['a', 11_000, 20_000],
    ['b', 12_000, 13_000],
    ['c', 30_000, 32_000],
    ['d', 33_000, 35_000],
  ])
})

test('how a sign is read, and the prefix of a name, say nothing in Timed Text', async () => {
  const ruby =
    '<tt:span tts:ruby="container"><tt:span tts:ruby="base">塩</tt:span>' +
    '<tt:span tts:ruby="text">しお</tt:span></tt:span>'
  const bytes =
    '<tt:tt xmlns:tt="http://www.w3.org/2006/10/ttaf1"><tt:body>' +
    `<tt:p begin="1s" end="2s">${ruby}の道</tt:p></tt:body></tt:tt>`
  assert.equal((await said(bytes)).spoken, [['塩の道', 1_000, 2_000]])
})

const head =
  '\ufeff; made by hand\r\n[Script Info]\r\nTitle: Talk\r\n\r\n[V4+ Styles]\r\nStyle: x\r\n'
const fields = 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\r\n'
const line = (text: string, start = '0:00:01.50') =>
  `Dialogue: 0,${start},0:00:02.75,Default,Ada,0,0,0,,${text}\r\n`

test('SubStation gives what is said, without styles, remarks and drawings', async () => {
  const noted = line('noise').replace('Dialogue', 'Comment')
  const lines =
    noted +
    line('{\\an8}Wax, and tar,\\Nfrom\\h{\\i1}Reval{\\i0}.') +
    line('{\\p1}m 0 0 l 100 0{\\p0}') +
    line('Dialogue: no time', 'soon')
  const { spoken, found, format } = await said(`${head}[Events]\r\n${fields}${lines}`)
  assert.is(format, 'ass')
  assert.equal([found.title, found.durationMs], ['Talk', 2_750])
  assert.equal(spoken, [['Wax, and tar, from Reval.', 1_500, 2_750]])
})

test('fields of SubStation stand in the order that the file names', async () => {
  const bytes = '[Script Info]\n[Events]\nFormat: Text of none, End, Start, Text\n'
  const { spoken } = await said(`${bytes}Dialogue: x,0:00:02.5,0:00:01.05,Salt, dear\n`)
  assert.equal(spoken, [['Salt, dear', 1_050, 2_500]])
})

test.run()
