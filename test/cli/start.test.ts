// A command is there at once: what it does not need it does not load.
import { relative, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { importedBy } from '../../scripts/testing/reach.ts'

/** What is loaded before anything runs; what is imported late is not. */
function loadedWith(file: string): string[] {
  const found = new Set([resolve(file)])
  // A set that grows is walked to its end.
  for (const one of found) for (const next of importedBy(one)) found.add(next)
  return [...found].map((one) => relative('', one))
}

test('the command line loads neither the routes of the server nor the console', () => {
  const loaded = loadedWith('src/main.ts')
  assert.ok(loaded.includes('src/cli/commands.ts'))
  const doors =
    /^src\/(console\/|http\/(v1|agent|wallet|docs|public|openapi)\/|http\/.*routes\.ts$)/
  assert.equal(
    loaded.filter((file) => doors.test(file)),
    [],
  )
})

test.run()
