// Tables of office documents: which rows name the columns, and what merged cells say.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeDocx, makeOdf, makePptx, makeXlsx } from '../../support/office-files.ts'
import { readBytes } from '../../support/read-bytes.ts'

type Case = [name: string, table: string, texts: string[]]

async function assertTexts(bytes: Buffer, texts: string[]) {
  assert.equal((await readBytes({ bytes })).texts, texts)
}

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
const wordCell = (text: string, { cell = '', run: ofRun = '' } = {}) =>
  `<w:tc><w:tcPr>${cell}</w:tcPr><w:p>${text && run(text, ofRun)}</w:p></w:tc>`
const wordRow = (cells: string[], { row = '', ...of }: Record<string, string> = {}) =>
  `<w:tr><w:trPr>${row}</w:trPr>${cells.map((text) => wordCell(text, of)).join('')}</w:tr>`
const named = { row: '<w:tblHeader/>' }
const over = (columns: number) => ({ cell: `<w:gridSpan w:val="${columns}"/>` })
const begun = { cell: '<w:vMerge w:val="restart"/>' }
const goesOn = { cell: '<w:vMerge/>' }
const styled = (id: string, look = '') =>
  `<w:tblPr><w:tblStyle w:val="${id}"/><w:tblLook ${look}/></w:tblPr>`
const styles = [
  ['a1', 'Table Grid'],
  ['a2', 'Light List Accent 1'],
  ['a3', 'Table Heading'],
].map(([id, name]) => `<w:style w:styleId="${id}"><w:name w:val="${name}"/></w:style>`)

const form = [wordRow(['Name', 'Ilse']), wordRow(['Born:', '5 March']), wordRow(['7', 'at sea'])]
const formTexts = ['Name: Ilse', 'Born: 5 March', '7; at sea']
const towns = wordRow(['Riga', '1201'])
const townTexts = ['town: Riga; founded: 1201']
const heads = (of: Record<string, string>) => wordRow(['town', 'founded'], of)
const sales = `<w:tr>${wordCell('year', begun)}${wordCell('sales', over(2))}</w:tr>`
const parts = (first: string, of: Record<string, string> = {}) =>
  `<w:tr>${wordCell(first, of)}${['North', 'South'].map((text) => wordCell(text)).join('')}</w:tr>`
const year = wordRow(['2024', '1', '2'])
const salesTexts = ['year: 2024; sales North: 1; sales South: 2']

const word: Case[] = [
  ['one row', wordRow(['Seller: Ilse', 'Buyer: Jan', 'Riga']), ['Seller: Ilse; Buyer: Jan; Riga']],
  ['one row of two cells', wordRow(['Seller: Ilse', 'Buyer: Jan']), ['Seller: Ilse; Buyer: Jan']],
  ['nothing but names', heads(named), ['town; founded']],
  ['two columns', form.join(''), formTexts],
  ['two columns and lines', styled('a1', 'w:firstRow="1"') + form.join(''), formTexts],
  [
    'two columns under a title',
    `<w:tr>${wordCell('Person', over(2))}</w:tr>${form.join('')}`,
    ['Person', ...formTexts],
  ],
  ['a row that is said to name', heads(named) + towns, townTexts],
  ['a row that is bold', heads({ run: '<w:b/>' }) + towns, townTexts],
  ['a row in colour', heads({ cell: '<w:shd w:fill="D9E2F3"/>' }) + towns, townTexts],
  ['a style', styled('a2', 'w:val="04A0"') + heads({}) + towns, townTexts],
  [
    'a style that has none for the first row',
    styled('a2', 'w:firstRow="0"') + form.join(''),
    formTexts,
  ],
  [
    'names in bold on its left',
    `<w:tr>${wordCell('Name', { run: '<w:b/>' })}${wordCell('Ilse')}</w:tr>`.repeat(2),
    ['Name: Ilse', 'Name: Ilse'],
  ],
  ['names of two rows, the upper one merged', sales + parts('', goesOn) + year, salesTexts],
  ['names of two rows with a blank corner', sales + parts('') + year, salesTexts],
  [
    'names of two rows that say so',
    wordRow(['a', 'b', 'c'], named) + wordRow(['d', '5', 'f'], named) + year,
    ['a d: 2024; b 5: 1; c f: 2'],
  ],
  [
    'data under a name that is merged',
    sales + wordRow(['spring', 'much', 'little']) + year,
    ['year: spring; sales: much; sales: little', 'year: 2024; sales: 1; sales: 2'],
  ],
]
for (const [name, table, texts] of word) {
  test(`in a Word document a table of ${name}`, async () => {
    const bytes = makeDocx(`<w:tbl>${table}</w:tbl>`, {
      'word/styles.xml': `<w:styles>${styles.join('')}</w:styles>`,
    })
    await assertTexts(bytes, texts)
  })
}

