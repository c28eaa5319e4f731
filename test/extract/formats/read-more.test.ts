// RTF, XML, SVG, e-mail and Parquet.
import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

test('Rich Text gives its paragraphs in its code page, and nothing of its machinery', async () => {
  const bytes = String.raw`{\rtf1\ansi\ansicpg1252\uc1{\fonttbl{\f0 Arial;}}{\*\generator noise;}
{\info{\title noise}}\pard Salt \b and\b0  tr\'e4ger\par
{\field{\*\fldinst HYPERLINK noise}{\fldrslt L\u252?beck}} \{braces\}\line next\par
a\cell b\cell\row}`
  const { blocks, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.format, 'rtf')
  assert.equal(blocks, [
    { kind: 'prose', text: 'Salt and träger' },
    { kind: 'prose', text: 'Lübeck {braces}\nnext' },
    { kind: 'record', text: 'a: b' },
  ])
})

test('Rich Text is read in the code page of the font that it is written in', async () => {
  const bytes = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset0 Calibri;}
{\f1\fnil\fcharset204{\*\fname Arial;}Arial CYR;}{\f2\fnil\fcharset128 Mincho;}}
{\stylesheet{\s1\f1 Normal;}}\pard\f1\lang1049\'cf\'f0\'e8\'e2\'e5\'f2 \f0 tr\'e4ger\par
{\f1 \'cc\'e8\'f0} tr\'e4ger\par
\f1\'cc\'e8\'f0\plain  tr\'e4ger\par
\f2\'89\'96\'8eR\'83\\\par}`
  const { texts } = await readBytes({ bytes })
  assert.equal(texts, ['Привет träger', 'Мир träger', 'Мир träger', '塩山ソ'])
})

test('Rich Text in the code page of its first font, and with its letters as bytes', async () => {
  const head = String.raw`{\rtf1\ansi\deff1{\fonttbl\f0\fcharset0 A;\f1\fcharset238 B;}`
  const bytes = iconv.encode(`${head}Łódź\\par}`, 'windows-1250')
  assert.equal((await readBytes({ bytes })).texts, ['Łódź'])
})

test('what Rich Text hides, has marked as removed or keeps for an index is left out', async () => {
  const bytes = String.raw`{\rtf1\ansi Salt{\v hidden} is\v hidden\v0  dear{\deleted gone}.
{\xe{index}}{\tc contents}\v hidden\plain  Wax.\par}`
  assert.equal((await readBytes({ bytes })).texts, ['Salt is dear. Wax.'])
})

test('a backslash at the end of a line ends a paragraph, as a Mac writes it', async () => {
  const bytes =
    '{\\rtf1\\ansi\\cocoartf2639\n\\f0\\fs24 \\cf0 Dear Ilse\\\n\\\nKind regards\\\r\nJan}'
  assert.equal((await readBytes({ bytes })).texts, ['Dear Ilse', 'Kind regards', 'Jan'])
})

test('a text box is read once, where it stands; one in the head of the page is not', async () => {
  const box = (text: string, instead = '') =>
    String.raw`{\shp{\*\shpinst\shpleft1{\sp{\sn noise}{\sv noise}}{\shptxt \pard ${text}\par}}` +
    String.raw`{\shprslt{\*\do noise}${instead}}}`
  const boxes = `${box('In the box')}${box('In another', '\\pard In another\\par')}`
  const bytes = `{\\rtf1\\ansi{\\header ${box('noise')}}${boxes} beside it\\par}`
  assert.equal((await readBytes({ bytes })).texts, ['In the box', 'In another', 'beside it'])
})

