// One word in several forms: each list of what comes out is in order, as best-scores.ts needs it.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  byFrequency,
  openPostingsMerger,
  type Postings,
} from '../../../src/engine/keyword/postings.ts'

const size = 60
/** A form as FTS5 lists it: documents in order, once for each time that it stands there. */
const form = fc
  .array(fc.nat(size - 1), { maxLength: 80 })
  .map((docIds) => byFrequency(docIds.sort((a, b) => a - b)))

function timesByPlace(forms: readonly Postings[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const postings of forms) {
    postings.forEach((docIds, i) => {
      for (const docId of docIds ?? []) counts.set(docId, (counts.get(docId) ?? 0) + i + 1)
    })
  }
  return counts
}

test('forms of a word are added up, in ascending lists', () => {
  const together = openPostingsMerger()
  fc.assert(
    fc.property(fc.array(form, { maxLength: 4 }), (forms) => {
      const both = together(forms, { size })
      for (const docIds of both) {
        assert.equal(
          [...(docIds ?? [])],
          [...(docIds ?? [])].sort((a, b) => a - b),
        )
      }
      assert.equal([...timesByPlace([both])].sort(), [...timesByPlace(forms)].sort())
    }),
    { numRuns: 300, seed: 5 },
  )
})

test.run()
