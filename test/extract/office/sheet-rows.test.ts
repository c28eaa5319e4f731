// Rows that are read as a whole, beside the same rows read by the parser: a comment hands over.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { BlockList } from '../../../src/extract/office/block-list.ts'
import { CellDates } from '../../../src/extract/office/cell-dates.ts'
import { SharedStrings } from '../../../src/extract/office/shared-strings.ts'
import { plainRows } from '../../../src/extract/office/sheet-rows.ts'
import { readXml } from '../../../src/extract/office/xml.ts'
import { random } from '../../support/mutate.ts'
import { makeXlsx } from '../../support/office-files.ts'
import { readOpened } from '../../support/read-bytes.ts'

const usual = [
  '<c r="A1" t="s"><v>0</v></c>',
  '<c r="B2" s="1"><v>45413</v></c>',
  '<c r="C3" s="2" t="n"><v>45413.5625</v></c>',
  '<c r="D4"><v>-12.50</v></c>',
  '<c r="AA5" t="b"><v>1</v></c>',
  '<c r="F6" t="b"><v>0</v></c>',
  '<c r="G7" t="e"><v>#REF!</v></c>',
  '<c t="str"><f>A1&amp;"x"</f><v>two words</v></c>',
  '<c r="H8" s="3"><f t="shared" ref="H8:H9" si="0">D8*2</f><v>7</v></c>',
  '<c r="I9"><f t="shared" si="0"/><v>8</v></c>',
  '<c t="inlineStr"><is><t>Wax &amp; tar</t></is></c>',
  '<c r="J10" t="inlineStr"><is><t xml:space="preserve"> two  spaces </t></is></c>',
  '<c r="K11" t="inlineStr"><is><t>Lübeck\u00ad, Köln</t></is></c>',
  '<c t="str"><v>end </v></c>',
  '<c t="str"><v> two  spaces</v></c>',
  '<c t="str"><v>a text that is longer  than what is looked at\u00ad</v></c>',
  '<c t="str"><v>a\u0001b</v></c>',
  '<c t="str"><v>a\u007fb</v></c>',
  '<c t="str"><v>\u0301a\u0301</v></c>',
  '<c t="inlineStr"><is><t>a tab\t and a line\r\n end in a text</t></is></c>',
  '<c t="inlineStr"><is><t xml:space="preserve"> a space before a longer text</t></is></c>',
  '<c t="inlineStr"><is><t xml:space="preserve">a space behind a longer text </t></is></c>',
  '<c t="inlineStr"><is><t>an entity late in a longer text: R&amp;#38;D &#233;</t></is></c>',
  '<c t="inlineStr"><is><t>late in a longer text: \ufb01 \u200b \ud83d \u202e \u00a0</t></is></c>',
  '<c t="inlineStr"><is><t> </t></is></c>',
  '<c t="d"><v>2024-05-01</v></c>',
  '<c s="1"/>',
  '<c r="M2"/>',
  '<c></c>',
  '<c t="inlineStr"/>',
  '<c><f>A1</f></c>',
  '<c t="b"><v></v></c>',
  '<c t="s"><v>1</v></c>',
  '<c t="s"><v>2</v></c>',
  '<c t="s"><v>3</v></c>',
  '<c t="s"><v>99</v></c>',
  '\n  <c><v>1</v></c>\n',
]
const unusual = [
  '<c r="a1"><v>1</v></c>',
  '<c r="ABCD1"><v>1</v></c>',
  '<c r="XFE1"><v>far</v></c>',
  '<c r="1"><v>1</v></c>',
  '<c r="A1/><v>5</v></c></row>"><v>6</v></c>',
  '<c r=""><v>1</v></c>',
  '<c r="B1" r="D1"><v>1</v></c>',
  '<c t="n" t="s"><v>1</v></c>',
  '<c s="1" s="0"><v>45413</v></c>',
  '<c s=""><v>1</v></c>',
  '<c s="x"><v>1</v></c>',
  '<c r="C1" cm="1"><v>1</v></c>',
  "<c r='C1'><v>1</v></c>",
  '<c  r = "C1"><v>1</v></c>',
  '<c t="s"/>',
  '<c t="s"></c>',
  '<c t="s"><v></v></c>',
  '<c t="s"><v> 1 </v></c>',
  '<c t="s"><v>1.0</v></c>',
  '<c t="s"><v>0000000001</v></c>',
  '<c t="b"/>',
  '<c t="zz"><v>1</v></c>',
  '<c><v/></c>',
  '<c><v>1</v><v>2</v></c>',
  '<c><v>a<b/>c</v></c>',
  '<c><v>a&nbsp;b</v></c>',
  '<c><v>a&#1;b</v></c>',
  '<c><v xml:space="preserve"> a </v></c>',
  '<c><f a="&lt;">A1</f><v>3</v></c>',
  '<c t="inlineStr"><is><r><t>two </t></r><r><t>runs</t></r></is></c>',
  '<c t="inlineStr"><is/></c>',
  '<c t="inlineStr"><v>5</v></c>',
  '<c><is><t>x</t></is></c>',
  '<c><v>6</v><extLst><ext/></extLst></c>',
  '<c><c><v>7</v></c></c>',
  '<x:c><x:v>8</x:v></x:c>',
  'text',
  '<v>9</v>',
  '<row><c><v>10</v></c></row>',
]
/** After one of these everything is read in another way, so that each comes alone. */
const broken = ['<c><v>1</v>', '<c r="A1', '</c>', '<c><v><![CDATA[ 1 ]]></v></c>', '<c t=s>', '<']

