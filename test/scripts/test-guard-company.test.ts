// Many files: those that nobody beside them would feel share a process, and are judged as ever.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fixture, good, guard, head, run } from '../support/run-guard.ts'

/** Tells in which process it ran: of a file that fails the output is printed. */
const telling = `${head}console.log('ran in ' + process.pid)\n`
const slow = "test('waits', () => new Promise((done) => setTimeout(done, 60_000)))\n"
const failing = "test('one is two', () => assert.is(1, 2))\n"
const enough = 24
/** Companies have a hundred and twenty files at most. */
const two = 128

function files(count: number, text: string): Record<string, string> {
  const names = Array.from({ length: count }, (_, index) => `test/m${100 + index}.test.ts`)
  return Object.fromEntries(names.map((name) => [name, text]))
}

const told = (lines: readonly string[]) => lines.filter((line) => /^(ok|FAIL) /.test(line))
const problems = (lines: readonly string[]) => lines.filter((line) => /^test\/\S+: /.test(line))

test('many files share processes, and each is told of', async () => {
  using folder = fixture(files(two, `${telling}${failing}${good}${run}`))
  const { code, lines } = await guard(folder)
  assert.is(lines.at(-1), `${two} passed, ${two} failed`)
  assert.is(code, 1)
  assert.is(told(lines).length, two)
  assert.is(new Set(lines.filter((line) => line.includes('ran in '))).size, 2)
})

test('whoever is at a long file leaves all others to whoever is free', async () => {
  const long = `${telling}test('waits', () => new Promise((done) => setTimeout(done, 4_000)))\n`
  using folder = fixture({
    ...files(enough, `${telling}${failing}${run}`),
    'test/m100.test.ts': `${long}${failing}${run}`,
  })
  const { lines } = await guard(folder, { env: { KONTOR_TEST_JOBS: '2' } })
  const processes = lines.filter((line) => line.includes('ran in '))
  assert.is(processes.length, enough)
  assert.is(processes.filter((line) => line === processes.at(-1)).length, 1)
  assert.match(told(lines).at(-1) ?? '', 'test/m100.test.ts')
})

test('what took long in the last run is begun before its neighbours', async () => {
  using folder = fixture({
    ...files(enough, `${head}${good}${run}`),
    'times.json': JSON.stringify({ 'test/m120.test.ts': 60_000, 'test/m110.test.ts': 9_000 }),
  })
  const names = told((await guard(folder)).lines).map((line) => line.split('/').at(-1))
  const first = ['m120.test.ts', 'm110.test.ts', 'm100.test.ts', 'm101.test.ts']
  assert.equal(names.slice(0, 4), first)
})

/** Known by its name to do little but wait. */
const waiter = 'test/http/vitals.test.ts'

test('what mostly waits is run beside all that are at work', async () => {
  const comes = "const comes = async () => { while (!existsSync('came')) await sleep(20) }\n"
  const imports =
    "import { existsSync, writeFileSync } from 'node:fs'\n" +
    "import { setTimeout as sleep } from 'node:timers/promises'\n"
  const meets = `${head}${imports}${comes}test('it comes', comes)\n${run}`
  using folder = fixture({
    ...files(enough, `${head}${good}${run}`),
    'test/m100.test.ts': meets,
    'test/m101.test.ts': meets,
    [waiter]: `${head}${imports}test('it came', () => writeFileSync('came', ''))\n${run}`,
    'times.json': JSON.stringify({ 'test/m100.test.ts': 9_000, 'test/m101.test.ts': 9_000 }),
  })
  const { lines } = await guard(folder, { env: { KONTOR_TEST_JOBS: '2' } })
  assert.is(lines.at(-1), '25 passed, 0 failed')
})

test('who has one file run at once has what waits last', async () => {
  using folder = fixture({ ...files(enough, `${head}${good}${run}`), [waiter]: head + good + run })
  const { lines } = await guard(folder)
  assert.is(told(lines).length, enough + 1)
  assert.match(told(lines).at(-1) ?? '', waiter)
})

test('few files are run each by itself', async () => {
  using folder = fixture(files(4, `${telling}${failing}${run}`))
  const { lines } = await guard(folder)
  assert.is(new Set(lines.filter((line) => line.includes('ran in '))).size, 4)
})

test('what others would feel has a process of its own', async () => {
  const global = `${telling}globalThis.theirs = 1\n${failing}${run}`
  using folder = fixture({
    ...files(two, `${telling}${failing}${run}`),
    'test/m105.test.ts': global,
    'test/m107.test.ts': global,
  })
  const { lines } = await guard(folder)
  assert.is(new Set(lines.filter((line) => line.includes('ran in '))).size, 2 + 2)
})

test('a bad file in company is found, whatever is wrong, and takes nobody along', async () => {
  using folder = fixture({
    ...files(enough, `${head}${good}${run}`),
    'test/m103.test.ts': `${head}${good}${failing}${run}`,
    'test/m111.test.ts': 'const = 1\n',
    'test/m112.test.ts': `${head}${good}`,
    'test/m121.test.ts': `${head}test('waits', () => new Promise(() => {}))\n${run}`,
    'test/m131.test.ts': `${head}setTimeout(() => { throw new Error('late') })\n${good}${run}`,
    'test/m132.test.ts': `${head}${slow}${run}`,
  })
  const { code, lines } = await guard(folder, { env: { KONTOR_TEST_LIMIT_S: '3' } })
  assert.equal(problems(lines), [
    'test/m103.test.ts: 1 failed',
    'test/m111.test.ts: exit 1 without a summary',
    'test/m112.test.ts: no tests',
    'test/m121.test.ts: exit 1 without a summary',
    'test/m131.test.ts: exit 1 without a summary',
    'test/m132.test.ts: stopped after 3 s',
  ])
  assert.is(lines.at(-1), '21 passed, 6 failed')
  assert.is(code, 1)
})

test.run()
