// Turns of imports and watches: what a store does that hangs.
import { setImmediate } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openFolderTurns } from '../../../src/domain/folders/turns.ts'

const never = () => new Promise<void>(() => {})
const { signal } = new AbortController()

test('one that hangs keeps no other from its turn, and has no second one meanwhile', async () => {
  const turns = openFolderTurns({ patienceMs: 1 })
  const began: string[] = []
  const hang = () => {
    began.push('hangs')
    return never()
  }
  for (const _ of [1, 2]) {
    await turns.take('hangs', hang, signal)
    await turns.take('other', async () => void began.push('other'), signal)
  }
  assert.equal([began, turns.isUnderWay('hangs')], [['hangs', 'other', 'other'], true])
})

test('not too many are left to themselves', async () => {
  const turns = openFolderTurns({ patienceMs: 1 })
  for (const id of ['a', 'b', 'c']) await turns.take(id, never, signal)
  const { promise, resolve } = Promise.withResolvers<void>()
  let isOver = false
  const fourth = turns
    .take('d', () => promise, signal)
    .then(() => {
      isOver = true
    })
  for (let n = 0; n < 50; n++) await setImmediate()
  assert.is(isOver, false)
  resolve()
  await fourth
})

test('what goes wrong in time is thrown, and the end waits not long for what hangs', async () => {
  const turns = openFolderTurns({ graceMs: 1 })
  const fails = turns.take('fails', () => Promise.reject(new Error('no')), signal)
  assert.is(await fails.catch((error: Error) => error.message), 'no')
  const ending = new AbortController()
  const taken = turns.take('hangs', never, ending.signal)
  ending.abort()
  await taken
  await turns.ended(true)
})

test.run()
