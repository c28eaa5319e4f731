// The log as a person reads it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { logEntryOf, plainLogLine, watchedLogLine } from '../../src/base/log-line.ts'

const time = '2027-01-31T12:00:00.000Z'
const entry = (facts: object) => JSON.stringify({ level: 30, time, ...facts })
const asked = { requestId: 'req_1', method: 'GET', route: '/v1/me', ms: 3, msg: 'request' }

const watched: [title: string, line: string, shown: RegExp][] = [
  [
    'a request is told in a line of its own words',
    entry({ ...asked, status: 200 }),
    /^\d\d:\d\d:\d\d INFO {2}GET \/v1\/me 200 3 ms$/,
  ],
  [
    'one that was refused has the id that it is looked up by',
    entry({ ...asked, status: 404 }),
    /INFO {2}GET \/v1\/me 404 3 ms requestId=req_1$/,
  ],
  [
    'a slow one says so',
    entry({ ...asked, level: 40, status: 200, msg: 'slow request' }),
    /WARN {2}slow request GET \/v1\/me 200 3 ms$/,
  ],
  [
    'anything else has its facts behind it',
    entry({ msg: 'listening', url: 'http://127.0.0.1:1', jobs: { open: 2 } }),
    /INFO {2}listening url=http:\/\/127\.0\.0\.1:1 jobs=\{"open":2\}$/,
  ],
  ['what is no entry is left as it is', 'Kontor listens', /^Kontor listens$/],
]
for (const [title, line, shown] of watched) {
  test(title, () => {
    assert.match(watchedLogLine(line), shown)
  })
}

test('a log that is read later has the whole time and every fact', () => {
  const found = logEntryOf(entry({ ...asked, status: 200 }))
  assert.is(
    found && plainLogLine(found),
    `${time} INFO  request requestId=req_1 method=GET route=/v1/me ms=3 status=200`,
  )
})

test.run()
