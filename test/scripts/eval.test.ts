// What `scripts/eval` says of what was typed, and of a folder with good, bad and empty files.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../support/temporary-folder.ts'

const scripts = resolve(import.meta.dirname, '../../scripts')
const preload = ['--import', join(scripts, 'preload.mjs')]

function evaluate(what: string, ...args: string[]) {
  const script = join(scripts, `eval-${what}.ts`)
  return spawnSync(process.execPath, [...preload, script, ...args], { encoding: 'utf8' })
}

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
  ['queries', ['many'], /^many is not a number from 1 to 999999999\.\nUsage: /],
  ['queries', ['0'], /^0 is not a number/],
]
for (const [what, args, says] of mistakes) {
  test(`${what} ${args.map((arg) => arg.split('/').at(-1)).join(' ')}: plain words`, () => {
    const { status, stdout, stderr } = evaluate(what, ...args)
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
  makeSamples(folder.path)
  const phrases = join(folder.path, '.phrases')
  writeFileSync(phrases, 'harbour.txt\tno such words\n')
  const { status, stdout } = evaluate('extraction', folder.path, '--phrases', phrases)
  assert.is(status, 1)
  assert.match(stdout, /^deep\/harbour\.txt +indexed +1 doc_chunk, 1 metadata +NO /m)
  assert.match(stdout, /\n3 files, 1 not as they should be\.\n$/)
})

test.run()
