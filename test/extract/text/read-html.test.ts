import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

const read = (body: string) => readBytes({ bytes: `<!doctype html>${body}` })

test('headings, paragraphs and preformatted text become blocks, the title is found', async () => {
  const { blocks, found } = await read(`
    <head><title>Salt &amp; trade</title><style>p { color: red }</style></head>
    <body><h1>The <em>salt</em> road</h1><p>From Lüneburg
      to Lübeck.<br>By cart.</p><div>Loose <b>words</b></div><pre>a  b
c</pre><ul><li>one</li><li>two</li></ul></body>`)
  assert.is(found.title, 'Salt & trade')
  assert.equal(blocks, [
    { kind: 'heading', text: 'The salt road' },
    { kind: 'prose', text: 'From Lüneburg to Lübeck.\nBy cart.' },
    { kind: 'prose', text: 'Loose words' },
    { kind: 'code', text: 'a  b\nc' },
    { kind: 'prose', text: 'one' },
    { kind: 'prose', text: 'two' },
  ])
})

const noise = [
  '<script>var secret = "noise <p>";</script>',
  '<style>.noise { }</style>',
  '<nav><ul><li>noise</li></ul></nav>',
  '<div role="navigation">noise</div>',
  '<footer>noise</footer>',
  '<noscript>noise</noscript>',
  '<template><p>noise</p></template>',
  '<svg><title>noise</title><text>noise</text></svg>',
  '<select><option>noise</option></select>',
  '<div hidden>noise <div>noise</div> noise</div>',
  '<p style="display: none">noise</p>',
  '<span aria-hidden="true">noise</span>',
  '<!-- noise -->',
]
for (const html of noise) {
  test(`left out: ${html.slice(0, 30)}`, async () => {
    const { texts } = await read(`<body><p>before</p>${html}<p>after</p></body>`)
    assert.equal(texts, ['before', 'after'])
  })
}

test('the footer of an article and a picture’s description are text', async () => {
  const { texts } = await read(
    '<article><p>Body <img src=x alt="a map"></p><footer>By Anna</footer></article>',
  )
  assert.equal(texts, ['Body a map', 'By Anna'])
})

test('rows of a table name their columns, an empty cell keeps its place', async () => {
  const { blocks } = await read(`<table>
    <tr><th>city</th><th>region</th><th>year</th></tr>
    <tr><td>Riga</td><td></td><td><p>1201</p></td></tr>
    <tr><td>Reval<td>Estonia<td>1219
  </table><p>after</p>`)
  assert.equal(blocks, [
    { kind: 'record', text: 'city: Riga; year: 1201' },
    { kind: 'record', text: 'city: Reval; region: Estonia; year: 1219' },
    { kind: 'prose', text: 'after' },
  ])
})

