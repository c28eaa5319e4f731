// Each rule of support/tidy is shown a snippet that breaks it and one that does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { circleBreaches } from './support/tidy/circle-rules.ts'
import { decisionBreaches } from './support/tidy/decision-rules.ts'
import { dependencyBreaches } from './support/tidy/dependency-rules.ts'
import {
  deadFiles,
  doorBreaches,
  importBreaches,
  missingImports,
} from './support/tidy/import-rules.ts'
import {
  functionBreaches,
  lengthBreaches,
  mirrorBreaches,
  nameBreaches,
  parameterBreaches,
  spreadBreaches,
} from './support/tidy/shape-rules.ts'
import { type Breach, type Source, sourceOf } from './support/tidy/source.ts'
import {
  awaitBreaches,
  disposalBreaches,
  exportBreaches,
  processBreaches,
  sqlBreaches,
  throwBreaches,
  uvuBreaches,
  wordBreaches,
} from './support/tidy/trap-rules.ts'

type Row = [path: string, text: string, says: string | undefined]

function table(title: string, rule: (source: Source) => Breach[], rows: Row[]): void {
  for (const [path, text, says] of rows) {
    const about = says === undefined ? 'passes' : 'refuses'
    test(`${title}: ${about} ${path} with ${text.slice(0, 60).replaceAll('\n', ' ')}`, () => {
      const found = rule(sourceOf({ path, text })).map((breach) => breach.says)
      assert.equal(found, says === undefined ? [] : [says])
    })
  }
}

const from = (target: string) => `import { x } from '${target}'`
const typeFrom = (target: string) => `import type { X } from '${target}'`