test('rows of a table stay rows where cells hold paragraphs, under the names above', async () => {
  const cell = (...texts: string[]) =>
    `{${texts.map((text) => String.raw`\pard\plain\intbl ${text}\par`).join('\n')}}\\cell\n`
  const row = (...cells: string[]) => `\\trowd\\cellx1\n${cells.join('')}\\row\n`
  const named = row(cell('Town'), cell('Dues'), cell('Note')).replace('trowd', 'trowd\\trhdr')
  const rows = named + row(cell('Riga'), cell('7'), cell('First.', 'Second.'))
  const bytes = String.raw`{\rtf1\ansi{\pard Before\par}${rows}{\pard After\par}}`
  assert.equal((await readBytes({ bytes })).texts, [
    'Before',
    'Town: Riga; Dues: 7; Note: First. Second.',
    'After',
  ])
  const pairs = row(cell('Town'), cell('Dues')).replace('trowd', 'trowd\\trhdr')
  const two = `{\\rtf1\\ansi ${pairs}${row(cell('Riga'), cell('7'))}}`
  assert.equal((await readBytes({ bytes: two })).texts, ['Town: Riga; Dues: 7'])
})

test('a note of Rich Text comes after the paragraph in which it stands', async () => {
  const notes = String.raw`{\super\chftn}{\*\footnote\chftn\~\plain\pard One.\par and more} is`
  const more = String.raw`{\footnote \pard Two.{\b \v hidden}}{\*\other{\footnote noise}} dear.\par`
  const bytes = `{\\rtf1\\ansi Salt${notes}${more} Wax.\\par}`
  assert.equal((await readBytes({ bytes })).texts, [
    ...['Salt is dear.', 'One. and more', 'Two.', 'Wax.'],
  ])
})

test('a table inside a cell gives its own rows', async () => {
  const bytes = String.raw`{\rtf1\ansi\trowd\pard\intbl\itap2 a\nestcell b\nestcell
{\*\nesttableprops\trowd\nestrow}{\nonesttables noise\par}\pard\intbl c\cell d\cell\row}`
  assert.equal((await readBytes({ bytes })).blocks, [
    { kind: 'record', text: 'a; b' },
    { kind: 'record', text: 'c: d' },
  ])
})

test('XML gives records of the fields of an element, and text between elements', async () => {
  const bytes = `<?xml version="1.0"?><!DOCTYPE ships><ships xmlns="urn:x">
    <ship id="7"><name>Adler</name><home>Lübeck</home>
    <cargo><good>wax</good><good>tar</good></cargo></ship>
    <note>Arrived <b>late</b> in May.</note></ships>`
  const { texts, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.format, 'xml')
  assert.equal(texts, [
    'good: wax; good: tar',
    'id: 7; name: Adler; home: Lübeck',
    'Arrived late in May.',
  ])
})

test('XML is read in the encoding that it names', async () => {
  const xml = '<?xml version="1.0" encoding="ISO-8859-2"?><a><b>Łódź śledź</b><c>jaźń</c></a>'
  const { texts } = await readBytes({ bytes: iconv.encode(xml, 'iso-8859-2') })
  assert.equal(texts, ['b: Łódź śledź; c: jaźń'])
})

const letter = ['From: Jürgen <a@b.eu>', 'To: c@d.eu', 'Subject: Grüße', '', 'Öl für Lübeck.']
const typed = (charset: string) => letter.toSpliced(3, 0, `Content-Type: text/plain; ${charset}`)
const raw: [name: string, lines: string[], encoding: string][] = [
  ['names no encoding', letter, 'windows-1252'],
  ['names that of its text', typed('Charset="ISO-8859-1"'), 'windows-1252'],
  ['names UTF-8', typed('charset=utf-8'), 'utf-8'],
]
for (const [name, lines, encoding] of raw) {
  test(`an e-mail of plain bytes that ${name} is read in its encoding`, async () => {
    const { texts } = await readBytes({ bytes: iconv.encode(lines.join('\r\n'), encoding) })
    assert.equal(texts, ['Grüße', 'From: Jürgen <a@b.eu>; To: <c@d.eu>', 'Öl für Lübeck.'])
  })
}

