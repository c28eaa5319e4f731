// The client as a package: a program without TypeScript imports it, and one with TypeScript is
// told what is wrong.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { packClient } from '../../scripts/typed-client/pack.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

const program = `
import { KontorError, openClient } from 'kontor/client'
const kontor = openClient({ baseUrl: process.argv[2] })
const { status } = await kontor.health()
const code = await kontor.search({ q: 'x' }).catch((e) => e instanceof KontorError && e.code)
console.log(JSON.stringify({ status, code }))
`

const typed = `
import { type Agent, openClient } from 'kontor/client'
const kontor = openClient({ baseUrl: 'https://data.example.eu' })
export const hit = async (): Promise<Agent.SearchHit | undefined> =>
  (await kontor.search({ q: 'heat pump', mode: 'keyword', limit: 3 })).results[0]
// @ts-expect-error: q is required
void kontor.search({})
// @ts-expect-error: there is no such mode
void kontor.search({ q: 'x', mode: 'psychic' })
// @ts-expect-error: a dataset has a name
void kontor.createDataset({ visibility: 'listed' })
// @ts-expect-error: there is no such operation
void kontor.createEverything({})
`

test('the packed client runs as plain JavaScript and has the types of the documents', async () => {
  using folder = temporaryFolder()
  const home = join(folder.path, 'node_modules/kontor')
  mkdirSync(home, { recursive: true })
  await packClient(join(home, 'dist/client'))
  const entry = { types: './dist/client/index.d.ts', default: './dist/client/index.js' }
  const packed = { name: 'kontor', type: 'module', exports: { './client': entry } }
  writeFileSync(join(home, 'package.json'), JSON.stringify(packed))

  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const file = join(folder.path, 'program.mjs')
  writeFileSync(file, program)
  const { stdout } = await run(process.execPath, [file, app.url], { env: {} })
  assert.equal(JSON.parse(stdout), { status: 'healthy', code: 'unauthorized' })

  symlinkSync(join(root, 'node_modules/@types'), join(folder.path, 'node_modules/@types'))
  writeFileSync(join(folder.path, 'typed.mts'), typed)
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext']
  const tsc = join(root, 'node_modules/.bin/tsc')
  const cwd = folder.path
  execFileSync(tsc, [...options, '--types', 'node', 'typed.mts'], { cwd, stdio: 'pipe' })
})

test('the client takes nothing along', async () => {
  using folder = temporaryFolder()
  await packClient(folder.path)
  const text = readFileSync(join(folder.path, 'index.js'), 'utf8')
  assert.not.match(text, /\b(import|require)\b\s*[({'"]/)
  assert.ok(text.length < 100_000, `${text.length} characters`)
})

test.run()
