// Numbers of lists and headings of Word documents, which stand nowhere in the text.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeDocx } from '../../support/office-files.ts'
import { readBytes } from '../../support/read-bytes.ts'

const say = (tag: string, value: string | number) => `<w:${tag} w:val="${value}"/>`
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const place = (list: number, level = 0) =>
  `<w:numPr>${say('ilvl', level)}${say('numId', list)}</w:numPr>`
const item = (text: string, { list = 1, level = 0, more = '' } = {}) =>
  `<w:p><w:pPr>${place(list, level)}${more}</w:pPr>${run(text)}</w:p>`

type Level = { way?: string; text: string; start?: number; more?: string }
const levelOf = ({ way = 'decimal', text, start = 1, more = '' }: Level, i: number) =>
  `<w:lvl w:ilvl="${i}">${say('start', start)}${say('numFmt', way)}${say('lvlText', text)}` +
  `${more}</w:lvl>`
const scheme = (id: number, levels: Level[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.map(levelOf).join('')}</w:abstractNum>`
const list = (id: number, { of = 0, more = '' } = {}) =>
  `<w:num w:numId="${id}">${say('abstractNumId', of)}${more}</w:num>`

type Numbered = { schemes: string; lists?: string; styles?: string }

async function read(body: string, { schemes, lists = list(1), styles }: Numbered) {
  const numbering = `<w:numbering>${schemes}${lists}</w:numbering>`
  const parts = styles === undefined ? {} : { 'word/styles.xml': `<w:styles>${styles}</w:styles>` }
  const bytes = makeDocx(body, { 'word/numbering.xml': numbering, ...parts })
  return await readBytes({ bytes })
}

const ways: [way: string, start: number, shown: string[]][] = [
  ['decimal', 9, ['9.', '10.']],
  ['decimalZero', 9, ['09.', '10.']],
  ['lowerRoman', 3, ['iii.', 'iv.']],
  ['upperRoman', 1_999, ['MCMXCIX.', 'MM.']],
  ['lowerLetter', 26, ['z.', 'aa.']],
  ['upperLetter', 52, ['ZZ.', 'AAA.']],
  ['lowerLetter', 780, [`${'z'.repeat(30)}.`, '781.']],
  ['lowerRoman', 0, ['0.', 'i.']],
  ['none', 1, ['.', '.']],
  ['bullet', 1, ['', '']],
  ['chineseCounting', 1, ['', '']],
  ['constructor', 1, ['', '']],
]
for (const [way, start, shown] of ways) {
  test(`a list is numbered as Word shows it: ${way} from ${start}`, async () => {
    const schemes = scheme(0, [{ way, start, text: '%1.' }])
    const { texts } = await read(item('wax') + item('tar'), { schemes })
    assert.equal(texts, [`${shown[0]} wax`.trim(), `${shown[1]} tar`.trim()])
  })
}

test('levels of a list count within one another, and begin anew where Word does so', async () => {
  const schemes = scheme(0, [
    { way: 'upperRoman', text: '%1' },
    { text: '%1.%2', more: '<w:isLgl/>' },
    { way: 'lowerLetter', text: '%3)', more: say('suff', 'nothing') },
    { text: '(%4)', more: say('lvlRestart', 0) },
  ])
  const levels = [0, 1, 2, 2, 3, 1, 2, 3, 0, 1, 3]
  const { texts } = await read(levels.map((level) => item('x', { level })).join(''), { schemes })
  const numbers = ['I', '1.1', 'a)x', 'b)x', '(1)', '1.2', 'a)x', '(2)', 'II', '2.1', '(3)']
  assert.equal(
    texts,
    numbers.map((number) => (number.endsWith('x') ? number : `${number} x`)),
  )
})

test('a level may begin anew after the first level alone', async () => {
  const more = say('lvlRestart', 1)
  const schemes = scheme(0, [{ text: '%1' }, { text: '%1.%2' }, { text: '(%3)', more }])
  const levels = [0, 1, 2, 1, 2, 0, 2]
  const { texts } = await read(levels.map((level) => item('x', { level })).join(''), { schemes })
  assert.equal(texts, ['1 x', '1.1 x', '(1) x', '1.2 x', '(2) x', '2 x', '(1) x'])
})

test('lists of one scheme go on counting, unless one of them says where it starts', async () => {
  const start = (at: number) =>
    `<w:lvlOverride w:ilvl="0">${say('startOverride', at)}</w:lvlOverride>`
  const own = `<w:lvlOverride w:ilvl="0">${levelOf({ way: 'lowerLetter', text: '%1)' }, 0)}`
  const lists =
    list(1) + list(2) + list(3, { more: start(5) }) + list(4, { more: `${own}</w:lvlOverride>` })
  const schemes = scheme(0, [{ text: '%1.' }])
  const body = [1, 2, 3, 3, 1, 4, 99].map((id) => item('x', { list: id })).join('')
  const { texts } = await read(body, { schemes, lists })
  assert.equal(texts, ['1. x', '2. x', '5. x', '6. x', '7. x', 'h) x', 'x'])
})

test('headings have the numbers of their style, and of the one that it stands on', async () => {
  const style = (id: string, properties: string) =>
    `<w:style w:styleId="${id}">${properties}</w:style>`
  const styles = [
    style('H1', `${say('name', 'heading 1')}<w:pPr>${place(1)}</w:pPr>`),
    style('H2', `${say('name', 'heading 2')}<w:pPr><w:numPr>${say('numId', 1)}</w:numPr></w:pPr>`),
    style('Own', say('basedOn', 'H2')),
    style('Plain', `${say('basedOn', 'H1')}<w:pPr>${place(0)}</w:pPr>`),
    style('A', say('basedOn', 'B')),
    style('B', say('basedOn', 'A')),
  ].join('')
  const schemes = scheme(0, [{ text: '%1' }, { text: '%1.%2', more: say('pStyle', 'H2') }])
  const p = (id: string, more = '') =>
    `<w:p><w:pPr>${say('pStyle', id)}${more}</w:pPr>${run(id)}</w:p>`
  const without = place(0)
  const body =
    p('H1') + p('H2') + p('Own') + p('Plain') + p('A') + p('H1', without) + p('H1') + p('H2')
  const { blocks } = await read(body, { schemes, styles })
  assert.equal(
    blocks.map(({ kind, text }) => `${kind} ${text}`),
    [
      ...['heading 1 H1', 'heading 1.1 H2', 'prose 1.2 Own', 'prose Plain', 'prose A'],
      ...['heading H1', 'heading 2 H1', 'heading 2.1 H2'],
    ],
  )
})

test('what is empty, removed or hidden has no number in the text; an empty cell has', async () => {
  const schemes = scheme(0, [{ text: '%1.' }])
  const empty = `<w:p><w:pPr>${place(1)}</w:pPr></w:p>`
  const mark = (name: string) => `<w:rPr><w:${name}/></w:rPr>`
  const former = `<w:pPrChange><w:pPr>${place(1, 5)}</w:pPr></w:pPrChange>`
  const again = `<mc:Fallback>${item('again')}</mc:Fallback>`
  const cell = (text: string) => `<w:tc>${text}</w:tc>`
  const row = `<w:tr>${cell(empty)}${cell(`<w:p>${run('wax')}</w:p>`)}</w:tr>`
  const body = [
    ...[
      item('one'),
      empty,
      item('gone', { more: mark('del') }),
      item('no', { more: mark('vanish') }),
    ],
    ...[item('three', { more: former }), again, `<w:tbl>${row}${row}</w:tbl>`, item('six')],
  ].join('')
  const { texts } = await read(body, { schemes })
  assert.equal(texts, ['1. one', 'gone', 'no', '3. three', '4.; wax', '5.; wax', '6. six'])
})

test('a paragraph keeps its number where a text box with a list hangs on it', async () => {
  const schemes = scheme(0, [{ text: '%1.' }])
  const box = `<w:r><w:txbxContent>${item('in the box')}</w:txbxContent></w:r>`
  const body = `<w:p><w:pPr>${place(1)}</w:pPr>${box}${run('salt')}</w:p>${item('tar')}`
  const { texts } = await read(body, { schemes })
  assert.equal(texts, ['2. in the box', '1. salt', '3. tar'])
})

test('a list of 100,000 levels and a number without end are nothing', async () => {
  const level = levelOf({ text: `%1${'.'.repeat(5_000)}`, start: 99_999_999 }, 0)
  const many = Array.from({ length: 100_000 }, (_, i) => `<w:lvl w:ilvl="${i}"/>`).join('')
  const schemes = `<w:abstractNum w:abstractNumId="0">${many}${level}</w:abstractNum>`
  const { texts } = await read(item('x'), { schemes })
  assert.equal(texts, ['32767 x'])
})

test.run()
