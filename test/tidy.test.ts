// Style that matters is a test. The rules are in support/tidy; tidy-rules.test.ts tests them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { circleBreaches } from './support/tidy/circle-rules.ts'
import { addressBreaches, markupBreaches, sentenceBreaches } from './support/tidy/console-rules.ts'
import { decisionBreaches } from './support/tidy/decision-rules.ts'
import { dependencyBreaches } from './support/tidy/dependency-rules.ts'
import { readRepository } from './support/tidy/files.ts'
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
import type { Breach, Source } from './support/tidy/source.ts'
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

/** What something other than an import of ours starts. */
const entries =
  /^src\/((main|start\/single-file|workers\/[^/]+|.+\.d)\.ts$|console\/(ui\/|main|app\/theme-f))/

/** Of each source by itself. */
const ofEach: [title: string, breachesOf: (source: Source) => Breach[]][] = [
  ['no text becomes markup or a script in the console', markupBreaches],
  ['the console says sentences of its languages alone', sentenceBreaches],
  ['functions fit on a screen', functionBreaches],
  ['no two neighbouring parameters can be swapped', parameterBreaches],
  ['no spread hides a literal', spreadBreaches],
  ['no test falls into a trap of uvu', uvuBreaches],
  ['SQL is what we wrote, and values are given apart', sqlBreaches],
  ['only errors are thrown', throwBreaches],
  ['process and z.coerce stay in their place', processBreaches],
  ['src has no top-level await', awaitBreaches],
  ['no promise outlives what it works with', disposalBreaches],
  ['exports have names', exportBreaches],
]
const found = ofEach.map((): Breach[] => [])
const { sources, texts, paths, folders } = readRepository((source) => {
  for (const [i, [, breachesOf]] of ofEach.entries()) found[i]?.push(...breachesOf(source))
})
const styles = texts.filter(({ path }) => path.endsWith('.css') && path.startsWith('src/'))

const facts: [title: string, breaches: () => Breach[]][] = [
  ['every file imports only what its layer may', () => sources.flatMap(importBreaches)],
  [
    'every relative import names a file',
    () => sources.flatMap((one) => missingImports(one, paths)),
  ],
  ['no files import one another in a circle', () => circleBreaches(sources)],
  ['every file of src is used', () => deadFiles(sources, entries)],
  ['every package is used and has its reason', () => dependencyBreaches(texts)],
  ['decisions are short and in order', () => decisionBreaches(texts)],
  ['every room has a door with its page', () => doorBreaches(sources)],
  ['files and lines are short', () => [...sources, ...styles].flatMap(lengthBreaches)],
  ['the console names no address', () => [...sources, ...styles].flatMap(addressBreaches)],
  ['names say something', () => sources.flatMap(({ path }) => nameBreaches(path))],
  ['tests mirror src', () => sources.flatMap(({ path }) => mirrorBreaches(path, folders))],
  ['committed texts speak of the project alone', () => texts.flatMap(wordBreaches)],
  ...ofEach.map(([title], i): [string, () => Breach[]] => [title, () => found[i] ?? []]),
]

for (const [title, breaches] of facts) {
  test(title, () => {
    const lines = breaches().map(({ path, line, says }) => `${path}:${line} ${says}`)
    assert.is(lines.sort().join('\n'), '')
  })
}

test('the files were found', () => {
  assert.ok(paths.has('src/main.ts') && paths.has('test/tidy.test.ts') && paths.size > 20)
})

test.run()
