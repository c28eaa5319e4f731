import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readXml } from '../../../src/extract/office/xml.ts'
import { random } from '../../support/mutate.ts'

type Told = (string | [string, Record<string, string>])[]

/** What is told of a text that comes in these pieces; neighbouring texts as one. */
async function told(pieces: string[]): Promise<Told> {
  const told: Told = []
  let text = ''
  const endText = () => {
    if (text !== '') told.push(`text ${text}`)
    text = ''
  }
  await readXml(pieces, {
    allowDoctype: true,
    open(name, attributes) {
      endText()
      told.push([name, { ...attributes }])
    },
    close(name) {
      endText()
      told.push(`/${name}`)
    },
    text(piece) {
      text += piece
    },
  })
  endText()
  return told
}

const usual = [
  ...['<a>', '</a>', '<b x="1">', '</b>', '<c/>', '<w:t xml:space="preserve">', '</w:t>'],
  ...['<c r="A1" s=\'2\' t="s"/>', 'words ', ' &amp; ', '&#228;&#xE4;&lt;', '\r\n\t', 'Köln 🙂'],
  ...['<d a="&quot;1 > 0&quot;"\n b = "2">', '</d>', '<e a="1" a="2"/>', '<?xml version="1.0"?>'],
]
const unusual = [
  ...['<!-- a > b -->', '<![CDATA[<x> & ]]>', '<!DOCTYPE a [<!ENTITY b "c">]>', '<b x=1>', '<'],
  ...['<b x>', '</ a >', '</a ', '<1>', '&nbsp;', '&#1;', '&#xD800;', '&amp', '&', '< a>', '</>'],
  ...['<a/b>', '<a x="1"/ >', '<a x=">', '"', '<a<b>', '<?php a > b ?>', '</nobody>'],
  ...[']]>', '&#150;', '<a\u000bb>', '<é>', '<a x="&unknown;">', '<a =1>', '<a "b"="c">'],
  ...["<a b='", '&#99999999;'],
]

/** As a list of pieces: texts that are cut within tags, entities and characters, too. */
function madeXml(seed: number, words: readonly string[]): string[] {
  const next = random(seed)
  const below = (max: number) => Math.floor(next() * max)
  const xml = Array.from({ length: below(40) }, () => words[below(words.length)]).join('')
  const pieces: string[] = []
  for (let at = 0; at < xml.length; ) {
    const end = at + 1 + below(below(4) === 0 ? 3 : 60)
    pieces.push(xml.slice(at, end))
    at = end
  }
  return pieces
}

test('what office programs write reads the same wherever it is cut', async () => {
  for (let seed = 0; seed < 1_500; seed++) {
    const pieces = madeXml(seed, usual)
    assert.equal(await told(pieces), await told([pieces.join('')]), pieces.join(''))
  }
})

test('anything else reads the same wherever it is cut', async () => {
  for (let seed = 0; seed < 1_500; seed++) {
    // Of a closing tag that never ends, more or less is a text.
    const pieces = [...madeXml(seed, [...usual, ...usual, ...unusual]), '<end/>']
    assert.equal(await told(pieces), await told([pieces.join('')]), pieces.join(''))
  }
})

test('every element that opens closes, within those around it', async () => {
  for (let seed = 0; seed < 1_500; seed++) {
    const open: string[] = []
    for (const one of await told(madeXml(seed, [...usual, ...unusual]))) {
      if (Array.isArray(one)) open.push(one[0])
      else if (one.startsWith('/')) assert.is(one, `/${open.pop()}`)
    }
    assert.equal(open, [])
  }
})

test('an element whose tag does not end is none', async () => {
  assert.equal(await told(['<a>wax<b c="1', '2']), [['a', {}], 'text wax', '/a'])
})

test('entities, comments and CDATA are read, entities of its own are not', async () => {
  const xml = '<!DOCTYPE a [<!ENTITY b "c">]><a>&amp;&#228;&#xE4;<!-- no --><![CDATA[<x>&]]>&b;</a>'
  const inner = (await told([xml])).slice(-3)
  assert.equal(inner, [['a', {}], 'text &ää<x>&&b;', '/a'])
})

test('a text that does not end is told as it comes', async () => {
  const piece = 'x'.repeat(40_000)
  const told: number[] = []
  await readXml(['<a>', piece, piece, piece], { text: (text) => told.push(text.length) })
  assert.equal(told, [40_000, 40_000, 40_000])
})

test('an attribute is found by its name, decoded, the first where there are two', async () => {
  const found: (string | undefined)[] = []
  await readXml(['<c name="no" n=\'a &amp; "b"\' n="other"/>'], {
    open: (_, { n, na }) => found.push(n, na),
  })
  assert.equal(found, ['a & "b"', undefined])
})

test.run()
