// scripts/test --changed: of all test files those that a change can reach.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Folder, fixture, good, guard, head, run, writeFiles } from '../support/run-guard.ts'
import { shared } from '../support/shared.ts'

const changed = new URL('../../scripts/testing/changed.ts', import.meta.url)
const thing = 'export const thing = 1\n'
const from = (path: string) => `import { thing as other } from '${path}'\nvoid other\n`
const testOf = (text: string) => `${head}${text}${good}${run}`

const house: Record<string, string> = {
  'package-lock.json': '{}',
  'README.md': 'read me\n',
  'src/main.ts': `${from('./deep.ts')}${thing}`,
  'src/deep.ts': thing,
  'src/lone.ts': thing,
  'src/late.ts': "export const thing = () => import('./lone.ts')\n",
  'src/threads.ts': "export const thing = () => entryUrl('hot')\nfunction entryUrl(name) {}\n",
  'src/workers/hot.ts': thing,
  'src/base/assets.ts': thing,
  'src/store/migrations/1.sql': 'SELECT 1',
  'data/manual/page.md': 'a page',
  'data/models/model': 'a model',
  'test/fixtures/page.txt': 'text',
  'test/support/program.ts': `const main = '../../src/main.ts'\nexport const thing = main\n`,
  'test/tidy.test.ts': testOf(''),
  'test/deep.test.ts': testOf(from('../src/deep.ts')),
  'test/late.test.ts': testOf(from('../src/late.ts')),
  'test/threads.test.ts': testOf(from('../src/threads.ts')),
  'test/starts.test.ts': testOf(from('./support/program.ts')),
  'test/schema.test.ts': testOf(from('../src/base/assets.ts')),
  'test/pages.test.ts': testOf("void '../test/fixtures'\n"),
  'test/manual.test.ts': testOf("export type A = 1\n\nvoid 'data/manual'\n"),
  'test/readme.test.ts': testOf("void 'README.md'\n"),
  'test/types.test.ts': testOf("import type { thing } from '../src/deep.ts'\n"),
}
const all = Object.keys(house).filter((name) => name.endsWith('.test.ts'))
const every = all.map((name) => name.slice(5, -8)).sort()

const rows: { what: string; file: string; reached: string[] }[] = [
  { what: 'a module', file: 'src/deep.ts', reached: ['deep', 'starts', 'tidy'] },
  { what: 'a module loaded late', file: 'src/lone.ts', reached: ['late', 'tidy'] },
  { what: 'a thread', file: 'src/workers/hot.ts', reached: ['threads', 'tidy'] },
  { what: 'the program', file: 'src/main.ts', reached: ['starts', 'tidy'] },
  { what: 'a migration', file: 'src/store/migrations/1.sql', reached: ['schema', 'tidy'] },
  { what: 'a model', file: 'data/models/model', reached: ['schema', 'tidy'] },
  { what: 'a page of the manual', file: 'data/manual/page.md', reached: ['manual', 'tidy'] },
  { what: 'a file of a folder', file: 'test/fixtures/page.txt', reached: ['pages', 'tidy'] },
  { what: 'a document', file: 'README.md', reached: ['readme', 'tidy'] },
  { what: 'a test', file: 'test/types.test.ts', reached: ['tidy', 'types'] },
  { what: 'a package', file: 'package-lock.json', reached: every },
]

/** Each change is made in it and taken back. */
const { fact } = shared(async () => {
  const { path, ...folder } = repository()
  return { path, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
})

for (const { what, file, reached } of rows) {
  fact(`a change of ${what} runs what can reach it`, ({ path }) => {
    const text = house[file] ?? ''
    writeFiles(path, { [file]: `${text}\n` })
    const found = reachedIn(path)
    writeFiles(path, { [file]: text })
    assert.equal(found, reached)
  })
}

test('what a change reaches is run, and nothing else', async () => {
  using folder = repository()
  writeFiles(folder.path, { 'src/late.ts': `${house['src/late.ts']}\n` })
  assert.equal(reachedIn(folder.path), ['late', 'tidy'])
  assert.equal(await ranIn(folder), ['late', 'tidy'])
})

test('a file that is new counts as changed', async () => {
  using folder = repository()
  writeFiles(folder.path, { 'test/new.test.ts': testOf('') })
  assert.equal(await ranIn(folder), ['new', 'tidy'])
})

test('a file that went reaches whoever imports it', async () => {
  using folder = repository()
  rmSync(join(folder.path, 'src/lone.ts'))
  assert.equal(await ranIn(folder), ['late', 'tidy'])
})

test('where all is committed the last commit is the change', async () => {
  using folder = repository()
  writeFiles(folder.path, { 'src/deep.ts': `${thing}\n` })
  commit(folder)
  assert.equal(await ranIn(folder), ['deep', 'starts', 'tidy'])
})

test('a part of a path chooses among what is reached', async () => {
  using folder = repository()
  writeFiles(folder.path, { 'src/deep.ts': `${thing}\n` })
  assert.equal(await ranIn(folder, ['starts']), ['starts'])
  assert.equal(await ranIn(folder, ['late']), [])
})

function repository(): Folder {
  const folder = fixture({ ...house, '.gitignore': 'node_modules\ntimes.json*\n' })
  git(folder, 'init', '--quiet')
  commit(folder)
  writeFiles(folder.path, { 'src/unused.ts': '' })
  commit(folder)
  return folder
}

function commit(folder: Folder): void {
  git(folder, 'add', '--all')
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@b.eu', 'commit', '--quiet', '-m', 'x')
}

function git({ path }: Folder, ...args: string[]): void {
  execFileSync('git', args, { cwd: path })
}

/** What a run would run, as the guard asks: to run it takes as long as all else. */
function reachedIn(path: string): string[] {
  const ask = `import { reachedByChange } from '${changed}'
    console.log(reachedByChange(${JSON.stringify(all)}).files.join(' '))`
  const args = ['--input-type=module', '--eval', ask]
  const told = execFileSync(process.execPath, args, { cwd: path, encoding: 'utf8' })
  return told
    .trim()
    .split(' ')
    .map((name) => name.slice(5, -8))
    .sort()
}

/** The run is good, and its last line counts them. */
async function ranIn(folder: Folder, patterns: string[] = []): Promise<string[]> {
  const { code, lines } = await guard(folder, { patterns: ['--changed', ...patterns] })
  const ran = lines.flatMap((line) => /^ok .* test\/([\w/]+)\.test\.ts$/.exec(line)?.[1] ?? [])
  assert.is(lines.at(-1), `${ran.length} passed, 0 failed`)
  assert.is(code, 0)
  return ran.sort()
}

test.run()
