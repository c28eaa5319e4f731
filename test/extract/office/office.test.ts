// Office documents and books: what is read of them, in which order, under which page.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openFile } from '../../../src/extract/formats/open-file.ts'
import { sniff } from '../../../src/extract/formats/sniff.ts'
import {
  makeDocx,
  makeEpub,
  makeOdf,
  makePptx,
  makeXlsx,
  relations,
} from '../../support/office-files.ts'
import { openBytes, readBytes } from '../../support/read-bytes.ts'

const p = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`
const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`

test('a Word document gives headings by their style, paragraphs, rows and footnotes', async () => {
  const heading =
    '<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>The salt road</w:t></w:r></w:p>'
  const removed =
    '<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:t> removed</w:t></w:r></w:del></w:p>'
  const named = row('town', 'founded').replace('<w:tr>', '<w:tr><w:trPr><w:tblHeader/></w:trPr>')
  const table = `<w:tbl>${named}${row('Riga', '1201')}</w:tbl>`
  const split =
    '<w:p><w:r><w:t>two </w:t></w:r><w:r><w:t>runs</w:t></w:r><w:r><w:br/><w:t>l</w:t></w:r></w:p>'
  const bytes = makeDocx(heading + removed + table + split, {
    'word/footnotes.xml': `<w:footnotes>${p('A note.')}</w:footnotes>`,
  })
  const { blocks, found, sniffed } = await readBytes({ bytes, filename: 'x.bin' })
  assert.is(sniffed.format, 'docx')
  assert.is(found.title, 'Salt & trade')
  assert.equal(blocks, [
    { kind: 'heading', text: 'The salt road' },
    { kind: 'prose', text: 'kept' },
    { kind: 'record', text: 'town: Riga; founded: 1201' },
    { kind: 'prose', text: 'two runs\nl' },
    { kind: 'prose', text: 'A note.' },
  ])
})

