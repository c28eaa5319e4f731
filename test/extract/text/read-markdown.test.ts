import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withoutMarks } from '../../../src/extract/text/read-markdown.ts'
import { processorMs } from '../../support/processor-time.ts'
import { readBytes } from '../../support/read-bytes.ts'

const read = (bytes: string) => readBytes({ bytes, filename: 'notes.md' })

test('headings, paragraphs, lists and code come without their marks', async () => {
  const { blocks } = await read(
    [
      '# Harbour *rules*',
      'Ships **must** be',
      'moored by [night](https://example.org/x "why").',
      '',
      '- first `item`',
      '- second item',
      '',
      '```js',
      '# not a heading',
      'const a = 1',
      '```',
      'Setext',
      '======',
      '> quoted',
      '> words',
    ].join('\n'),
  )
  assert.equal(blocks, [
    { kind: 'heading', text: 'Harbour rules' },
    { kind: 'prose', text: 'Ships must be moored by night.' },
    { kind: 'prose', text: '- first item\n- second item' },
    { kind: 'code', text: '# not a heading\nconst a = 1' },
    { kind: 'heading', text: 'Setext' },
    { kind: 'prose', text: 'quoted words' },
  ])
})

test('rows of a table name their columns', async () => {
  const { blocks } = await read('| city | year |\n|:---|---:|\n| Riga | 1201 |\n| Reval | |\n')
  assert.equal(blocks, [
    { kind: 'record', text: 'city: Riga; year: 1201' },
    { kind: 'record', text: 'city: Reval' },
  ])
})

test('front matter gives the title and is not text', async () => {
  const { found, texts } = await read('---\ntitle: "Salt trade"\ntags: [a]\n---\n# Other\nBody.')
  assert.is(found.title, 'Salt trade')
  assert.equal(texts, ['Other', 'Body.'])
})

test('without front matter the first heading is the title', async () => {
  const { found } = await read('Intro.\n\n## Salt trade {#salt}\n\n# Later')
  assert.is(found.title, 'Salt trade')
})

test('front matter that never ends is text', async () => {
  const { texts } = await read(`---\n${'line\n\n'.repeat(300)}`)
  assert.is(texts.length, 300)
})

test('a rule at the beginning is no front matter', async () => {
  const blank = await read('---\n\nThe harbour opens at six.\n\n---\n\nIt closes at nine.')
  assert.equal(blank.texts, ['The harbour opens at six.', 'It closes at nine.'])
  const plain = await read('---\nThe harbour opens at six.\n---\nIt closes at nine.')
  assert.equal(plain.texts, ['The harbour opens at six.', 'It closes at nine.'])
  assert.equal((await read('---\n---\nIt closes at nine.')).texts, ['It closes at nine.'])
})

test('a table directly under a line of text is one', async () => {
  const { blocks } = await read('Dues of\nthe port:\n| Ship | Due |\n|---|---|\n| Adler | 4 |')
  assert.equal(blocks, [
    { kind: 'prose', text: 'Dues of the port:' },
    { kind: 'record', text: 'Ship: Adler; Due: 4' },
  ])
  const { texts } = await read('either this\nor a | b\n---')
  assert.equal(texts, ['either this or a | b'])
})

test('pictures and link definitions leave only their words', async () => {
  const picture = `data:image/png;base64,${'QUJD'.repeat(50_000)}`
  const { texts } = await read(`![a map](${picture})\n\n[image1]: <${picture}>\n\nEnd.`)
  assert.equal(texts, ['a map', 'End.'])
})

const definitions: [line: string, texts: string[]][] = [
  ['[a]: https://example.org/a', []],
  ['[a]: <https://example.org/a b> "A title"', []],
  ["  [a b]: /a 'title'  ", []],
  ['[a]: /a (title)', []],
  ['[^1]: In 1368 a last of salt cost 12 marks.', ['[^1]: In 1368 a last of salt cost 12 marks.']],
  ['[^1]: https://example.org/a', ['[^1]: https://example.org/a']],
  ['[Note]: the ships sail in May.', ['[Note]: the ships sail in May.']],
  ['[Ilse]: Is the salt here?', ['[Ilse]: Is the salt here?']],
  ['[a]:', ['[a]:']],
]
for (const [line, texts] of definitions) {
  test(`${texts.length === 0 ? 'a definition' : 'text'}: ${line}`, async () => {
    assert.equal((await read(`${line}\n`)).texts, texts)
  })
}

const inline: [from: string, to: string][] = [
  ['a snake_case_name', 'a snake_case_name'],
  ['_emphasis_ and __strong__', 'emphasis and strong'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['***both*** ~~gone~~', 'both gone'],
  ['a \\*star\\*', 'a *star*'],
  ['<https://example.org/a> <b>bold</b>', 'https://example.org/a bold'],
  ['[text][ref] and [alone]', 'text and [alone]'],
  ['[wiki](https://en.example.org/A_(b))', 'wiki'],
]
for (const [from, to] of inline) {
  test(`inline: ${from}`, () => {
    assert.is(withoutMarks(from), to)
  })
}

const hostile: [name: string, line: string][] = [
  ['brackets', '['.repeat(8_000)],
  ['comment starts', '<!--'.repeat(2_000)],
  ['stars', '*a'.repeat(4_000)],
  ['underscores', '_a '.repeat(2_500)],
  ['spaces in a heading', `# ${' '.repeat(7_900)}-`],
  ['titles of a definition', `[a]: b "${'"'.repeat(7_900)}`],
  ['spaces in a definition', `[a]: b ${' '.repeat(7_900)}-`],
  ['spaces in a table', `|${' '.repeat(7_900)}-`],
]
for (const [name, line] of hostile) {
  test(`a page of ${name} is read in a moment`, async () => {
    const ms = await processorMs(() => read(`${line}\n`.repeat(50)))
    assert.ok(ms < 2_000, `${ms} ms`)
  })
}

test('indented code is code, what goes on below a point of a list is text', async () => {
  const bytes = 'Run it:\n\n    if (x) {\n      y()\n    }\n\n- One\n\n    that goes on.'
  const { blocks } = await readBytes({ bytes, filename: 'a.md' })
  assert.equal(blocks, [
    { kind: 'prose', text: 'Run it:' },
    { kind: 'code', text: '    if (x) {\n      y()\n    }' },
    { kind: 'prose', text: '- One' },
    { kind: 'prose', text: 'that goes on.' },
  ])
})

test.run()
