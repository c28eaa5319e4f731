// What is packed has escapes in its patterns, says otherwise what it said before, and comes apart.
import { isAscii } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { patternsInAscii } from '../../scripts/packaging/ascii.ts'
import { rowsWhenAsked, type Statistics } from '../../scripts/packaging/language-rows.ts'

const program = `
  const half = 1 / 2 / 4
  const found = ['•', '–', 'x', '𝄞'].map((sign) => /^[•–]|(?<ß>\\u{1d11e}|𝄞)$/u.test(sign))
  const nested = \`\${/é/.test('é') ? \`/ü/\` : ''}\`
  const marked = [/^\\–\\\\–$/.test('–\\\\–'), /^\\/ä$/.test('/ä')]
  return [half, found, nested, marked, String.raw\`§\\u00a7/ä/\`]`

const inFunction = (body: string) => `function run() {${body}\n}`
const resultOf = (body: string) => new Function(`${body}\nreturn run()`)()

test('letters in patterns become escapes, and match what they matched', () => {
  const before = inFunction(program)
  const after = patternsInAscii(before)
  assert.equal(resultOf(after), resultOf(before))
  assert.match(after, '/^[\\u2022\\u2013]|(?<\\u00df>\\u{1d11e}|\\ud834\\udd1e)$/u')
  assert.match(after, '/\\u00e9/')
})

test('texts that are taken as they stand keep their letters', () => {
  const after = patternsInAscii(inFunction(program))
  assert.match(after, 'String.raw`§\\u00a7/ä/`')
  assert.match(after, '`/ü/`')
})

test('a program of plain letters is not read at all', () => {
  assert.is(patternsInAscii('this is / no program'), 'this is / no program')
})

test('what tests start is plain letters, but for the decoders of sound', () => {
  const folder = process.env.KONTOR_TEST_PROGRAM
  if (folder === undefined) return
  const programs = readdirSync(folder).filter((name) => name.endsWith('.cjs'))
  const beyond = programs.filter((name) => !isAscii(readFileSync(join(folder, name))))
  assert.equal(
    beyond.sort(),
    ['flac', 'mpg123', 'ogg-vorbis', 'opus'].map((x) => `apart-${x}.cjs`),
  )
})

test('the letter statistics of languages are the same as one text', async () => {
  const path = '../../node_modules/eld/src/ngrams/small.js'
  const { ngramsData } = (await import(path)) as { ngramsData: Statistics }
  const code = rowsWhenAsked(ngramsData).replace('export const ngramsData =', 'return')
  const { ngrams, ...rest } = new Function(code)() as Statistics
  const { ngrams: known, ...others } = ngramsData
  assert.equal(rest, others)
  const differing = Object.keys(known).filter((letters) => {
    return JSON.stringify(ngrams[letters]) !== JSON.stringify(known[letters])
  })
  assert.equal(differing, [])
  assert.ok(Object.keys(known).length > 80_000)
  for (const letters of ['', 'a', ' ', 'no row', '\t', '\n']) assert.is(ngrams[letters], undefined)
  const [letters = ''] = Object.keys(known)
  assert.equal(ngrams[letters], known[letters], 'asked again')
})

test('a thread that tells languages apart makes no object for each row of theirs', () => {
  const folder = process.env.KONTOR_TEST_PROGRAM
  if (folder === undefined) return
  assert.not.match(readFileSync(join(folder, 'worker-language.cjs'), 'utf8'), /:\{\d+:\d+\},/)
})

const readers = {
  'apart-pdfjs.cjs': 'GlobalWorkerOptions',
  'apart-mediabunny.cjs': 'MatroskaDemuxer',
  'apart-mp4box.cjs': 'TrackReferenceTypeBox',
}
for (const [name, word] of Object.entries(readers)) {
  test(`each start of a child reads none of ${name}`, () => {
    const folder = process.env.KONTOR_TEST_PROGRAM
    if (folder === undefined) return
    const has = (file: string) => readFileSync(join(folder, file), 'utf8').includes(word)
    assert.equal([has(name), has('worker-extract-child.cjs')], [true, false])
  })
}

test.run()