table('imports', importBreaches, [
  ['src/main.ts', from('./app.ts'), undefined],
  ['src/main.ts', from('./store/open.ts'), 'may not import src/store/open.ts'],
  ['src/app.ts', from('./adapters/disk.ts'), undefined],
  ['src/app.ts', from('./cli/serve.ts'), 'may not import src/cli/serve.ts'],
  ['src/config.ts', from('./base/json.ts'), undefined],
  ['src/config.ts', from('./app.ts'), 'may not import src/app.ts'],
  ['src/base/ids.ts', from('../store/tx.ts'), 'may not import src/store/tx.ts'],
  ['src/base/ids.ts', from('./json.ts'), undefined],
  ['src/store/open.ts', from('../base/clock.ts'), undefined],
  [
    'src/store/open.ts',
    from('../domain/ledger/tables.ts'),
    'may not import src/domain/ledger/tables.ts',
  ],
  ['src/store/schema.ts', from('../domain/ledger/tables.ts'), undefined],
  [
    'src/store/schema.ts',
    from('../domain/ledger/index.ts'),
    'may not import src/domain/ledger/index.ts',
  ],
  ['src/http/v1/a.ts', from('../../domain/ledger/index.ts'), undefined],
  [
    'src/http/v1/a.ts',
    from('../../domain/ledger/queries.ts'),
    'may not import src/domain/ledger/queries.ts',
  ],
  ['src/http/v1/a.ts', from('../../store/open.ts'), 'may not import src/store/open.ts'],
  ['src/http/v1/a.ts', from('../../adapters/disk.ts'), 'may not import src/adapters/disk.ts'],
  ['src/jobs/runner.ts', from('../http/route.ts'), 'may not import src/http/route.ts'],
  ['src/cli/serve.ts', from('../http/route.ts'), 'may not import src/http/route.ts'],
  ['src/cli/serve.ts', from('../app.ts'), undefined],
  ['src/workers/search.ts', from('../store/connect.ts'), undefined],
  ['src/workers/search.ts', from('../app.ts'), 'may not import src/app.ts'],
  ['src/adapters/disk.ts', from('../domain/catalog/ports.ts'), undefined],
  ['src/adapters/disk.ts', from('../engine/index.ts'), undefined],
  [
    'src/adapters/disk.ts',
    from('../engine/analysis/fold.ts'),
    'may not import src/engine/analysis/fold.ts',
  ],
  ['src/app.ts', from('./engine/index.ts'), undefined],
  [
    'src/app.ts',
    from('./engine/embedding/check-model.ts'),
    'may not import src/engine/embedding/check-model.ts',
  ],
  ['src/workers/search.ts', from('../engine/index.ts'), undefined],
  [
    'src/workers/search.ts',
    from('../engine/searcher/searcher.ts'),
    'may not import src/engine/searcher/searcher.ts',
  ],
  ['src/domain/search/room.ts', from('../../engine/index.ts'), undefined],
  ['src/domain/search/room.ts', from('../../engine/port.ts'), 'may not import src/engine/port.ts'],
  [
    'src/domain/ingest/room.ts',
    from('../../engine/index.ts'),
    'may not import src/engine/index.ts',
  ],
  ['src/http/v1/a.ts', from('../../engine/index.ts'), 'may not import src/engine/index.ts'],
  ['src/app.ts', from('./extract/index.ts'), undefined],
  ['src/app.ts', from('./extract/pdf/read-pdf.ts'), 'may not import src/extract/pdf/read-pdf.ts'],
  ['src/app.ts', from('./extract/limits.ts'), 'may not import src/extract/limits.ts'],
  ['src/adapters/disk.ts', from('../extract/index.ts'), undefined],
  [
    'src/adapters/disk.ts',
    from('../extract/ocr/ocr-files.ts'),
    'may not import src/extract/ocr/ocr-files.ts',
  ],
  [
    'src/adapters/disk.ts',
    from('../extract/doors/language.ts'),
    'may not import src/extract/doors/language.ts',
  ],
  ['src/workers/child.ts', from('../extract/doors/extract-child.ts'), undefined],
  [
    'src/workers/child.ts',
    from('../extract/child/confine.ts'),
    'may not import src/extract/child/confine.ts',
  ],
  ['src/workers/child.ts', from('../extract/index.ts'), 'may not import src/extract/index.ts'],
  ['src/http/v1/a.ts', from('../../extract/index.ts'), 'may not import src/extract/index.ts'],
  ['src/extract/index.ts', from('./pdf/read-pdf.ts'), undefined],
  ['src/extract/pdf/a.ts', from('../../domain/ingest/ports.ts'), undefined],
  ['src/extract/pdf/a.ts', from('../../adapters/disk.ts'), 'may not import src/adapters/disk.ts'],
  ['src/engine/index.ts', from('./analysis/fold.ts'), undefined],
  ['src/engine/documents/a.ts', from('../../base/ids.ts'), undefined],
  ['src/engine/documents/a.ts', typeFrom('../../store/tx.ts'), undefined],
  ['src/engine/documents/a.ts', from('../../store/prepared.ts'), undefined],
  [
    'src/engine/documents/a.ts',
    from('../../domain/catalog/index.ts'),
    'may not import src/domain/catalog/index.ts',
  ],
  [
    'src/adapters/disk.ts',
    from('../domain/catalog/index.ts'),
    'may not import src/domain/catalog/index.ts',
  ],
  ['src/domain/ledger/post.ts', from('../identity/index.ts'), undefined],
  ['src/domain/ledger/post.ts', from('../audit/index.ts'), undefined],
  ['src/domain/ledger/post.ts', from('./split.ts'), undefined],
  [
    'src/domain/ledger/post.ts',
    from('../catalog/index.ts'),
    'may not import src/domain/catalog/index.ts',
  ],
  [
    'src/domain/ledger/post.ts',
    from('../identity/queries.ts'),
    'may not import src/domain/identity/queries.ts',
  ],
  ['src/domain/ledger/post.ts', typeFrom('../../store/tx.ts'), undefined],
  [
    'src/domain/ledger/post.ts',
    from('../../store/tx.ts'),
    'may import only types from src/store/tx.ts',
  ],
  [
    'src/domain/ledger/post.ts',
    from('../../store/connect.ts'),
    'may not import src/store/connect.ts',
  ],
  ['src/domain/ledger/post.ts', from('../../config.ts'), 'may not import src/config.ts'],
  [
    'src/domain/audit/a.ts',
    from('../identity/index.ts'),
    'may not import src/domain/identity/index.ts',
  ],
  ['src/domain/nowhere/a.ts', '', 'belongs to no layer'],
  ['src/extra.ts', '', 'belongs to no layer'],
  ['src/domain/ledger/a.ts', "const x = import('../../app.ts')", 'may not import src/app.ts'],
  ['src/domain/ledger/a.ts', "export * from '../../app.ts'", 'may not import src/app.ts'],
  ['src/domain/ledger/a.ts', "type X = import('../../app.ts').X", 'may not import src/app.ts'],
  ['src/domain/ledger/a.ts', from('koa'), 'may not import the package koa'],
  ['src/domain/ledger/a.ts', from('@koa/router'), 'may not import the package @koa/router'],
  ['src/domain/ledger/a.ts', from('drizzle-orm'), undefined],
  ['src/http/v1/a.ts', from('drizzle-orm/sql'), 'may not import the package drizzle-orm/sql'],
  ['src/http/v1/a.ts', from('zod'), undefined],
  ['test/a.test.ts', from('../src/domain/ledger/queries.ts'), undefined],
])