const rowTags = [
  ...['<row>', '<row r="1" spans="1:8" x14ac:dyDescent="0.25">', '<row Z_9="a / > \u00e9">'],
  ...['<row  hidden="1" >', '<row a-b="1">', '<row a="1" "2">', '<row a="1"/ >', '<row\n>'],
]
const oddRows = [
  ...['<row/>', '<row r="2"/>', '<row a="/"/>', '<row></row>', '\r\n', 'text'],
  '<row a="&amp;"><c/></row>',
  ...["<row a='1'><c><v>2</v></c></row>", '<rowx><c><v>3</v></c></rowx>', '<row a="1"b="2"/>'],
]

function madeSheet(seed: number, cells: readonly string[], { odd }: { odd: boolean }): string {
  const next = random(seed)
  const one = (list: readonly string[]) => list[Math.floor(next() * list.length)] as string
  const rows = Array.from({ length: 4 + Math.floor(next() * 12) }, () => {
    if (odd && next() < 0.2) return one(oddRows)
    const width = Math.floor(next() * 7)
    return `${one(rowTags)}${Array.from({ length: width }, () => one(cells)).join('')}</row>`
  })
  return rows.join('')
}

const strings = ['<t>town</t>', '<t xml:space="preserve"> a  b </t>', '<t>x &lt; y</t>', '<t/>']
const richStrings = [
  '<r><t>ri</t></r><r><t>ch</t></r>',
  '<t>a</t><t>b</t>',
  '<t>a</t><rPh><t>b</t></rPh>',
  '',
]
const formats = [0, 14, 170, 2]

async function told(sheet: string, texts: string[] = strings) {
  const bytes = makeXlsx({ Ships: sheet }, { strings: texts, formats })
  const claims = { filename: 'ships.xlsx', contentType: 'application/octet-stream' }
  const { blocks, found } = await readOpened({ source: blobSource(bytes), claims })
  return { blocks, found }
}

/** The same as by the parser, which reads whatever comes behind a comment. */
async function assertSame(sheet: string): Promise<void> {
  const [first = '', ...rest] = strings
  const byParser = await told(`<!-- -->${sheet}`, [`<!-- -->${first}`, ...rest])
  assert.equal(await told(sheet), byParser, sheet)
}

test('rows as programs write them read as by the parser', async () => {
  for (let seed = 0; seed < 200; seed++) await assertSame(madeSheet(seed, usual, { odd: false }))
})

test('rows with anything else in them read as by the parser', async () => {
  for (let seed = 0; seed < 600; seed++) {
    await assertSame(madeSheet(seed, [...usual, ...unusual], { odd: true }))
  }
})

