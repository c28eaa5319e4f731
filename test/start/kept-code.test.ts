// What a start leaves for the next one: the program as V8 has compiled it, from what was run.

import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runWithKeptCode } from '../../src/start/kept-code.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

/** Which of them ran is seen by what it wrote; V8 knows a source again by its length alone. */
const saying = (word: string) => `
  const { writeFileSync } = require('node:fs')
  writeFileSync(__dirname + '/said', (() => '${word}')() + exports.constructor.name)`

function programIn(dir: string) {
  const file = join(dir, 'program.cjs')
  const folder = join(dir, 'kept')
  return {
    folder,
    run(word: string, keeps: boolean): string {
      writeFileSync(file, saying(word))
      runWithKeptCode(file, { folder, keeps, afterMs: 1 })
      return readFileSync(join(dir, 'said'), 'utf8')
    },
    kept: () =>
      until('the code is kept', () => {
        const names = existsSync(folder) ? readdirSync(folder) : []
        return names.length === 1 && names[0]?.endsWith('.code') ? names[0] : undefined
      }),
  }
}

test('a start that keeps nothing leaves nothing, one that keeps serves the next', async () => {
  using dir = temporaryFolder()
  const program = programIn(dir.path)
  assert.is(program.run('one', false), 'oneObject')
  assert.not.ok(existsSync(program.folder))
  assert.is(program.run('two', true), 'twoObject')
  await program.kept()
  assert.is(program.run('six', false), 'twoObject')
})

test('code that was cut short is compiled anew, and replaced by who keeps', async () => {
  using dir = temporaryFolder()
  const program = programIn(dir.path)
  program.run('one', true)
  const kept = join(program.folder, await program.kept())
  truncateSync(kept, 60)
  assert.is(program.run('two', true), 'twoObject')
  await until('it is whole again', () => statSync(kept).size > 60 || undefined)
  assert.is(program.run('six', false), 'twoObject')
})

test('where nothing can be kept, the program runs', () => {
  using dir = temporaryFolder()
  const program = programIn(dir.path)
  writeFileSync(program.folder, 'no folder')
  assert.is(program.run('one', true), 'oneObject')
})

test('letters are those of the file, whichever alphabet they are of', async () => {
  using dir = temporaryFolder()
  const program = programIn(dir.path)
  for (const keeps of [true, false]) {
    assert.is(program.run('Grüße, 世界 \u{1f600}', keeps), 'Grüße, 世界 \u{1f600}Object')
    await program.kept()
  }
})

test.run()