const sameName = 'two string parameters side by side: pass an object'

table('parameters', parameterBreaches, [
  ['src/a.ts', 'function f(x: string, y: string) {}', sameName],
  ['src/a.ts', 'const f = (x: string, y: string | undefined) => {}', sameName],
  ['src/a.ts', "const f = (x: string, y = '') => {}", sameName],
  ['src/a.ts', 'type F = (x: string, y?: string) => void', sameName],
  ['src/a.ts', 'interface F { f(x: string, y: string): void }', sameName],
  ['src/a.ts', 'class F { f(n: number, x: string, y: string) {} }', sameName],
  [
    'src/a.ts',
    'function f(x: number, y = 1) {}',
    'two number parameters side by side: pass an object',
  ],
  ['src/a.ts', 'function f(x: string, n: number, y: string) {}', undefined],
  ['src/a.ts', 'function f({ x, y }: { x: string; y: string }) {}', undefined],
  ['src/a.ts', 'function f(x: string, ...y: string[]) {}', undefined],
  ['src/a.ts', "function f(x: 'a' | 'b', y: 'a' | 'b') {}", undefined],
  ['src/a.ts', 'function f(min: number, max: number) {}', undefined],
  ['test/a.ts', 'function f(x: string, y: string) {}', undefined],
])

/** A row of a table in which something is done. */
const longRow = '[() => {\ng()\ng()\ng()\ng()\ng()\n}],'
const lines = (count: number, line: string) => `${line}\n`.repeat(count)

table('functions', functionBreaches, [
  ['src/a.ts', `function f() {\n${lines(68, 'g()')}}\n`, undefined],
  ['src/a.ts', `function f() {\n${lines(69, 'g()')}}\n`, 'function of 71 lines; at most 70'],
  ['src/a.ts', `const f = () => {\n${lines(80, 'g()')}}\n`, 'function of 82 lines; at most 70'],
  ['src/a.ts', `const o = {\nf() {\n${lines(80, 'g()')}}\n}\n`, 'function of 82 lines; at most 70'],
  ['src/a.ts', `function f() {\nreturn [\n${lines(80, '{ a: 1 },')}]\n}\n`, undefined],
  ['src/a.ts', `function f() {\nreturn \`\n${lines(80, 'text')}\`\n}\n`, undefined],
  ['src/a.ts', `const o = [\n${lines(80, '{ a: 1 },')}]\n`, undefined],
  ['src/a.ts', `function f() {\nreturn [\n${lines(3, longRow)}${lines(60, '[1],')}]\n}`, undefined],
  ['src/a.ts', `const f = () => ({\n${lines(80, 'a: 1,')}})\n`, undefined],
  ['src/a.ts', `const f = () => g({\n${lines(80, 'a: () => 1,')}})\n`, undefined],
  [
    'src/a.ts',
    `const f = () => ({\n${lines(3, 'a: 1,')}${lines(2, `b() {\n${lines(38, 'g()')}},`)}})\n`,
    'function of 81 lines; at most 70',
  ],
  [
    'src/a.ts',
    `function f() {\nreturn [\n${lines(10, longRow)}]\n}`,
    'function of 73 lines; at most 70',
  ],
])

