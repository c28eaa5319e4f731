import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

async function blocksOf(xml: string): Promise<string[]> {
  const { blocks } = await readBytes({ bytes: `<?xml version="1.0"?>${xml}` })
  return blocks.map(({ kind, text }) => `${kind} ${text}`)
}

const bytes = Buffer.from(Array.from({ length: 12_000 }, (_, i) => (i * 7919 + (i >> 3)) & 0xff))

const texts: [fact: string, xml: string, blocks: string[]][] = [
  [
    'what a sentence begins with is a word of it',
    `<sec id="s1"><title>Results</title>
    <p><italic>E. coli</italic> is a <b>bacterium</b>.</p>
    <p><italic>Salmo</italic> <b>trutta</b>, a fish.</p><p>Plain.</p></sec>`,
    ['heading Results', 'prose E. coli is a bacterium.', 'prose Salmo trutta, a fish.'].concat(
      'prose Plain.',
    ),
  ],
  [
    'references, letters set low and emphasis within emphasis are part of their sentence (JATS)',
    `<sec><p id="p1">It <italic>grows</italic> 
    <xref ref-type="fig" rid="f1">Fig. 1<sup>a</sup></xref> in
    H<sub>2</sub>O, <bold><italic>fast</italic></bold> <xref rid="b1">1</xref>.</p></sec>`,
    ['prose It grows Fig. 1a in H2O, fast 1.'],
  ],
  [
    'a note, a break and two readings leave spaces between words (TEI)',
    `<div><head>To <persName ref="#x">Hanne</persName></head>
    <p>Seen in <placeName>Riga</placeName><lb/>and
    <choice><sic>Revl</sic><corr>Reval</corr></choice> again.
    <note place="foot">A <hi>town</hi>.</note> More.</p></div>`,
    ['heading To Hanne', 'prose Seen in Riga and Revl Reval again. A town. More.'],
  ],
  [
    'paragraphs of a book are prose whether or not anything is stressed in them (FB2)',
    `<FictionBook><body><section><p>Well, <emphasis>Prince</emphasis>, so be it.</p>
    <p>Plain.</p></section></body>
    <binary id="c.jpg" content-type="image/jpeg">${bytes.toString('base64')}</binary>
    </FictionBook>`,
    ['prose Well, Prince, so be it.', 'prose Plain.'],
  ],
  [
    'so are sentences side by side where nothing is stressed at all',
    `<s>${'<l>A line about as long as a sentence of a book is in most of them.</l>'.repeat(2)}</s>`,
    Array(2).fill('prose A line about as long as a sentence of a book is in most of them.'),
  ],
  [
    'a long list in a paragraph stands where it stood',
    `<p>They had <b>all</b> of this: <list><item><q>${'wax '.repeat(30)}</q></item>
    <item><q>tar</q></item></list> and more.</p>`,
    [
      'prose They had all of this:',
      `record q: ${'wax '.repeat(30).trim()}`,
      'record q: tar',
    ].concat('prose and more.'),
  ],
  [
    'rows of a table are records under its names, with what is set in its cells',
    `<table><thead><tr><th>Year</th><th>Barrels</th></tr></thead>
    <tbody><tr><td>1398</td><td>12 <sup>a</sup></td></tr><tr><td>1399</td><td>7</td></tr></tbody>
    </table>`,
    ['record Year: 1398; Barrels: 12 a', 'record Year: 1399; Barrels: 7'],
  ],
  [
    'a program in it keeps its lines (DocBook)',
    `<sec><para>See <b>this</b>:</para><programlisting>
if (x) {
  y()
}
</programlisting></sec>`,
    ['prose See this:', 'code if (x) {\n  y()\n}'],
  ],
  [
    'what a paragraph says of itself in words is kept, marks for programs are not',
    '<a><t>Head</t><p n="4" by="Ilse Brandt"><i>Cod</i> and tar</p></a>',
    ['heading Head', 'prose Cod and tar', 'record by: Ilse Brandt'],
  ],
  [
    'rows that are attributes are records',
    '<rows><row id="1" Name="Adler"/><row id="2" Name="Bunte Kuh"/></rows>',
    ['record id: 1; Name: Adler', 'record id: 2; Name: Bunte Kuh'],
  ],
]
for (const [fact, xml, expected] of texts) {
  test(fact, async () => {
    assert.equal(await blocksOf(xml), expected)
  })
}

test('a book of many paragraphs keeps their order, whatever their size', async () => {
  const paragraphs = Array.from({ length: 400 }, (_, i) => `No ${i} is <i>said</i> here.`)
  const all = await blocksOf(
    `<b><t>Title</t>${paragraphs.map((p) => `<p>${p}</p>`).join('\n')}</b>`,
  )
  const plain = paragraphs.map((p) => `prose ${p.replace(/<\/?i>/g, '')}`)
  assert.equal(all, ['heading Title', ...plain])
})

test('pages in the fields of a news feed are read as what they say', async () => {
  const page =
    '<h2>Prices</h2><p>Salt rose by <em>three</em>.</p><ul><li>Riga: 7</li></ul><script>x</script>'
  const entry = (name: string, text: string) => `<${name}>${text}</${name}>`
  const item = (...fields: string[]) => entry('item', fields.join(''))
  const items = [
    item(entry('title', 'Salt'), entry('description', '<![CDATA[A <b>short</b> text.]]>')),
    item(entry('title', 'Wax'), entry('content:encoded', `<![CDATA[${page}]]>`)),
    item(entry('title', 'Tar'), entry('description', 'a &lt; b &lt;c&gt;')),
    item(
      entry('title', 'Oil'),
      '<content type="html">&lt;p&gt;One &amp;amp; two.&lt;/p&gt;</content>',
    ),
  ]
  const { blocks } = await readBytes({ bytes: `<?xml version="1.0"?><rss>${items.join('')}</rss>` })
  assert.equal(
    blocks.map(({ kind, text }) => `${kind} ${text}`),
    [
      ...['record title: Salt; description: A short text.', 'heading Wax', 'heading Prices'],
      ...['prose Salt rose by three.', 'prose Riga: 7'],
      ...['record title: Tar; description: a < b <c>', 'heading Oil', 'prose One & two.'],
    ],
  )
})

test('a long page in a field is read whole, wherever its pieces end', async () => {
  const numbers = Array.from({ length: 1_000 }, (_, i) => i)
  const link = (i: number) => `<a href="https://example.org/${i}?a=b&c=d">link</a>`
  const page = numbers.map((i) => `<p>Paragraph ${i} has a ${link(i)}.</p>`).join('')
  const escaped = page.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  for (const written of [escaped, `<![CDATA[${page}]]>`]) {
    const bytes = `<?xml version="1.0"?><rss><item><title>T</title><a>${written}</a></item></rss>`
    const { texts } = await readBytes({ bytes })
    assert.equal(texts, ['T', ...numbers.map((i) => `Paragraph ${i} has a link.`)])
  }
})

test.run()
