import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { failureWords } from '../../src/base/failure-words.ts'

test('what kept a request from being answered is told in one line that is never empty', () => {
  const refused = (at: string) => new Error(`connect ECONNREFUSED ${at}`)
  // As it is where a name has an address of either kind.
  const both = Object.assign(new AggregateError([refused('::1:1'), refused('127.0.0.1:1')], ''))
  const openssl = 'write EPROTO 40:error:0A00010B:SSL routines:tls:wrong version number:tls.c:77:\n'
  const told: [unknown, string][] = [
    [both, 'connect ECONNREFUSED ::1:1'],
    [new TypeError('fetch failed', { cause: both }), 'connect ECONNREFUSED ::1:1'],
    [new Error('the lease', { cause: refused('a') }), 'the lease: connect ECONNREFUSED a'],
    [new Error(openssl), 'https:// is asked of plain http://'],
    [Object.assign(new Error(''), { code: 'EPIPE' }), 'EPIPE'],
    [new Error('one\ntwo'), 'one'],
    [new Error(''), 'no reason was given'],
    ['words', 'words'],
    [undefined, 'undefined'],
  ]
  for (const [error, words] of told) assert.is(failureWords(error), words)
})

test.run()