const spread = 'spreads a literal: write its properties'
const tuple = 'takes a tuple as its parameters: name them, or pass an object'
table('spreads', spreadBreaches, [
  ['src/a.ts', 'const a = { ...{ b, c } }', spread],
  ['src/a.ts', 'f({ d, ...{ ...b, c } })', spread],
  ['src/a.ts', 'const a = { ...b, ...(c ? { d } : {}) }', undefined],
  ['src/a.ts', 'function f(...[a, b]: [string, string]) {}', tuple],
  ['src/a.ts', 'const f = (n: number, ...[a]: [string]) => {}', tuple],
  ['src/a.ts', 'function f(...rest: string[]) {}', undefined],
])

table('lengths', lengthBreaches, [
  ['src/a.ts', `// ${'x'.repeat(97)}\n`, undefined],
  ['src/a.ts', `// ${'x'.repeat(98)}\n`, '101 columns; at most 100'],
  ['src/a.ts', `// ${'ö'.repeat(97)}\n`, undefined],
  ['src/a.ts', lines(400, '//'), undefined],
  ['src/a.ts', lines(401, '//'), '401 lines; at most 400'],
  ['src/domain/ledger/tables.ts', lines(401, '//'), undefined],
  ['test/a.test.ts', lines(800, '//'), undefined],
  ['test/a.test.ts', lines(801, '//'), '801 lines; at most 800'],
])

table('names', ({ path }) => nameBreaches(path), [
  ['src/domain/ledger/post-transfer.ts', '', undefined],
  ['src/http/v1/datasets.schema.ts', '', undefined],
  ['src/domain/ledger/utils.ts', '', "'utils' names nothing"],
  ['src/domain/helpers/a.ts', '', "'helpers' names nothing"],
  ['src/domain/link-service.ts', '', "'link-service' names nothing"],
  ['src/domain/ledger/types.ts', '', "'types' names nothing"],
  ['src/domain/ledger/common-passwords.ts', '', undefined],
  ['src/domain/ledger/postTransfer.ts', '', 'postTransfer.ts is not kebab-case'],
])

const uvu = "import { test } from 'uvu'\n"
const runs = 'test.run()\n'

table('uvu', uvuBreaches, [
  ['test/a.test.ts', `${uvu}test('a', () => {})\n${runs}`, undefined],
  ['test/a.test.ts', `${uvu}test('a', () => {})\n`, 'never calls test.run()'],
  ['test/a.test.ts', `${uvu}test.only('a', () => {})\n${runs}`, '.only() hides failures'],
  ['test/a.test.ts', `${uvu}test.skip('a', () => {})\n${runs}`, '.skip() hides failures'],
  ['test/a.test.ts', `${uvu}test.before(() => {})\n${runs}`, '.before() hides failures'],
  ['test/a.test.ts', `${uvu}test.after.each(() => {})\n${runs}`, '.after.each() hides failures'],
  ['test/a.test.ts', 'export const a = 1\n', 'has no uvu test'],
  ['test/a.test.ts', "import { suite } from 'uvu'\nconst s = suite('s')\ns.run()\n", undefined],
  ['test/a.test.ts', "import { suite } from 'uvu'\nconst s = suite('s')\n", 'never calls s.run()'],
  ['test/support/a.ts', 'cursor.after()\n', undefined],
])

const notAnError = 'throws something that is not an Error'

table('throws', throwBreaches, [
  ['test/a.test.ts', "throw 'text'", notAnError],
  ['src/a.ts', 'throw `text`', notAnError],
  ['src/a.ts', 'throw null', notAnError],
  ['src/a.ts', 'throw { code: 1 }', notAnError],
  ['src/a.ts', "throw new Error('text')", undefined],
])

