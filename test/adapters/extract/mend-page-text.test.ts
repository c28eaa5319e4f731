import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPageMender } from '../../../src/adapters/extract/mend-page-text.ts'
import { processorMs } from '../../support/processor-time.ts'

/** What becomes of a page, in a document that has this other page. */
function mend(text: string, { elsewhere = '' } = {}): string {
  const mender = openPageMender()
  mender.learn([elsewhere, text])
  return mender.mend(text)
}

const mended: [name: string, from: string, to: string][] = [
  ['a hyphen that the engine recognised', 'com\ufffe\r\npile it', 'compile it'],
  ['a soft hyphen', 'com\u00ad\r\npile', 'compile'],
  ['a hyphen at a line end', 'the auto-\r\nmatic door', 'the automatic door'],
  ['a hyphen before a capital', 'the Baltic-\r\nSea canal', 'the Baltic-Sea canal'],
  ['a recognised hyphen before a capital', 'the Baltic\ufffeSea canal', 'the Baltic-Sea canal'],
  ['a second hyphen in a word', 'state-of-the-\r\nart work', 'state-of-the-art work'],
  ['a hyphen before a third part', 'a trace-\nto-native step', 'a trace-to-native step'],
  ['a range of numbers', '1914-\r\n1918', '1914-1918'],
  ['half a compound', 'Ein-\r\nund Ausfuhr', 'Ein- und Ausfuhr'],
  ['half a compound, recognised', 'Ein\ufffeund Ausfuhr', 'Ein- und Ausfuhr'],
  ['accents that TeX drew', 'na¨ıve and Schr¨odinger', 'naïve and Schrödinger'],
  ['a dash between words', 'one -\ntwo', 'one - two'],
]
for (const [name, from, to] of mended) {
  test(`mended: ${name}`, () => {
    assert.is(mend(from), to)
  })
}

const parted: [rule: string, from: string, elsewhere: string, to: string][] = [
  [
    'goes when the word stands elsewhere in one piece',
    'the under\ufffestand',
    'stand under, Understand',
    'the understand',
  ],
  [
    'stays when the word stands elsewhere with it',
    'register\ufffecarried',
    'Register-carried',
    'register-carried',
  ],
  [
    'stays when both halves are words elsewhere, also where words are parted',
    'se\ufffequence trace\ufffecompilation',
    'sequence, a Trace, compilation',
    'sequence trace-compilation',
  ],
  [
    'stays when the second half is a word elsewhere',
    'porta\ufffefusíveis',
    'dez fusíveis',
    'porta-fusíveis',
  ],
  [
    'goes when the second half alone is a word where words are parted',
    'se\ufffequence pres\ufffesure',
    'sequence, for sure',
    'sequence pressure',
  ],
  ['goes when the second half is only a capitalised word', 'Haus\ufffebau', 'der Bau', 'Hausbau'],
  ['goes when nothing is known of the word', 'Bestäti\ufffegung', 'anderes', 'Bestätigung'],
  ['goes when the second half is short', 'Mar\ufffeket', 'ket', 'Market'],
  [
    'goes before a short ending where words are parted',
    'se\ufffequence col\ufffeor',
    'sequence',
    'sequence color',
  ],
]
for (const [rule, from, elsewhere, to] of parted) {
  test(`a hyphen at a line end ${rule}`, () => {
    assert.is(mend(from, { elsewhere }), to)
  })
}

test('a page of nothing but hyphens takes no time', async () => {
  const ms = await processorMs(() => {
    for (const text of ['a-'.repeat(200_000), 'a'.repeat(400_000), 'aa\ufffe'.repeat(100_000)])
      mend(text)
  })
  assert.ok(ms < 5_000, `${ms} ms`)
})

test.run()
