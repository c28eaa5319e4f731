import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Block, Extraction, FileKind } from '../../../src/domain/ingest/ports.ts'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import type { ExtractLimits } from '../../../src/extract/limits.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import type { ChildProgram } from '../../../src/extract/sandbox/start-child.ts'
import { makeBombPdf, makePages, makePdf } from '../../support/make-pdf.ts'
import { childrenOf, isRunning } from '../../support/processes.ts'
import { openBytes, type TestFile } from '../../support/read-bytes.ts'
import { stubChild } from '../../support/stub-child.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until, untilSo } from '../../support/until.ts'

/** What is not about time must not fail for want of it. */
const patient = { wallMs: 600_000 }

type Setup = {
  program?: ChildProgram
  limits?: Partial<ExtractLimits>
  take?: (blocks: Block[]) => Promise<void>
  signal?: AbortSignal
}

type Result = { error?: Error & { code?: string }; extraction?: Extraction; blocks: Block[] }

async function extract(file: TestFile, setup: Setup = {}): Promise<Result & { kinds: FileKind[] }> {
  using open = openBytes(file)
  const { program = childProgram(), limits, take, signal } = setup
  const runner = openExtractRunner({ program, limits: { ...patient, ...limits } })
  const blocks: Block[] = []
  const kinds: FileKind[] = []
  try {
    const job = { fd: open.fd, claims: open.claims, ...(signal ? { signal } : {}) }
    const extraction = await runner.extract(job, async (some, kind) => {
      blocks.push(...some)
      kinds.push(kind)
      await take?.(some)
    })
    return { extraction, blocks, kinds }
  } catch (error) {
    return { error: error as Error, blocks, kinds }
  }
}

test('the child reads a file and hands over its text in order', async () => {
  const bytes = await makePdf({ pages: makePages(3) })
  const { extraction, blocks, kinds } = await extract({ bytes })
  assert.equal(extraction, {
    contentType: 'application/pdf',
    modality: 'document',
    title: null,
    pageCount: 3,
    durationMs: null,
    warnings: [],
  })
  assert.equal(
    blocks.map(({ page }) => page),
    [1, 2, 3],
  )
  assert.equal(kinds[0], { contentType: 'application/pdf', modality: 'document' })
})

const formats: [filename: string, bytes: string, text: string][] = [
  ['a.txt', 'Plain.', 'Plain.'],
  ['a.md', '# Marked', 'Marked'],
  ['a.html', '<html><p>Page</p>', 'Page'],
  ['a.csv', 'a,b\n1,2', 'a: 1; b: 2'],
  ['a.json', '{"a":1}', 'a: 1'],
  ['a.jsonl', '{"a":1}\n{"a":2}', 'a: 1'],
]
for (const [filename, bytes, text] of formats) {
  test(`the child can read ${filename}`, async () => {
    const { blocks, error } = await extract({ bytes, filename })
    assert.is(error, undefined)
    assert.is(blocks[0]?.text, text)
  })
}

const refused: [name: string, file: TestFile, limits: Partial<ExtractLimits>, code: string][] = [
  ['nothing in it', { bytes: '' }, {}, 'empty'],
  ['only white space', { bytes: ' \n\n ' }, {}, 'empty'],
  ['a PDF of pictures', { bytes: await makePdf({ pages: ['', ''] }) }, {}, 'empty'],
  ['an archive', { bytes: Buffer.from('504b030414000000', 'hex') }, {}, 'unsupported_type'],
  ['a password', { bytes: await makePdf({ pages: ['x'], userPassword: 'p' }) }, {}, 'encrypted'],
  [
    'too many pages',
    { bytes: await makePdf({ pages: makePages(5) }) },
    { pagesMax: 4 },
    'too_many_pages',
  ],
  ['too much text', { bytes: 'word '.repeat(50_000) }, { textCharsMax: 100_000 }, 'too_much_text'],
  ['a page that unfolds', { bytes: makeBombPdf(250) }, { memoryBytes: 200 << 20 }, 'memory'],
  ['a nest of brackets', { bytes: '['.repeat(1e6), filename: 'a.json' }, {}, 'corrupt'],
]
for (const [name, file, limits, code] of refused) {
  test(`a file with ${name}: ${code}`, async () => {
    const { error } = await extract(file, { limits })
    assert.is(error?.name, 'ExtractFailed')
    assert.is(error?.code, code)
  })
}

/** With what nobody has to look through: a heap of small things is searched again and again. */
const fillsHeap = 'const all = []; for (;;) all.push(new Array(1e6).fill(1.5))'
const stubs: [name: string, script: string, limits: Partial<ExtractLimits>, ends: string][] = [
  ['hangs without a word', 'for (;;) {}', { wallMs: 400 }, 'timeout'],
  ['waits for ever', 'setInterval(() => {}, 1000)', { wallMs: 400 }, 'timeout'],
  [
    'hoards buffers',
    'const all = []; for (;;) { all.push(Buffer.alloc(1 << 20, 1)); await 0 }',
    { memoryBytes: 200 << 20 },
    'memory',
  ],
  ['fills its heap', fillsHeap, { memoryBytes: 2 ** 40 }, 'memory'],
]
for (const [name, script, limits, code] of stubs) {
  test(`a child that ${name}: ${code}`, async () => {
    using program = stubChild(script)
    // A smaller heap is full sooner, in the same way.
    const { error } = await extract({ bytes: 'x' }, { program: { ...program, heapMb: 96 }, limits })
    assert.is(error?.name, 'ExtractFailed')
    assert.is(error?.code, code)
  })
}

