// Cells are cleaned one by one, and what is put between them leaves nothing to clean.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cleanText } from '../../../src/base/clean-text.ts'
import { blockCharsMax } from '../../../src/extract/limits.ts'
import { anyCharacter } from '../../support/any-text.ts'
import { makeXlsx } from '../../support/office-files.ts'
import { readBytes } from '../../support/read-bytes.ts'

async function blocksOf(...workbook: Parameters<typeof makeXlsx>) {
  return (await readBytes({ bytes: makeXlsx(...workbook) })).blocks
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const inline = (text: string) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
const written = (text: string) => `<c t="str"><v>${escaped(text)}</v></c>`
const runs = (text: string) => `<c t="inlineStr"><is><r><t>${escaped(text)}</t></r></is></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`

/** What cleaning changes, what it joins with its neighbours, and what it leaves. */
const odd = fc.constantFrom(
  ...[' ', '  ', '\n', '\r\n', '\t', '\u00a0', '\u2028', '\u0085', '\u3000', '\u0001', '\u007f'],
  ...['\u00ad', '\u200b', '\u200d', '\u202e', '\ufeff', '\ufb01', '\u0301', '\u0338', '\u212b'],
  ...['\ud83d', '\udc69', '\ud83d\udc69', '\u1100', '\u1161', '\u11a8', '\u037e', '\u2126'],
  ...['a', 'E', 'é', 'ß', 'λ', '雨', '7', ';', ':', '=', '<', '&', '-'],
)
const texts = fc.oneof(
  fc.string({ unit: odd, maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.string({ maxLength: 30 }),
)

test('whatever stands in the cells, headers and names, the blocks are clean', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 6, maxLength: 6 }), async (cells) => {
      const [a = '', b = '', c = '', ...rest] = cells
      const names = row(inline(`x${a}`), written(`y${b}`), inline(c))
      const strings = rest.map((text) => `<t>${escaped(text)}</t>`)
      const shared = rest.map((_, i) => `<c t="s"><v>${i}</v></c>`)
      const sheet = names + row(...shared) + row(...rest.map(inline)) + row(...rest.map(runs))
      for (const { text } of await blocksOf({ [`x${escaped(c)}`]: sheet }, { strings })) {
        assert.is(text, cleanText(text))
        assert.is.not(text, '')
      }
    }),
    { numRuns: 120 },
  )
})

test('a name of a sheet that is nothing once it is clean is no heading', async () => {
  const blocks = await blocksOf({ '\u200b': row(written('a')), ' \u00ad Ships  1': '' })
  assert.equal(
    blocks.map(({ kind, text }) => [kind, text]),
    [
      ['record', 'a'],
      ['heading', 'Ships 1'],
    ],
  )
})

test('a record longer than a block is cut, and each of its parts is clean', async () => {
  const words = 'wax tar '.repeat(2_000).trim()
  const { blocks, texts } = await readBytes({
    bytes: makeXlsx({ Sheet1: row(written(words), written('end')) }),
    filename: 'long.xlsx',
  })
  assert.is(blocks.length, 3)
  assert.ok(texts.every((text) => text.length <= blockCharsMax && text === cleanText(text)))
  assert.is(texts.join(' '), `${words}; end`)
})

test.run()