test('merged cells of a Word table keep the others under their columns', async () => {
  const merged = (text: string, properties: string) =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${text === '' ? '<w:p/>' : p(text)}</w:tc>`
  const over = (columns: number) => `<w:gridSpan w:val="${columns}"/>`
  const begun = '<w:vMerge w:val="restart"/>'
  const was = `<w:tcPrChange><w:tcPr>${over(3)}</w:tcPr></w:tcPrChange>`
  const rows = [
    `<w:tr>${merged('Dues', over(4))}</w:tr>`,
    `<w:tr>${cell('year')}${cell('region')}${merged('sales', over(2))}</w:tr>`,
    `<w:tr>${merged('2024', begun)}${['North', '1', '2'].map(cell).join('')}</w:tr>`,
    `<w:tr>${merged('', '<w:vMerge/>')}${['South', '3', '4'].map(cell).join('')}</w:tr>`,
    `<w:tr>${merged('', '<w:vMerge w:val="continue"/>')}${cell('').repeat(3)}</w:tr>`,
    `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('West')}${merged('5', over(2))}</w:tr>`,
    `<w:tr>${merged('Sum', over(2) + was)}${cell('9')}${cell('6')}</w:tr>`,
  ]
  const bytes = makeDocx(`<w:tbl>${rows.join('')}</w:tbl>`)
  assert.equal((await readBytes({ bytes })).texts, [
    'Dues',
    'year: 2024; region: North; sales: 1; sales: 2',
    'year: 2024; region: South; sales: 3; sales: 4',
    'region: West; sales: 5',
    'year: Sum; sales: 9; sales: 6',
  ])
})

test('a text box does not part the paragraph that it hangs on', async () => {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const inBox = p('Box one.') + p('Box two.')
  const box = `<w:r><w:drawing><w:txbxContent>${inBox}</w:txbxContent></w:drawing></w:r>`
  const style = '<w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>'
  const words = `${run('The salt')}${box}${run(' road')}`
  const bytes = makeDocx(`<w:p>${style}${words}</w:p><w:p>${words}</w:p>`)
  const boxes = ['Box one.', 'Box two.'].map((text) => ({ kind: 'prose', text }))
  assert.equal((await readBytes({ bytes })).blocks, [
    ...boxes,
    { kind: 'heading', text: 'The salt road' },
    ...boxes,
    { kind: 'prose', text: 'The salt road' },
  ])
})

test('what a Word document hides and how its signs are spoken is left out', async () => {
  const run = (text: string, properties: string) =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
  const mark = '<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>'
  const spoken = `<w:rt>${run('しお', '')}</w:rt><w:rubyBase>${run('塩', '')}</w:rubyBase>`
  const ruby = `<w:r><w:ruby>${spoken}</w:ruby></w:r>`
  const runs = [run('Salt', ''), run('hidden', '<w:vanish/>'), run('s', '<w:vanish w:val="0"/>')]
  const bytes = makeDocx(`<w:p>${mark}${runs.join('')}${ruby}</w:p>`)
  assert.equal((await readBytes({ bytes })).texts, ['Salts塩'])
})

test('slides are pages in the order of the presentation, with their notes', async () => {
  const shape = (type: string, text: string) =>
    `<p:sp><p:nvPr><p:ph type="${type}"/></p:nvPr><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`
  const first =
    shape('title', 'Harbour dues') + shape('body', 'Paid in wax.') + shape('sldNum', '1')
  const bytes = makePptx([first, shape('body', 'Second.')], { 0: shape('body', 'Say it slowly.') })
  const { blocks, found } = await readBytes({ bytes })
  assert.is(found.pageCount, 2)
  assert.equal(blocks, [
    { kind: 'heading', text: 'Harbour dues', page: 1 },
    { kind: 'prose', text: 'Paid in wax.', page: 1 },
    { kind: 'prose', text: 'Say it slowly.', page: 1 },
    { kind: 'prose', text: 'Second.', page: 2 },
  ])
})

test('slides and sheets that are hidden are left out, counted and said', async () => {
  const slide = (text: string) => `<p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`
  const deck = makePptx(
    ['', slide('Second.')],
    { 0: slide('A secret note.') },
    {
      'ppt/slides/s0.xml': `<p:sld show="0">${slide('A secret.')}</p:sld>`,
    },
  )
  const shown = await readBytes({ bytes: deck })
  assert.equal(shown.blocks, [{ kind: 'prose', text: 'Second.', page: 2 }])
  assert.equal(shown.found.warnings, ['Slides that are hidden, and were not read: 1.'])
  const states = ['hidden', 'veryHidden', 'visible']
  const list = states.map((state, i) => `<sheet name="${state}" state="${state}" r:id="r${i}"/>`)
  const row = '<row><c t="inlineStr"><is><t>Ann</t></is></c></row>'
  const bytes = makeXlsx(Object.fromEntries(states.map((state) => [state, row])), {
    more: { 'xl/workbook.xml': `<workbook><sheets>${list.join('')}</sheets></workbook>` },
  })
  const { blocks, found } = await readBytes({ bytes })
  assert.equal(new Set(blocks.map(({ page }) => page)), new Set([3]))
  assert.is(found.pageCount, 3)
  assert.equal(found.warnings, ['Sheets that are hidden, and were not read: 2.'])
})

test('a table is read whatever stands before it on its slide', async () => {
  const shape = (type: string) =>
    `<p:sp><p:nvPr><p:ph type="${type}"/></p:nvPr><a:p><a:r><a:t>1</a:t></a:r></a:p></p:sp>`
  const tableCell = (text: string) => `<a:tc><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:tc>`
  const tableRow = (...cells: string[]) => `<a:tr>${cells.map(tableCell).join('')}</a:tr>`
  const rows = tableRow('port', 'toll') + tableRow('Riga', '17')
  const named = `<a:tblPr firstRow="1"/>${rows}`
  const table = `<p:graphicFrame><p:nvPr/><a:tbl>${named}</a:tbl></p:graphicFrame>`
  const slides = ['sldNum', 'dt', 'ftr'].map((type) => shape(type) + table)
  const { texts } = await readBytes({ bytes: makePptx(slides) })
  assert.equal(texts, Array(3).fill('port: Riga; toll: 17'))
})

test('comments come after the text of their document or slide, those on notes too', async () => {
  const docx = makeDocx(p('The text.'), {
    'word/comments.xml': `<w:comments><w:comment>${p('Ask Ilse.')}</w:comment></w:comments>`,
  })
  assert.equal((await readBytes({ bytes: docx })).texts, ['The text.', 'Ask Ilse.'])
  const shape = (text: string) => `<p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`
  const old = (text: string) => `<p:cm><p:text>${text}</p:text></p:cm>`
  const modern = (text: string) =>
    `<p188:cm><p188:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p188:txBody></p188:cm>`
  const pptx = makePptx(
    [shape('Dues.'), shape('Wax.')],
    { 0: shape('A note.') },
    {
      'ppt/slides/_rels/s0.xml.rels': relations({
        n: ['notesSlide', '../notesSlides/n0.xml'],
        c: ['comments', '../comments/c0.xml'],
      }),
      'ppt/notesSlides/_rels/n0.xml.rels': relations({ c: ['comments', '../comments/c1.xml'] }),
      'ppt/comments/c0.xml': `<p:cmLst>${old('Too high?')}${old('No.')}</p:cmLst>`,
      'ppt/comments/c1.xml': `<p188:cmLst>${modern('Shorten it.')}</p188:cmLst>`,
    },
  )
  const { blocks } = await readBytes({ bytes: pptx })
  assert.equal(
    blocks.map(({ text, page }) => [text, page]),
    [
      ['Dues.', 1],
      ['A note.', 1],
      ['Too high?', 1],
      ['No.', 1],
      ['Shorten it.', 1],
      ['Wax.', 2],
    ],
  )
})

test('of many slides each has its number and its own notes', async () => {
  const text = (words: string) => `<p:sp><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sp>`
  const numbers = Array.from({ length: 70 }, (_, i) => i)
  const noted = numbers.filter((i) => i % 3 === 0)
  const notes = Object.fromEntries(noted.map((i) => [i, text(`note ${i}`)]))
  const bytes = makePptx(
    numbers.map((i) => text(`slide ${i}`)),
    notes,
  )
  const { blocks } = await readBytes({ bytes })
  const told = numbers.flatMap((i) => [
    { kind: 'prose', text: `slide ${i}`, page: i + 1 },
    ...(i % 3 === 0 ? [{ kind: 'prose', text: `note ${i}`, page: i + 1 }] : []),
  ])
  assert.equal(blocks, told)
})

test('slides whose notes are broken are read up to there', async () => {
  const text = (words: string) => `<p:sp><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sp>`
  const bytes = makePptx([text('one'), text('two'), text('three')], { 1: text('note') })
  const broken = Buffer.from(bytes)
  broken.write('XX', broken.indexOf('PK\x03\x04', broken.indexOf('ppt/slides/s2.xml')))
  using open = openBytes({ bytes: broken })
  const sniffed = await sniff(open.source, open.claims)
  const limits = { pagesMax: 10, readPagesMax: 10 }
  const { blocks } = await openFile({ source: open.source, sniffed, limits })
  const read: string[] = []
  try {
    for await (const some of blocks) read.push(...some.map((block) => block.text))
    assert.unreachable('it was read')
  } catch (error) {
    assert.match((error as Error).message, /corrupt/)
  }
  assert.equal(read, ['one'])
})

test('sheets that an open document hides are left out, counted and said', async () => {
  const style = (name: string, shown: boolean) =>
    `<style:style style:name="${name}" style:family="table">` +
    `<style:table-properties table:display="${shown}"/></style:style>`
  const sheet = (name: string, used: string) =>
    `<table:table table:name="${name}" table:style-name="${used}"><table:table-row>` +
    `<table:table-cell><text:p>of ${name}</text:p></table:table-cell></table:table-row>` +
    '</table:table>'
  const sheets = ['Wages', 'Lists', 'Tolls'].map((name, i) => sheet(name, i < 2 ? 'ta2' : 'ta1'))
  const bytes = makeOdf('spreadsheet', sheets.join(''), style('ta1', true) + style('ta2', false))
  const { blocks, found } = await readBytes({ bytes })
  assert.equal(found.warnings, ['Sheets that are hidden, and were not read: 2.'])
  assert.is(found.pageCount, 3)
  assert.equal(blocks, [
    { kind: 'heading', text: 'Tolls', page: 3 },
    { kind: 'record', text: 'of Tolls', page: 3 },
  ])
})

test('numbers of a fixed length keep their zeros', async () => {
  const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`
  const row = `<row>${cell(1, '1067')}${cell(0, '1067')}${cell(1, '1.5')}${cell(2, '7')}</row>`
  const bytes = makeXlsx({ Sheet1: row }, { formats: [0, '00000', '0.00'] })
  assert.equal((await readBytes({ bytes })).texts, ['01067; 1067; 1.5; 7'])
})