const puts = 'puts SQL together: give values apart'

table('sql', sqlBreaches, [
  ['src/a.ts', `raw.prepare(\`SELECT \${column} FROM a\`)`, puts],
  ['src/a.ts', "raw.exec('DELETE FROM a WHERE b = ' + b)", puts],
  ['src/a.ts', 'sql.raw(text)', puts],
  ['src/a.ts', "raw.prepare('SELECT 1')", undefined],
  ['src/a.ts', `db.all(sql\`SELECT \${value}\`)`, undefined],
  ['src/store/seal/sums.ts', `raw.prepare(\`SELECT \${column} FROM a\`)`, undefined],
])

table('process', processBreaches, [
  ['src/http/a.ts', 'f(process.env.X)', 'process.env has no place here'],
  ['src/config.ts', 'f(process.env.X)', undefined],
  ['src/cli/a.ts', 'process.exit(1)', 'process.exit has no place here'],
  ['src/cli/a.ts', 'process.exitCode = 1', 'process.exitCode has no place here'],
  ['src/main.ts', 'process.exit(1)', undefined],
  ['src/main.ts', 'f(process.env)', undefined],
  ['src/http/a.ts', 'z.coerce.number()', 'z.coerce has no place here'],
  ['test/a.test.ts', 'f(process.env.X)', undefined],
])

table('await', awaitBreaches, [
  ['src/a.ts', 'await f()', 'top-level await'],
  ['src/a.ts', 'if (a) { for await (const x of y) {} }', 'top-level await'],
  ['src/a.ts', 'async function f() { await g() }', undefined],
  ['test/a.ts', 'await f()', undefined],
])

const outlives = 'a promise outlives what `using` closes: await it'
const held = (rest: string) => `async function f() { await using a = b(); ${rest} }`
table('disposal', disposalBreaches, [
  ['src/a.ts', held('return g(a)'), outlives],
  ['test/a.ts', held('if (a) { return a.g() }'), outlives],
  ['src/a.ts', held('return a ? 1 : g(a)'), outlives],
  ['src/a.ts', held('return a?.g() ?? 1'), outlives],
  ['src/a.ts', held('return (g(a) as T)'), outlives],
  ['src/a.ts', held('return new Promise((resolve) => a.on(resolve))'), outlives],
  ['src/a.ts', 'const f = async () => { using a = b(); return g(a) }', outlives],
  ['src/a.ts', 'const f = { async g() { using a = b(); return h(a) } }', outlives],
  ['src/a.ts', 'async function f() { for (using a of b) { return g(a) } }', outlives],
  ['src/a.ts', `${held('return g(a)')} function g(a): Promise<X> { return a.x() }`, outlives],
  ['src/a.ts', held('return await g(a)'), undefined],
  ['src/a.ts', held('return { x: g(a) }'), undefined],
  ['src/a.ts', held('return a.map((one) => one.x).join()'), undefined],
  ['src/a.ts', held('return () => g()'), undefined],
  ['src/a.ts', held('const h = () => { return g() }'), undefined],
  ['src/a.ts', `${held('return g(a)')} function g(a): X { return a.x }`, undefined],
  ['src/a.ts', 'async function f() { if (c) return g(); using a = b(); await a }', undefined],
  ['src/a.ts', 'async function f() { if (c) { using a = b() } return g() }', undefined],
  ['src/a.ts', 'async function* f() { using a = b(); return g(a) }', undefined],
  ['src/a.ts', 'function f(): X { using a = b(); return g(a) }', undefined],
])

table('exports', exportBreaches, [
  ['src/a.ts', 'export default 1', 'default export: exports have names here'],
  ['src/a.ts', 'export const a = 1', undefined],
])