test('a drawing gives its words and is an image', async () => {
  const bytes = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y"><svg><title>Plan</title>
    <style>noise</style><g><text x="1">North <tspan>quay</tspan></text></g>
    <desc>By hand.</desc></svg>`
  const { texts, found, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.contentType, 'image/svg+xml')
  assert.equal([found.title, texts], ['Plan', ['Plan', 'North quay', 'By hand.']])
})

test('lines of a drawing are apart, and letters that are moved are not', async () => {
  const bytes = `<?xml version="1.0"?><svg>
    <text y="1"><tspan y="1">Salt t</tspan><tspan y="1">rade</tspan><tspan y="20">Riga</tspan><tspan
    x="0" dy="1.2em">harbour m</tspan><tspan dy="-5">2</tspan></text></svg>`
  assert.equal((await readBytes({ bytes })).texts, ['Salt trade Riga harbour m2'])
})

test('a page inside a drawing is read, and not what stands for it where it cannot be', async () => {
  const bytes = `<?xml version="1.0"?><svg><switch><foreignObject><div><style>noise</style>
    <p>Weigh</p><p>house</p></div></foreignObject><text>Wei...</text></switch>
    <text>Quay</text></svg>`
  assert.equal((await readBytes({ bytes })).texts, ['Weigh house', 'Quay'])
})

const mail = (body: string, type: string) =>
  [
    'From: Ada <ada@example.eu>',
    'To: =?utf-8?q?J=C3=BCrgen?= <j@example.eu>, b@example.eu',
    'Subject: =?utf-8?q?Preise_f=C3=BCr_Wachs?=',
    'Date: Wed, 01 May 2024 10:00:00 +0200',
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
    '',
    body,
  ].join('\r\n')

test('an e-mail gives subject, people, date and text', async () => {
  const bytes = mail('First part.\r\n\r\nSecond part.', 'text/plain; charset=utf-8')
  const { texts, found, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.format, 'eml')
  assert.is(found.title, 'Preise für Wachs')
  assert.equal(texts, [
    'Preise für Wachs',
    'From: Ada <ada@example.eu>; To: Jürgen <j@example.eu>, <b@example.eu>; ' +
      'Date: 2024-05-01T08:00:00.000Z',
    'First part.',
    'Second part.',
  ])
})

test('an e-mail of HTML gives its text, and names what hangs on it', async () => {
  const parts = [
    '--b\r\nContent-Type: text/html\r\n\r\n<p>Wax.</p><script>noise</script>',
    '--b\r\nContent-Type: application/pdf; name="a.pdf"\r\n' +
      'Content-Disposition: attachment; filename="a.pdf"\r\n\r\nnoise',
    '--b--',
  ].join('\r\n')
  const { texts, found } = await readBytes({ bytes: mail(parts, 'multipart/mixed; boundary=b') })
  assert.equal(texts.slice(2), ['Wax.', 'Attachments: a.pdf'])
  assert.is(found.warnings.length, 1)
})

test('an e-mail whose text only points to its page is read from there', async () => {
  const part = (type: string, text: string) => `--b\r\nContent-Type: text/${type}\r\n\r\n${text}`
  const page = '<p>The ship brings forty barrels of wax to Riga on Monday.</p><p>Kind regards</p>'
  const read = async (text: string) => {
    const parts = [part('plain', text), part('html', page), '--b--'].join('\r\n')
    const bytes = mail(parts, 'multipart/alternative; boundary=b')
    return (await readBytes({ bytes })).texts.slice(2)
  }
  assert.equal(await read('See our page.'), [
    'The ship brings forty barrels of wax to Riga on Monday.',
    'Kind regards',
  ])
  const same = 'The ship brings forty barrels of wax to Riga on Monday.'
  assert.equal(await read(same), [same])
})

test('e-mails behind the lines with which a mailbox parts them are read one by one', async () => {
  const body = 'Wax from =C3=96land.\r\n\r\nFrom the quay they go on.'
  const one = mail(body, 'text/plain; charset=utf-8').replace(
    'MIME-Version',
    'Content-Transfer-Encoding: quoted-printable\r\nMIME-Version',
  )
  const bytes = `From - Wed May  1 10:00:00 2024\r\n${one}\r\n\r\n`
  const { texts, found, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.format, 'eml')
  assert.is(found.title, 'Preise für Wachs')
  assert.equal(texts.slice(2), ['Wax from Öland.', 'From the quay they go on.'])
  const second = one.replace('Preise', 'Mehr')
  const both = await readBytes({
    bytes: `${bytes}From a@b.eu Thu May  2 10:00:00 2024\r\n${second}`,
  })
  assert.is(both.found.title, 'Preise für Wachs')
  assert.equal([both.texts.length, both.texts[4]], [8, 'Mehr für Wachs'])
  const opening = both.blocks.filter(({ opens }) => opens).map(({ text }) => text)
  assert.equal(opening, ['Preise für Wachs', 'Mehr für Wachs'])
})

// ships.parquet was written by pyarrow: snappy, dictionaries, a list, a date and an empty cell.
test('rows of a Parquet file are records', async () => {
  const bytes = readFileSync(new URL('../../fixtures/ships.parquet', import.meta.url))
  const { texts, sniffed } = await readBytes({ bytes })
  assert.is(sniffed.format, 'parquet')
  assert.equal(texts, [
    'ship: Adler; arrived: 2024-05-01; tons: 120; cargo: ["wax","tar"]',
    'ship: Möwe; tons: 80; cargo: []',
  ])
})

// prices.parquet, too: decimals in 32 bits, 64 bits and bytes, with a dictionary and without.
test('numbers of a Parquet file have the digits that they have there', async () => {
  const bytes = readFileSync(new URL('../../fixtures/prices.parquet', import.meta.url))
  const { texts, found } = await readBytes({ bytes })
  assert.equal(texts, [
    'good: salt; price: 0.57; sum: -123456789012345.67; ' +
      'exact: 12345678901234567890.123456789012345678; tons: 7; share: 1.1; ratio: 0.1; ' +
      'parts: [1.25,2.5]',
    'good: wax; price: 19.90; sum: 0.10; exact: -0.000000000000000001; tons: -7; ' +
      'share: -0.33333334; ratio: 0.3333333333333333; parts: []',
    'good: tar; sum: 0.00; exact: 1.500000000000000000; tons: 0; share: 16777216; ' +
      'ratio: 0.30000000000000004',
  ])
  const kinds = found.columns?.columns.map(({ name, kind }) => `${name} ${kind}`)
  assert.equal(kinds?.slice(1, 3), ['price number', 'sum number'])
})

// types.parquet was written by DuckDB, with zstd: all its types, and row groups of three rows.
test('values of a Parquet file of any type read as what they are', async () => {
  const bytes = readFileSync(new URL('../../fixtures/types.parquet', import.meta.url))
  const { texts } = await readBytes({ bytes })
  assert.is(texts.length, 8)
  assert.equal(texts[1]?.split('; '), [
    ...['id: 1', 'name: name 1', 'at: 2024-05-02T13:30:15.123456Z', 'day: 2024-05-02'],
    ...['clock: 13:30:15', 'list: [1,2,null]', 'part: {"a":1,"day":"2024-05-01","d":1.5}'],
    ...[
      'parts: [{"k":1,"v":"z"},{"k":2,"v":null}]',
      'pairs: {"x":1,"y":2}',
      'odd: 1',
      'flag: true',
    ],
    ...['lasts: P14M2DT3.5S', 'whole: 18446744073709551615'],
  ])
})

test('a Parquet file that is cut fails as damaged', async () => {
  const bytes = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64), Buffer.from('PAR1')])
  const error = await readBytes({ bytes }).catch((failure) => failure)
  assert.is(error.code, 'corrupt')
})

test.run()