const names = '<tr><th>year</th><th>region</th><th>sales</th></tr>'
const spans: [name: string, rows: string, texts: string[]][] = [
  [
    'a cell over several rows is in each of them',
    `${names}<tr><td rowspan="2">2024<td>North<td>10<tr><td>South<td>20<tr><td>2025<td>West<td>5`,
    [
      'year: 2024; region: North; sales: 10',
      'year: 2024; region: South; sales: 20',
      'year: 2025; region: West; sales: 5',
    ],
  ],
  [
    'a cell over several columns stands under the first',
    `${names}<tr><td colspan="2">Sum<td>30<tr><td>2025<td colspan=2>none`,
    ['year: Sum; sales: 30', 'year: 2025; region: none'],
  ],
  [
    'a name over several columns names each of them',
    '<tr><th>year<th colspan=2>sales<th>of</tr><tr><td>2024<td>10<td>20<td>wax',
    ['year: 2024; sales: 10; sales: 20; of: wax'],
  ],
  [
    'the names of two rows are one below the other',
    '<tr><th rowspan=2>year<th colspan=2>sales</tr><tr><th>North<th>South' +
      '<tr><td>2024<td>10<td>20',
    ['year: 2024; sales North: 10; sales South: 20'],
  ],
  [
    'names stand beside a corner without one',
    '<tr><td></td><th>Monday</th><th>Tuesday</th><tr><th>9:00</th><td>closed</td><td>open</td>',
    ['9:00; Monday: closed; Tuesday: open'],
  ],
  [
    'the rows of its head name the columns, whatever their cells are',
    '<thead><tr><td>day<td>state<tr><th>of<th></thead><tbody><tr><td>Monday<td>open</tbody>',
    ['day of: Monday; state: open'],
  ],
  ['names that no row follows are told', '<tr><th>Seller<th>Buyer', ['Seller; Buyer']],
  [
    'names after names that no row follows are told as well',
    '<thead><tr><td>a<td>b<tr><td>c<td>d</thead>',
    ['a; b', 'c; d'],
  ],
  [
    'nothing but names is rows, after the first four',
    [...'abcdef'].map((name) => `<tr><th>${name}<th>${name}${name}`).join(''),
    ['a; aa', 'b; bb', 'c; cc', 'd; dd', 'e; ee', 'f; ff'],
  ],
  [
    'names in its middle are those of the rows below',
    `${names}<tr><td>2024<td>N<td>1<tr><th>year<th>town<th>dues<tr><td>2025<td>Riga<td>5`,
    ['year: 2024; region: N; sales: 1', 'year: 2025; town: Riga; dues: 5'],
  ],
  [
    'a table in a cell is part of the cell',
    '<tr><th>item<th>more<th>price<tr><td>salt<td><table><tr><th>kg<td>10<tr><td>of<td>sea' +
      '</table><td>5<tr><td>wax<td>none<td>7',
    ['item: salt; more: kg 10 of sea; price: 5', 'item: wax; more: none; price: 7'],
  ],
  [
    'without names a table in a cell has rows of its own',
    '<tr><td>left<td><table><tr><th>a<th>b<tr><td>1<td>2</table>',
    ['left', 'a: 1; b: 2'],
  ],
  [
    'the last cell reaches down as well, but out of no part of the table',
    `${names}<tbody><tr><td>2024<td>North<td rowspan=0>10<tr><td>2025<td>South</tbody>` +
      '<tbody><tr><td>2026<td>West</tbody>',
    [
      'year: 2024; region: North; sales: 10',
      'year: 2025; region: South; sales: 10',
      'year: 2026; region: West',
    ],
  ],
  [
    'a long text over several rows is told once, and no row is made of repeated cells alone',
    `${names}<tr><td rowspan=3>${'x'.repeat(201)}<td>N<td>1<tr><td>S<td>2<tr><td><td>`,
    [`year: ${'x'.repeat(201)}; region: N; sales: 1`, 'region: S; sales: 2'],
  ],
  [
    'a title over all columns names none',
    `<tr><th colspan=3>Dues</tr>${names}<tr><td>2024<td>North<td>10`,
    ['Dues', 'year: 2024; region: North; sales: 10'],
  ],
]
for (const [name, rows, texts] of spans) {
  test(`in a table ${name}`, async () => {
    assert.equal((await read(`<table>${rows}</table>`)).texts, texts)
  })
}

test('cells that claim to reach very far do no harm', async () => {
  const wide = '<td rowspan=65534 colspan=1000>x'.repeat(50)
  const { texts } = await read(`<table><tr>${wide}${'<tr><td>y'.repeat(2_000)}</table>`)
  assert.is(texts.length, 2_001)
  assert.ok(texts.every((text) => text.length <= 1_000))
  const long = `<td rowspan=9>${'x'.repeat(200)}`.repeat(50)
  const repeated = await read(`<table><tr>${long}<tr><td>y<tr><td>z</table>`)
  assert.equal(
    repeated.texts.slice(-2).map((text) => text.replaceAll(/[^yz]/g, '').length),
    [1, 1],
  )
  assert.ok(repeated.texts.slice(-2).every((text) => text.length < 1_100))
})

test('how a word is said does not stand within it', async () => {
  const ruby = '<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>'
  const { texts } = await read(`<p>${ruby}へ行く。<ruby>漢<rt>かん</rt>字<rt>じ</ruby>だ</p>`)
  assert.equal(texts, ['東京へ行く。漢字だ'])
})

test('text outside of any tag, unclosed tags and cells without a row are kept', async () => {
  const { texts } = await read('start<td>cell<p>in it<table><tr>loose<td>x')
  assert.equal(texts.join(' ').match(/start|cell|in it|loose|x/g), [
    'start',
    'cell',
    'in it',
    'loose',
    'x',
  ])
})

