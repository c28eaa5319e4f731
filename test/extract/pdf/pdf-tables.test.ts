// Rows of tables stay rows, and nothing else becomes one: pages as programs draw them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { random } from '../../support/mutate.ts'
import { processorMs } from '../../support/processor-time.ts'
import { rawPdf } from '../../support/raw-pdf.ts'
import { readBytes } from '../../support/read-bytes.ts'

/** Where a text is drawn, from the left and from below, in points of a page of 595 by 842. */
type Drawn = [left: number, up: number, text: string]

const draw = (drawn: readonly Drawn[]) =>
  drawn.map(([x, y, text]) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`).join('\n')

/** What was read: rows with a bar before them. */
async function linesOf(content: string, page = ''): Promise<string[]> {
  const { blocks } = await readBytes({ bytes: rawPdf({ pages: [content], page }) })
  return blocks.map(({ kind, text }) => (kind === 'record' ? `| ${text}` : text))
}

const rowOf = (up: number, cells: readonly string[]): Drawn[] =>
  cells.map((cell, i) => [60 + 130 * i, up, cell])

const prices = [
  ['Type', 'Pressure', 'Built'],
  ['Pump OPS-306', '12 bar', '2019'],
  ['Pump OPS-310', '16 bar', '2021'],
  ['Valve V-7', '6 bar', '1998'],
]
const rows = prices.map((cells) => `| ${cells.join('; ')}`)
const table = prices.flatMap((cells, i) => rowOf(700 - 14 * i, cells))
/** Left, right, left, right. */
const columnwise = [0, 1, 2].flatMap((column) => table.filter((_, i) => i % 3 === column))

const before = 'What the pumps of the new station can do is said in the table below this line.'
const after = 'All of them were tried out in spring, under the eyes of those who are to use them.'

const prose = (left: number, lines: readonly string[], up = 700): Drawn[] =>
  lines.map((line, i) => [left, up - 12 * i, line])
const leftColumn = [
  'The supply of the town was measured in each',
  'of its quarters, and found to be in order by',
  'those who had come from the county for this',
  'purpose, and stayed for all of the summer.',
  'Nobody had expected them to come so early,',
  'and so there were no rooms left in the town.',
]
const rightColumn = [
  'In the autumn the mills stood still for want',
  'of water, and bread was brought on carts that',
  'came from the north, where it had rained for',
  'most of the year; it was sold in the market.',
  'When it was over, the town built the new dam',
  'that can be seen from the road to the coast.',
]

const tables: [name: string, lines: string[], drawn: Drawn[]][] = [
  [
    'a table between paragraphs',
    [before, ...rows, after],
    [[60, 730, before], ...table, [60, 630, after]],
  ],
  ['a table drawn column by column', [...rows, after], [...columnwise, [60, 630, after]]],
  [
    'numbers under the right ends of their names',
    ['| Part; Pieces; Price', '| Seal; 2; 0.75', '| Shaft; 10; 1,240.00', '| Motor; 1; 980.50'],
    [
      ...rowOf(700, ['Part', 'Pieces', 'Price']),
      ...[
        ['Seal', '2', '0.75'],
        ['Shaft', '10', '1,240.00'],
        ['Motor', '1', '980.50'],
      ].flatMap(([part = '', pieces = '', price = ''], i): Drawn[] => [
        [60, 680 - 14 * i, part],
        [222 - 5.56 * pieces.length, 680 - 14 * i, pieces],
        [344 - 5.2 * price.length, 680 - 14 * i, price],
      ]),
    ],
  ],
  [
    'cells of several lines, drawn cell by cell',
    [
      '| Pump OPS-306; for clean and for waste water; 12 bar',
      '| Pump OPS-310 of stainless steel; for the sea; 16 bar',
      '| Valve; for the water main of the town; 6 bar, or 8 where it was reinforced',
    ],
    [
      [60, 700, 'Pump OPS-306'],
      [190, 700, 'for clean and for'],
      [190, 688, 'waste water'],
      [320, 700, '12 bar'],
      [60, 670, 'Pump OPS-310'],
      [60, 658, 'of stainless steel'],
      [190, 670, 'for the sea'],
      [320, 670, '16 bar'],
      [60, 640, 'Valve'],
      [190, 640, 'for the wa-'],
      [190, 628, 'ter main of the'],
      [190, 616, 'town'],
      [320, 640, '6 bar, or 8 where it'],
      [320, 628, 'was reinforced'],
    ],
  ],
  [
    'cells beside the middle of others',
    ['| Pump with a long name; 12 bar; 2019', '| Valve with another; 6 bar; 1998'],
    [
      [60, 700, 'Pump with a'],
      [60, 688, 'long name'],
      ...rowOf(694, ['', '12 bar', '2019']).slice(1),
      [60, 670, 'Valve with'],
      [60, 658, 'another'],
      ...rowOf(664, ['', '6 bar', '1998']).slice(1),
    ],
  ],
  [
    'columns of cells of several lines',
    [
      '| Town; Who came to see what was done there; Nobody from the ministry',
      '| Coast; All who were invited to the opening; Fishermen and their wives',
      '| Hills; None, for it had snowed; A shepherd',
    ],
    [
      ...rowOf(700, ['Town']),
      ...rowOf(664, ['Coast']),
      ...rowOf(628, ['Hills']),
      ...prose(150, ['Who came to see what', 'was done there']),
      ...prose(150, ['All who were invited', 'to the opening'], 664),
      ...prose(150, ['None, for it had', 'snowed'], 628),
      ...prose(320, ['Nobody from the', 'ministry']),
      ...prose(320, ['Fishermen and', 'their wives'], 664),
      ...prose(320, ['A shepherd'], 628),
    ],
  ],
  [
    'a long table drawn column by column',
    Array.from({ length: 30 }, (_, i) => `| Station ${i + 1}; ${10 + i * 7}; ${i}.5`),
    [0, 1, 2].flatMap((column) =>
      Array.from({ length: 30 }, (_, i): Drawn => {
        const cells = [`Station ${i + 1}`, `${10 + i * 7}`, `${i}.5`]
        return [60 + 130 * column, 700 - 14 * i, cells[column] ?? '']
      }),
    ),
  ],
  [
    'a last cell of more lines than two',
    [
      '| OPS-306; of steel; in the cellar behind the old boiler',
      '| OPS-310; of brass; on the roof',
    ],
    [
      ...rowOf(700, ['OPS-306', 'of steel']),
      ...prose(320, ['in the cellar', 'behind the', 'old', 'boiler']),
      ...rowOf(640, ['OPS-310', 'of brass', 'on the roof']),
    ],
  ],
  [
    'a cell beside several rows, drawn after them',
    ['| Pump; 12 bar; 2019', '| Valve; 6 bar; 1998', '| Tap; 8 bar; 2004', 'Cellar'],
    [
      ...rowOf(700, ['Pump', '12 bar', '2019']),
      ...rowOf(686, ['Valve', '6 bar', '1998']),
      ...rowOf(672, ['Tap', '8 bar', '2004']),
      [20, 690, 'Cellar'],
    ],
  ],
  [
    'a form of two columns',
    ['| Name:; Eva Holm', '| Born:; 1971', '| Town:; Riga'],
    [
      ...rowOf(700, ['Name:', 'Eva Holm']),
      ...rowOf(684, ['Born:', '1971']),
      ...rowOf(668, ['Town:', 'Riga']),
    ],
  ],
]
for (const [name, lines, drawn] of tables) {
  test(`rows stay rows: ${name}`, async () => {
    assert.equal(await linesOf(draw(drawn)), lines)
  })
}

test('rows stay rows on a page that is turned', async () => {
  const turned: [page: string, matrix: string][] = [
    ['/Rotate 90', '0 1 -1 0 595 0 cm'],
    ['/Rotate 180', '-1 0 0 -1 595 842 cm'],
    ['/Rotate 270', '0 -1 1 0 0 842 cm'],
  ]
  for (const [page, matrix] of turned) {
    const drawn = table.map(([x, y, text]): Drawn => [x, y - 300, text])
    assert.equal(await linesOf(`${matrix} ${draw(drawn)}`, page), rows)
  }
})

const paragraph = (lines: readonly string[]) => lines.join(' ')
const running: [name: string, text: string, drawn: Drawn[]][] = [
  [
    'two columns, one after the other',
    paragraph([...leftColumn, ...rightColumn]),
    [...prose(60, leftColumn), ...prose(320, rightColumn)],
  ],
  [
    'two columns of verses, one after the other',
    'Come in, the moon has gone, the house is cold. Nobody calls, the road is white and old. ',
    [
      ...prose(60, ['Come in, the moon', 'has gone, the house', 'is cold.']),
      ...prose(320, ['Nobody calls, the', 'road is white and', 'old.']),
    ],
  ],
  [
    'two columns, line by line',
    paragraph(leftColumn.flatMap((line, i) => [line, rightColumn[i] ?? ''])),
    leftColumn.flatMap((line, i): Drawn[] => [
      [60, 700 - 12 * i, line],
      [320, 700 - 12 * i, rightColumn[i] ?? ''],
    ]),
  ],
  [
    'lines with wide spaces',
    paragraph(leftColumn),
    prose(
      60,
      leftColumn.map((line) => line.replaceAll(' ', '    ')),
    ),
  ],
  [
    'a list with signs far before its items',
    '• the first of the items • the second, which goes on in its second line • the third of them',
    [
      ...prose(60, ['\\225']),
      ...prose(90, ['the first of the items']),
      ...prose(60, ['\\225'], 686),
      ...prose(90, ['the second, which goes on', 'in its second line'], 686),
      ...prose(60, ['\\225'], 660),
      ...prose(90, ['the third of them'], 660),
    ],
  ],
  [
    'notes beside a text',
    paragraph([...leftColumn, 'Measured in 1907', 'by the county']),
    [...prose(160, leftColumn), ...prose(60, ['Measured in 1907', 'by the county'])],
  ],
  [
    'who speaks beside what they say',
    paragraph(['The mayor', ...leftColumn, 'A miller', ...rightColumn, 'All', ...leftColumn]),
    [
      ...prose(60, ['The mayor']),
      ...prose(160, leftColumn),
      ...prose(60, ['A miller'], 620),
      ...prose(160, rightColumn, 620),
      ...prose(60, ['All'], 540),
      ...prose(160, leftColumn, 540),
    ],
  ],
]
for (const [name, text, drawn] of running) {
  test(`running text stays as it is: ${name}`, async () => {
    const lines = await linesOf(draw(drawn))
    assert.equal(lines.join(' ').split(/\s+/), text.trim().split(/\s+/))
    assert.not.ok(lines.some((line) => line.startsWith('|')))
  })
}

test('no word is lost or said twice, however a page is drawn', async () => {
  const next = random(306)
  for (let page = 0; page < 40; page++) {
    const words = Array.from({ length: 60 }, (_, i) => `w${page}x${i}`)
    const drawn = words.map(
      (word): Drawn => [40 + 60 * Math.floor(next() * 8), 60 + 13 * Math.floor(next() * 20), word],
    )
    const order = page % 2 === 0 ? drawn : drawn.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])
    const apart = new Map(order.map((one) => [`${one[0]}/${one[1]}`, one]))
    const said = (await linesOf(draw([...apart.values()]))).join(' ').match(/w\d+x\d+/g) ?? []
    assert.equal(said.toSorted(), Array.from(apart.values(), ([, , word]) => word).toSorted())
  }
})

const pagesOfLetters: [name: string, at: (i: number) => [left: number, up: number]][] = [
  ['a grid', (i) => [20 + 3.6 * (i % 150), 830 - 6 * Math.floor(i / 150)]],
  [
    'from below to above and back',
    (i) => [20 + 3 * (i >> 5), (i % 2 === 0 ? 60 : 480) + 6 * (i % 32)],
  ],
]
for (const [name, at] of pagesOfLetters) {
  test(`a page of letters takes as long as they are many: ${name}`, async () => {
    const ms = async (count: number) => {
      const drawn = Array.from({ length: count }, (_, i): Drawn => [...at(i), 'a'])
      const bytes = rawPdf({ pages: [draw(drawn).replaceAll('/F1 10', '/F1 3')] })
      return await processorMs(() => readBytes({ bytes }))
    }
    await ms(1_000)
    const [some, many] = [await ms(2_000), await ms(16_000)]
    assert.ok(many < some * 24 + 200, `${some} ms, ${many} ms`)
  })
}

test.run()