test('dots that lead to a page number are no words, an ellipsis stays', async () => {
  const { texts } = await readBytes({
    bytes: makeDocx(['1 Tolls ........... 7', 'And so...'].map(p).join('')),
  })
  assert.equal(texts, ['1 Tolls 7', 'And so...'])
})

const dotted: [written: string, read: string][] = [
  ['Tolls . . . . . . . 12 Weights ……… iv', 'Tolls 12 Weights iv'],
  ['Annex ..... A-3', 'Annex A-3'],
  ['And then ..... nothing came.', 'And then ..... nothing came.'],
  ['Wait..... what', 'Wait..... what'],
  ['Seven ..... 7th of May', 'Seven ..... 7th of May'],
  ['Name: .................... Town: . . . . . . . . . .', 'Name: Town:'],
]
test('five dots that lead to no page are what somebody wrote', async () => {
  const { texts } = await readBytes({ bytes: makeDocx(dotted.map(([text]) => p(text)).join('')) })
  assert.equal(
    texts,
    dotted.map(([, read]) => read),
  )
})

test('of a long document every paragraph comes, in its order', async () => {
  const words = Array.from({ length: 1_000 }, (_, i) => `Paragraph ${i}.`)
  const { texts } = await readBytes({ bytes: makeDocx(words.map(p).join('')) })
  assert.equal(texts, words)
})

