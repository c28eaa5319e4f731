// A child that goes on with other files of the same owner: what it may read, when it may not, and
// that a file is treated by it as by a child of its own.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Inspection } from '../../../src/domain/ingest/ports.ts'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import { type ExtractLimits, filesMax, restingMax } from '../../../src/extract/limits.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import type { ChildProgram } from '../../../src/extract/sandbox/start-child.ts'
import { hostileReader } from '../../support/hostile-reader.ts'
import { makePages, makePdf } from '../../support/make-pdf.ts'
import { childrenOf } from '../../support/processes.ts'
import { openBytes, type TestFile } from '../../support/read-bytes.ts'
import { shared } from '../../support/shared.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until, untilSo } from '../../support/until.ts'

type Owner = string | undefined

/** Inspections one after the other, each of a file with a key of its own. */
function inspector(program: ChildProgram, limits: Partial<ExtractLimits> = {}) {
  const extractor = openExtractRunner({ program, limits, ahead: true })
  let files = 0
  return async (owner: Owner, file: TestFile | string): Promise<Inspection> => {
    using open = openBytes(typeof file === 'string' ? { bytes: file, filename: 'a.txt' } : file)
    const { fd, claims } = open
    const whose = owner === undefined ? {} : { owner }
    return await extractor.inspect({ fd, claims, key: `${files++}`, ...whose })
  }
}

/** The script runs in place of the text reader with the `file`, and may set `results`. */
function reader(script = '') {
  return hostileReader(`
    const file = arguments[0].source.whole().toString()
    results.pid = process.pid
    results.files = readText.files = (readText.files ?? 0) + 1
    ${script}`)
}

type Results = { pid: number; files: number } & Record<string, unknown>

function resultsOf({ textSample }: Inspection): Results {
  return JSON.parse(textSample)
}

/** The file as a child read it that had read another one of the owner before. */
async function readSecond(
  inspect: ReturnType<typeof inspector>,
  { owner = 'one', file = 'a text' },
): Promise<Results> {
  return await until('a child reads a second file', async () => {
    await inspect(owner, 'a text')
    const inspection = await inspect(owner, file)
    if (inspection.failure) return undefined
    const results = resultsOf(inspection)
    // Each is read twice by its child: looked at, and taken out.
    return results.files > 2 ? results : undefined
  })
}

test('a child goes on with files of the same owner', async () => {
  using program = reader()
  await readSecond(inspector(program), {})
})

test('a file of another owner, or of nobody known, has another child', async () => {
  using program = reader()
  const inspect = inspector(program)
  const { pid } = await readSecond(inspect, {})
  for (const owner of ['two', undefined]) {
    const other = resultsOf(await inspect(owner, 'a text'))
    assert.is.not(other.pid, pid)
    assert.is(other.files, 1)
  }
})

test('a file of nobody known has a child of its own', async () => {
  using program = reader()
  const inspect = inspector(program)
  for (let i = 0; i < 3; i++) {
    assert.is(resultsOf(await inspect(undefined, 'a text')).files, 1)
  }
})

const traces: [name: string, script: string][] = [
  ['a name that is known everywhere', 'globalThis.kept = file'],
  ['a property of all objects', 'Object.prototype.kept = file'],
  ['another way to part a text', 'String.prototype.split = () => [file]'],
  ['another way to part a text, hidden', 'String[Symbol.iterator] = () => file'],
  ['another parser', 'JSON.parse = () => file'],
  ['another iterator', '[][Symbol.iterator]().__proto__ ?? 0; Array.prototype.values = () => file'],
  ['another iterator, hidden', 'Object.getPrototypeOf([].values()).kept = file'],
  [
    'a name in between',
    'Object.setPrototypeOf(Array.prototype, { __proto__: Object.prototype, kept: file })',
  ],
  ['another getter', "Object.defineProperty(Map.prototype, 'size', { get: () => file })"],
  ['work that goes on', 'setInterval(() => {}, 1000)'],
  ['work that comes later', 'setTimeout(() => {}, 60_000)'],
  ['an open file', "require('fs').openSync(process.argv[1])"],
]
/** One reader for all of them: the child after a trace is the one that finds the next. */
const { fact: trace } = shared(async () => {
  const program = reader(
    traces.map(([, script], i) => `if (file === 'leave ${i}') { ${script} }`).join('\n'),
  )
  return {
    inspect: inspector(program),
    async [Symbol.asyncDispose]() {
      program[Symbol.dispose]()
    },
  }
})
for (const [i, [name]] of traces.entries()) {
  trace(`a file that leaves ${name} is the last of its child`, async ({ inspect }) => {
    const { pid } = await readSecond(inspect, { file: `leave ${i}` })
    assert.is.not(resultsOf(await inspect('one', 'a text')).pid, pid)
  })
}

