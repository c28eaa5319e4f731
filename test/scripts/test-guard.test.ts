// Each row is a way in which bare uvu ends with exit 0, or says nothing, although a test is bad.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fixture, good, guard, head, run } from '../support/run-guard.ts'
import { shared } from '../support/shared.ts'
import { until, untilSo } from '../support/until.ts'

type Bad = { name: string; file: string; verdict: string; says: string; limitS?: string }

/** Of the product: no test feels it. */
const settings = { KONTOR_PORT: '1' }

const lie =
  "console.log('\\n  Total:     9\\n  Passed:    9\\n  Skipped:   0\\n  Duration:  1ms')\n"
const leaving = `import { spawn } from 'node:child_process'
const left = spawn('sleep', ['3600'], { stdio: 'inherit' })
left.unref()
console.log('left', left.pid)
`

const bad: Bad[] = [
  {
    name: 'a failing test',
    file: `${head}${good}test('one is two', () => assert.is(1, 2))\n${run}`,
    verdict: '1 passed, 1 failed',
    says: '1 failed',
  },
  {
    name: 'a thrown text',
    file: `${head}${good}test('throws', () => { throw 'text' })\n${run}`,
    verdict: '1 passed, 1 failed',
    says: '1 failed',
  },
  {
    name: 'a thrown undefined',
    file: `${head}test('throws', () => { throw undefined })\n${run}`,
    verdict: '0 passed, 1 failed',
    says: '1 failed',
  },
  {
    name: 'a file without test.run()',
    file: `${head}${good}`,
    verdict: '0 passed, 1 failed',
    says: 'no summary: is test.run() missing?',
  },
  {
    name: 'a leftover .only',
    file: `${head}${good}test.only('alone', () => {})\n${run}`,
    verdict: '1 passed, 1 failed',
    says: '1 skipped',
  },
  {
    name: 'a skipped test',
    file: `${head}${good}test.skip('later', () => {})\n${run}`,
    verdict: '1 passed, 1 failed',
    says: '1 skipped',
  },
  {
    name: 'a hook that fails before',
    file: `${head}test.before(() => { throw new Error('no') })\n${good}${good}${run}`,
    verdict: '0 passed, 2 failed',
    says: '2 failed',
  },
  {
    name: 'a hook that fails after each',
    file: `${head}test.after.each(() => { throw new Error('no') })\n${good}${run}`,
    verdict: '0 passed, 1 failed',
    says: '1 failed',
  },
  {
    name: 'a hook that fails after',
    file: `${head}test.after(() => { throw new Error('no') })\n${good}${run}`,
    verdict: '0 passed, 1 failed',
    says: 'exit 1 without a summary',
  },
  {
    name: 'a file that hangs',
    file: `${head}test('waits', () => new Promise((done) => setTimeout(done, 60_000)))\n${run}`,
    verdict: '0 passed, 1 failed',
    says: 'stopped after 1 s',
    limitS: '1',
  },
  {
    name: 'a test that waits for nothing',
    file: `${head}test('waits', () => new Promise(() => {}))\n${run}`,
    verdict: '0 passed, 1 failed',
    says: 'exit 1 without a summary',
  },
  {
    name: 'an empty file',
    file: '',
    verdict: '0 passed, 1 failed',
    says: 'no summary: is test.run() missing?',
  },
  {
    name: 'a file without tests',
    file: `${head}${run}`,
    verdict: '0 passed, 1 failed',
    says: 'no tests',
  },
  {
    name: 'a file that does not parse',
    file: 'const = 1\n',
    verdict: '0 passed, 1 failed',
    says: 'exit 1 without a summary',
  },
  {
    name: 'an exit with another code after a good summary',
    file: `${head}process.on('exit', () => { process.exitCode = 3 })\n${good}${run}`,
    verdict: '1 passed, 1 failed',
    says: 'exit 3 after a good summary',
  },
  {
    name: 'an exit 0 before the tests',
    file: `${head}${good}${run}process.exit(0)\n`,
    verdict: '0 passed, 1 failed',
    says: 'no summary: is test.run() missing?',
  },
  {
    name: 'a crash',
    file: `${head}${good}${run}process.kill(process.pid, 'SIGSEGV')\n`,
    verdict: '0 passed, 1 failed',
    says: 'ended by SIGSEGV',
  },
  {
    name: 'a summary that a test prints itself',
    file: `${head}${lie}test('fails', () => assert.ok(false))\n${run}`,
    verdict: '0 passed, 1 failed',
    says: '1 failed',
  },
  {
    name: 'a file that leaves a process behind',
    file: `${head}${leaving}${good}`,
    verdict: '0 passed, 1 failed',
    says: 'no summary: is test.run() missing?',
  },
]

