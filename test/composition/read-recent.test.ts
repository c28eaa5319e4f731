// What a log has said lately: as much as fits, without what may not leave the house.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { recentLines } from '../../src/base/recent-lines.ts'
import { readRecent } from '../../src/composition/read-recent.ts'

const line = (level: number, second: number, more: object = {}) =>
  `${JSON.stringify({
    level,
    time: `2026-11-25T12:00:0${second}.000Z`,
    msg: 'request',
    ...more,
  })}\n`

const atMs = (second: number) => Date.parse(`2026-11-25T12:00:0${second}.000Z`)
const all = { level: 0, limit: 100 }

test('lines are found by level, request and time, the newest first', () => {
  const lines = [
    line(30, 1, { requestId: 'req_a', status: 200 }),
    line(50, 2, { requestId: 'req_b' }),
    line(40, 3, { requestId: 'req_ab' }),
    'Kontor listens at http://localhost\n',
  ]
  const times = (wanted: object) =>
    readRecent(lines, { ...all, ...wanted }).entries.map((entry) => entry.atMs)
  assert.equal(times({}), [atMs(3), atMs(2), atMs(1)])
  assert.equal(times({ level: 40 }), [atMs(3), atMs(2)])
  assert.equal(times({ requestId: 'req_a' }), [atMs(1)])
  assert.equal(times({ sinceMs: atMs(2) }), [atMs(3), atMs(2)])
  assert.equal(times({ limit: 1 }), [atMs(3)])
  const slow = [line(30, 1, { ms: 99 }), line(40, 2, { ms: 100 }), line(40, 3, {})]
  const found = readRecent(slow, { ...all, leastMs: 100 }).entries
  assert.equal(
    found.map((entry) => entry.atMs),
    [atMs(2)],
  )
  const { entries, rememberedSinceMs } = readRecent(lines, { ...all, requestId: 'req_a' })
  assert.is(rememberedSinceMs, atMs(1))
  assert.equal(entries[0], {
    atMs: atMs(1),
    level: 'info',
    message: 'request',
    requestId: 'req_a',
    facts: { status: 200 },
  })
})

test('secrets and addresses are masked, where no text stands as well', () => {
  const said = readRecent(
    [
      line(30, 1, { email: 'ada@example.eu', token: 'abcdefgh', from: '192.0.2.7' }),
      line(30, 2, { token: 1234567 }),
    ],
    all,
  )
  const text = JSON.stringify(said)
  assert.is(said.entries.length, 2)
  for (const secret of ['ada@', 'abcdefgh', '192.0.2.7', '1234567']) {
    assert.not(text.includes(secret), secret)
  }
})

test('what does not fit goes, the oldest first, and a line of any length does no harm', () => {
  const recent = recentLines(100)
  for (let n = 0; n < 1_000; n++) recent.keep(`line ${n}`)
  recent.keep('x'.repeat(40_000))
  const lines = recent.lines()
  assert.is(lines.at(-1), 'line 999')
  assert.ok(lines.join('').length <= 100)
})

test.run()
