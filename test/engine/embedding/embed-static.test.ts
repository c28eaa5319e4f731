import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assetFolder } from '../../../src/base/assets.ts'
import { openEmbedStatic } from '../../../src/engine/embedding/embed-static.ts'
import { anyCharacter } from '../../support/any-text.ts'

const tiny = new URL('../../fixtures/models/tiny', import.meta.url).pathname
const shipped = join(assetFolder('models'), 'kontor-static-5')
let opened: ReturnType<typeof openEmbedStatic> | undefined

/** It remembers nothing of what it read, and takes a tenth of a second to open. */
function openShipped() {
  opened ??= openEmbedStatic(shipped)
  return opened
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)
}

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(cosine(vector, vector))
}

function isNear(seen: number, wanted: number): boolean {
  return Math.abs(seen - wanted) < 1e-6
}

/** A copy of the tiny model that a test may damage. */
function copyOfTiny() {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-model-'))
  cpSync(tiny, folder, { recursive: true })
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

test('a text is the sum of the rows of its pieces, brought to length 1', () => {
  const { embedQuery } = openEmbedStatic(tiny)
  const both = embedQuery('cat dog')
  // Rows have different lengths, so the two parts are looked for in the plane they span.
  const [cat, dog] = [embedQuery('cat'), embedQuery('dog')]
  const overlap = cosine(cat, dog)
  const [a, b] = [cosine(both, cat), cosine(both, dog)]
  const inPlane = (a * a + b * b - 2 * a * b * overlap) / (1 - overlap * overlap)
  assert.ok(isNear(inPlane, 1))
  assert.ok(isNear(lengthOf(both), 1))
})

test('a word that stands sixteen times counts eight times as much', () => {
  const { embedQuery } = openEmbedStatic(tiny)
  const [cat, dog] = [embedQuery('cat'), embedQuery('dog')]
  const share = (text: string) => {
    const vector = embedQuery(text)
    const overlap = cosine(cat, dog)
    const [a, b] = [cosine(vector, cat), cosine(vector, dog)]
    return (a - b * overlap) / (b - a * overlap)
  }
  assert.ok(Math.abs(share(`dog ${'cat '.repeat(16)}`) / share('cat dog') - 8) < 1e-4)
})

test('the order of words, case, accents and punctuation do not matter', () => {
  const { embedQuery } = openEmbedStatic(tiny)
  const plain = embedQuery('the cat sat on mat')
  for (const text of ['MAT on: sat, cat (the)', 'thé çat_sat\non\tmát', 'ｔｈｅ cat-sat on ｍat']) {
    assert.ok(isNear(cosine(plain, embedQuery(text)), 1), text)
  }
})

test('an unknown word is cut into the longest pieces', () => {
  const { embedPassages } = openEmbedStatic(tiny)
  const [dogging, dog, strasse, written] = embedPassages(['dogging', 'dog', 'strasse', 'Strasse'])
  assert.ok(cosine(dogging as Float32Array, dog as Float32Array) > 0.3)
  assert.ok(isNear(cosine(strasse as Float32Array, written as Float32Array), 1))
})

const said: [query: string, says: boolean][] = [
  ['zolmipke wugfedax', false],
  ['xgax qbraz', false],
  ['photosynthesis', true],
  ['wugfedax of photosynthesis', true],
  // In several pieces, but more than crumbs.
  ['boilers', true],
  ['Krankenversicherungsbeitrag', true],
]

for (const [query, says] of said) {
  test(`a query of ${query} says ${says ? 'something' : 'nothing'}`, () => {
    const { embedQuery } = openShipped()
    assert.is(
      embedQuery(query).some((value) => value !== 0),
      says,
    )
  })
}

test('texts that say nothing give zeros', () => {
  const { embedPassages } = openEmbedStatic(tiny)
  const texts = ['', ' \n', '…!?', '日本語', 'x'.repeat(100_000), '\ud800', '😀', '\0']
  for (const [i, vector] of embedPassages(texts).entries()) {
    assert.ok(
      vector.every((value) => value === 0),
      texts[i]?.slice(0, 9) ?? '',
    )
  }
})

test('what one text says does not change the next', () => {
  const { embedPassages, embedQuery } = openEmbedStatic(tiny)
  const alone = embedQuery('contract law')
  const [, after] = embedPassages(['cat cat cat 日本', 'contract law'])
  assert.equal(after, alone)
})

test('100 kB of one token is that token', () => {
  const { embedQuery } = openEmbedStatic(tiny)
  assert.ok(isNear(cosine(embedQuery('cat '.repeat(25_000)), embedQuery('cat')), 1))
})

test('any text gives a vector of length 1, or zeros; never NaN', () => {
  const { embedQuery } = openEmbedStatic(tiny)
  const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(text, (given) => {
      const length = lengthOf(embedQuery(given))
      assert.ok(length === 0 || isNear(length, 1))
    }),
    { numRuns: 500 },
  )
})