test('rows of sheets are records with shared texts, dates and gaps in their place', async () => {
  const header =
    '<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>arrived</t></is></c>' +
    '<c r="C1" t="s"><v>1</v></c><c r="D1" t="str"><v>paid</v></c></row>'
  const first =
    '<row><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>45413</v></c>' +
    '<c r="D2" t="b"><v>1</v></c></row>'
  const second =
    '<row><c r="A3" t="s"><v>2</v></c><c r="B3" s="2"><v>45413.5625</v></c>' +
    '<c r="C3"><v>12.5</v></c>' +
    '<c r="D3" t="e"><v>#REF!</v></c></row>'
  const bytes = makeXlsx(
    { Ledger: header + first + second, Sheet2: '<row><c><v>7</v></c></row>' },
    {
      strings: [
        '<t>ship</t>',
        '<r><t>ton</t></r><r><t>nage</t></r><rPh><t>phonetic</t></rPh>',
        '<t>Cog &lt;Adler&gt;</t>',
      ],
      formats: [0, 14, 170],
    },
  )
  const { blocks, found } = await readBytes({ bytes })
  assert.is(found.pageCount, 2)
  assert.equal(blocks, [
    { kind: 'heading', text: 'Ledger', page: 1 },
    { kind: 'record', text: 'ship: Cog <Adler>; arrived: 2024-05-01; paid: true', page: 1 },
    {
      kind: 'record',
      text: 'ship: Cog <Adler>; arrived: 2024-05-01 13:30; tonnage: 12.5',
      page: 1,
    },
    { kind: 'record', text: '7', page: 2 },
  ])
})