table('words', wordBreaches, [
  ['a.ts', `// see /wo${'rk'}/here`, 'a path of one machine'],
  ['a.ts', `// see /ho${'me'}/me`, 'a path of one machine'],
  ['a.ts', '// GET /v1/work/here and data/home/me', undefined],
  ['a.ts', `// https://registry.n${'pm'}js.org/x`, 'a registry host'],
  ['a.ts', `// as STY${'LE'}.md says`, 'a document that is not in this repository'],
  ['a.ts', `// TO${'DO'}: implement`, 'unfinished work'],
  ['a.ts', '// an agent key of a session', undefined],
])

table('mirror', ({ path }) => mirrorBreaches(path, new Set(['src/domain/ledger'])), [
  ['test/domain/ledger/post.test.ts', '', undefined],
  ['test/domain/leger/post.test.ts', '', 'there is no src/domain/leger'],
  ['test/tidy.test.ts', '', undefined],
  ['test/end-to-end/kill.test.ts', '', undefined],
])

table('missing files', (source) => missingImports(source, new Set(['src/b.ts'])), [
  ['src/a.ts', from('./b.ts'), undefined],
  ['src/a.ts', from('./b'), 'there is no file src/b'],
  ['src/a.ts', from('./c.ts'), 'there is no file src/c.ts'],
])

test('a file that no entry reaches is dead, be it imported by another dead file', () => {
  const sources = [
    sourceOf({ path: 'src/main.ts', text: from('./a.ts') }),
    sourceOf({ path: 'src/a.ts', text: '' }),
    sourceOf({ path: 'src/b.ts', text: from('./c.ts') }),
    sourceOf({ path: 'src/c.ts', text: from('./b.ts') }),
    sourceOf({ path: 'test/b.test.ts', text: from('../src/b.ts') }),
  ]
  const dead = deadFiles(sources, /^src\/main\.ts$/).map(({ path }) => path)
  assert.equal(dead, ['src/b.ts', 'src/c.ts'])
})

const circleRows: [title: string, texts: Record<string, string>, says: string[]][] = [
  ['two files', { a: from('./b.ts'), b: from('./a.ts') }, ['src/a.ts → src/b.ts → src/a.ts']],
  ['a file of itself', { a: from('./a.ts') }, ['src/a.ts → src/a.ts']],
  [
    'three, by what is given on',
    { a: "export * from './b.ts'", b: "export { x } from './c.ts'", c: "import './a.ts'" },
    ['src/a.ts → src/b.ts → src/c.ts → src/a.ts'],
  ],
  [
    'a circle on a circle',
    { a: from('./b.ts'), b: `${from('./a.ts')}\nimport './c.ts'`, c: from('./b.ts') },
    ['src/a.ts → src/b.ts → src/a.ts; 1 more on it'],
  ],
  [
    'two circles',
    { a: from('./b.ts'), b: from('./a.ts'), c: `${from('./a.ts')}\nimport './c.ts'` },
    ['src/a.ts → src/b.ts → src/a.ts', 'src/c.ts → src/c.ts'],
  ],
  ['types', { a: from('./b.ts'), b: typeFrom('./a.ts') }, ['src/a.ts → src/b.ts → src/a.ts']],
  [
    'types that are given on',
    { a: from('./b.ts'), b: "export type { X } from './a.ts'" },
    ['src/a.ts → src/b.ts → src/a.ts'],
  ],
  ['what is loaded later', { a: from('./b.ts'), b: "const x = () => import('./a.ts')" }, []],
  ['two ways to one file', { a: `${from('./b.ts')}\nimport './c.ts'`, b: from('./c.ts') }, []],
]
for (const [title, files, says] of circleRows) {
  test(`circles: ${title}`, () => {
    const sources = Object.entries(files).map(([name, text]) =>
      sourceOf({ path: `src/${name}.ts`, text }),
    )
    const found = circleBreaches(sources).map((breach) => breach.says)
    assert.equal(
      found,
      says.map((circle) => `a circle of imports: ${circle}`),
    )
  })
}

