// Threads that a test's own process starts: compiled like the program, where that is compiled.
import { basename } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { entryUrl } from '../../src/base/entry.ts'

test('where the program is compiled for the tests, the threads that they start are, too', () => {
  const isCompiled = Boolean(process.env.KONTOR_TEST_PROGRAM)
  const expected = isCompiled ? 'worker-search.cjs' : 'search.ts'
  assert.is(basename(entryUrl('search').pathname), expected)
})

test.run()
