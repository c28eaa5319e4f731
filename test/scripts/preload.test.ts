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
const body = Array.from({ length: 400 }, (_, k) => line(k)).join('')
const make = (i) => new Function('a', 'b', 'o', 'let s = ' + i + ';' + body + 'return s')
const functions = Array.from({ length: 60 }, (_, i) => make(i * 7919 + (Date.now() % 1000)))
const [kept, found] = [[], []]
let n = 0
const untilMs = performance.now() + 150 + Math.random() * 500
while (performance.now() < untilMs) {
  const one = functions[n % 60]
  for (let round = 0; round < 20; round++) one(n, round, found)
  n++
  kept.push(new Array(200).fill(n))
  if (kept.length > 3000) kept.length = 0
}
process.exit(0)`

/** Its exit code, or the signal that put an end to it. */
async function endOf(): Promise<unknown> {
  const preload = new URL('../../scripts/preload.mjs', import.meta.url).href
  const args = ['--max-old-space-size=40', '--import', preload, '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: 'ignore', timeout: 60_000 })
  const [code, signal] = await once(child, 'exit')
  return code ?? signal
}

test('a process ends although something is being compiled', async () => {
  const lane = async () => [await endOf(), await endOf(), await endOf()]
  const ends = await Promise.all([lane(), lane(), lane()])
  // One whose memory is at its end may be ended by V8; what must not be is one that never ends.
  const found = new Set(ends.flat())
  assert.ok(found.delete(0), 'none came to its own end')
  found.delete('SIGABRT')
  assert.equal([...found], [])
})

test.run()
