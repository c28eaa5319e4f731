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

test('a process that saves memory keeps less of what it does not need', () => {
  const module = new URL('../../src/adapters/lean-heaps.ts', import.meta.url)
  const script = (begin: string) => `
    import { openLeanHeaps } from '${module}'
    ${begin}
    let kept
    for (let i = 0; i < 300; i++) kept = Array.from({ length: 20_000 }, () => ({ i }))
    console.log(process.memoryUsage().heapTotal)`
  const heapAfter = (begin: string) => {
    const args = ['--input-type=module', '-e', script(begin)]
    return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout)
  }
  const [lean, usual] = [heapAfter('openLeanHeaps()'), heapAfter('')]
  assert.ok(lean > 0 && lean * 2 < usual, `${lean} and ${usual} bytes`)
})

test.run()
