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

test.run()
