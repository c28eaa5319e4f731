import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newApiKey, openCredentialHashes } from '../../../../src/domain/identity/credentials.ts'
import { openKnownKeys } from '../../../../src/domain/identity/key/known-keys.ts'
import { testSecrets } from '../../../support/test-secrets.ts'

function openKeys() {
  const { apiKey } = openCredentialHashes(testSecrets)
  let made = 0
  const counted: typeof apiKey = (parts) => {
    made += 1
    return apiKey(parts)
  }
  const keys = openKnownKeys({ apiKey: counted })
  const { text, ...parts } = newApiKey()
  const row = { secretHash: apiKey(parts) }
  return { keys, shown: { text, parts }, row, made: () => made }
}

test('the hash of a key is made once while its row lives', () => {
  const { keys, shown, row, made } = openKeys()
  for (let i = 0; i < 3; i++) assert.ok(keys.isGenuine(row, shown))
  assert.is(made(), 1)
  assert.not.ok(keys.isGenuine(undefined, shown))
  assert.is(keys.count(), 0)
})

test('another row, a wrong secret and no row are no proof, and are not remembered', () => {
  const { keys, shown, row, made } = openKeys()
  assert.ok(keys.isGenuine(row, shown))
  assert.not.ok(keys.isGenuine({ secretHash: Buffer.alloc(32, 1) }, shown))
  const other = newApiKey()
  const wrong = { text: other.text, parts: { ...other, prefix: shown.parts.prefix } }
  for (const at of [row, undefined]) assert.not.ok(keys.isGenuine(at, wrong))
  assert.is(keys.count(), 0)
  assert.is(made(), 3)
})

test.run()