test('a page in a one-byte encoding is decoded', async () => {
  const html = '<!doctype html><p>Übermäßig große Brücken über schöne Flüsse.</p>'
  const { texts } = await readBytes({ bytes: iconv.encode(html, 'windows-1252') })
  assert.equal(texts, ['Übermäßig große Brücken über schöne Flüsse.'])
})

const xhtml = (body: string) =>
  `<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">${body}</html>`
const closed = ['<title/>', '<script src="a.js"/>', '<style media="print" />', '<textarea/>']
const closedInText = ['<iframe src="a"/>', '<object data="a.svg"/>', '<svg viewBox="0 0"/>', '<p/>']
for (const tag of [...closed, ...closedInText]) {
  test(`in XHTML ${tag} ends where it begins`, async () => {
    const [head, body] = closed.includes(tag) ? [tag, ''] : ['', tag]
    const page = `<head>${head}</head><body><p>before</p>${body}<p>after</p></body>`
    const { texts, found } = await readBytes({ bytes: xhtml(page) })
    assert.equal(texts, ['before', 'after'])
    assert.is(found.title, null)
    const namespace = 'xmlns="http://www.w3.org/1999/xhtml"'
    const served = `<!doctype html><html ${namespace}>${page}</html>`
    assert.equal((await readBytes({ bytes: served })).texts, ['before', 'after'])
  })
}

test('in other HTML a slash at the end of a tag counts for nothing', async () => {
  const { texts } = await read('<p>before</p><script src="a.js"/>noise</script><p>after</p>')
  assert.equal(texts, ['before', 'after'])
})

const polish = 'Zażółć gęślą jaźń. Sól i śledź są drogie, łódź płynie do Gdańska.'
const httpEquiv = (charset: string) =>
  `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`
const declared: [name: string, encoding: string, head: string, text: string][] = [
  ['ISO 8859-2', 'iso-8859-2', httpEquiv('ISO-8859-2'), polish],
  ['Windows-1250', 'windows-1250', httpEquiv('windows-1250'), polish],
  ['Windows-1251 of two words', 'windows-1251', '<meta charset="windows-1251">', 'Договор'],
  ['Shift-JIS under its other name', 'shift_jis', '<meta charset=x-sjis>', '塩'],
  ['what browsers take Latin 1 for', 'windows-1252', httpEquiv('ISO-8859-1'), '“Öl” – 5 €'],
]
for (const [name, encoding, head, text] of declared) {
  test(`a page is read in the encoding that it names: ${name}`, async () => {
    const html = `<html><head>${head}<title>${text}</title></head><p>${text}</p></html>`
    const { texts, found } = await readBytes({ bytes: iconv.encode(html, encoding) })
    assert.equal([found.title, ...texts], [text, text])
  })
}

const german = 'Übermäßig große Brücken über schöne Flüsse.'
const named: [name: string, encoding: string, charset: string][] = [
  ['is in UTF-8 all the same', 'utf-8', 'iso-8859-2'],
  ['cannot be in it', 'windows-1252', 'euc-jp'],
  ['names UTF-8 and is not', 'windows-1252', 'utf-8'],
  ['names one that does not exist', 'windows-1252', 'salt'],
]
for (const [name, encoding, charset] of named) {
  test(`a page that names an encoding and ${name} is read by its bytes`, async () => {
    const html = `<html><head>${httpEquiv(charset)}</head><p>${german}</p></html>`
    assert.equal((await readBytes({ bytes: iconv.encode(html, encoding) })).texts, [german])
  })
}

test('deep nesting and endless tags do no harm', async () => {
  const { texts } = await read(`${'<div>'.repeat(20_000)}deep${'<b a=b '.repeat(100_000)}`)
  assert.is(texts[0], 'deep')
})

test('a script that never ends leaves what was before it', async () => {
  const { texts } = await read(`<p>before</p><script>${'x '.repeat(100_000)}`)
  assert.equal(texts, ['before'])
})

test('the number of a note is no part of the word before it, nor is the way back', async () => {
  const bytes =
    '<!doctype html><p>Salt<a href="#1" role="doc-noteref"><sup>1</sup></a> and wax' +
    '<a epub:type="noteref" href="#2">2</a>, 5 m<sup>2</sup>.</p><p>A note.' +
    '<a role="doc-backlink" href="#0">back</a></p><p style="visibility: hidden">gone</p>'
  assert.equal((await readBytes({ bytes })).texts, ['Salt and wax, 5 m2.', 'A note.'])
})

test.run()