test('what ends nowhere reads as by the parser, and so does what comes after it', async () => {
  for (const cell of broken) {
    const row = `<row>${usual[0]}${cell}<c><v>5</v></c></row>`
    await assertSame(madeSheet(1, usual, { odd: false }) + row + madeSheet(2, usual, { odd: true }))
  }
})

test('a sheet of many pieces reads as by the parser, wherever its rows are cut', async () => {
  const rows = Array.from({ length: 1_500 }, (_, seed) => madeSheet(seed, usual, { odd: false }))
  const sheet = rows.join('')
  assert.ok(sheet.length > 1_000_000)
  await assertSame(sheet)
})

test('shared texts of any kind have their number', async () => {
  const all = [...strings, ...richStrings, ...strings, '<t>&nbsp;</t>', '<t>last</t>']
  const cells = all.map((_, i) => `<c t="s"><v>${i}</v></c>`).join('')
  const sheet = `<row>${cells}</row><row>${cells}</row>`
  const [first = '', ...rest] = all
  assert.equal(await told(sheet, all), await told(sheet, [`<!-- -->${first}`, ...rest]))
})

function openRows() {
  const list = new BlockList()
  list.openTable()
  const dates = new CellDates([], { epoch1904: false })
  return { list, known: plainRows(list, { strings: new SharedStrings(), dates }) }
}

/** Where the reader of whole rows stops. */
function endOf(xml: string): number {
  return openRows().known.read(xml, 0)
}

test('rows that are read as a whole make no events, others do', async () => {
  const { list, known } = openRows()
  const opened: string[] = []
  const rows = '<row><c><v>1</v></c></row>\n<row><x/></row><row><c><v>2</v></c></row>'
  await readXml([`<worksheet><sheetData>${rows}</sheetData>${rows}</worksheet>`], {
    known,
    open: (name) => opened.push(name),
  })
  const outside = ['row', 'c', 'v', 'row', 'x', 'row', 'c', 'v']
  assert.equal(opened, ['worksheet', 'sheetData', 'row', 'x', ...outside])
  assert.equal(
    list.take().map(({ text }) => text),
    ['1', '2'],
  )
})

test('a row of every usual cell is read as a whole', () => {
  for (const cell of usual) {
    const row = `<row r="1" spans="1:8">${cell}</row>`
    assert.is(endOf(row), row.length, cell)
  }
})

test('a row with an unusual tag is not read as a whole', () => {
  const tags = [
    ...['<row  a="1">', '<row a="1" >', '<row\n>', '<row a-b="1">', '<row ="1">', '<row a>'],
    ...["<row a='1'>", '<row a=1>', '<row a = "1">', '<row a="&amp;">', '<row a="<">', '<rowx>'],
    ...['<row a="1"b="2">', '<row a="1', '<ROW>', '<row/ >', '<row //>', '<row é="1">'],
  ]
  for (const tag of tags) assert.is(endOf(`${tag}<c><v>1</v></c></row>`), 0, tag)
  for (const tag of ['<row>', '<row a="" x:b_9="/ >é">']) {
    assert.is(endOf(`${tag}</row>`), `${tag}</row>`.length, tag)
  }
})

test('from the first row on that is not as usual, nothing is read', () => {
  const row = `<row>${usual.join('')}</row>`
  for (const cell of [...unusual, ...broken]) {
    assert.is(endOf(`${row}<row><c><v>1</v></c>${cell}</row>${row}`), row.length, cell)
  }
})

test('a row that is not there as a whole is not read', () => {
  const row = `<row>${usual.join('')}</row>`
  for (let end = 1; end < row.length; end++) assert.is(endOf(row + row.slice(0, end)), row.length)
})

test('of a text that was read before, nothing is seen behind a shorter one', () => {
  const { known } = openRows()
  const row = `<row>${usual.join('')}</row>`
  assert.is(known.read(`${row}\n  ${row}`, 0), 2 * row.length + 3)
  assert.is(known.read(row, 0), row.length)
  for (let end = 1; end < row.length; end++) {
    assert.is(known.read(row + row.slice(0, end), 0), row.length)
  }
})

test.run()