/** With what nobody has to look through: a heap of small things is searched again and again. */
const fillsHeap = 'const all = []; for (;;) all.push(new Array(1e6).fill(1.5))'
const ends: [name: string, script: string, limits: Partial<ExtractLimits>, code: string][] = [
  // As one that never comes to an end, without a processor's work.
  [
    'hangs',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    { wallMs: 4_000 },
    'timeout',
  ],
  [
    'takes memory',
    'const all = []; for (;;) { all.push(Buffer.alloc(1 << 20, 1)); await 0 }',
    { memoryBytes: 300 << 20 },
    'memory',
  ],
  ['fills its heap', fillsHeap, {}, 'memory'],
  ['breaks', "throw new Error('no')", {}, 'corrupt'],
]
for (const [name, script, limits, code] of ends) {
  test(`a second file that ${name}: ${code}, and its child is gone`, async () => {
    using program = reader(`if (file.startsWith('end')) { ${script} }`)
    // A smaller one is full sooner, in the same way.
    const inspect = inspector({ ...program, heapMb: 96 }, limits)
    const before = await readSecond(inspect, {})
    const { failure } = await inspect('one', 'end')
    assert.is(failure?.code, code)
    await untilSo('the next one is well', async () => {
      const next = await inspect('one', 'a text')
      assert.ok(next.failure || resultsOf(next).pid !== before.pid)
      return next.failure === null
    })
  })
}

test('a second file with which its child dies is worth another try', async () => {
  using program = reader("if (file.startsWith('end')) process.exit(1)")
  const inspect = inspector(program)
  const { pid } = await readSecond(inspect, {})
  const error = await inspect('one', 'end').catch((thrown) => thrown)
  assert.is(error.name, 'ExtractInterrupted')
  assert.is.not(resultsOf(await inspect('one', 'a text')).pid, pid)
})

test('what fails in a child that read other files is read again in one of its own', async () => {
  using program = reader("if (readText.files > 2) throw new Error('the fault of another file')")
  const inspect = inspector(program)
  for (let i = 0; i < 3; i++) {
    const inspection = await inspect('one', 'a text')
    assert.is(inspection.failure, null)
    assert.is(resultsOf(inspection).files, 1)
  }
})

test('a second file is read with no other file open, and without any more rights', async () => {
  using program = reader(`
    const fs = require('fs')
    const isFile = (fd) => {
      try { return fs.fstatSync(fd).isFile() } catch { return false }
    }
    results.open = Array.from({ length: 256 }, (_, fd) => fd).filter(isFile)
    results.read = await refusal(() => fs.readFileSync('/etc/hostname'))
    results.socket = await refusal(() => import('node:net'))
    results.worker = process.permission.has('worker')`)
  const inspect = inspector(program)
  const { open, read, socket, worker } = await readSecond(inspect, {})
  assert.equal([open, read, socket, worker], [[], 'ERR_ACCESS_DENIED', 'Refused', false])
})