/** One run with all of them but the one that is given up: each in a process of its own. */
const together = shared(async () => {
  const waited = bad.filter(({ limitS }) => limitS === undefined)
  const names = waited.map((_, i) => `test/${String.fromCharCode(97 + i)}.test.ts`)
  using folder = fixture(Object.fromEntries(waited.map(({ file }, i) => [names[i], file])))
  const { code, lines } = await guard(folder)
  const nameOf = (row: Bad) => names[waited.indexOf(row)]
  return { waited, code, lines, nameOf, [Symbol.asyncDispose]: async () => {} }
})

for (const row of bad.filter(({ limitS }) => limitS === undefined)) {
  together.fact(`${row.name} is told as bad`, ({ lines, nameOf }) => {
    assert.ok(lines.includes(`${nameOf(row)}: ${row.says}`), lines.join('\n'))
  })
}

together.fact('each of them counts, and the run fails', ({ waited, code, lines }) => {
  const counts = waited.map(({ verdict }) => (verdict.match(/\d+/g) ?? []).map(Number))
  const sumOf = (at: number) => counts.reduce((sum, count) => sum + (count[at] ?? 0), 0)
  assert.is(lines.at(-1), `${sumOf(0)} passed, ${sumOf(1)} failed`)
  assert.is(code, 1)
})

together.fact('a process that a test left behind is ended with its file', async ({ lines }) => {
  const pid = Number(lines.find((line) => line.startsWith('    | left '))?.slice(11))
  assert.ok(pid > 0)
  await untilSo('it is gone', () => !isRunning(pid))
})

for (const { name, file, verdict, says, limitS } of bad) {
  if (limitS === undefined) continue
  test(`${name} fails the run`, async () => {
    using folder = fixture({ 'test/a.test.ts': file })
    const { code, lines } = await guard(folder, { env: { KONTOR_TEST_LIMIT_S: limitS } })
    assert.is(lines.at(-1), verdict)
    assert.is(code, 1)
    assert.ok(lines.includes(`test/a.test.ts: ${says}`), lines.join('\n'))
  })
}

/** A run of these files, of which several facts can be told. */
const ranOnce = (files: Record<string, string>, env: Record<string, string> = {}) =>
  shared(async () => {
    using folder = fixture(files)
    return { ...(await guard(folder, { env })), [Symbol.asyncDispose]: async () => {} }
  })

const look = "test('x', () => assert.is(process.env.KONTOR_PORT, undefined))\n"
const allGood = ranOnce(
  {
    'test/a.test.ts': `${head}${good}${good}${run}`,
    'test/deep/down/b.test.ts': `${head}${look}${run}`,
    'test/support/not-a-test.ts': 'throw new Error()\n',
  },
  settings,
)

allGood.fact('good files in all folders pass and are summed up in the last line', (ran) => {
  assert.is(ran.lines.at(-1), '3 passed, 0 failed')
  assert.is(ran.code, 0)
})

allGood.fact('settings of the product do not reach a test', ({ lines }) => {
  assert.ok(lines.some((line) => /^ok .* 1 passed .*test\/deep\/down\/b\.test\.ts$/.test(line)))
})

const fails = "test('is not', () => { console.log('much'); assert.is(1, 2, 'no two') })\n"
const oneBad = ranOnce({
  'test/a.test.ts': `${head}${good}${run}`,
  'test/b.test.ts': `${head}${good}${fails}${run}`,
})

oneBad.fact('one bad file among good ones fails the run', ({ code, lines }) => {
  assert.is(lines.at(-1), '2 passed, 1 failed')
  assert.is(code, 1)
})

