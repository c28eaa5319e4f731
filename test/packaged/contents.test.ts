// What the single file is made of, and that it is the same wherever it is made.
// KONTOR_TEST_FILE says which file.
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertIsBill } from '../support/bill-schema.ts'
import { cacheFolder, testPackagedFile } from '../support/program.ts'
import { kontor } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = testPackagedFile()
const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const manifest = JSON.parse(readFileSync(`${file}.manifest.json`, 'utf8'))

test('the same sources give the same contents', async () => {
  using folder = temporaryFolder()
  const args = ['scripts/package.ts', '--manifest', '--out', join(folder.path, 'bundle')]
  const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: 1 << 22 })
  assert.equal(JSON.parse(stdout), manifest)
})

test('nothing in it tells where it was made: made elsewhere it is the same', async () => {
  await kontor(['--version'])
  const unpacked = join(cacheFolder, manifest.id)
  const parts = (manifest.files as { path: string }[]).map(({ path }) => join(unpacked, path))
  const places = ['node_modules', 'scripts', 'src'].map((name) => join(root, name, '/'))
  for (const part of [file, ...parts]) {
    const bytes = readFileSync(part)
    for (const place of [...places, join(file, '..', '/')]) {
      assert.is(bytes.indexOf(place), -1, `${part} names ${place}`)
    }
  }
})

test('the bill of materials names what is in it, with a notice for each', () => {
  const bill = JSON.parse(readFileSync(`${file}.cdx.json`, 'utf8'))
  assertIsBill(bill)
  const parts = bill.components as { name: string; group?: string; version: string; purl: string }[]
  const names = parts.map(({ group, name }) => (group ? `${group}/${name}` : name))
  for (const name of ['koa', 'better-sqlite3', '@hyzyla/pdfium', 'onnxruntime-node']) {
    assert.ok(names.includes(name), name)
  }
  for (const name of ['typescript', 'uvu', 'esbuild', '@biomejs/biome', 'marked']) {
    assert.not.ok(names.includes(name), name)
  }
  const notices = readFileSync(resolve(file, '../THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const [i, name] of names.entries()) {
    assert.ok(notices.includes(`\n${name} ${parts[i]?.version}`), name)
  }
})

test('the sums are those of the files', () => {
  const folder = resolve(file, '..')
  const { status } = spawnSync('sha256sum', ['--check', '--status', 'SHA256SUMS'], { cwd: folder })
  assert.is(status, 0)
})

test.run()
