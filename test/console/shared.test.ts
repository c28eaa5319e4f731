// What facts share is opened anew for the next test file of a process.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../support/temporary-folder.ts'

const place = (path: string) => JSON.stringify(pathToFileURL(resolve(path)).href)

const common = `import { shared } from ${place('test/support/shared.ts')}
export const { fact } = shared(async () => {
  let isOpen = true
  return { isOpen: () => isOpen, async [Symbol.asyncDispose]() { isOpen = false } }
})`

const file = `import { test } from ${place('node_modules/uvu/dist/index.mjs')}
import { fact } from './common.ts'
for (const title of ['one', 'two']) {
  fact(title, (it) => { if (!it.isOpen()) throw new Error('It is closed.') })
}
test.run()`

test('a second file finds open what the first has closed', async () => {
  using folder = temporaryFolder()
  const placed = (name: string, text: string) => {
    const path = join(folder.path, name)
    writeFileSync(path, text)
    return path
  }
  placed('common.ts', common)
  const told = await company(['first.ts', 'second.ts'].map((name) => placed(name, file)))
  const passed = told.match(/Passed: +\d+/g)?.map((line) => line.slice(-1))
  assert.equal(passed, ['2', '2'], told)
})

/** Runs the files in one process, which asks for them one by one; gives what it prints. */
async function company(files: string[]): Promise<string> {
  const program = 'scripts/testing/company-process.mjs'
  const { stdio } = spawn(process.execPath, [program, 'mark', '[]'], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  })
  const asking = stdio[3] as Duplex
  asking.on('data', () => {
    const next = files.shift()
    if (next === undefined) asking.end()
    else asking.write(`${next}\n`)
  })
  return await textOf(stdio[1] as Duplex)
}

test.run()
