// Cells of workbooks: what stands in each, as it reads, under the column in which it stands.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { random } from '../../support/mutate.ts'
import { makeXlsx } from '../../support/office-files.ts'
import { readBytes } from '../../support/read-bytes.ts'

const usual: [cell: string, record: string][] = [
  ['<c r="A1" t="s"><v>0</v></c>', 'A: town; B: end'],
  ['<c r="B2" s="1"><v>45413</v></c>', 'B: 2024-05-01; C: end'],
  ['<c r="C3" s="2" t="n"><v>45413.5625</v></c>', 'C: 2024-05-01 13:30; D: end'],
  ['<c r="D4"><v>-12.50</v></c>', 'D: -12.50; E: end'],
  ['<c r="AA5" t="b"><v>1</v></c>', 'true; end'],
  ['<c r="F6" t="b"><v>0</v></c>', 'F: false; G: end'],
  ['<c r="G7" t="e"><v>#REF!</v></c>', 'H: end'],
  ['<c t="str"><f>A1&amp;"x"</f><v>two words</v></c>', 'A: two words; B: end'],
  ['<c r="H8" s="3"><f t="shared" ref="H8:H9" si="0">D8*2</f><v>7</v></c>', 'H: 7; I: end'],
  ['<c r="I9"><f t="shared" si="0"/><v>8</v></c>', 'I: 8; J: end'],
  ['<c t="inlineStr"><is><t>Wax &amp; tar</t></is></c>', 'A: Wax & tar; B: end'],
  [
    '<c r="J10" t="inlineStr"><is><t xml:space="preserve"> two  spaces </t></is></c>',
    'J: two spaces; K: end',
  ],
  ['<c r="K11" t="inlineStr"><is><t>Lübeck\u00ad, Köln</t></is></c>', 'K: Lübeck, Köln; L: end'],
  ['<c t="str"><v>end </v></c>', 'A: end; B: end'],
  ['<c t="str"><v> two  spaces</v></c>', 'A: two spaces; B: end'],
  [
    '<c t="str"><v>a text that is longer  than what is looked at\u00ad</v></c>',
    'A: a text that is longer than what is looked at; B: end',
  ],
  ['<c t="str"><v>a\u0001b</v></c>', 'A: ab; B: end'],
  ['<c t="str"><v>a\u007fb</v></c>', 'A: ab; B: end'],
  ['<c t="str"><v>\u0301a\u0301</v></c>', 'A: \u0301\u00e1; B: end'],
  [
    '<c t="inlineStr"><is><t>a tab\t and a line\r\n end in a text</t></is></c>',
    'A: a tab and a line end in a text; B: end',
  ],
  [
    '<c t="inlineStr"><is><t xml:space="preserve"> a space before a longer text</t></is></c>',
    'A: a space before a longer text; B: end',
  ],
  [
    '<c t="inlineStr"><is><t xml:space="preserve">a space behind a longer text </t></is></c>',
    'A: a space behind a longer text; B: end',
  ],
  [
    '<c t="inlineStr"><is><t>an entity late in a text: R&amp;#38;D &#233;</t></is></c>',
    'A: an entity late in a text: R&#38;D é; B: end',
  ],
  [
    '<c t="inlineStr"><is><t>late in a text: \ufb01 \u200b \ud83d \u202e \u00a0</t></is></c>',
    'A: late in a text: fi \ufffd; B: end',
  ],
  ['<c t="inlineStr"><is><t> </t></is></c>', 'B: end'],
  ['<c t="d"><v>2024-05-01</v></c>', 'A: 2024-05-01; B: end'],
  ['<c s="1"/>', 'B: end'],
  ['<c r="M2"/>', 'end'],
  ['<c></c>', 'B: end'],
  ['<c t="inlineStr"/>', 'B: end'],
  ['<c><f>A1</f></c>', 'B: end'],
  ['<c t="b"><v></v></c>', 'A: false; B: end'],
  ['<c t="s"><v>1</v></c>', 'A: a b; B: end'],
  ['<c t="s"><v>2</v></c>', 'A: x < y; B: end'],
  ['<c t="s"><v>3</v></c>', 'B: end'],
  ['<c t="s"><v>99</v></c>', 'B: end'],
  ['\n  <c><v>1</v></c>\n', 'A: 1; B: end'],
]
/** The names of the columns, where no row follows them. */
const namesAlone = [...'ABCDEFGHIJKLM'].join('; ')
const unusual: [cell: string, record: string][] = [
  ['<c r="a1"><v>1</v></c>', 'A: 1; B: end'],
  ['<c r="ABCD1"><v>1</v></c>', '1; end'],
  ['<c r="XFE1"><v>far</v></c>', 'far; end'],
  ['<c r="1"><v>1</v></c>', 'A: 1; B: end'],
  ['<c r="A1/><v>5</v></c></row>"><v>6</v></c>', 'A: 6; B: end'],
  ['<c r=""><v>1</v></c>', 'A: 1; B: end'],
  ['<c r="B1" r="D1"><v>1</v></c>', 'B: 1; C: end'],
  ['<c t="n" t="s"><v>1</v></c>', 'A: 1; B: end'],
  ['<c s="1" s="0"><v>45413</v></c>', 'A: 2024-05-01; B: end'],
  ['<c s=""><v>1</v></c>', 'A: 1; B: end'],
  ['<c s="x"><v>1</v></c>', 'A: 1; B: end'],
  ['<c r="C1" cm="1"><v>1</v></c>', 'C: 1; D: end'],
  ["<c r='C1'><v>1</v></c>", 'C: 1; D: end'],
  ['<c  r = "C1"><v>1</v></c>', 'C: 1; D: end'],
  ['<c t="s"/>', 'A: town; B: end'],
  ['<c t="s"></c>', 'A: town; B: end'],
  ['<c t="s"><v></v></c>', 'A: town; B: end'],
  ['<c t="s"><v> 1 </v></c>', 'A: a b; B: end'],
  ['<c t="s"><v>1.0</v></c>', 'A: a b; B: end'],
  ['<c t="s"><v>0000000001</v></c>', 'A: a b; B: end'],
  ['<c t="b"/>', 'A: false; B: end'],
  ['<c t="zz"><v>1</v></c>', 'A: 1; B: end'],
  ['<c><v/></c>', 'B: end'],
  ['<c><v>1</v><v>2</v></c>', 'A: 12; B: end'],
  ['<c><v>a<b/>c</v></c>', 'A: a; B: end'],
  ['<c><v>a&nbsp;b</v></c>', 'A: a&nbsp;b; B: end'],
  ['<c><v>a&#1;b</v></c>', 'A: ab; B: end'],
  ['<c><v xml:space="preserve"> a </v></c>', 'A: a; B: end'],
  ['<c><f a="&lt;">A1</f><v>3</v></c>', 'A: 3; B: end'],
  ['<c t="inlineStr"><is><r><t>two </t></r><r><t>runs</t></r></is></c>', 'A: two runs; B: end'],
  ['<c t="inlineStr"><is><t>a</t><rPh><t>b</t></rPh></is></c>', 'A: a; B: end'],
  ['<c t="inlineStr"><is/></c>', 'B: end'],
  ['<c t="inlineStr"><v>5</v></c>', 'A: 5; B: end'],
  ['<c><is><t>x</t></is></c>', 'A: x; B: end'],
  ['<c><v>6</v><extLst><ext/></extLst></c>', 'A: 6; B: end'],
  ['<c><c><v>7</v></c></c>', 'A: 7; B: 7; C: end'],
  ['<x:c><x:v>8</x:v></x:c>', 'A: 8; B: end'],
  ['<y:c><y:v>8</y:v></y:c>', 'A: end'],
  ['text', 'A: end'],
  ['<v>9</v>', 'A: end'],
  ['<row><c><v>10</v></c></row>', 'A: 10'],
  ['<c><v>1</v>', 'A: end; B: end'],
  ['<c r="A1', 'A: end'],
  ['</c>', 'A: end'],
  ['<c><v><![CDATA[ 1 ]]></v></c>', 'A: 1; B: end'],
  ['<c t=s>', 'A: end; B: end'],
  ['<', namesAlone],
]