oneBad.fact('the output of a failed file is printed in full', ({ lines }) => {
  assert.ok(
    lines.some((line) => /^ {4}\| .*much$/.test(line)),
    lines.join('\n'),
  )
})

oneBad.fact('why a test failed stands once more at the end, however much was written', (ran) => {
  const end = ran.lines.slice(ran.lines.indexOf('Failed:'))
  assert.equal(end.slice(1, 4), [
    'test/b.test.ts: 1 failed',
    '   FAIL  "is not"',
    '    no two  (is)',
  ])
  assert.ok(end.some((line) => /b\.test\.ts:\d+:\d+/.test(line)))
  assert.not(end.some((line) => line.includes('much')))
})

test('a part of a path chooses the files', async () => {
  using folder = fixture({
    'test/a.test.ts': `${head}${good}${run}`,
    'test/deep/b.test.ts': `${head}${good}${good}${run}`,
  })
  const { code, lines } = await guard(folder, { patterns: ['./test/deep/b.test.ts'] })
  assert.is(lines.at(-1), '2 passed, 0 failed')
  assert.is(code, 0)
})

test('for the packaged file those run that start the program, through whatever', async () => {
  const thing = 'export const thing = 1\n'
  const imports = (from: string) => `import { thing as other } from '${from}'\nvoid other\n`
  const testOf = (from: string) => `${head}${imports(from)}${good}${run}`
  using folder = fixture({
    'src/main.ts': thing,
    'test/support/program.ts': thing,
    'test/support/server.ts': imports('./program.ts') + thing,
    'scripts/soak.ts': imports('../test/support/server.ts') + thing,
    'test/by-script.test.ts': testOf('../scripts/soak.ts'),
    'test/by-support.test.ts': testOf('./support/server.ts'),
    'test/in-process.test.ts': testOf('../src/main.ts'),
    'test/packaged/file.test.ts': testOf('../../src/main.ts'),
  })
  const env = { KONTOR_TEST_PACKAGED: '1', KONTOR_TEST_FILE: 'kontor' }
  const { lines } = await guard(folder, { env })
  const files = lines.flatMap((line) => /^ok .* (test\/\S+)$/.exec(line)?.[1] ?? [])
  assert.equal(files.sort(), [
    'test/by-script.test.ts',
    'test/by-support.test.ts',
    'test/packaged/file.test.ts',
  ])
})

const compiler = 'scripts/packaging/test-program.ts'
const starting = "import { thing } from './support/program.ts'\nvoid thing\n"

test('the program that tests start is compiled before the first of them', async () => {
  const look = "test('x', () => assert.is(process.env.KONTOR_TEST_PROGRAM, '/compiled'))\n"
  using folder = fixture({
    [compiler]: "console.log('/compiled')\n",
    'test/support/program.ts': 'export const thing = 1\n',
    'test/a.test.ts': `${head}${starting}${look}${run}`,
  })
  const { lines } = await guard(folder)
  assert.is(lines.at(-1), '1 passed, 0 failed')
})

test('a program that does not compile is told of, and the tests run all the same', async () => {
  using folder = fixture({
    [compiler]: "console.error('no such file')\nprocess.exit(1)\n",
    'test/support/program.ts': 'export const thing = 1\n',
    'test/a.test.ts': `${head}${starting}${good}${run}`,
  })
  const { lines } = await guard(folder)
  assert.equal(lines.slice(0, 2), ['The program does not compile:', '    | no such file'])
  assert.is(lines.at(-1), '1 passed, 0 failed')
})

/** Files as they ended, each with what it waits before. */
function ranIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /^(?:ok|FAIL) .* test\/(\w+)\.test\.ts\b/.exec(line)?.[1] ?? [])
}

const wait = (ms: number) => `test('waits', () => new Promise((done) => setTimeout(done, ${ms})))\n`

const names = 'abcdefghijk'.split('')

