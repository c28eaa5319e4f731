// What every process of the sources begins with.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

/** Has much to compile, and little memory for it, when it ends. */
const script = `
const line = (k) =>
  's = (s * ' + (k + 3) + ' + a * ' + k + ' ^ b) | 0;' +
  'if (s === ' + k * 7919 + ') o.push({ s, x: [a, b] });'
const body = Array.from({ length: 150 }, (_, k) => line(k)).join('')
const make = (i) => new Function('a', 'b', 'o', 'let s = ' + i + ';' + body + 'return s')
const functions = Array.from({ length: 60 }, (_, i) => make(i * 7919 + (Date.now() % 1000)))
const [kept, found] = [[], []]
let n = 0
const untilMs = performance.now() + 100 + Math.random() * 300
while (performance.now() < untilMs) {
  const one = functions[Math.floor(n / 16) % 60]
  for (let round = 0; round < 20; round++) one(n, round, found)
  n++
  kept.push(new Array(200).fill(n))
  if (kept.length > 6000) kept.length = 0
}
process.exit(0)`

/**
 * Ends while a function is compiled on another thread; says whether that came to its end. Where
 * this thread had to wait for a processor, the other may have been quicker: then with another one.
 */
const waiting = `
const part = (k) => 's = (s * ' + (k + 3) + ' ^ a) | 0; if (s === ' + k + ') o.push({ s });'
const body = Array.from({ length: 300 }, (_, k) => part(k)).join('')
const begin = (tries) => {
  const one = new Function('a', 'o', 'let s = ' + tries + ';' + body + 'return s')
  ;%PrepareFunctionForOptimization(one)
  one(1, [])
  one(2, [])
  ;%OptimizeFunctionOnNextCall(one, 'concurrent')
  one(3, [])
  return one
}
const [isOptimized, isOnItsWay] = [1 << 4, 1 << 10]
let one
const is = (bit) => (%GetOptimizationStatus(one) & bit) !== 0
let tries = 0
do one = begin(++tries)
while (!is(isOnItsWay) && tries < 100)
if (!is(isOnItsWay)) process.exit(4)
process.on('exit', () => {
  if (!is(isOptimized)) process.exitCode = 5
})
process.exit(0)`

/** Its exit code, or the signal that put an end to it. */
async function endOf(script: string, flags: readonly string[]): Promise<unknown> {
  const preload = new URL('../../scripts/preload.mjs', import.meta.url).href
  const args = [...flags, '--import', preload, '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: 'ignore', timeout: 30_000 })
  const [code, signal] = await once(child, 'exit')
  return code ?? signal
}

test('what is being compiled when a process ends is waited for', async () => {
  assert.is(await endOf(waiting, ['--allow-natives-syntax']), 0)
})

test('a process ends although something is being compiled', async () => {
  const end = () => endOf(script, ['--max-old-space-size=20'])
  const lane = async () => [await end(), await end(), await end(), await end()]
  const ends = await Promise.all([lane(), lane(), lane()])
  // One whose memory is at its end may be ended by V8; what must not be is one that never ends.
  const found = new Set(ends.flat())
  assert.ok(found.delete(0), 'none came to its own end')
  found.delete('SIGABRT')
  assert.equal([...found], [])
})

test.run()