test('a model is another one as soon as a byte differs', () => {
  using copy = copyOfTiny()
  const before = openEmbedStatic(copy.folder).model
  assert.is(before, openEmbedStatic(tiny).model)
  const file = join(copy.folder, 'rows.bin')
  const bytes = readFileSync(file)
  bytes[200] = (bytes[200] as number) ^ 1
  writeFileSync(file, bytes)
  assert.is.not(openEmbedStatic(copy.folder).model, before)
})

test('rows of four bits are read as they were written', () => {
  using copy = copyOfTiny()
  const about = JSON.parse(readFileSync(join(copy.folder, 'model.json'), 'utf8'))
  const whole = Int8Array.from(readFileSync(join(copy.folder, 'rows.bin')), (byte) =>
    Math.trunc(((byte << 24) >> 24) / 19),
  )
  const halves = new Uint8Array(whole.length / 2).map(
    (_, i) => ((whole[2 * i] as number) + 8) | (((whole[2 * i + 1] as number) + 8) << 4),
  )
  writeFileSync(join(copy.folder, 'rows.bin'), whole)
  const eight = openEmbedStatic(copy.folder).embedQuery('the cat sat')
  writeFileSync(join(copy.folder, 'rows.bin'), halves)
  writeFileSync(join(copy.folder, 'model.json'), JSON.stringify({ ...about, bits: 4 }))
  assert.equal(openEmbedStatic(copy.folder).embedQuery('the cat sat'), eight)
})

const damages: readonly [title: string, damage: (folder: string) => void, says: RegExp][] = [
  ['no vocab.txt', (folder) => rmSync(join(folder, 'vocab.txt')), /vocab\.txt.*ENOENT/],
  ['a table cut short', (folder) => truncateSync(join(folder, 'rows.bin'), 99), /rows\.bin.* 99 /],
  ['a missing scale', (folder) => truncateSync(join(folder, 'scales.bin'), 4), /scales\.bin/],
  ['half a vocabulary', (folder) => truncateSync(join(folder, 'vocab.txt'), 100), /vocab\.txt/],
  ['no JSON', (folder) => writeFileSync(join(folder, 'model.json'), '{'), /model\.json/],
  ['another format', (folder) => writeFileSync(join(folder, 'model.json'), '{}'), /model\.json/],
  [
    'scales that are no numbers',
    (folder) => {
      const { length } = readFileSync(join(folder, 'scales.bin'))
      writeFileSync(join(folder, 'scales.bin'), Buffer.alloc(length, 0xff))
    },
    /scales\.bin is damaged/,
  ],
]

for (const [title, damage, says] of damages) {
  test(`a model with ${title} is refused with the folder and the reason`, () => {
    using copy = copyOfTiny()
    damage(copy.folder)
    assert.throws(
      () => openEmbedStatic(copy.folder),
      ({ message }: Error) => says.test(message) && message.includes(copy.folder),
    )
  })
}

const alike: readonly [query: string, near: string, far: string][] = [
  ['lawyer', 'attorney', 'bicycle'],
  ['Fehler melden', 'report a bug', 'a loaf of bread'],
  ['how to end an agreement', 'termination of the contract', 'the weather in spring'],
]

for (const [query, near, far] of alike) {
  test(`the shipped model holds "${query}" nearer to "${near}" than to "${far}"`, () => {
    const { embedQuery } = openShipped()
    const vector = embedQuery(query)
    assert.ok(cosine(vector, embedQuery(near)) > cosine(vector, embedQuery(far)) + 0.1)
  })
}

test('the shipped model is at most 24 MB', () => {
  const files = ['model.json', 'vocab.txt', 'scales.bin', 'rows.bin', 'README.md']
  const bytes = files.reduce((sum, file) => sum + readFileSync(join(shipped, file)).length, 0)
  assert.ok(bytes <= 24e6)
})

test.run()
