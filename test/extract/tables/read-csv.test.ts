import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FailureCode } from '../../../src/domain/ingest/ports.ts'
import { readBytes, type TestFile } from '../../support/read-bytes.ts'

const tables: [name: string, bytes: string, records: string[]][] = [
  [
    'commas',
    'city,year,note\nRiga,1201,"founded; by ""Albert"""\nReval,1219,\n',
    ['city: Riga; year: 1201; note: founded; by "Albert"', 'city: Reval; year: 1219'],
  ],
  ['semicolons', 'city;price\r\nRiga;1,50\r\n', ['city: Riga; price: 1,50']],
  ['tabs', 'city\tyear\nRiga\t1201\n', ['city: Riga; year: 1201']],
  ['no header', '1201,5\n1219,7\n', ['1201; 5', '1219; 7']],
  ['rows of other widths', 'a,b\n1\n2,3,4\n', ['a: 1', 'a: 2; b: 3; 4']],
  ['a line end in a cell', 'a,b\n"x\ny",z\n', ['a: x\ny; b: z']],
  ['notes above', '# made by hand, today\na,b\n1,2\n', ['# made by hand; today', 'a: 1; b: 2']],
  ['a column of numbers', '#,name\n1,Ilse\n2,Jan\n', ['#: 1; name: Ilse', '#: 2; name: Jan']],
  ['a note of nothing above', '#\na,b\n1,2\n', ['#', 'a: 1; b: 2']],
  ['a delimiter that is told', 'sep=;\r\na;b,c\r\n1;2,5\r\n', ['a: 1; b,c: 2,5']],
  ['a delimiter of its own', '"sep=^"\na^b\n1^2\n', ['a: 1; b: 2']],
  ['a mark and a told delimiter', '\ufeffsep=,\na,b\n1,2\n', ['a: 1; b: 2']],
  ['a stray quote', 'a,b\n5" pipe,x\n', ['a: 5" pipe; b: x']],
  ['only a header', 'city,year\n', ['city; year']],
  ['a byte order mark', '\ufeffcity,year\nRiga,1201\n', ['city: Riga; year: 1201']],
  ['a first column without a name', ',city,pop\n0,Riga,5\n', ['0; city: Riga; pop: 5']],
  ['lines that end in a delimiter', 'city;pop;\nRiga;5;\n', ['city: Riga; pop: 5']],
  [
    'rows alone that end in one',
    'city;pop\nRiga;5;\nReval;6;\n',
    ['city: Riga; pop: 5', 'city: Reval; pop: 6'],
  ],
  ['years as names', 'land,2019,2020\nLV,5,6\n', ['land: LV; 2019: 5; 2020: 6']],
  ['years and no names', 'Riga,1919,5\nReval,1920,6\n', ['Riga; 1919; 5', 'Reval; 1920; 6']],
  ['one year and no names', 'Riga,1919\nReval,1920\n', ['Riga; 1919', 'Reval; 1920']],
  ['two equal names', 'name,phone,phone\nIlse,1,2\n', ['name: Ilse; phone: 1; phone: 2']],
  [
    'equal texts and no names',
    'yes,no,yes,no\nno,no,yes,yes\n',
    ['yes; no; yes; no', 'no; no; yes; yes'],
  ],
  [
    'a title above',
    'Table 1: People\n\nland,year\nLV,1990\nEE,1991\n',
    ['Table 1: People', 'land: LV; year: 1990', 'land: EE; year: 1991'],
  ],
  [
    'a title above that is filled up',
    'People;;\n;;\nland;year;n\nLV;1990;5\n',
    ['People', 'land: LV; year: 1990; n: 5'],
  ],
  [
    'pairs above',
    '"Account:";"DE1 / giro"\n\n"From:";"1.2.2024"\n"day";"who";"sum"\n"2.2.2024";"Ilse";"-5,00"\n',
    ['Account:; DE1 / giro', 'From:; 1.2.2024', 'day: 2.2.2024; who: Ilse; sum: -5,00'],
  ],
  ['a title above its names alone', 'People\nland;year\n', ['People', 'land; year']],
  ['a column alone', 'city\nRiga\nReval\n', ['city: Riga', 'city: Reval']],
  [
    'commas within its cells',
    'name, first;town;land\nB, Hans;Köln;D\nM, Ilse;Riga;LV\n',
    ['name, first: B, Hans; town: Köln; land: D', 'name, first: M, Ilse; town: Riga; land: LV'],
  ],
  [
    'commas in cells between tabs',
    'city, land\tpop\nRiga, LV\t5\nReval, EE\t6\n',
    ['city, land: Riga, LV; pop: 5', 'city, land: Reval, EE; pop: 6'],
  ],
  [
    'decimals and no names',
    'apple;1,50\npear;2,30\nplum;3,10\n',
    ['apple; 1,50', 'pear; 2,30', 'plum; 3,10'],
  ],
  [
    'single quotes',
    "id,name,note\n1,'Pump, big','it''s old'\n2,'Valve','a, b'\n",
    ["id: 1; name: Pump, big; note: it's old", 'id: 2; name: Valve; note: a, b'],
  ],
  [
    'apostrophes that are no quotes',
    "id,name,note\n1,'tis,x\n2,'=sum,y\n3,the dogs',z\n",
    [
      "id: 1; name: 'tis; note: x",
      "id: 2; name: '=sum; note: y",
      "id: 3; name: the dogs'; note: z",
    ],
  ],
  [
    'spaces before its quotes',
    'id, name, note\n1, "Ann, B." , "x"\n2, "Bob, ""C""", plain "one"\n',
    ['id: 1; name: Ann, B.; note: x', 'id: 2; name: Bob, "C"; note: plain "one"'],
  ],
  [
    'a stray quote behind a space',
    'id, name, note\n1, "Ann, x\n2, Bob, y\n',
    ['id: 1; name: "Ann; note: x', 'id: 2; name: Bob; note: y'],
  ],
  [
    'lines that a return alone ends',
    'id,name,city\r1,Ann,Riga\r2,Bob,Rome\r',
    ['id: 1; name: Ann; city: Riga', 'id: 2; name: Bob; city: Rome'],
  ],
  [
    'its names once more on each page',
    'id,name\n1,Ann\nid,name\n2,name\n',
    ['id: 1; name: Ann', 'id: 2; name: name'],
  ],
  [
    'a title above semicolons',
    'Sales\nland;a,b;n\nLV;1,5;2\nEE;2,5;3\n',
    ['Sales', 'land: LV; a,b: 1,5; n: 2', 'land: EE; a,b: 2,5; n: 3'],
  ],
]
for (const [name, bytes, records] of tables) {
  test(`a table with ${name}`, async () => {
    const { blocks } = await readBytes({ bytes, contentType: 'text/csv' })
    const kinds = new Set(blocks.map(({ kind }) => kind))
    assert.equal([...kinds], ['record'])
    assert.equal(
      blocks.map(({ text }) => text),
      records,
    )
  })
}

