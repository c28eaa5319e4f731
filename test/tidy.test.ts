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
import type { Breach } from './support/tidy/source.ts'
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

const { sources, texts, paths, folders } = readRepository()
/** What something other than an import of ours starts. */
const entries =
  /^src\/((main|start\/single-file|workers\/[^/]+|.+\.d)\.ts$|console\/(ui\/|main|app\/theme-f))/

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
  ['no text becomes markup or a script in the console', () => sources.flatMap(markupBreaches)],
  ['the console says sentences of its languages alone', () => sources.flatMap(sentenceBreaches)],
  ['the console names no address', () => [...sources, ...styles].flatMap(addressBreaches)],
  ['functions fit on a screen', () => sources.flatMap(functionBreaches)],
  ['no two neighbouring parameters can be swapped', () => sources.flatMap(parameterBreaches)],
  ['no spread hides a literal', () => sources.flatMap(spreadBreaches)],
  ['names say something', () => sources.flatMap(({ path }) => nameBreaches(path))],
  ['tests mirror src', () => sources.flatMap(({ path }) => mirrorBreaches(path, folders))],
  ['no test falls into a trap of uvu', () => sources.flatMap(uvuBreaches)],
  ['SQL is what we wrote, and values are given apart', () => sources.flatMap(sqlBreaches)],
  ['only errors are thrown', () => sources.flatMap(throwBreaches)],
  ['process and z.coerce stay in their place', () => sources.flatMap(processBreaches)],
  ['src has no top-level await', () => sources.flatMap(awaitBreaches)],
  ['no promise outlives what it works with', () => sources.flatMap(disposalBreaches)],
  ['exports have names', () => sources.flatMap(exportBreaches)],
  ['committed texts speak of the project alone', () => texts.flatMap(wordBreaches)],
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
