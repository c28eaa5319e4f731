import { Parser } from 'htmlparser2'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readXml } from '../../../src/extract/office/xml.ts'

type Told = (string | [string, Record<string, string>])[]

/** What is told of a text that comes in these pieces; neighbouring texts as one. */
async function told(pieces: string[]): Promise<Told> {
  const out = openTold()
  await readXml(pieces, {
    open: (name, attributes) => out.open(name, attributes.all()),
    close: out.close,
    text: out.text,
    allowDoctype: true,
  })
  return out.end()
}

function toldByLibrary(pieces: string[]): Told {
  const out = openTold()
  const parser = new Parser(
    { onopentag: out.open, onclosetag: out.close, ontext: out.text },
    { xmlMode: true, decodeEntities: true },
  )
  for (const piece of pieces) parser.write(piece)
  parser.end()
  return out.end()
}

function openTold() {
  const told: Told = []
  let text = ''
  const endText = () => {
    if (text !== '') told.push(`text ${text}`)
    text = ''
  }
  return {
    open(name: string, attributes: Record<string, string>) {
      endText()
      told.push([name, { ...attributes }])
    },
    close(name: string) {
      endText()
      told.push(`/${name}`)
    },
    text(piece: string) {
      text += piece
    },
    end() {
      endText()
      return told
    },
  }
}

/** Numbers below `max`, the same ones in every run. */
function openNumbers(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
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
  const below = openNumbers(seed)
  const xml = Array.from({ length: below(40) }, () => words[below(words.length)]).join('')
  const pieces: string[] = []
  for (let at = 0; at < xml.length; ) {
    const end = at + 1 + below(below(4) === 0 ? 3 : 60)
    pieces.push(xml.slice(at, end))
    at = end
  }
  return pieces
}

test('what office programs write is read as the parser reads it, wherever it is cut', async () => {
  for (let seed = 0; seed < 1_500; seed++) {
    const pieces = madeXml(seed, usual)
    assert.equal(await told(pieces), toldByLibrary(pieces), pieces.join(''))
  }
})

test('anything else is read as the parser reads it, wherever it begins', async () => {
  for (let seed = 0; seed < 1_500; seed++) {
    const pieces = madeXml(seed, [...usual, ...usual, ...unusual])
    assert.equal(await told(pieces), toldByLibrary(pieces), pieces.join(''))
  }
})

test('a tag or a text that does not end is not collected without bound', async () => {
  const piece = 'x'.repeat(40_000)
  const told: number[] = []
  await readXml(['<a>', piece, piece, piece], { text: (text) => told.push(text.length) })
  assert.equal(told, [80_000, 40_000])
})

test('an attribute is found by its name, decoded, the first where there are two', async () => {
  const found: (string | undefined)[] = []
  await readXml(['<c name="no" n=\'a &amp; "b"\' n="other"/>'], {
    open: (_, attributes) => found.push(attributes.get('n'), attributes.get('na')),
  })
  assert.equal(found, ['a & "b"', undefined])
})

test.run()
