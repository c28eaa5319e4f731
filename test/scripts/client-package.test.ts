// The client as a package: it installs into a fresh project, a program does the main job with it,
// and one that is wrong does not compile.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { packClient } from '../../scripts/typed-client/pack.ts'
import { faultsIn, mistakenLines } from '../support/compiler.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const text = 'The heat pump of station OPS-306 was inspected in May.'

const job = readFileSync(join(root, 'test/support/client-job.ts'), 'utf8')

const plain = `
import { KontorError, openClient } from 'kontor-client'
const kontor = openClient({ baseUrl: process.argv[2] })
const { status } = await kontor.health()
const code = await kontor.search({ q: 'x' }).catch((e) => e instanceof KontorError && e.code)
console.log(JSON.stringify({ status, code }))
`

const mistakes = `
import { type Agent, openClient } from 'kontor-client'
const kontor = openClient({ baseUrl: 'https://data.example.eu' })
export const hit = async (): Promise<Agent.SearchHit | undefined> =>
  (await kontor.search({ q: 'heat pump', mode: 'keyword', limit: 3 })).results[0]
export const perhaps = (signal: AbortSignal | undefined, lang: string | undefined) =>
  openClient({ baseUrl: 'https://data.example.eu', fetch: undefined, retries: undefined })
    .search({ q: 'heat pump', lang }, { signal, idempotencyKey: lang, headers: undefined })
void kontor.search({}) // q is required
void kontor.search({ q: 'x', mode: 'psychic' }) // there is no such mode
void kontor.search({ q: 'x', limt: 3 }) // no such field
void kontor.createDataset({ visibility: 'listed' }) // a dataset has a name
void kontor.getAsset({ id: 7 }) // another type
void kontor.createEverything({}) // there is no such operation
void kontor.search({ q: 'x' }).then(({ hits }) => hits) // no such field in the answer
`

/** The module where the engine has no Symbol.dispose, as Safari 18 and Firefox 140. */
function asOldEngine(code: string): typeof import('../../src/client/index.ts') {
  const without = new Proxy(Symbol, {
    get: (all, name) =>
      /^(asyncD|d)ispose$/.test(String(name)) ? undefined : Reflect.get(all, name),
  })
  const module = code.replace(/export \{[^}]*\};?\s*$/, 'return { openClient }')
  return new Function('Symbol', module)(without)
}

/** A fresh project that has installed the package, as `npm install` without a network leaves it. */
async function openProject() {
  const folder = temporaryFolder()
  const file = await packClient(join(folder.path, 'dist'))
  const home = join(folder.path, 'project')
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }')
  const quietly = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier']
  await run('npm', ['install', ...quietly, file], { cwd: home })
  const installed = join(home, 'node_modules/kontor-client')
  const write = (name: string, source: string) => writeFileSync(join(home, name), source)
  return {
    file,
    home,
    installed,
    write,
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  }
}

const { fact } = shared(openProject)

fact('the main job passes the strictest compiler and a real server', async ({ home, write }) => {
  write('job.ts', job.replace('../../src/client/index.ts', 'kontor-client'))
  write('mistakes.ts', mistakes)
  const files = ['job.ts', 'mistakes.ts']
  const browsers = ['--module', 'esnext', '--moduleResolution', 'bundler']
  for (const options of [undefined, browsers]) {
    const faults = await faultsIn({ folder: home, files, ...(options && { options }) })
    const said = [...faults].map((fault) => fault.join(' ')).join('\n')
    assert.equal([...faults.keys()], mistakenLines('mistakes.ts', mistakes), said)
  }

  await using app = await openTestApp({ config: { welcomeCredits: 100 } })
  const { doMainJob } = await import(pathToFileURL(join(home, 'job.ts')).href)
  const setupCode = await app.ensureSetupCode()
  const settled = () => app.settleJobs()
  const done = await doMainJob({ url: app.url, setupCode, text, settled })
  const snippet = text.replace('heat pump', '**heat pump**')
  const expected = { status: 'staged', snippet, passage: text, fetched: text, credits: 100 }
  assert.equal(done, expected)
})

fact('a program in JavaScript uses it, and one with the types of Node', async (project) => {
  const { home, write } = project
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  write('plain.js', plain)
  const { stdout } = await run(process.execPath, [join(home, 'plain.js'), app.url], { env: {} })
  assert.equal(JSON.parse(stdout), { status: 'healthy', code: 'unauthorized' })

  symlinkSync(join(root, 'node_modules/@types'), join(home, 'node_modules/@types'))
  write('used.ts', "export { openClient } from 'kontor-client'")
  const options = ['--module', 'nodenext', '--types', 'node', '--lib', 'es2024', '--skipLibCheck']
  assert.equal([...(await faultsIn({ folder: home, files: ['used.ts'], options }))], [])
})

fact('news come where the engine is as old as the package allows', async ({ installed }) => {
  const { openClient } = asOldEngine(readFileSync(join(installed, 'index.js'), 'utf8'))
  const server = createServer((_req, res) => res.write('id: 1\ndata: {"changed":["money"]}\n\n'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signal = AbortSignal.timeout(3_000)
  const following = openClient({ baseUrl }).followEvents({ signal })
  const { value } = await following.next()
  await following.return()
  server.close()
  assert.equal(value, { id: '1', changed: ['money'] })
})

fact('it is small, takes nothing along and says whose it is', ({ file, home, installed }) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.ok(file.endsWith(`/kontor-client-${version}.tgz`), file)
  assert.ok(statSync(file).size < 100_000, `${statSync(file).size} bytes`)
  assert.equal(
    readdirSync(join(home, 'node_modules')).filter((name) => !/^[.@]/.test(name)),
    ['kontor-client'],
  )
  const listed = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n')
  const others = listed.filter((name) => !name.endsWith('.d.ts')).sort()
  assert.equal(
    others,
    ['README.md', 'index.js', 'package.json'].map((name) => `package/${name}`),
  )
  const { dependencies, scripts, license, type, sideEffects } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  )
  const facts = { dependencies, scripts, license, type, sideEffects }
  const none = { dependencies: undefined, scripts: undefined }
  assert.equal(facts, { ...none, license: 'UNLICENSED', type: 'module', sideEffects: false })
  const code = readFileSync(join(installed, 'index.js'), 'utf8')
  assert.not.match(code, /Symbol\.(for|dispose|asyncDispose)/)
  assert.not.match(code, /\b(import|require)\b\s*[({'"]/)
})

test.run()
