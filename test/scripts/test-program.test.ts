// What tests start instead of the sources.
import { spawnSync } from 'node:child_process'
import { globSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

// Two copies of SQLite in one process take each other's locks away
// (sqlite.org/howtocorrupt.html, 2.2.1).
test('what is compiled has the database engine of this folder, as what is not has', () => {
  const compiler = 'scripts/packaging/test-program.ts'
  const { stdout, stderr } = spawnSync(process.execPath, [compiler], { encoding: 'utf8' })
  const folder = stdout.trimEnd()
  const engines = globSync(join(folder, 'native/better-sqlite3/**/*.node'))
  assert.is(engines.length, 1, stderr)
  const own = resolve('node_modules/better-sqlite3')
  for (const engine of engines) assert.match(realpathSync(engine), new RegExp(`^${own}/`))
})

test.run()
