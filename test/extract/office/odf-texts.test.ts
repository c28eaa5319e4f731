// Numbers of lists and headings of open documents, and what they hide.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeZip } from '../../support/make-zip.ts'
import { makeOdf } from '../../support/office-files.ts'
import { readBytes } from '../../support/read-bytes.ts'

const level = (at: number, format: string, more = '') =>
  `<text:list-level-style-number text:level="${at}" style:num-format="${format}" ${more}/>`
const dot = 'style:num-suffix="."'
const styles =
  `<text:list-style style:name="L1">${level(1, '1', dot)}${level(2, 'a', 'style:num-suffix=")"')}` +
  `${level(3, 'i', 'text:display-levels="3" style:num-prefix="("')}</text:list-style>` +
  `<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/>` +
  `${level(2, 'I', 'text:start-value="4"')}</text:list-style>` +
  `<text:list-style style:name="L3">${level(1, '一')}</text:list-style>` +
  '<text:list-style style:name="L4">' +
  `${level(1, '1', 'loext:num-list-format="§ %1%:"')}</text:list-style>`
const p = (text: string) => `<text:p>${text}</text:p>`
const item = (content: string, more = '') => `<text:list-item ${more}>${content}</text:list-item>`
const list = (style: string, content: string, more = '') =>
  `<text:list ${style && `text:style-name="${style}"`} ${more}>${content}</text:list>`

async function textsOf(body: string): Promise<string[]> {
  const { texts } = await readBytes({ bytes: makeOdf('text', body, styles) })
  return texts.map((text) => text.trim())
}

const bodies: [name: string, body: string, texts: string[]][] = [
  [
    'items, their second paragraphs and those below them',
    list('L1', item(p('one') + p('more')) + item(p('two') + list('', item(p('x')) + item(p('y'))))),
    ['1. one', 'more', '2. two', 'a) x', 'b) y'],
  ],
  [
    'a list below that begins anew, and one that shows its levels',
    list(
      'L1',
      item(p('one') + list('', item(p('x') + list('', item(p('deep')))))) +
        item(p('two') + list('', item(p('x')))),
    ),
    ['1. one', 'a) x', '(1.a.i deep', '2. two', 'a) x'],
  ],
  [
    'a list that goes on after a paragraph, and one that does not',
    list('L1', item(p('one'))) +
      p('between') +
      list('L1', item(p('two')), 'text:continue-numbering="true"') +
      list('L1', item(p('one'))),
    ['1. one', 'between', '2. two', '1. one'],
  ],
  [
    'lists of several styles that all go on, as Word writes them',
    ['L1', 'L4', 'L1', 'L4']
      .map((style) => list(style, item(p('x')), 'text:continue-numbering="true"'))
      .join(''),
    ['1. x', '§ 1: x', '2. x', '§ 2: x'],
  ],
  [
    'a list that goes on with an earlier one',
    list('L1', item(p('one')), 'xml:id="a"') +
      list('L1', item(p('one'))) +
      list('L1', item(p('two')), 'text:continue-list="a"'),
    ['1. one', '1. one', '2. two'],
  ],
  [
    'numbers that begin elsewhere, and items without one',
    list('L1', item(p('x'), 'text:start-value="7"') + item(p('y'))) +
      list('L1', `<text:list-header>${p('head')}</text:list-header>${item(p('one'))}`),
    ['7. x', '8. y', 'head', '1. one'],
  ],
  [
    'bullets, and levels above that have no paragraph',
    list('L2', item(p('dot')) + item(list('', item(p('four')) + item(p('five'))))),
    ['dot', 'IV four', 'V five'],
  ],
  ['a script that is not written here', list('L3', item(p('one'))), ['one']],
  ['a form of its own', list('L4', item(p('one')) + item(p('two'))), ['§ 1: one', '§ 2: two']],
  [
    'an empty item, and a note that begins one',
    list(
      'L1',
      item(p(' ')) +
        item(p(`<text:note><text:note-body>${p('note')}</text:note-body></text:note>two`)),
    ),
    ['2. two', 'note'],
  ],
  [
    'absurd levels and values',
    `${'<text:list text:style-name="L1"><text:list-item>'.repeat(40)}${p('deep')}` +
      `${'</text:list-item></text:list>'.repeat(40)}` +
      list('L1', item(p('one'), 'text:start-value="-9e99"')),
    ['deep', '1. one'],
  ],
]
for (const [name, body, texts] of bodies) {
  test(`numbers of ${name}`, async () => assert.equal(await textsOf(body), texts))
}

test('headings have the numbers of the outline, and stay headings', async () => {
  const h = (at: number, text: string, more = '') =>
    `<text:h text:outline-level="${at}" ${more}>${text}</text:h>`
  const body =
    h(1, 'Scope') +
    h(2, 'Depth') +
    h(2, 'Width') +
    h(1, 'Preface', 'text:is-list-header="true"') +
    h(1, 'Terms') +
    h(2, 'Weir') +
    h(3, 'Gate')
  const outline =
    '<text:outline-style style:name="Outline">' +
    '<text:outline-level-style text:level="1" style:num-format="1"/>' +
    '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>' +
    '<text:outline-level-style text:level="3" style:num-format=""/></text:outline-style>'
  const bytes = makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<a><office:body><office:text>${body}</office:text></office:body></a>`,
    'styles.xml': `<office:document-styles>${outline}</office:document-styles>`,
  })
  const { blocks } = await readBytes({ bytes })
  assert.equal([...new Set(blocks.map(({ kind }) => kind))], ['heading'])
  assert.equal(
    blocks.map(({ text }) => text),
    ['1 Scope', '1.1 Depth', '1.2 Width', 'Preface', '2 Terms', '2.1 Weir', 'Gate'],
  )
})

test('hidden text, fields and sections are left out', async () => {
  const display = (value: string) => `<style:text-properties text:display="${value}"/>`
  const own =
    `<style:style style:name="T1">${display('none')}</style:style>` +
    '<style:style style:name="T2" style:parent-style-name="T1"/>' +
    `<style:style style:name="T3" style:parent-style-name="T1">${display('true')}</style:style>`
  const span = (style: string, text: string) =>
    `<text:span text:style-name="${style}">${text}</text:span>`
  const field = (isHidden: string) =>
    `<text:hidden-text text:is-hidden="${isHidden}">field ${isHidden}</text:hidden-text>`
  const section = (more: string, text: string) =>
    `<text:section ${more}>${p(text)}${p(text)}</text:section>`
  const body =
    p(`Shown ${span('T1', `secret ${span('T3', 'within')}`)}${span('T3', 'too')}`) +
    `<text:p text:style-name="T2">secret</text:p>` +
    p(`${field('true')} ${field('false')}`) +
    section('text:display="none"', 'secret') +
    section('text:display="condition" text:is-hidden="true"', 'secret') +
    section('text:display="condition"', 'open')
  const { texts } = await readBytes({ bytes: makeOdf('text', body, own) })
  assert.equal(
    texts.map((text) => text.trim()),
    ['Shown too', 'field false', 'open', 'open'],
  )
})

test('more remarks than are kept are left out, and are not said within the text', async () => {
  const remarks = Array.from({ length: 10_001 }, (_, i) => `remark ${i}`)
  const noted = remarks.map((one) => `<office:annotation>${p(one)}</office:annotation>`).join('')
  const texts = await textsOf(`<text:p>Before${noted} and after.</text:p>`)
  assert.is(texts[0], 'Before and after.')
  assert.not.ok(texts.some((text) => text.includes('remark 10000')))
  assert.ok(texts.some((text) => text.includes('remark 9999')))
})

test.run()