const oddRows: [row: string, record: string][] = [
  ['<row/><row><c><v>1</v></c></row>', 'A: 1'],
  ['<row r="1" spans="1:8" x14ac:dyDescent="0.25"><c><v>1</v></c></row>', 'A: 1'],
  ['<row a="/"/><row a="1" "2"><c><v>1</v></c></row>', 'A: 1'],
  ['<row a="&amp;"><c><v>1</v></c></row>', 'A: 1'],
  ["<row a='1'><c><v>2</v></c></row>", 'A: 2'],
  ['<rowx><c><v>3</v></c></rowx>', namesAlone],
  ['<row a="1"b="2"/>', namesAlone],
  ['\r\ntext<row\n><c><v>2</v></c></row>', 'A: 2'],
  ["<row><c><v>1</v></c><c r='B", 'A: 1'],
  ['<!-- a --><row><c><v>1</v></c></row>', 'A: 1'],
]

const strings: [string: string, record: string][] = [
  ['<t>town</t>', 'A: town; B: end'],
  ['<t xml:space="preserve"> a  b </t>', 'A: a b; B: end'],
  ['<t>x &lt; y</t>', 'A: x < y; B: end'],
  ['<t/>', 'B: end'],
  ['<r><t>ri</t></r><r><t>ch</t></r>', 'A: rich; B: end'],
  ['<t>a</t><t>b</t>', 'A: ab; B: end'],
  ['<t>a</t><rPh><t>b</t></rPh>', 'A: a; B: end'],
  ['', 'B: end'],
  ['<t>&nbsp;</t>', 'A: &nbsp;; B: end'],
  ['<t>a_x000D__x000A_b _x005F_x0041_ _x0041_ _x12_</t>', 'A: a b _x0041_ A _x12_; B: end'],
]
const formats = [0, 14, 170, 2]
const text = (words: string) => `<c t="str"><v>${words}</v></c>`
const header = `<row>${[...'ABCDEFGHIJKLM'].map(text).join('')}</row>`

