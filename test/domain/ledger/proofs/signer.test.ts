// Whose signatures count: the key of the moment, those of before until they retired, nobody else's.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { secretsFrom } from '../../../../src/base/secrets.ts'
import { isOperatorsKey, openSigner } from '../../../../src/domain/ledger/proofs/signer.ts'

const signerFrom = (byte: number) => openSigner(secretsFrom(Buffer.alloc(32, byte)))
const retired = { number: 1, publicKey: signerFrom(8).publicKey, sinceMs: 100, retiredMs: 200 }
const signer = { ...signerFrom(7), past: () => [retired] }

const rows: [whose: string, publicKey: Buffer, atMs: number, counts: boolean][] = [
  ['the key of the moment', signerFrom(7).publicKey, 900, true],
  ['a key of before, until it retired', retired.publicKey, 200, true],
  ['a key of before, after it retired', retired.publicKey, 201, false],
  ['a key that the ring does not name', signerFrom(9).publicKey, 150, false],
]
for (const [whose, publicKey, atMs, counts] of rows) {
  test(`what ${whose} signed ${counts ? 'counts' : 'does not count'}`, () => {
    assert.is(isOperatorsKey(signer, { publicKey, atMs }), counts)
  })
}

test.run()
