import { spawnSync } from 'node:child_process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPace } from '../../src/adapters/lean-heaps.ts'

/** What the pace says at each second, after so much processor time in each of them. */
function pacesOf(eachMs: readonly number[]): boolean[] {
  const pace = openPace()
  let sum = 0
  return eachMs.map((ms) => {
    sum += ms
    return pace.isIdle(sum)
  })
}

const times = (count: number, ms: number): number[] => Array(count).fill(ms)

test('a start is no load, however long it takes', () => {
  const [quick, slow] = [times(3, 1_000), times(12, 300)]
  assert.not.ok(pacesOf(quick).includes(false))
  assert.not.ok(pacesOf(slow).includes(false))
})

test('a busy second is load, once the start is over', () => {
  const paces = pacesOf([...times(4, 1_000), 10, 300])
  assert.equal(paces, [true, true, true, true, true, false])
})

test('half a minute of quiet is the end of it, and less is not', () => {
  const paces = pacesOf([4_000, 1_000, ...times(29, 100), 1_000, ...times(30, 100)])
  assert.is(paces.lastIndexOf(false), paces.length - 2)
  assert.is(paces.indexOf(false), 1)
})

test('little traffic is none', () => {
  assert.not.ok(pacesOf([4_000, ...times(100, 200)]).includes(false))
})

/** On a busy machine everything takes its time. */
const patienceMs = 180_000

/**
 * The heap of a process that began so, and has made a lot of garbage since: some of it old, and
 * large, since many small things take a second to be made and to be looked through.
 */
function heapAfter(begin: string): number {
  const module = new URL('../../src/adapters/lean-heaps.ts', import.meta.url)
  const script = `
    import { openLeanHeaps } from '${module}'
    ${begin}
    const kept = []
    for (let i = 0; i < 1_000; i++) {
      kept[i % 40] = Array.from({ length: 100 }, () => new Array(1_000).fill(i + 0.5))
    }
    console.log(process.memoryUsage().heapTotal)`
  // One thread and limits of its own: what is kept hangs neither on load nor on the machine's size.
  const limits = ['--single-threaded', '--max-semi-space-size=32', '--max-old-space-size=1024']
  const args = [...limits, '--input-type=module', '-e', script]
  const child = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: patienceMs })
  return Number(child.stdout)
}

/** Seconds in which the processor did as much as is said. */
const clockwork = `
  let look
  globalThis.setInterval = (run) => ((look = run), { unref: () => {} })
  let usedMs = 0
  process.cpuUsage = () => ({ user: usedMs * 1_000, system: 0 })
  const seconds = (count, eachMs) => {
    for (let i = 0; i < count; i++) look((usedMs += eachMs))
  }
  const heaps = openLeanHeaps()
  `

const usual = heapAfter('')

test('a process that saves memory keeps less of what it does not need', () => {
  const lean = heapAfter('openLeanHeaps()')
  assert.ok(lean > 0 && lean * 2 < usual, `${lean} and ${usual} bytes`)
})

test('under load, and when it is over, the heap is as it usually is', () => {
  for (const end of ['seconds(1, 5_000)', 'heaps[Symbol.dispose]()']) {
    const heap = heapAfter(`${clockwork} ${end}`)
    assert.ok(heap * 2 > usual, `${end}: ${heap} and ${usual} bytes`)
  }
})

test('after half a minute of quiet the process saves memory again', () => {
  const lean = heapAfter(`${clockwork} seconds(1, 5_000); seconds(30, 10)`)
  assert.ok(lean > 0 && lean * 2 < usual, `${lean} and ${usual} bytes`)
})

test('it does not keep a process that has nothing else to do', () => {
  const module = new URL('../../src/adapters/lean-heaps.ts', import.meta.url)
  const script = `import { openLeanHeaps } from '${module}'; openLeanHeaps()`
  const args = ['--input-type=module', '-e', script]
  const { status } = spawnSync(process.execPath, args, { timeout: patienceMs })
  assert.is(status, 0)
})

test.run()