test('the columns of a table are those under its names, each with its own', async () => {
  const bytes = 'Phones\n\n,name,phone,phone,phone (2)\n0,Ilse,1,2,3\n1,Jan,4,,5\n'
  const { found } = await readBytes({ bytes, contentType: 'text/csv' })
  assert.is(found.columns?.rowCount, 2)
  assert.equal(
    found.columns?.columns.map(({ name, emptyShare }) => [name, emptyShare]),
    [
      ['name', 0],
      ['phone', 0],
      ['phone (3)', 0.5],
      ['phone (2)', 0],
    ],
  )
})

test('a table that nobody declared is recognised by its lines', async () => {
  const { sniffed } = await readBytes({ bytes: 'a;b\n1;2\n3;4\n5;6\n' })
  assert.is(sniffed.contentType, 'text/csv')
})

test('prose with commas is no table', async () => {
  const bytes = 'Well, yes.\nNo, not at all, never.\nPerhaps, who knows.\nSo, be it, then.\n'
  const { sniffed } = await readBytes({ bytes })
  assert.is(sniffed.contentType, 'text/plain')
})

const broken: [name: string, file: TestFile][] = [
  ['a quote that is never closed', { bytes: `a,b\n"x${'\nline'.repeat(300_000)}` }],
  ['one row of ten megabytes', { bytes: `a,b\n${'x,'.repeat(5_000_000)}` }],
]
for (const [name, file] of broken) {
  test(`${name} is corrupt and says where`, async () => {
    try {
      await readBytes({ ...file, contentType: 'text/csv' })
      assert.unreachable()
    } catch (error) {
      const { code, detail } = error as { code: FailureCode; detail: string }
      assert.is(code, 'corrupt')
      assert.match(detail, /^line \d+ of the table$/)
    }
  })
}

test('quotes in a text may be written behind a backslash', async () => {
  const read = async (bytes: string) => (await readBytes({ bytes, filename: 'a.csv' })).texts
  assert.equal(await read('a,b\n"x \\"y\\", z",2\n"q",3\n'), ['a: x "y", z; b: 2', 'a: q; b: 3'])
  assert.equal(await read('a,b\n"C:\\dir\\",2\n"q",3\n'), ['a: C:\\dir\\; b: 2', 'a: q; b: 3'])
  assert.equal(await read('a,b\n"x ""\\""y",2\n"q",3\n'), ['a: x "\\"y; b: 2', 'a: q; b: 3'])
})

test.run()
