// Gaps and baselines in small steps: read as by the engine, or left to it where it is close.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { comparePlainly } from '../../support/compare-plainly.ts'
import { type RawPdf, rawPdf, rawStream } from '../../support/raw-pdf.ts'

/** From `from` on, so many steps of `by`. */
function steps(from: number, by: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => Number((from + by * i).toFixed(3)))
}

/** So many of the pages, or more, are read plainly, and all of those as by the engine. */
async function sweep(pdf: RawPdf, { share }: { share: number }): Promise<void> {
  const { pages, plain } = await comparePlainly(rawPdf(pdf))
  assert.ok(plain >= share * pages, `${plain} of ${pages} pages`)
}

const standard = (base: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`
const pairs: [last: string, first: string][] = [
  ...([
    ['il', 'li'],
    ['at', 'to'],
    ['we', 'are'],
    ['IN', 'NO'],
    ['O', 'GO'],
  ] as const),
  ...([
    ['MW', 'WM'],
    ['i', 'W'],
    ['W', 'i'],
    ['1', '0'],
    ['end', '.'],
    ['(', 'a'],
  ] as const),
].map(([last, first]) => [last, first])

for (const base of ['Helvetica', 'Times-Roman', 'Courier']) {
  test(`gaps between texts are spaces as in the engine: ${base}`, async () => {
    const pages = pairs.flatMap(([last, first]) =>
      steps(0, 0.31, 24).map((gap) => {
        const start = [...last].length * 7
        return `BT /F1 10 Tf 60 700 Td (wide words before) Tj 200 0 Td (${last}) Tj
          ${start + gap - 4} 0 Td (${first}) Tj ET`.replace('((', '(\\(')
      }),
    )
    await sweep({ pages, font: standard(base) }, { share: 0.4 })
  })

  test(`moves within a text are spaces as in the engine: ${base}`, async () => {
    const pages = pairs.flatMap(([last, first]) =>
      steps(0, -14, 26).map((move) =>
        `BT /F1 10 Tf 60 700 Td [(Begin ${last}) ${move} (${first} ) ${move} (end)] TJ ET`.replace(
          '((',
          '(\\(',
        ),
      ),
    )
    await sweep({ pages, font: standard(base) }, { share: 0.8 })
  })
}

test('where a font may or may not know a space, moves are spaces as in the engine', async () => {
  const table = '1 beginbfrange <61> <7a> <0061> endbfrange'
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 32 /LastChar 122 ' +
    `/Widths [300 ${'500 '.repeat(90)}] /ToUnicode 4 0 R ` +
    '/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /.notdef] >> >>'
  const pages = steps(0, -4, 60).map(
    (move) => `BT /F1 10 Tf 60 700 Td [(one) ${move} (two) ${move} (end)] TJ ET`,
  )
  await sweep({ pages, font, more: [rawStream(table)] }, { share: 0.3 })
})

const baselines: [before: string, after: string][] = [
  ...([
    ['ace', 'nor'],
    ['pgy', 'bdl'],
    ['Words', 'words'],
    ['x', '12'],
    ['Ende', '.'],
  ] as const),
  ...([
    ['a-b', "'"],
    ['Same', 'Same'],
    ['\\304\\345', '\\344\\347'],
    ['\\225', 'item'],
  ] as const),
].map(([before, after]) => [before, after])

for (const [size, sizeAfter] of [
  [10, 10],
  [12, 7],
  [8, 14],
  [4, 4],
]) {
  test(`baselines make lines as in the engine: ${size} and ${sizeAfter} points`, async () => {
    const pages = baselines.flatMap(([before, after]) =>
      [0, 2, 34, 150].flatMap((right) =>
        steps(-18, 0.9, 40).map(
          (up) =>
            `BT /F1 ${size} Tf 60 700 Td (A line of words before) Tj 0 -30 Td (${before}) Tj
            ${right} ${up} Td /F1 ${sizeAfter} Tf (${after}) Tj ET`,
        ),
      ),
    )
    await sweep({ pages }, { share: 0.3 })
  })
}

test.run()
