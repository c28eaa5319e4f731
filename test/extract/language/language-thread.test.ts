import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { entryUrl } from '../../../src/base/entry.ts'
import { openLanguageThread } from '../../../src/extract/language/language-thread.ts'

const entry = entryUrl('language')
const german = 'Der Salzhandel machte die Städte am Fluss reich.'
const french = 'Le commerce du sel enrichit les villes au bord du fleuve.'

test('each text gets its language, in order, also of several askers', async () => {
  await using thread = openLanguageThread({ entry })
  const answers = await Promise.all([
    thread.detect([german, french, '17']),
    thread.detect([]),
    thread.detect([french]),
  ])
  assert.equal(answers, [['de', 'fr', 'und'], [], ['fr']])
})

test('the serving thread goes on while the statistics are loaded', async () => {
  await using thread = openLanguageThread({ entry })
  const detected = thread.detect([german])
  let turns = 0
  let isDetected = false
  void detected.then(() => {
    isDetected = true
  })
  for (; !isDetected; turns++) await nextTurn()
  assert.ok(turns > 5, `${turns}`)
})

test('after a rest it starts again', async () => {
  await using thread = openLanguageThread({ entry, idleMs: 20 })
  assert.equal(await thread.detect([german]), ['de'])
  await delay(300)
  assert.equal(await thread.detect([french]), ['fr'])
})

test('who waits when it ends is told that another try is worth it', async () => {
  const thread = openLanguageThread({ entry })
  const detected = thread.detect([german]).catch((error) => error.name)
  await thread[Symbol.asyncDispose]()
  assert.is(await detected, 'ExtractInterrupted')
  assert.is(await thread.detect([german]).catch((error) => error.name), 'ExtractInterrupted')
})

test('a thread that cannot start is worth another try', async () => {
  await using thread = openLanguageThread({ entry: new URL('file:///nowhere/thread.mjs') })
  assert.is(await thread.detect([german]).catch((error) => error.name), 'ExtractInterrupted')
})

test.run()