const numbers: [written: string, record: string][] = [
  ['1.1000000000000001', '1.1'],
  ['19.989999999999998', '19.99'],
  ['-0.12870000000000001', '-0.1287'],
  ['5.0000000000000001E-3', '0.005'],
  ['1E-3', '0.001'],
  ['1234567.8900000001', '1234567.89'],
  ['0.33333333333333331', '0.333333333333333'],
  ['-12.50', '-12.50'],
  ['1212092628029698048', '1212092628029698048'],
  ['1.2.3.4.5.6.7.8.9.10', '1.2.3.4.5.6.7.8.9.10'],
]

const times: [format: number | string, days: number, record: string][] = [
  ['[h]:mm', 1.5625, '37:30'],
  [46, 1.5625, '37:30'],
  ['[mm]:ss', 90.25 / 1440, '1:30:15'],
  ['[h]:mm;[Red]-[h]:mm', -0.0625, '-1:30'],
  ['[ss]', 0, '0:00'],
  ['hh:mm:ss', 0.5630208333333333, '13:30:45'],
  ['yyyy-mm-dd hh:mm:ss', 45413.56302083333, '2024-05-01 13:30:45'],
  ['hh:mm', 0.5625, '13:30'],
  [45, 0.0026041666666666665, '00:03:45'],
  [47, 3.4722222222222224e-4, '00:00:30'],
  ['[$-407]d/ mmm/ yyyy', 45413, '2024-05-01'],
  ['yyyy-mm-dd', 45413.999999, '2024-05-02'],
  ['yyyy-mm-dd', 1, '1900-01-01'],
  ['yyyy-mm-dd', 59, '1900-02-28'],
  ['yyyy-mm-dd', 61, '1900-03-01'],
  ['yyyy-mm-dd', -18260, '1850-01-01'],
  [31, 45413, '2024-05-01'],
  ['mmm yy', 45413, '2024-05'],
  [17, 45413.5, '2024-05'],
  ['yyyy', 45413, '2024'],
  ['d. mmm', 45413, '2024-05-01'],
  ['0.00_d', 2.5, '2.5'],
  ['[Red]0.0', 2.5, '2.5'],
]

