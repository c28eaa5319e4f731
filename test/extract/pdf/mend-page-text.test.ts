import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPageMender } from '../../../src/extract/pdf/mend-page-text.ts'
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
  [
    'goes where words are parted with a space before the line end',
    'se- \r\nquence pres-\u00ad\n\nsure',
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

test('a parted word is known from a page long before, though no page until here parts one', () => {
  const mender = openPageMender()
  for (const page of ['dez fusíveis', 'nothing of it', 'nor here']) mender.learn([page])
  mender.learn(['porta-\r\nfusíveis'])
  assert.is(mender.mend('porta-\r\nfusíveis'), 'porta-fusíveis')
})

const beside: [name: string, from: string, to: string][] = [
  ['at the beginning and the end', 'com\ufffepile a long auto-\nmatic', 'compile a long automatic'],
  ['in two places of one word', 'in-\ncom\ufffepatible things', 'incom-patible things'],
  ['at two line ends', 'a trace-\nto-\nnative step', 'a trace-to-native step'],
  ['one after the other', 'the auto-\nmatic com-\npiler runs', 'the automatic compiler runs'],
  ['after a space before the line end', 'the auto- \t\r\nmatic door', 'the automatic door'],
  ['after a soft hyphen', 'the auto-\u00ad\n\nmatic door', 'the automatic door'],
]
for (const [name, from, to] of beside) {
  test(`words are joined ${name}`, () => {
    assert.is(mend(from), to)
  })
}

test('a page of nothing but hyphens takes no time', async () => {
  const ms = await processorMs(() => {
    for (const text of ['a-', 'aa', 'aa\ufffe', 'aa-\n', '- ']) mend(text.repeat(100_000))
  })
  assert.ok(ms < 5_000, `${ms} ms`)
})

const pageChars = 1_000_000

test('pages that wait for a parted word are held up to a bound', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heldBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const mender = openPageMender()
  const before = heldBytes()
  for (let page = 0; page < 64; page++) {
    mender.learn([Buffer.alloc(pageChars, `${page} `.padEnd(64)).toString('latin1')])
  }
  const held = heldBytes() - before
  assert.ok(held < 16 * pageChars, `${held} bytes`)
  mender.learn(['words'])
  assert.is(mender.mend('wor-\r\nds'), 'words')
})

test.run()
