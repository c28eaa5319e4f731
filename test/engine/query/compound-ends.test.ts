// The walk through all words for what ends with one: a busy machine finds as much as a calm one,
// and what was cut short is looked for again.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { tokenise } from '../../../src/engine/analysis/tokenise.ts'
import { openTermArray } from '../../../src/engine/keyword/term-array.ts'
import { compoundsEnding } from '../../../src/engine/query/compound-ends.ts'
import type { VisibleCollection } from '../../../src/engine/ranking/visible-collection.ts'

const fillers = Array.from({ length: 3_000 }, (_, i) => `m${i}`)
const compounds = ['kesselprufung', 'warmepumpenprufung']

/** Words of which the first one takes so long to come, one time. */
function openWords(delay: () => void) {
  const words = openTermArray()
  words.add([...fillers, ...compounds])
  const delays = [delay]
  const keywords = {
    postingsOf: (stem: string) => [stem.length > 9 ? [0] : []],
    termsBeginning: () => [],
    terms() {
      const cursor = words.cursor()
      return {
        ...cursor,
        next() {
          delays.pop()?.()
          cursor.next()
        },
      }
    },
  }
  const bytes = new Uint8Array([1])
  const kept = { langs: ['de'], parts: new Map(), counted: { bytes }, visible: { bytes } }
  const collection = kept as unknown as VisibleCollection
  const [token] = tokenise('Prüfung')
  assert.ok(token)
  return () => compoundsEnding({ keywords, collection }, token, [])
}

/** Longer than a walk may take. */
const longMs = 150

function wait(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, longMs)
}

function work(): void {
  const before = process.threadCpuUsage()
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  while (usedMs() < longMs);
}

test('who gets no processor for a while finds all the same', () => {
  const find = openWords(wait)
  assert.equal(find(), compounds)
})

test('a walk that takes too much is cut short, and goes further the next time', () => {
  const find = openWords(work)
  assert.equal(find(), ['kesselprufung'])
  assert.equal(find(), compounds)
})

test.run()