const shown: [format: number | string, written: string, record: string][] = [
  ['€ #,##0.00', '12.5', '€ 12.50'],
  ['[$€-2] #,##0.00', '1234.5', '€ 1234.50'],
  ['#,##0.00\\ [$€-407]', '-12.345', '-12.35 €'],
  ['[$CHF] #,##0', '1250', 'CHF 1250'],
  ['"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', '-7', '-$7.00'],
  ['_-* #,##0.00\\ "zł"_-;\\-* #,##0.00\\ "zł"_-;_-* "-"??\\ "zł"_-;_-@_-', '0', '0.00 zł'],
  ['_-* #,##0.00\\ "zł"_-;\\-* #,##0.00\\ "zł"_-;_-* "-"??\\ "zł"_-;_-@_-', '-3.1', '-3.10 zł'],
  ['[$-409]"£"0.00', '1.005', '£1.01'],
  ['"£"0.0', '999.95', '£1000.0'],
  ['"£"#.##', '0.5', '£0.5'],
  [9, '0.1287', '13%'],
  [10, '0.1287', '12.87%'],
  ['0.0%', '-0.005', '-0.5%'],
  ['0 %', '12', '1200 %'],
  ['0.0%', '1.1000000000000001E-2', '1.1%'],
  ['#,##0.00 "days"', '2.5', '2.50 days'],
  ['General" kg"', '2.75', '2.75 kg'],
  ['0.0,,"m"', '12345678', '12.3m'],
  ['0,"k"', '400', '0k'],
  ['+0.0;-0.0', '2', '+2.0'],
  ['+0.0;-0.0', '-2', '-2.0'],
  ['000', '7', '007'],
  ['#,##0.00', '7', '7'],
  ['# ?/?" in"', '2.5', '2.5'],
  ['0.0E+00', '2.5', '2.5'],
  ['(000) 000-0000', '2015550123', '2015550123'],
  ['[>=100]0"x";0"y"', '7', '7'],
  ['"€"0.00', '1E+300', '1e+300'],
  [`"${'x'.repeat(300)}"0`, '7', '7'],
]

/** The records of a sheet with these rows. */
async function recordsOf(rows: string): Promise<string[]> {
  const book = { strings: strings.map(([string]) => string), formats }
  const { blocks } = await readBytes({ bytes: makeXlsx({ Sheet1: header + rows }, book) })
  return blocks.map((block) => block.text)
}

async function assertRecord(rows: string, record: string): Promise<void> {
  assert.is((await recordsOf(rows)).join(' / '), record, rows)
}

test('cells as programs write them read as what they hold, each in its column', async () => {
  for (const [cell, record] of usual) await assertRecord(`<row>${cell}${text('end')}</row>`, record)
})

test('cells that no program writes read as far as they can', async () => {
  for (const [cell, record] of unusual) {
    await assertRecord(`<row>${cell}${text('end')}</row>`, record)
  }
})

test('rows may have attributes, be empty, and have anything between them', async () => {
  for (const [row, record] of oddRows) await assertRecord(row, record)
})

test('shared texts of any kind have their number', async () => {
  for (const [i, [, record]] of strings.entries()) {
    await assertRecord(`<row><c t="s"><v>${i}</v></c>${text('end')}</row>`, record)
  }
})

test('a number has the fifteen digits that sheets show, and no more than are written', async () => {
  for (const [written, record] of numbers) {
    await assertRecord(`<row><c><v>${written}</v></c></row>`, `A: ${record}`)
  }
})