test('the rows of a table within a table speak for none of its own', async () => {
  const inner = `<w:tbl>${heads({ ...named, run: '<w:b/>' })}</w:tbl>`
  const rows = `<w:tr>${wordCell('Name')}<w:tc>${inner}</w:tc></w:tr>${form[1]}`
  await assertTexts(makeDocx(`<w:tbl>${rows}</w:tbl>`), ['Name: town founded', 'Born: 5 March'])
})

const slideCell = (text: string, attributes = '') =>
  `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
const slideRow = (...cells: string[]) => `<a:tr>${cells.join('')}</a:tr>`
const pair = (...texts: string[]) => slideRow(...texts.map((text) => slideCell(text)))
const firstRow = '<a:tblPr firstRow="1"/>'
const slides: Case[] = [
  ['one row', firstRow + pair('town', 'founded'), ['town; founded']],
  ['names', firstRow + pair('town', 'founded') + pair('Riga', '1201'), townTexts],
  [
    'two columns',
    `<a:tblPr/>${pair('Name', 'Ilse')}${pair('Town', 'Riga')}`,
    ['Name: Ilse', 'Town: Riga'],
  ],
  [
    'merged cells',
    firstRow +
      slideRow(slideCell('year'), slideCell('sales', 'gridSpan="2"'), slideCell('', 'hMerge="1"')) +
      slideRow(slideCell('2024', 'rowSpan="2"'), slideCell('1'), slideCell('2')) +
      slideRow(slideCell('', 'vMerge="1"'), slideCell('3'), slideCell('4')),
    ['year: 2024; sales: 1; sales: 2', 'year: 2024; sales: 3; sales: 4'],
  ],
]
for (const [name, table, texts] of slides) {
  test(`on a slide a table of ${name}`, async () => {
    await assertTexts(makePptx([`<p:graphicFrame><a:tbl>${table}</a:tbl></p:graphicFrame>`]), texts)
  })
}

const openCell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
const covered = (count: number) =>
  `<table:covered-table-cell table:number-columns-repeated="${count}"/>`
const openRow = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const texts = (...cells: string[]) => openRow(...cells.map((text) => openCell(text)))
const head = (...rows: string[]) =>
  `<table:table-header-rows>${rows.join('')}</table:table-header-rows>`
const reach = ({ columns = 1, rows = 1 }) =>
  `table:number-columns-spanned="${columns}" table:number-rows-spanned="${rows}"`
const openMerged = [
  head(
    openRow(
      openCell('year', reach({ rows: 2 })),
      openCell('sales', reach({ columns: 2 })),
      covered(1),
    ),
    openRow(covered(1), openCell('North'), openCell('South')),
  ),
  openRow(openCell('2024', reach({ rows: 2 })), openCell('1'), openCell('2')),
  openRow(covered(1), openCell('3', reach({ columns: 2, rows: 2 })), covered(1)),
  openRow(openCell('2025'), covered(2)),
].join('')
const openTexts = [...salesTexts, 'year: 2024; sales North: 3', 'year: 2025; sales North: 3']
const open: Case[] = [
  ['one row', texts('Seller', 'Buyer', 'Town'), ['Seller; Buyer; Town']],
  ['two columns', texts('Name', 'Ilse') + texts('Town', 'Riga'), ['Name: Ilse', 'Town: Riga']],
  ['names', head(texts('town', 'founded')) + texts('Riga', '1201'), townTexts],
  ['merged cells', openMerged, openTexts],
]
for (const [name, table, expected] of open) {
  test(`in an open text a table of ${name}`, async () => {
    await assertTexts(makeOdf('text', `<table:table>${table}</table:table>`), expected)
  })
}

test('in an open text two columns have names where those stand as a heading', async () => {
  const rows = texts('town', 'founded').replaceAll('<text:p>', '<text:p text:style-name="P1">')
  const table = `<table:table>${rows}${texts('Riga', '1201')}</table:table>`
  const style = '<style:style style:name="P1" style:parent-style-name="Table_20_Heading"/>'
  await assertTexts(makeOdf('text', table, style), townTexts)
})

test('on an open slide the first row has names where it looks like it', async () => {
  const rows = texts('town', 'founded') + texts('Riga', '1201')
  const table = `<table:table table:use-first-row-styles="true">${rows}</table:table>`
  await assertTexts(makeOdf('presentation', `<draw:page>${table}</draw:page>`), townTexts)
})

const cell = (text: string | number) =>
  typeof text === 'number' ? `<c><v>${text}</v></c>` : `<c t="str"><v>${text}</v></c>`
const sheetRow = (...texts: (string | number)[]) => `<row>${texts.map(cell).join('')}</row>`
const sheets: Case[] = [
  ['one row', sheetRow('Seller', 'Buyer'), ['Seller; Buyer']],
  ['two columns', sheetRow('town', 'founded') + sheetRow('Riga', 1201), townTexts],
  [
    'names under a title',
    `${sheetRow('Sales 2024')}<row/>${sheetRow('town', 'founded')}${sheetRow('Riga', 1201)}`,
    ['Sales 2024', ...townTexts],
  ],
  [
    'names under a title with empty cells beside it',
    sheetRow('Sales 2024', '', '') + sheetRow('town', 'founded') + sheetRow('Riga', 1201),
    ['Sales 2024', ...townTexts],
  ],
  [
    'an empty column before its names',
    sheetRow('', 'town', 'founded') + sheetRow('', 'Riga', 1201),
    townTexts,
  ],
  [
    'a corner without a name',
    sheetRow('', 'North', 'South') + sheetRow('Riga', 5, 6),
    ['Riga; North: 5; South: 6'],
  ],
  ['years', sheetRow('land', 2019, 2020) + sheetRow('LV', 5, 6), ['land: LV; 2019: 5; 2020: 6']],
  [
    'notes and at their end a pair',
    sheetRow('a note').repeat(11) + sheetRow('one', 'two') + sheetRow('a', 'b'),
    [...Array(11).fill('a note'), 'one; two', 'a; b'],
  ],
]
for (const [name, rows, expected] of sheets) {
  test(`in a sheet a table of ${name}`, async () => {
    await assertTexts(makeXlsx({ Sheet1: rows }), expected)
  })
}

test('of a sheet under a title the columns are known, two of one name apart', async () => {
  const rows = sheetRow('Phones') + sheetRow('name', 'phone', 'phone') + sheetRow('Ilse', 1, 2)
  const { found } = await readBytes({ bytes: makeXlsx({ Sheet1: rows }) })
  assert.equal(
    found.columns?.columns.map(({ name, kind }) => [name, kind]),
    [
      ['name', 'text'],
      ['phone', 'integer'],
      ['phone (2)', 'integer'],
    ],
  )
})

test('in an open sheet a merged cell is in each row, and each value in its column', async () => {
  const body = `<table:table table:name="Tabelle1">${openMerged}</table:table>`
  const { texts: told, found } = await readBytes({ bytes: makeOdf('spreadsheet', body) })
  assert.equal(told, openTexts)
  assert.equal(
    found.columns?.columns.map(({ name, emptyShare }) => [name, emptyShare]),
    [
      ['year', 0],
      ['sales North', 0],
      ['sales South', 0.6667],
    ],
  )
})

test.run()