test('a workbook whose names all have a prefix is read as one without', async () => {
  const prefixed = (xml: string) => xml.replaceAll(/<(\/?)(?=\w)/g, '<$1x:')
  const list = '<workbook><sheets><sheet name="Dues" r:id="r0"/></sheets></workbook>'
  const cells = '<c><v>7</v></c><c t="s"><v>0</v></c><c s="1"><v>45413</v></c>'
  const bytes = makeXlsx(
    { Dues: '' },
    {
      more: {
        'xl/workbook.xml': prefixed(list),
        'xl/sharedStrings.xml': prefixed('<sst><si><t>wax</t></si></sst>'),
        'xl/styles.xml': prefixed('<s><cellXfs><xf/><xf numFmtId="14"/></cellXfs></s>'),
        'xl/worksheets/0.xml': prefixed(`<worksheet><row>${cells}</row></worksheet>`),
      },
    },
  )
  assert.equal((await readBytes({ bytes })).texts, ['Dues', '7; wax; 2024-05-01'])
})

test('remarks about cells come after the rows of their sheet, each with its place', async () => {
  const comment = (ref: string, author: number, text: string) =>
    `<comment ref="${ref}" authorId="${author}"><text><r><t>${text}</t></r></text></comment>`
  const bytes = makeXlsx(
    { Ledger: '<row><c><v>7</v></c></row>', Other: '<row><c><v>8</v></c></row>' },
    {
      more: {
        'xl/worksheets/_rels/0.xml.rels': relations({
          n: ['comments', '../comments1.xml'],
          t: ['threadedComment', '../threadedComments/t1.xml'],
        }),
        'xl/comments1.xml':
          '<comments><authors><author>Ilse</author><author>tc={1}</author></authors><commentList>' +
          `${comment('A1', 0, 'Weigh_x0020_it.')}${comment('B1', 1, 'Use a newer program.')}` +
          '</commentList></comments>',
        'xl/threadedComments/t1.xml':
          '<ThreadedComments><threadedComment ref="B1"><text>Wax_x0020_?</text></threadedComment>' +
          '<threadedComment ref="B1"><text>Ours.</text></threadedComment></ThreadedComments>',
      },
    },
  )
  const { blocks } = await readBytes({ bytes })
  assert.equal(
    blocks.map(({ text, page }) => [text, page]),
    [
      ['Ledger', 1],
      ['7', 1],
      ['A1: Weigh it.', 1],
      ['B1: Wax ?', 1],
      ['B1: Ours.', 1],
      ['Other', 2],
      ['8', 2],
    ],
  )
})

test('an open text gives headings, paragraphs and rows, then comments', async () => {
  const body =
    '<text:h>Dues</text:h><text:p>In<text:s text:c="2"/>wax<office:annotation>' +
    '<dc:creator>Ada</dc:creator><text:p>no</text:p><text:p>resin?</text:p></office:annotation>' +
    '\n and tar.</text:p><table:table><table:table-header-rows>' +
    '<table:table-row>' +
    '<table:table-cell><text:p>a</text:p></table:table-cell>' +
    '<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>' +
    '</table:table-header-rows><table:table-row>' +
    '<table:table-cell table:number-columns-repeated="2"><text:p>1</text:p></table:table-cell>' +
    '</table:table-row></table:table>'
  const { blocks, found, sniffed } = await readBytes({ bytes: makeOdf('text', body) })
  assert.is(sniffed.format, 'odt')
  assert.is(found.title, 'Open')
  assert.equal(blocks, [
    { kind: 'heading', text: 'Dues' },
    { kind: 'prose', text: 'In wax and tar.' },
    { kind: 'record', text: 'a: 1; b: 1' },
    { kind: 'prose', text: 'no resin?' },
  ])
})