const interrupted: [name: string, script: string][] = [
  ['is killed', "say(begin); say(block('a')); process.kill(process.pid, 'SIGKILL')"],
  ['leaves without a last line', "say(begin); say(block('a')); process.exit(0)"],
  ['writes a line without end', "for (;;) fs.writeSync(5, 'x'.repeat(65536))"],
  ['writes no JSON', "fs.writeSync(5, 'hello\\n'); setInterval(() => {}, 1000)"],
  ['skips the beginning', "say(block('a')); say(end(null))"],
  ['answers another task', 'say({ endInspect: {} })'],
]
for (const [name, script] of interrupted) {
  test(`a child that ${name} is worth another try`, async () => {
    using program = stubChild(script)
    const { error } = await extract({ bytes: 'x' }, { program })
    assert.ok(error)
    assert.is.not(error?.name, 'ExtractFailed')
  })
}

test('a program that cannot be started is worth another try', async () => {
  const program = { url: new URL('file:///nowhere/child.mjs'), readable: [] }
  const { error } = await extract({ bytes: 'x' }, { program })
  assert.is(error?.name, 'ExtractInterrupted')
})

test('the child has no environment and no right to files or processes', async () => {
  using program = stubChild(`
    const refusal = (deed) => { try { deed(); return 'allowed' } catch (e) { return e.code } }
    const { spawnSync } = await import('node:child_process')
    const seen = {
      env: Object.keys(process.env),
      read: refusal(() => fs.readFileSync('/etc/hostname')),
      write: refusal(() => fs.writeFileSync('/tmp/kontor-child-was-here', '')),
      spawn: refusal(() => spawnSync('true')),
      blob: fs.readFileSync(4, 'utf8'),
    }
    say(begin)
    say(end(JSON.stringify(seen)))`)
  const { extraction } = await extract({ bytes: 'the blob' }, { program })
  assert.equal(JSON.parse(extraction?.title ?? ''), {
    env: [],
    read: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    spawn: 'ERR_ACCESS_DENIED',
    blob: 'the blob',
  })
})

test('the time in which the child waits for us does not count', async () => {
  using program = stubChild(`
    say(begin)
    for (let i = 0; i < 200; i++) say(block('x'.repeat(8000)))
    say(end(null))`)
  // More than its pipe holds: it cannot end before we go on.
  let isFirst = true
  const take = async () => {
    if (isFirst) await delay(7_000)
    isFirst = false
  }
  const limits = { wallMs: 5_000 }
  const { error, blocks } = await extract({ bytes: 'x' }, { program, limits, take })
  assert.is(error, undefined)
  assert.is(blocks.length, 200)
})

test('what the taker throws comes out, and the child is gone', async () => {
  using program = stubChild("say(begin); say(block('a')); setInterval(() => {}, 1000)")
  const { error } = await extract(
    { bytes: 'x' },
    { program, take: () => Promise.reject(new Error('no room')) },
  )
  assert.is(error?.message, 'no room')
  assert.is(childrenOf(process.pid).length, 0)
})

const busy = "say(begin); say(block('a')); for (;;) {}"
const moments: [when: string, how: (stop: AbortController) => Partial<Setup>][] = [
  ['while the child is busy', (stop) => ({ take: async () => stop.abort() })],
  [
    'before it has begun',
    (stop) => {
      stop.abort()
      return {}
    },
  ],
]
for (const [when, how] of moments) {
  test(`a signal ends the extraction ${when}`, async () => {
    using program = stubChild(busy)
    const stop = new AbortController()
    // Nothing else ends it.
    const limits = { wallMs: 24 * 3_600_000 }
    const setup = { program, limits, signal: stop.signal, ...how(stop) }
    const { error } = await extract({ bytes: 'x' }, setup)
    assert.is(error?.name, 'ExtractInterrupted')
  })
}

test('after kill -9 of the parent a busy child ends by itself', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'a.txt')
  writeFileSync(file, 'A text.')
  const script = new URL('../../support/orphan-parent.ts', import.meta.url).pathname
  const env = { ...process.env, TMPDIR: folder.path }
  const parent = spawn(process.execPath, ['--no-warnings', script, file], { stdio: 'ignore', env })
  const exited = once(parent, 'exit')
  // Not the shell that is to kill it, which looks like its parent for a moment.
  const isReader = (pid: number) => commandOf(pid).includes('--permission')
  const child = await until('the child is there', () => childrenOf(parent.pid ?? 0).find(isReader))
  await delay(1_000)
  assert.ok(isRunning(child))
  parent.kill('SIGKILL')
  await exited
  await untilSo('the child is gone', () => !isRunning(child))
})

