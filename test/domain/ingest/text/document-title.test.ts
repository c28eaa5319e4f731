import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { documentTitle } from '../../../../src/domain/ingest/text/document-title.ts'

const rows: [title: string | null, filename: string, taken: string | null][] = [
  ['Report on plant A', 'r1.pdf', 'Report on plant A'],
  ['  Two\n lines ', 'r1.pdf', 'Two lines'],
  ['Microsoft Word - Report on plant A', 'r1.pdf', 'Report on plant A'],
  ['Introduction to Node.js', 'r1.pdf', 'Introduction to Node.js'],
  ['Documents of 1848', 'r1.pdf', 'Documents of 1848'],
  ['Книга', 'r1.pdf', 'Книга'],
  [null, 'r1.pdf', null],
  ['', 'r1.pdf', null],
  ['12', 'r1.pdf', null],
  ['2024-05-01', 'r1.pdf', null],
  ['Microsoft Word - Document1', 'r1.pdf', null],
  ['Microsoft PowerPoint - slides_final.ppt', 'r1.pdf', null],
  ['untitled', 'r1.pdf', null],
  ['Untitled Document 2', 'r1.html', null],
  ['Unbenannt 1', 'r1.odt', null],
  ['PowerPoint-Präsentation', 'r1.pptx', null],
  ['Dokument1', 'r1.docx', null],
  ['letter_v2.docx', 'r1.pdf', null],
  ['C:\\Users\\ada\\letter', 'r1.pdf', null],
  ['annual report', 'Annual_Report.pdf', null],
  ['Annual-Report.PDF', 'annual report.pdf', null],
]
for (const [title, filename, taken] of rows) {
  test(`the title ${JSON.stringify(title)} of ${filename} gives ${taken}`, () => {
    assert.is(documentTitle(title, { filename }), taken)
  })
}

test('a title has an end', () => {
  assert.is(documentTitle('word '.repeat(200), { filename: 'a.pdf' })?.length, 300)
})

test.run()