test('open slides and open sheets are pages', async () => {
  const slide =
    '<draw:page><text:p>one</text:p></draw:page><draw:page><text:p>two</text:p></draw:page>'
  const slides = await readBytes({ bytes: makeOdf('presentation', slide) })
  assert.equal(
    slides.blocks.map(({ page, text }) => [page, text]),
    [
      [1, 'one'],
      [2, 'two'],
    ],
  )
  const cells = '<table:table-cell><text:p>x</text:p></table:table-cell>'
  const sheet = (name: string) =>
    `<table:table table:name="${name}"><table:table-row>${cells}</table:table-row></table:table>`
  const sheets = await readBytes({
    bytes: makeOdf('spreadsheet', sheet('Tabelle1') + sheet('Wax')),
  })
  assert.is(sheets.found.pageCount, 2)
  assert.equal(sheets.texts, ['x', 'Wax', 'x'])
})

test('remarks on open slides and sheets come after them', async () => {
  const remark = (text: string) =>
    `<office:annotation><dc:date>2024</dc:date><text:p>${text}</text:p></office:annotation>`
  const slides = ['one', 'two'].map(
    (text) => `<draw:page>${remark(`on ${text}`)}<text:p>${text}</text:p></draw:page>`,
  )
  const told = await readBytes({ bytes: makeOdf('presentation', slides.join('')) })
  assert.equal(
    told.blocks.map(({ page, text }) => [page, text.trim()]),
    [
      [1, 'one'],
      [1, 'on one'],
      [2, 'two'],
      [2, 'on two'],
    ],
  )
  const cell = (text: string) => `<table:table-cell>${text}</table:table-cell>`
  const row = cell(`${remark('why?')}<text:p>x</text:p>`) + cell('<text:p>y</text:p>')
  const sheet = `<table:table><table:table-row>${row}</table:table-row></table:table>`
  const { texts } = await readBytes({ bytes: makeOdf('spreadsheet', sheet) })
  assert.equal(texts, ['x; y', 'why?'])
})

test('a cell of an open sheet that shows nothing reads as its value', async () => {
  const cell = (attributes: string) => `<table:table-cell ${attributes}/>`
  const row =
    cell('office:value-type="float" office:value="5.5"') +
    cell('office:value-type="date" office:date-value="2024-05-01"') +
    cell('office:value-type="string" office:string-value=" wax  &amp; tar"') +
    cell('')
  const body = `<table:table><table:table-row>${row}</table:table-row></table:table>`
  const { texts } = await readBytes({ bytes: makeOdf('spreadsheet', body) })
  assert.equal(texts, ['5.5; 2024-05-01; wax & tar'])
})

test('how a word is said does not stand within it', async () => {
  const reading = '<text:ruby-text>しお</text:ruby-text>'
  const word = `<text:ruby><text:ruby-base>塩</text:ruby-base>${reading}</text:ruby>`
  const { texts } = await readBytes({ bytes: makeOdf('text', `<text:p>${word}の道</text:p>`) })
  assert.equal(texts, ['塩の道'])
})

test('of what a slide shows in two ways one is read', async () => {
  const shape = (text: string) => `<p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`
  const dues = shape('Dues.')
  const both = `<mc:Choice>${dues}</mc:Choice><mc:Fallback>${dues}</mc:Fallback>`
  const bytes = makePptx([`<mc:AlternateContent>${both}</mc:AlternateContent>${shape('Wax.')}`])
  assert.equal((await readBytes({ bytes })).texts, ['Dues.', 'Wax.'])
})