test('an inspection comes from the child, also of a file that cannot be read', async () => {
  const runner = openExtractRunner({ program: childProgram(), limits: patient })
  using open = openBytes({ bytes: await makePdf({ pages: ['x'], userPassword: 'p' }) })
  const { failure, ...rest } = await runner.inspect({ fd: open.fd, claims: open.claims })
  assert.is(failure?.code, 'encrypted')
  assert.equal(rest, {
    sniffedContentType: 'application/pdf',
    pageCount: null,
    durationMs: null,
    textSample: '',
    warnings: [],
  })
})

test('an inspection that is stopped at a limit keeps what it had seen', async () => {
  const runner = openExtractRunner({
    program: childProgram(),
    limits: { ...patient, memoryBytes: 200 << 20 },
  })
  using open = openBytes({ bytes: makeBombPdf(250), contentType: 'text/html' })
  const { failure, ...rest } = await runner.inspect({ fd: open.fd, claims: open.claims })
  assert.is(failure?.code, 'memory')
  assert.equal(rest, {
    sniffedContentType: 'application/pdf',
    pageCount: 1,
    durationMs: null,
    textSample: '',
    warnings: ['The file was declared as text/html but looks like application/pdf.'],
  })
})

test('compiled code is kept from the second file on, by a child that has none', async () => {
  using folder = temporaryFolder()
  const runner = openExtractRunner({ program: { ...childProgram(), codeCache: folder.path } })
  using open = openBytes({ bytes: 'A text.' })
  const kept = () => readdirSync(folder.path, { recursive: true }).length
  await runner.extract({ fd: open.fd, claims: open.claims }, async () => {})
  const before = kept()
  assert.ok(before <= 1)
  await runner.extract({ fd: open.fd, claims: open.claims }, async () => {})
  await untilSo('the code is there', () => kept() > before)
})

test('compiled code is kept once, also for those who start later', async () => {
  using folder = temporaryFolder()
  using stub = stubChild(`
    const { task } = JSON.parse(job)
    fs.writeFileSync(process.env.NODE_COMPILE_CACHE + '/' + task + process.pid, '')
    if (task === 'warm') say({ warmed: true })
    else [begin, end(null)].forEach(say)`)
  const program = { ...stub, codeCache: folder.path }
  const kept = (by: string) => readdirSync(folder.path).filter((name) => name.startsWith(by))
  const read = async (files: number) => {
    const runner = openExtractRunner({ program })
    for (let i = 0; i < files; i++) {
      using open = openBytes({ bytes: 'A text.' })
      await runner.extract({ fd: open.fd, claims: open.claims }, async () => {})
    }
  }
  await read(2)
  await untilSo('the code is there', () => kept('filled-').length === 1)
  // The child that would keep it again would start before that of the second file.
  await read(4)
  assert.equal([kept('extract').length, kept('warm').length], [6, 1])
})

test('an inspection that takes too long is a finding, not an error', async () => {
  using program = stubChild('for (;;) {}')
  const runner = openExtractRunner({ program, limits: { wallMs: 300 } })
  using open = openBytes({ bytes: 'x' })
  const { failure } = await runner.inspect({ fd: open.fd, claims: open.claims })
  assert.is(failure?.code, 'timeout')
})

const about = { title: 'Harbours', durationMs: null, warnings: ['Odd.'] }
const cuts: [told: string, found: object, pages: (number | undefined)[], part: object][] = [
  [
    'a document of pages',
    { ...about, pageCount: 300 },
    [39, 40],
    { unit: 'pages', read: 40, of: 300 },
  ],
  ['its last page', { ...about, pageCount: 2 }, [1, 2], { unit: 'pages', read: 1, of: 2 }],
  [
    'a text',
    { ...about, pageCount: null },
    [undefined, undefined],
    { unit: 'characters', read: 12, of: null },
  ],
]
for (const [told, found, pages, part] of cuts) {
  test(`what was read of ${told} before the time was over is kept, in order`, async () => {
    const lines = pages.map((page, i) => ({ block: { kind: 'prose', text: `Part ${i}`, page } }))
    using program = stubChild(`
      say({ ...begin, found: ${JSON.stringify(found)} })
      for (const line of ${JSON.stringify(lines)}) say(line)
      for (;;) {}`)
    const { extraction, blocks } = await extract(
      { bytes: 'x' },
      { program, limits: { wallMs: 300 } },
    )
    assert.equal(
      blocks.map(({ text }) => text),
      ['Part 0', 'Part 1'],
    )
    assert.equal(extraction, { contentType: 'text/plain', modality: 'text', ...found, part })
  })
}

test('what is read of a file without a word before the time was over is a failure', async () => {
  using program = stubChild(`say({ ...begin, found: {} })\nfor (;;) {}`)
  const { error } = await extract({ bytes: 'x' }, { program, limits: { wallMs: 300 } })
  assert.is(error?.code, 'timeout')
})

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test.run()
