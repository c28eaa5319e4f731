import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { InvalidInput } from '../../../../src/base/errors.ts'
import {
  type AskedRange,
  hashOfToken,
  overLimit,
  rangeOf,
} from '../../../../src/domain/delivery/links/link.ts'

const film = { modality: 'video', durationMs: 60_000 } as const

const ranges: [AskedRange, object | undefined][] = [
  [{}, undefined],
  [
    { startMs: 0, endMs: 60_000 },
    { startMs: 0, endMs: 60_000 },
  ],
  [
    { startMs: 1000, endMs: 1001 },
    { startMs: 1000, endMs: 1001 },
  ],
  [{ startMs: 59_999 }, { startMs: 59_999, endMs: 60_000 }],
  [{ endMs: 5 }, { startMs: 0, endMs: 5 }],
]

for (const [asked, expected] of ranges) {
  test(`of a minute of film ${JSON.stringify(asked)} is ${JSON.stringify(expected)}`, () => {
    assert.equal(rangeOf(asked, film), expected)
  })
}

const badRanges: [AskedRange, field: string][] = [
  [{ startMs: 5, endMs: 5 }, 'start_ms'],
  [{ startMs: 6, endMs: 5 }, 'start_ms'],
  [{ startMs: -1, endMs: 5 }, 'start_ms'],
  [{ endMs: -1 }, 'start_ms'],
  [{ startMs: 0, endMs: 60_001 }, 'end_ms'],
  [{ startMs: 60_000 }, 'start_ms'],
]

for (const [asked, field] of badRanges) {
  test(`of a minute of film ${JSON.stringify(asked)} is refused`, () => {
    assert.throws(
      () => rangeOf(asked, film),
      (error: InvalidInput) =>
        error instanceof InvalidInput && error.field === field && error.reason === 'invalid_range',
    )
  })
}

for (const modality of ['document', 'text', 'image'] as const) {
  for (const asked of [{ startMs: 0 }, { endMs: 1 }, { startMs: 0, endMs: 1 }]) {
    const field = 'startMs' in asked ? 'start_ms' : 'end_ms'
    test(`of a ${modality} ${JSON.stringify(asked)} is refused, naming ${field}`, () => {
      assert.throws(
        () => rangeOf(asked, { modality, durationMs: 9 }),
        (error: InvalidInput) => error instanceof InvalidInput && error.field === field,
      )
    })
  }
}

test('a range to the end needs a known length', () => {
  const unknown = { modality: 'audio', durationMs: null } as const
  assert.throws(() => rangeOf({ startMs: 0 }, unknown), /length of this recording/)
  assert.equal(rangeOf({ startMs: 0, endMs: 9 }, unknown), { startMs: 0, endMs: 9 })
})

test('a file is over a limit that it is larger than, and over none where there is none', () => {
  assert.is(overLimit({ sizeBytes: 10 }, 10), undefined)
  assert.is(overLimit({ sizeBytes: 11 }, 10), 10)
  assert.is(overLimit({ sizeBytes: 11 }, 0), undefined)
})

test('a token is kept as its SHA-256', () => {
  const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  assert.is(hashOfToken('abc').toString('hex'), known)
})

test.run()