test('a room needs a door with a head comment of five lines', () => {
  const sources = [
    sourceOf({ path: 'src/domain/audit/index.ts', text: lines(5, '// why') }),
    sourceOf({ path: 'src/domain/ledger/index.ts', text: lines(4, '// why') }),
    sourceOf({ path: 'src/domain/catalog/a.ts', text: '' }),
  ]
  assert.equal(doorBreaches(sources), [
    { path: 'src/domain/ledger/index.ts', line: 1, says: 'head comment of 4 lines; at least 5' },
    { path: 'src/domain/catalog/index.ts', line: 1, says: 'the room has no door' },
  ])
})

test('a breach names its line', () => {
  const source = sourceOf({ path: 'src/http/a.ts', text: '\n\nf(process.env.X)\n' })
  assert.equal(processBreaches(source), [
    { path: 'src/http/a.ts', line: 3, says: 'process.env has no place here' },
  ])
})

const packages = (names: readonly string[], code: string, rows: string) =>
  dependencyBreaches([
    {
      path: 'package.json',
      text: JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) }),
    },
    { path: 'src/a.ts', text: code },
    { path: 'src/DECISIONS.md', text: `Words of tar.\n${rows}` },
  ]).map(({ says }) => says)

for (const [title, names, code, rows, says] of [
  ['a package that is imported and explained', ['tar'], "import 'tar'", '| koa, tar | old |', []],
  ['a part of a package', ['tar'], "import 'tar/parse'", '| tar | old |', []],
  ['types of a package', ['@a/b', '@types/a__b'], "import '@a/b'", '| @a/b | why |', []],
  ['one of a maker', ['@a/de'], 'readFile(`@a/$' + '{lang}/x`)', '| @a/de | why |', []],
  ['one that nothing imports', ['tar'], "import 'tar-fs'", '| tar |', ['nothing uses tar']],
  [
    'one without a row of its own',
    ['tar'],
    "import 'tar'",
    '| tar-fs, @x/tar | why |',
    ['src/DECISIONS.md has no reason for tar'],
  ],
  ['types of nothing', ['@types/tar'], '', '', ['nothing uses @types/tar']],
] as const) {
  test(`packages: ${title}`, () => assert.equal(packages(names, code, rows), [...says]))
}

for (const [title, code, count] of [
  ['at once', "import {\n  a,\n} from 'tar/a'", 1],
  ['for its types', "import type { A } from 'tar'", 0],
  ['in a function', "export async function f() {\n  await import('tar')\n}", 0],
  ['when it is wanted', "const { a } = await import('tar')", 0],
] as const) {
  test(`what the demo does not install is imported ${title}`, () => {
    const breaches = dependencyBreaches([
      { path: 'package.json', text: '{"optionalDependencies": {"tar": "1"}}' },
      { path: 'src/a.ts', text: code },
      { path: 'src/DECISIONS.md', text: '| tar | why |' },
    ])
    assert.is(breaches.length, count)
  })
}

const decided = (title: string, lineCount = 1) => `## ${title}\n${lines(lineCount, 'Because.')}`
const decisionRows: [title: string, decisions: string, labBook: string, says: string[]][] = [
  ['short and in order', `${decided('1. A', 8)}\n${decided('3. B')}`, '', []],
  ['nine lines', decided('1. A', 9), '', ['a decision of 9 lines; at most 8']],
  ['rows of a table', `${decided('1. A')}\n${lines(9, '| a |')}`, '', []],
  ['a number twice', `${decided('2. A')}${decided('2. B')}`, '', ['2 is out of order']],
  ['a mark and its page', decided('1. A *'), decided('1. A', 20), []],
  ['a mark without a page', decided('1. A *'), '', ['1 is not in src/LABBOOK.md']],
  [
    'a page without a mark',
    decided('1. A'),
    decided('1. A'),
    ['1 has no mark in src/DECISIONS.md'],
  ],
]
for (const [title, told, measured, says] of decisionRows) {
  test(`decisions: ${title}`, () => {
    const texts = [
      { path: 'src/DECISIONS.md', text: told },
      { path: 'src/LABBOOK.md', text: measured },
    ]
    assert.equal(
      decisionBreaches(texts).map((breach) => breach.says),
      says,
    )
  })
}

test.run()
