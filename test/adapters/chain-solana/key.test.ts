import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openKey } from '../../../src/adapters/chain-solana/key.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** The 32 bytes of a new key, and the 64 that wallets keep. */
function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const open = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return { seed, both: Buffer.concat([seed, open]), address: base58.encode(open) }
}

test('a key comes in Base58 of either length, or as numbers', () => {
  const { seed, both, address } = newKey()
  for (const key of [base58.encode(seed), base58.encode(both), JSON.stringify([...both])]) {
    assert.is(openKey({ key }).address, address)
  }
})

test('a file with a key must be for its owner alone', () => {
  using folder = temporaryFolder()
  const { both, address } = newKey()
  const keyFile = join(folder.path, 'id.json')
  writeFileSync(keyFile, JSON.stringify([...both]), { mode: 0o600 })
  assert.is(openKey({ keyFile }).address, address)
  chmodSync(keyFile, 0o644)
  assert.throws(() => openKey({ keyFile }), /mode must be 0600/)
})

test('what is no key is refused without being repeated', () => {
  const { seed, both } = newKey()
  const other = Buffer.concat([seed, newKey().seed])
  const secret = base58.encode(both.subarray(0, 40))
  for (const key of ['', 'x', secret, '[1,2,3]', '[999]', base58.encode(other)]) {
    try {
      openKey({ key })
      assert.unreachable()
    } catch (error) {
      const { name, message } = error as Error
      assert.is(name, 'SolanaKeyRefused')
      assert.not(key.length > 3 && message.includes(key))
    }
  }
})

test.run()