test('a child reads so many files and no more', async () => {
  using program = reader()
  const inspect = inspector(program)
  const filesOf = new Map<number, number>()
  for (let i = 0; i <= filesMax + 1; i++) {
    const { pid } = resultsOf(await inspect('one', 'a text'))
    filesOf.set(pid, (filesOf.get(pid) ?? 0) + 1)
  }
  assert.ok(filesOf.size > 1)
  assert.ok(Math.max(...filesOf.values()) <= filesMax)
})

test('few children wait for more, and none for long', async () => {
  using program = reader()
  const inspect = inspector(program)
  for (const owner of ['one', 'two', 'three', 'four']) await inspect(owner, 'a text')
  // Whoever is told to go is gone a little later; one may wait that belongs to nobody yet.
  await untilSo('the oldest ones are gone', () => {
    return childrenOf(process.pid).length <= restingMax + 1
  })
  await untilSo('all are gone', () => childrenOf(process.pid).length === 0)
})

test('a picture is read by a child of its own', async () => {
  const inspect = inspector(childProgram())
  const size = { width: 20, height: 20, channels: 3 as const }
  const bytes = await sharp({ create: { ...size, background: '#aaa' } })
    .png()
    .toBuffer()
  const { preview } = await inspect('one', { bytes, filename: 'a.png' })
  assert.ok(preview && 'picture' in preview)
  assert.equal(childrenOf(process.pid), [])
})

test('a document is read by a child with others before it as by one of its own', async () => {
  const files = await Promise.all(
    [1, 3].map(async (count) => ({ bytes: await makePdf({ pages: makePages(count) }) })),
  )
  const inspect = inspector(childProgram())
  for (const file of files) {
    const alone = await inspect(undefined, file)
    assert.equal(await inspect('one', file), alone)
    assert.equal(await inspect('one', file), alone)
  }
})

const talkers: [name: string, after: string, isKept: boolean][] = [
  ['says no more than it should', '', true],
  ['says something after the end', "say({ block: { kind: 'prose', text: 'x' } })", false],
  ['says half a line after the end', "fs.writeSync(5, '{')", false],
]
for (const [name, after, isKept] of talkers) {
  test(`a child that ${name} is ${isKept ? '' : 'not '}kept`, async () => {
    using program = talker(after)
    const inspect = inspector(program)
    // The first answer is in the sample: how many files the child was given before.
    const samples = new Set<string>()
    for (let i = 0; i < 3; i++) samples.add((await inspect('one', 'a text')).textSample)
    if (isKept)
      await untilSo('one is kept', async () => (await inspect('one', '')).textSample !== '0')
    else assert.equal([...samples], ['0'])
  })
}

/** A child that answers each job, then says or does something more. */
function talker(after: string): ChildProgram & Disposable {
  const folder = temporaryFolder()
  const file = join(folder.path, 'child.mjs')
  const seen = { pageCount: null, durationMs: null, warnings: [], failure: null }
  const inspected = { ...seen, sniffedContentType: 'text/plain' }
  const kind = { contentType: 'text/plain', modality: 'text' }
  const extraction = { ...kind, title: null, pageCount: null, warnings: [] }
  writeFileSync(
    file,
    `import * as fs from 'node:fs'
const say = (...lines) => {
  fs.writeSync(5, lines.map((line) => JSON.stringify(line) + '\\n').join(''))
}
const piece = Buffer.alloc(65536)
let files = 0
for (;;) {
  const count = fs.readSync(3, piece)
  if (count === 0) break
  const text = piece.toString('utf8', 0, count)
  if (text.includes('"task":"rest"')) say({ rested: true })
  if (!text.includes('"task":"inspect"')) continue
  say(
    { endInspect: { ...${JSON.stringify(inspected)}, textSample: String(files++) } },
    { begin: ${JSON.stringify(kind)} },
    { endExtract: ${JSON.stringify(extraction)} },
  )
  ${after}
}
`,
  )
  return {
    url: pathToFileURL(file),
    readable: [`${folder.path}/*`],
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

test.run()
