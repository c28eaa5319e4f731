// What `scripts/eval` says of what was typed, and of a folder with good, bad and empty files.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ndcg, recall } from '../../scripts/evaluating/figures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const scripts = resolve(import.meta.dirname, '../../scripts')

function evaluate(what: string, ...args: string[]) {
  return evaluateWith(process.execArgv, what, args)
}

function evaluateWith(flags: readonly string[], what: string, args: readonly string[]) {
  const script = join(scripts, `eval-${what}.ts`)
  return spawnSync(process.execPath, [...flags, script, ...args], { encoding: 'utf8' })
}

/** As the script itself starts it: to load what is compiled takes longer than to refuse a word. */
const plain = ['--import', pathToFileURL(join(scripts, 'preload.mjs')).href]

const nowhere = join(import.meta.dirname, 'nowhere')
const mistakes: [what: string, args: string[], says: RegExp][] = [
  ['extraction', [], /^Name a folder of samples\.\nUsage: scripts\/eval extraction /],
  ['extraction', [nowhere], /nowhere is not a folder\.\nUsage: /],
  ['extraction', [import.meta.filename], /eval\.test\.ts is not a folder\.\n/],
  ['extraction', ['--phrases', nowhere, scripts], /^--phrases: there is no file .*nowhere\.\n/],
  ['extraction', ['--deep'], /^Unknown option '--deep'/],
  ['keyword', [], /^There is no judged set here; name a folder\.\nUsage: /],
  ['keyword', [nowhere], /nowhere is not a folder\.\n/],
  ['semantic', [nowhere], /nowhere is not a folder\.\n/],
  ['semantic', ['--model', nowhere, scripts], /nowhere is not a folder\.\n/],
  ['semantic', ['--deep'], /^Unknown option '--deep'/],
  ['served', [], /^There is no judged set here; name a folder\.\nUsage: scripts\/eval served /],
  ['served', ['--mode', 'lexical', scripts], /^lexical is not a mode\.\n/],
  ['served', ['--most', 'few', '.'], /^--most is a number of queries, from 1 on\.\nUsage: /],
  ['queries', ['many'], /^many is not a number from 1 to 999999999\.\nUsage: /],
  ['queries', ['0'], /^0 is not a number/],
]
for (const [what, args, says] of mistakes) {
  test(`${what} ${args.map((arg) => arg.split('/').at(-1)).join(' ')}: plain words`, () => {
    const { status, stdout, stderr } = evaluateWith(plain, what, args)
    assert.is(status, 2, stderr)
    assert.is(stdout, '')
    assert.match(stderr, says)
    assert.not.match(stderr, /^ +at /m)
  })
}

function makeSamples(folder: string): void {
  mkdirSync(join(folder, 'deep'))
  mkdirSync(join(folder, '.hidden'))
  writeFileSync(join(folder, 'deep', 'harbour.txt'), 'The harbour master counts the ships.\n')
  writeFileSync(join(folder, 'empty.txt'), '')
  writeFileSync(join(folder, 'torn.pdf'), '%PDF-1.7\nnothing more')
  writeFileSync(join(folder, '.hidden', 'secret.txt'), 'Not to be seen.')
}

test('each file ends indexed, failed or refused, and phrases are looked for', () => {
  using folder = temporaryFolder()
  makeSamples(folder.path)
  using notes = temporaryFolder()
  const phrases = join(notes.path, 'phrases.tsv')
  writeFileSync(phrases, 'harbour.txt\tharbour  MASTER counts\r\n')
  const { status, stdout } = evaluate('extraction', folder.path, '--phrases', phrases, '--json')
  const { files, wrong } = JSON.parse(stdout)
  const brief = files.map(({ seconds: _, reason, ...file }: Record<string, unknown>) => ({
    ...file,
    reason: `${reason}`.split(':')[0],
  }))
  assert.equal(brief, [
    {
      name: 'deep/harbour.txt',
      state: 'indexed',
      phrase: 'found',
      reason: '',
      passages: { doc_chunk: 1, metadata: 1 },
    },
    {
      name: 'empty.txt',
      state: 'refused',
      passages: {},
      phrase: 'none given',
      reason: 'size_bytes must be from 1 to 1000000000.',
    },
    { name: 'torn.pdf', state: 'failed', passages: {}, phrase: 'none given', reason: 'corrupt' },
  ])
  assert.is(wrong, 0)
  assert.is(status, 0)
})

test('a phrase that is not found is said, and the exit code is 1', () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, 'harbour.txt'), 'The harbour master counts the ships.\n')
  const phrases = join(folder.path, '.phrases')
  writeFileSync(phrases, 'harbour.txt\tno such words\n')
  const { status, stdout } = evaluate('extraction', folder.path, '--phrases', phrases)
  assert.is(status, 1)
  assert.match(stdout, /^harbour\.txt +indexed +1 doc_chunk, 1 metadata +NO /m)
  assert.match(stdout, /\n1 files, 1 not as they should be\.\n$/)
})

// "ships" finds h2 before h1, which is worth twice as much: (1 + 2 / log2 3) / (2 + 1 / log2 3).
const twoInWrongOrder = (1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3))

test('the gain of ten places is that of the formula, as a share of the best', () => {
  const grades = new Map([
    ['h1', 2],
    ['h2', 1],
  ])
  const others = Array.from({ length: 9 }, (_, i) => `other ${i}`)
  assert.is(ndcg(['h1', 'h2'], grades), 1)
  assert.is(ndcg(['h2', 'h1'], grades), twoInWrongOrder)
  assert.is(ndcg([...others, 'h2'], grades), 1 / Math.log2(11) / (2 + 1 / Math.log2(3)))
  assert.is(ndcg([...others, 'other 9', 'h1', 'h2'], grades), 0)
  assert.is(recall(['h2', 'x'], grades), 0.5)
  assert.is(recall([...Array.from({ length: 100 }, (_, i) => `${i}`), 'h1'], grades), 0)
})

type Row = Record<string, unknown> & { ndcg: number; medianMs: number }

test('a served set has the figures that were worked out by hand', () => {
  const judged = resolve(import.meta.dirname, '../fixtures/judged')
  const { status, stdout, stderr } = evaluate('served', judged, '--json', '--mode', 'keyword')
  assert.is(status, 0, stderr)
  const six = (share: number) => Number(share.toFixed(6))
  const rows = (JSON.parse(stdout) as Row[]).map(({ medianMs, ...row }) => ({
    ...row,
    ndcg: six(row.ndcg),
  }))
  // Four queries are judged: bread 1; ships as above; the baker comes after the harbour at dawn, or
  // not at all where "dawn harbour" is the phrase that was typed; a violin 0.
  const plain = { ndcg: six((1 + twoInWrongOrder + 1 / Math.log2(3)) / 4), recall: 3 / 4 }
  const typed = { ndcg: six((1 + twoInWrongOrder) / 4), recall: 2 / 4 }
  const set = 'harbour'
  assert.equal(rows, [
    { set, by: 'BM25 passages', queries: 'cleaned', ...plain },
    { set, by: 'BM25 documents', queries: 'cleaned', ...plain },
    { set, by: 'keyword', queries: 'raw', ...typed },
    { set, by: 'keyword', queries: 'cleaned', ...plain },
  ])
})

test.run()
