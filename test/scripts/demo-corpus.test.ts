import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { drawPdf } from '../../scripts/demo-corpus/draw.ts'
import { parseSource } from '../../scripts/demo-corpus/source.ts'
import { readCorpus } from '../../src/cli/catalog/demo/corpus.ts'
import { readBytes } from '../support/read-bytes.ts'

const sources = new URL('../../scripts/demo-corpus/sources/', import.meta.url)
const films = new URL('../../scripts/demo-corpus/films/', import.meta.url)
const demoFolder = new URL('../../data/demo/', import.meta.url)
const corpus = readCorpus()

test('each PDF is, byte for byte, what its source gives', async () => {
  for (const name of readdirSync(sources)) {
    const pdf = name.replace(/\.[a-z]{2}\.txt$/, '.pdf')
    const drawn = await drawPdf(parseSource(readFileSync(new URL(name, sources), 'utf8')))
    assert.ok(drawn.equals(readFileSync(new URL(pdf, demoFolder))), pdf)
  }
})

test('each film says, line for line, what its source says', async () => {
  for (const name of readdirSync(films)) {
    const lines = readFileSync(new URL(name, films), 'utf8').split('\n\n')[1]?.trim().split('\n')
    const film = name.replace(/\.[a-z]{2}\.txt$/, '.mp4')
    const bytes = readFileSync(new URL(film, demoFolder))
    const { blocks } = await readBytes({ bytes, filename: film, contentType: 'video/mp4' })
    const said = blocks.filter(({ passage }) => passage === 'transcript').map(({ text }) => text)
    assert.equal(said.join('\n').split('\n'), lines, film)
  }
})

test('the manifest names every document of the folder, and only those', () => {
  const about = ['README.md', 'manifest.json']
  const found = readdirSync(demoFolder).filter((name) => !about.includes(name))
  assert.equal(corpus.documents.map(({ file }) => file).sort(), found.sort())
})

test('the README of the folder names every document', () => {
  const readme = readFileSync(new URL('README.md', demoFolder), 'utf8')
  assert.equal(
    corpus.documents.filter(({ file }) => !readme.includes(`| ${file} `)),
    [],
  )
})

test('every document costs what its dataset costs', () => {
  for (const { file, dataset, price_credits: price } of corpus.documents) {
    const found = corpus.datasets.find(({ key }) => key === dataset)
    assert.is(found?.base_price_credits, price, file)
  }
})

test('queries and purchases name documents that are for sale', () => {
  const listed = new Set(
    corpus.datasets.filter(({ visibility }) => visibility === 'listed').map(({ key }) => key),
  )
  const forSale = corpus.documents.filter(({ dataset }) => listed.has(dataset))
  const asked = [...corpus.queries, ...corpus.paraphrases, corpus.moment].map(({ file }) => file)
  const named = [...asked, ...corpus.purchases]
  assert.equal(
    named.filter((name) => !forSale.some(({ file }) => file === name)),
    [],
  )
})

test('a letter that the built-in fonts lack is refused', async () => {
  const text = 'title: T\nsubtitle: S\nnumber: N\nlang: pl\ndate: 2024-01-01\n\nzażółć'
  const message = await drawPdf(parseSource(text)).catch((error: Error) => error.message)
  assert.is(message, '"ż" cannot be drawn with the built-in fonts')
})

test.run()
