import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { secretsFrom } from '../../../src/base/secrets.ts'
import {
  isSessionToken,
  newApiKey,
  newSessionToken,
  openCredentialHashes,
  parseApiKey,
} from '../../../src/domain/identity/credentials.ts'

test('a key has a brand, a prefix and a secret of 256 bits', () => {
  const { text, prefix, secret } = newApiKey()
  assert.match(text, /^kontor_[0-9a-f]{12}_[0-9a-f]{64}$/)
  assert.equal(text.split('_'), ['kontor', prefix, secret])
})

test('a key is read back in its parts', () => {
  const { text, prefix, secret } = newApiKey()
  assert.equal(parseApiKey(text), { prefix, secret })
})

const strangers = [
  '',
  'kontor_',
  'kontor__',
  `kontor_${'a'.repeat(12)}`,
  `kontor_${'a'.repeat(12)}_${'b'.repeat(63)}`,
  `kontor_${'a'.repeat(12)}_${'b'.repeat(65)}`,
  `kontor_${'A'.repeat(12)}_${'b'.repeat(64)}`,
  `other_${'a'.repeat(12)}_${'b'.repeat(64)}`,
  `kontor_${'a'.repeat(12)}_${'b'.repeat(64)}\n`,
]

for (const text of strangers) {
  test(`${JSON.stringify(text).slice(0, 40)} is no key`, () => {
    assert.is(parseApiKey(text), undefined)
  })
}

test('a session token has 256 bits', () => {
  assert.match(newSessionToken(), /^sess_[A-Za-z0-9_-]{43}$/)
  assert.ok(isSessionToken(newSessionToken()))
  assert.not.ok(isSessionToken('sess_short'))
})

test('another master key gives other hashes', () => {
  const token = newSessionToken()
  const [one, two] = [1, 2].map((n) => openCredentialHashes(secretsFrom(Buffer.alloc(32, n))))
  assert.not.equal(one?.session(token), two?.session(token))
})

test('each kind of credential has a hash of its own', () => {
  const hashes = openCredentialHashes(secretsFrom(Buffer.alloc(32, 1)))
  assert.not.equal(hashes.session('x'), hashes.setupCode('x'))
})

test.run()