test('times have their seconds, and what was counted in hours is not cut into days', async () => {
  const rows = times.map(([, days], i) => `<row><c s="${i}"><v>${days}</v></c></row>`)
  const formats = times.map(([format]) => format)
  const { texts } = await readBytes({ bytes: makeXlsx({ Sheet1: rows.join('') }, { formats }) })
  assert.equal(
    texts,
    times.map(([, , record]) => record),
  )
})

test('a number has the signs that its format shows beside it', async () => {
  const rows = shown.map(([, value], i) => `<row><c s="${i}"><v>${value}</v></c></row>`)
  const formats = shown.map(([format]) => format)
  const { texts } = await readBytes({ bytes: makeXlsx({ Sheet1: rows.join('') }, { formats }) })
  assert.equal(
    texts,
    shown.map(([, , record]) => record),
  )
})

test('a price with its sign is no name of a column, and its column one of numbers', async () => {
  const price = (value: number) => `<c s="0"><v>${value}</v></c>`
  const rows = `<row>${text('wax')}${price(2)}</row><row>${text('tar')}${price(3.5)}</row>`
  const names = `<row>${text('good')}${text('price')}</row>`
  const read = async (sheet: string) =>
    await readBytes({ bytes: makeXlsx({ Sheet1: sheet }, { formats: ['[$CHF] 0.00'] }) })
  assert.equal((await read(rows)).texts, ['wax; CHF 2.00', 'tar; CHF 3.50'])
  const { texts, found } = await read(names + rows)
  assert.equal(texts, ['good: wax; price: CHF 2.00', 'good: tar; price: CHF 3.50'])
  assert.equal(
    found.columns?.columns.map(({ kind, max }) => [kind, max]),
    [
      ['text', null],
      ['number', null],
    ],
  )
})

test('days of a workbook that counts from 1904', async () => {
  const rows = [0, 0.5625, 43951, 43951.5].map((days) => `<row><c s="0"><v>${days}</v></c></row>`)
  const workbook =
    '<workbook><workbookPr date1904="1"/><sheets><sheet name="S" r:id="r0"/></sheets></workbook>'
  const bytes = makeXlsx(
    { Sheet1: rows.join('') },
    { formats: [22], more: { 'xl/workbook.xml': workbook } },
  )
  const { texts } = await readBytes({ bytes })
  assert.equal(texts, ['S', '1904-01-01', '13:30', '2024-05-01', '2024-05-01 12:00'])
})

test('what cannot stand in XML is written as its number, and read as what it is', async () => {
  const escaped = 'a_x000D__x000A_b _x005F_x0041_ _x0041_ _x12_'
  const read = 'A: a b _x0041_ A _x12_'
  await assertRecord(`<row><c t="inlineStr"><is><t>${escaped}</t></is></c></row>`, read)
  await assertRecord(`<row><c t="str"><v>${escaped}</v></c></row>`, read)
  await assertRecord(`<row><c t="s"><v>${strings.length - 1}</v></c></row>`, read)
})

test('an element of any name may stand between cells', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    await assertRecord(`<row><${name} a="1">x</${name}>${text('end')}</row>`, 'A: end')
  }
})

test('of a sheet of many pieces every row comes, wherever it is cut', async () => {
  const next = random(1)
  const pick = () => usual[Math.floor(next() * usual.length)]?.[0] as string
  const rows = Array.from({ length: 10_000 }, (_, i) => `<row>${text(`n${i}`)}${pick()}</row>`)
  const sheet = rows.join('')
  assert.ok(sheet.length > 700_000, `${sheet.length}`)
  const records = await recordsOf(sheet)
  assert.is(records.length, rows.length)
  const alone = await Promise.all(rows.slice(0, 300).map(recordsOf))
  assert.equal(records.slice(0, 300), alone.flat())
  for (const [i, record] of records.entries()) assert.ok(record.startsWith(`A: n${i}`), record)
})

test.run()
