// scripts/mutants: which small changes it makes to a source, and what it says of one that no test
// notices. What it finds in this program is in data/manual/proof.md.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mutantsOf, openReach, tryMutant } from '../../scripts/mutating/campaign.ts'
import { equals } from '../../scripts/mutating/equals.ts'
import { mutate, nameOf } from '../../scripts/mutating/mutate.ts'
import { intervalOf, linesOf, reportOf } from '../../scripts/mutating/report.ts'
import { sourcesOf } from '../../scripts/mutating/rooms.ts'
import { openRunner } from '../../scripts/mutating/runner.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')

/** `what -> what instead` of all mutants of a text. */
function changesIn(text: string): string[] {
  return mutate({ file: 'a.ts', text }).mutants.map(({ from, to }) => `${from} -> ${to}`)
}

test('comparisons, conditions, deeds, defaults and what is given back are changed', () => {
  assert.equal(changesIn('if (a < b) stop()'), [
    'a < b -> (a) <= (b)',
    'a < b -> (a) >= (b)',
    'a < b -> true',
    'a < b -> false',
    'stop() -> undefined',
  ])
  assert.equal(changesIn('const f = (): string[] => a ?? [b - 1]'), [
    'a ?? [b - 1] -> a',
    'a ?? [b - 1] -> []',
    'b - 1 -> (b) + (1)',
  ])
  assert.equal(changesIn("const a = { state: 'open', message: 'open' }"), ["'open' -> 'mutant'"])
  assert.equal(changesIn('type A = true; const a = b?.c.filter(d).length'), [])
})

test('so are the terms of a statement, and what it compares', () => {
  const hole = `\${d === 'x'}`
  const found = changesIn(`const a = sql\`SELECT 1 FROM b WHERE c = ${hole} AND e < 2\``)
  assert.equal(found, [
    '< -> <=',
    '= -> <>',
    'AND e < 2 -> ',
    `c = ${hole} AND -> `,
    "d === 'x' -> (d) !== ('x')",
  ])
  const drizzle = "import { and, eq } from 'drizzle-orm'\n"
  assert.equal(changesIn(`${drizzle}const a = and(b, eq(c, d))`), [
    'and(b, eq(c, d)) -> and(/* without b */ eq(c, d))',
    'and(b, eq(c, d)) -> and(/* without eq(c, d) */ b)',
    'and(b, eq(c, d)) -> __drizzle.or(b, eq(c, d))',
    'eq(c, d) -> __drizzle.ne(c, d)',
  ])
})

const source = `export function price(count: number, isFree: boolean): number {
  if (isFree) return 0
  return count > 10 ? count * 2 : count * 3
}
export const never = (a: number) => a - 1
`
const tests = `import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { price } from '../../src/price.ts'
test('it has a price', async () => {
  assert.is(price(1, true), 0)
  assert.is(price(11, false), 22)
  assert.is(price(9, false), 27)
  if (price(1, false) === 1 / 3) await new Promise(() => undefined)
})
test.run()
`

const supporting = `import { test } from 'uvu'
export const fact = (title, check) => test(title, check)
`
const supported = `import { test } from 'uvu'
import { fact } from '../support/fact.ts'
fact('all is well', () => undefined)
test.run()
`

test('a mutant that no test notices has survived, and is told', async () => {
  using folder = temporaryFolder()
  const { path: cwd } = folder
  for (const [file, text] of [
    ['src/price.ts', source],
    ['test/domain/price.test.ts', tests],
    ['test/support/fact.ts', supporting],
    ['test/domain/one.test.ts', supported],
    ['test/domain/other.test.ts', supported],
    ['package.json', '{ "type": "module" }'],
  ] as const) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'))
  const { texts, mutants } = mutantsOf(cwd, [{ room: 'ledger', file: 'src/price.ts' }])
  const sources = join(cwd, 'sources.json')
  writeFileSync(sources, JSON.stringify(texts))
  const runner = openRunner({ cwd, sources, environment: process.env })
  const reach = openReach(texts, {
    cwd,
    runner,
    path: join(cwd, 'kept'),
    most: 4,
    tell: () => undefined,
  })
  const known = await reach('src/price.ts')
  const bad = Object.values(known.tests).map((one) => one.bad)
  assert.equal(bad, [undefined, undefined, undefined], 'what supports tests says them for each')
  const fates = new Map()
  for (const mutant of mutants)
    fates.set(nameOf(mutant), await tryMutant(mutant, { known, runner }))
  runner.close()
  const report = reportOf(mutants, Object.fromEntries(fates))
  assert.equal(
    report.survivors.map(({ fate, from, to }) => `${fate}: ${from} -> ${to}`),
    ['survived: count > 10 -> (count) >= (10)', 'not reached: a - 1 -> (a) + (1)'],
  )
  assert.is(report.all.killed, 7)
  assert.is(report.all.score, 77.7)
  assert.is(report.code, 1)
  assert.match(linesOf(report).at(-1) ?? '', /^all +9 +9 +7 +0 +1 +1 +0 +77\.7 +45\.3 +93\.7$/)
})

test('a score says how sure it is', () => {
  assert.equal(intervalOf({ noticed: 55, tried: 60 }), { from: 81.9, to: 96.4 })
  assert.equal(intervalOf({ noticed: 60, tried: 60 }), { from: 94, to: 100 })
  assert.equal(intervalOf({ noticed: 0, tried: 0 }), { from: 0, to: 100 })
})

test('a mutant that is said to change nothing is there, and a reason beside it', () => {
  const named = Object.entries(equals)
  const sourcesNamed = sourcesOf(root).filter(({ file }) =>
    named.some(([name]) => name.startsWith(`${file} `)),
  )
  const there = new Set(mutantsOf(root, sourcesNamed).mutants.map(nameOf))
  for (const [name, why] of named) {
    assert.ok(there.has(name), `${name} is no mutant any more`)
    assert.ok(why.length > 20, name)
  }
})

test.run()