test('of tracked changes in an open sheet nothing is read that was there before', async () => {
  const old =
    '<table:change-track-table-cell><text:p>old price</text:p></table:change-track-table-cell>'
  const before = `<table:previous>${old}</table:previous>`
  const change = `<table:cell-content-change>${before}</table:cell-content-change>`
  const cells = '<table:table-cell><text:p>new price</text:p></table:table-cell>'
  const body =
    `<table:tracked-changes>${change}</table:tracked-changes>` +
    `<table:table><table:table-row>${cells}</table:table-row></table:table>`
  const { texts } = await readBytes({ bytes: makeOdf('spreadsheet', body) })
  assert.equal(texts, ['new price'])
})

const equation = (text: string) => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`
const drawn = relations({
  n: ['notesSlide', '../notesSlides/n0.xml'],
  d: ['diagramData', '../diagrams/data1.xml'],
  c: ['chart', '../charts/chart1.xml'],
})
const point = (text: string) => `<c:pt><c:v>${text}</c:v></c:pt>`
const cached = (kind: 'str' | 'num', ...texts: string[]) => {
  const cache = `<c:${kind}Cache>${texts.map(point).join('')}</c:${kind}Cache>`
  return `<c:${kind}Ref><c:f>S!A1</c:f>${cache}</c:${kind}Ref>`
}
const series = (name: string, ...values: string[]) =>
  `<c:ser><c:tx>${cached('str', name)}</c:tx><c:cat>${cached('str', 'Riga', 'Reval')}</c:cat>` +
  `<c:val>${cached('num', ...values)}</c:val></c:ser>`
const box = (text: string) => `<dgm:pt><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:pt>`
const diagram = (...texts: string[]) => `<dgm:dataModel>${texts.map(box).join('')}</dgm:dataModel>`
const chart =
  '<c:chartSpace><c:title><a:p><a:r><a:t>Harbour dues</a:t></a:r></a:p></c:title>' +
  `${series('salt', '17', '18')}${series('wax', '19', '20')}</c:chartSpace>`
const drawnTexts = ['Weigh', 'Pay', 'Harbour dues', 'salt; Riga; Reval; wax']

test('equations, diagrams and the words of charts are read in Word documents', async () => {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const body = `<w:p>${run('where ')}${equation('E=mc')}${run(' holds')}</w:p>`
  const bytes = makeDocx(body, {
    'word/_rels/document.xml.rels': drawn.replaceAll('../', ''),
    'word/diagrams/data1.xml': diagram('Weigh', 'Pay'),
    'word/charts/chart1.xml': chart,
    'word/footnotes.xml': `<w:footnotes>${p('A note.')}</w:footnotes>`,
  })
  assert.equal((await readBytes({ bytes })).texts, ['where E=mc holds', ...drawnTexts, 'A note.'])
})

test('those of slides come after what stands on the slide, and before its notes', async () => {
  const shape = (text: string) => `<p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`
  const slide = `<p:sp><a:p><a:r><a:t>so </a:t></a:r>${equation('E=mc')}</a:p></p:sp>`
  const bytes = makePptx(
    [slide],
    { 0: shape('A note.') },
    {
      'ppt/slides/_rels/s0.xml.rels': drawn,
      'ppt/diagrams/data1.xml': diagram('Weigh', 'Pay'),
      'ppt/charts/chart1.xml': chart,
    },
  )
  const { blocks } = await readBytes({ bytes })
  assert.equal(
    blocks.map(({ text, page }) => [text, page]),
    ['so E=mc', ...drawnTexts, 'A note.'].map((text) => [text, 1]),
  )
})

test('text boxes, shapes and titles of charts of a sheet come after its rows', async () => {
  const shape = (text: string, link = '') =>
    `<xdr:sp textlink="${link}"><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r><a:br/>` +
    '<a:r><a:t>line</a:t></a:r></a:p></xdr:txBody></xdr:sp>'
  const again = `<mc:Fallback>${shape('again')}</mc:Fallback>`
  const row = '<row><c t="str"><v>Riga</v></c></row>'
  const more = {
    'xl/worksheets/_rels/0.xml.rels': relations({ d: ['drawing', '../drawings/d.xml'] }),
    'xl/drawings/d.xml': `<xdr:wsDr>${shape('In the box')}${shape('7', '$A$1')}${again}</xdr:wsDr>`,
    'xl/drawings/_rels/d.xml.rels': relations({ c: ['chart', '../charts/chart1.xml'] }),
    'xl/charts/chart1.xml': chart,
  }
  const { blocks } = await readBytes({ bytes: makeXlsx({ Sheet1: row }, { more }) })
  assert.equal(
    blocks.map(({ text, page }) => [text, page]),
    ['Riga', 'In the box\nline', 'Harbour dues'].map((text) => [text, 1]),
  )
})

const flat = (kind: string, body: string, more = '') =>
  `<?xml version="1.0"?>\n<office:document xmlns:office="urn:x" office:version="1.3" ` +
  `office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:meta><dc:title>Salt` +
  `</dc:title></office:meta>${more}<office:body>${body}</office:body></office:document>`

test('an open document in one XML text is read like one in an archive', async () => {
  const picture = '<draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image>'
  const within = `<draw:object>${flat('chart', '<text:p>noise</text:p>')}</draw:object>`
  const text = `<text:h>Road</text:h><text:p>Salt.${picture}${within}</text:p>`
  const master = '<office:master-styles><text:p>noise</text:p></office:master-styles>'
  const read = async (kind: string, body: string, more = '') => {
    const { blocks, found, sniffed } = await readBytes({ bytes: flat(kind, body, more) })
    return [sniffed.format, found.title, ...blocks.map(({ text, page }) => `${text} ${page}`)]
  }
  assert.equal(await read('text', text, master), [
    'fodt',
    'Salt',
    'Road undefined',
    'Salt. undefined',
  ])
  const slide = '<draw:page><text:p>One</text:p></draw:page>'
  assert.equal(await read('presentation', slide.repeat(2)), ['fodp', 'Salt', 'One 1', 'One 2'])
  const cell = (value: string) => `<table:table-cell><text:p>${value}</text:p></table:table-cell>`
  const row = (...cells: string[]) =>
    `<table:table-row>${cells.map(cell).join('')}</table:table-row>`
  const sheet = `<table:table>${row('good', 'price')}${row('wax', '2')}</table:table>`
  assert.equal(await read('spreadsheet', `<office:spreadsheet>${sheet}</office:spreadsheet>`), [
    'fods',
    'Salt',
    'good: wax; price: 2 1',
  ])
})

test('a note of an open document comes after the sentence that it belongs to', async () => {
  const note = (text: string) =>
    `<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>${text}` +
    '</text:p></text:note-body></text:note>'
  const body = `<text:p>Salt${note('One.')} is${note('Two.')} dear.</text:p><text:h>Wax</text:h>`
  assert.equal((await readBytes({ bytes: makeOdf('text', body) })).blocks, [
    { kind: 'prose', text: 'Salt is dear.' },
    { kind: 'prose', text: 'One.' },
    { kind: 'prose', text: 'Two.' },
    { kind: 'heading', text: 'Wax' },
  ])
})

test('chapters of a book are pages in the order of its spine', async () => {
  const bytes = makeEpub(['<h1>One</h1><p>Salt.</p>', '<p>Wax.</p>'])
  const { blocks, found, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.format, 'epub')
  assert.equal([found.title, found.pageCount], ['A book', 2])
  assert.equal(blocks, [
    { kind: 'heading', text: 'One', page: 1 },
    { kind: 'prose', text: 'Salt.', page: 1 },
    { kind: 'prose', text: 'Wax.', page: 2 },
  ])
})

test('a chapter whose title or script is a tag without an end is read whole', async () => {
  const head = '<head><title/><script src="a.js"/></head>'
  const bytes = makeEpub([`${head}<p>Salt.</p><object data="a.svg"/><p>Tar.</p>`, '<p>Wax.</p>'])
  assert.equal((await readBytes({ bytes })).texts, ['Salt.', 'Tar.', 'Wax.'])
})

test.run()
