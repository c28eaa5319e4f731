// What a reader could do if a flaw in it let a file run code of its own: nothing.
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import { hostileReader } from '../../support/hostile-reader.ts'
import { openBytes } from '../../support/read-bytes.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Runs the script where the text reader is, and gives its results. */
async function attempt(script: string): Promise<Record<string, unknown>> {
  using program = hostileReader(script)
  using open = openBytes({ bytes: 'a text', filename: 'a.txt' })
  const texts: string[] = []
  await openExtractRunner({ program }).extract(
    { fd: open.fd, claims: open.claims },
    async (blocks) => void texts.push(...blocks.map(({ text }) => text)),
  )
  return JSON.parse(texts.join(''))
}

const packageFile = resolve(import.meta.dirname, '../../../package.json')
const harmless = (
  'buffer events fs fs/promises module path process stream string_decoder timers ' +
  'timers/promises url util util/types zlib'
).split(' ')

test('of the standard modules only harmless ones load, whichever way', async () => {
  const results = await attempt(`
    const names = ${JSON.stringify(builtinModules)}
    const loaded = async (load) => {
      const out = []
      for (const name of names) {
        const some = await load(name).catch(() => undefined)
        const isStub = name === 'tty' && !('ReadStream' in { ...some, ...some?.default })
        if (some !== undefined && !isStub) out.push(name)
      }
      return out
    }
    results.imported = await loaded((name) => import(name))
    results.prefixed = await loaded((name) => import('node:' + name.replace('node:', '')))
    results.required = await loaded(async (name) => require(name))
    results.given = await loaded(async (name) => process.getBuiltinModule(name))
    results.indirect = await loaded((name) => (0, eval)('import("' + name + '")'))
    const disguise = (name) => 'data:text/javascript,export * from "' + name + '"'
    results.disguised = await loaded((name) => import(disguise(name)))
    results.inside = await loaded(async (name) => require('module')._load(name))`)
  assert.is(Object.keys(results).length, 7)
  for (const [way, names] of Object.entries(results)) assert.equal([way, names], [way, harmless])
})

test('there is no other way to a socket, a process, a thread or a hook', async () => {
  const results = await attempt(`
    const module = require('module')
    const tries = {
      fetch: () => fetch('http://127.0.0.1:1/'),
      socket: () => new WebSocket('ws://127.0.0.1:1/'),
      events: () => new EventSource('http://127.0.0.1:1/'),
      binding: () => process.binding('tcp_wrap'),
      linked: () => process._linkedBinding('tcp_wrap'),
      native: () => process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'),
      replace: () => process.execve('/bin/true', ['true'], {}),
      kill: () => process.kill(process.ppid, 0),
      debug: () => process._debugProcess(process.ppid),
      hooks: () => module.registerHooks({}),
      loader: () => module.register('data:text/javascript,'),
      again: () => Object.defineProperty(process, 'getBuiltinModule', { value: 1 }),
    }
    for (const [name, deed] of Object.entries(tries)) results[name] = await refusal(deed)
    results.worker = process.permission.has('worker')
    results.child = process.permission.has('child')
    results.streams = ['stdin', 'stdout', 'stderr'].map((name) => {
      const chain = []
      for (let at = process[name]; at; at = Object.getPrototypeOf(at)) {
        chain.push(at.constructor.name)
      }
      return chain.includes('Socket')
    })
    results.env = Object.keys(process.env)`)
  const { worker, child, streams, env, ...tried } = results
  assert.equal(
    Object.entries(tried).filter(([, answer]) => answer === 'allowed'),
    [],
  )
  assert.is(Object.keys(tried).length, 12)
  assert.equal([worker, child, streams, env], [false, false, [false, false, false], []])
})

test('it can read the program and its own file, and write nothing at all', async () => {
  using folder = temporaryFolder()
  const results = await attempt(`
    const fs = require('fs')
    const target = ${JSON.stringify(folder.path)} + '/mark'
    const cache = process.execArgv.filter((flag) => flag.startsWith('--allow-fs-write='))
    results.file = fs.readFileSync(4, 'utf8')
    results.program = fs.readFileSync(${JSON.stringify(packageFile)}).length > 100
    results.read = await refusal(() => fs.readFileSync('/etc/hostname'))
    results.write = await refusal(() => fs.writeFileSync(target, ''))
    results.promise = await refusal(() => fs.promises.writeFile(target, ''))
    results.link = await refusal(() => fs.symlinkSync('/etc/passwd', target))
    results.folder = await refusal(() => fs.mkdirSync(target))
    results.truncate = await refusal(() => fs.ftruncateSync(4))
    results.cache = []
    for (const flag of cache) {
      results.cache.push(await refusal(() => fs.writeFileSync(flag.split('=')[1] + '/mark', '')))
    }`)
  const { file, program, cache, ...rest } = results
  assert.equal([file, program], ['a text', true])
  assert.ok((cache as string[]).every((answer) => answer === 'ERR_ACCESS_DENIED'))
  assert.equal(
    Object.entries(rest).filter(([, answer]) => answer === 'allowed'),
    [],
  )
})

test.run()