/** Eleven files of which one takes long, and then three of them again. */
const twice = shared(async () => {
  const text = (name: string) => `${head}${wait(name === 'c' ? 2_000 : 1)}${run}`
  const files = names.map((name) => [`test/${name}.test.ts`, text(name)])
  using folder = fixture(Object.fromEntries(files))
  const { lines } = await guard(folder)
  const again = await guard(folder, { patterns: ['test/a', 'test/b', 'test/c'] })
  return { lines, again: again.lines, [Symbol.asyncDispose]: async () => {} }
})

twice.fact('the ten slowest files and the time of all are told before the last line', (ran) => {
  const { lines } = ran
  const told = lines.slice(lines.indexOf('Slowest, by the clock and of a processor:'))
  assert.match(told[1] ?? '', /^( +\d+\.\d\d s){2} {2}test\/c\.test\.ts$/)
  assert.match(told[11] ?? '', /^( +\d+\.\d\d s){2} {2}11 files \(\d+\.\d\d s in them\)$/)
  assert.equal(told.slice(12), ['', '11 passed, 0 failed'])
})

twice.fact('the slowest files of the last run go first', ({ lines, again }) => {
  assert.equal(ranIn(lines), names)
  assert.equal([ranIn(again)[0], ranIn(again).length], ['c', 3])
})

test('what the programs of a test take of a processor is counted as its own', async () => {
  const busy =
    "import { spawnSync } from 'node:child_process'\n" +
    "const loop = 'while (process.cpuUsage().user < 900_000) for (let i = 1e6; i > 0; i--);'\n" +
    "test('works', () => void spawnSync(process.execPath, ['-e', loop]))\n"
  using folder = fixture({
    'test/busy.test.ts': `${head}${busy}${run}`,
    'test/waits.test.ts': `${head}${wait(900)}${run}`,
  })
  const { lines } = await guard(folder)
  const processorOf = (name: string) =>
    Number(new RegExp(`s +([\\d.]+) s {2}test/${name}`).exec(lines.join('\n'))?.[1])
  assert.ok(processorOf('busy') > processorOf('waits') + 0.5, lines.join('\n'))
})

test('without times what starts programs goes first', async () => {
  using folder = fixture({
    'test/a.test.ts': `${head}${good}${run}`,
    'test/end-to-end/b.test.ts': `${head}${good}${run}`,
  })
  const { lines } = await guard(folder)
  assert.match(lines[0] ?? '', 'test/end-to-end/b.test.ts')
})

test('a pattern without a file fails the run', async () => {
  using folder = fixture({ 'test/a.test.ts': `${head}${good}${run}` })
  const { code, lines } = await guard(folder, { patterns: ['nowhere'] })
  assert.equal(lines, ['No test file matches nowhere', '', '0 passed, 1 failed'])
  assert.is(code, 1)
})

test('a folder without tests fails the run', async () => {
  using folder = fixture({})
  const { code, lines } = await guard(folder)
  assert.is(lines.at(-1), '0 passed, 1 failed')
  assert.is(code, 1)
})

test('a limit that is not a number is refused', async () => {
  using folder = fixture({ 'test/a.test.ts': `${head}${good}${run}` })
  const { code, lines } = await guard(folder, { env: { KONTOR_TEST_LIMIT_S: 'soon' } })
  assert.is(lines[0], 'KONTOR_TEST_LIMIT_S must be a whole number from 1 to 99999, not soon')
  assert.is(lines.at(-1), '0 passed, 1 failed')
  assert.is(code, 1)
})

test('an interrupt ends the guard and what it runs', async () => {
  const tell =
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('pid', process.pid + '\\n')\n"
  const wait = "test('waits', () => new Promise((done) => setTimeout(done, 3_600_000)))\n"
  using folder = fixture({ 'test/a.test.ts': `${head}${tell}${wait}${run}` })
  const file = join(folder.path, 'pid')
  const pidIn = () =>
    existsSync(file) ? /^(\d+)\n/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  const hasBegun = () => until('the test has begun', pidIn)
  // Nothing else ends it.
  const env = { KONTOR_TEST_LIMIT_S: '3600' }
  const { code } = await guard(folder, { env, signal: 'SIGINT', when: hasBegun })
  assert.is(code, 1)
  await untilSo('the test is gone', () => !isRunning(Number(pidIn())))
})

/** A process that was killed stays in the table as a zombie until its parent has looked at it. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

test.run()
