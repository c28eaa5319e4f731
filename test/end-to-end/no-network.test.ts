// A machine that never had a network: the demo with its searches by meaning, and a model of the
// operator's, with every connection beyond this machine refused at the socket.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { smallTable, writeModelFolder } from '../support/onnx-model.ts'
import { type Program, program } from '../support/program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const refusing = pathToFileURL(join(root, 'scripts/refuse-network.mjs')).href

const node: Program = { command: process.execPath, args: process.execArgv, env: {} }

/** A program of ours in an empty home, and what it tried to reach. */
async function run(home: string, args: readonly string[], { command, args: before, env } = node) {
  const log = join(home, 'network.log')
  const child = spawn(command, [...before, ...args], {
    cwd: root,
    env: { ...env, HOME: home, NODE_OPTIONS: `--import ${refusing}`, KONTOR_NETWORK_LOG: log },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.once('exit', done)),
  ])
  return { out, err, code, tried: existsSync(log) ? readFileSync(log, 'utf8') : '' }
}

test('what is refused is refused, and this machine is not', async () => {
  using home = temporaryFolder()
  const asks = `
    const { createServer } = await import('node:http')
    const server = createServer((_, res) => res.end('here')).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const { port } = server.address()
    console.log(await (await fetch('http://127.0.0.1:' + port)).text())
    const error = await fetch('http://example.com/').catch((error) => error)
    console.log(error.cause.code)
    server.close()`
  const { out, tried } = await run(home.path, ['--input-type=module', '-e', asks])
  assert.is(out, 'here\nENETUNREACH\n')
  assert.match(tried, / example\.com\n$/)
})

test('the demo asks by meaning, and asks nobody else', async () => {
  using home = temporaryFolder()
  // On a busy machine the first search starts the threads that search for longer than usual.
  const demo = ['demo', '--json', '--search-timeout-ms', '60000']
  const { out, err, code, tried } = await run(home.path, demo, program())
  assert.equal({ code, err, tried }, { code: 0, err: '', tried: '' })
  const { steps } = JSON.parse(out) as { steps: { request: string; status: number }[] }
  const byMeaning = steps.filter(({ request }) => /mode=(semantic|hybrid)/.test(request))
  assert.ok(byMeaning.length >= 4)
})

test('a model of the operator’s is loaded from its folder alone', async () => {
  using home = temporaryFolder()
  const folder = join(home.path, 'model')
  writeModelFolder(folder, smallTable())
  const { out, tried } = await run(home.path, ['model', 'check', folder, '--json'], program())
  assert.is(JSON.parse(out).dimensions, 16)
  assert.is(tried, '')
})

test.run()
