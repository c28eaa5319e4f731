import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseAddress } from '../../../../src/domain/wallet/proofs/index.ts'
import { allWallets, bitcoinKey } from '../../../support/wallets.ts'

test('the addresses of real wallets are taken', async () => {
  for (const { network, address, maker } of await allWallets()) {
    assert.ok(parseAddress(network, address), maker)
  }
})

const refused: [network: 'solana' | 'ethereum' | 'bitcoin', address: string, why: string][] = [
  ['solana', '11111111111111111111111111111111', 'the system program: a point of small order'],
  ['solana', base58.encode(Uint8Array.of(2, ...new Uint8Array(31))), 'off the curve'],
  ['solana', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'not Base58'],
  ['solana', '4', 'too short'],
  ['solana', base58.encode(new Uint8Array(33).fill(7)), '33 bytes'],
  ['ethereum', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'one letter against EIP-55'],
  ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'no 0x'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA', 'too short'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', 'not hexadecimal'],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'a wrong checksum'],
  ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'the test network, P2PKH'],
  ['bitcoin', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'the test network, P2SH'],
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'the test network, segwit'],
  ['bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdr', 'a wrong checksum, segwit'],
  ['bitcoin', 'BC1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'mixed case, segwit'],
  ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'a script: no key'],
  ['bitcoin', '', 'nothing'],
]
for (const [network, address, why] of refused) {
  test(`no address of ${network}: ${why}`, () => {
    assert.is(parseAddress(network, address), undefined)
  })
}

const taken: [network: 'ethereum' | 'bitcoin', address: string][] = [
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['ethereum', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED'],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'],
  ['bitcoin', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
]
for (const [network, address] of taken) {
  test(`an address of ${network}: ${address}`, () => {
    assert.ok(parseAddress(network, address))
  })
}

test('spellings of one address are one wallet', () => {
  const [mixed, lower, upper] = taken.map(([network, text]) => parseAddress(network, text))
  assert.is(mixed?.canonical, lower?.canonical)
  assert.is(mixed?.canonical, upper?.canonical)
})

test('testnet addresses of a fresh key are refused, its mainnet ones are not', () => {
  const key = bitcoinKey()
  for (const kind of ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const) {
    assert.ok(parseAddress('bitcoin', key.addressOf(kind)), kind)
    assert.is(parseAddress('bitcoin', key.addressOf(kind, 'testnet')), undefined, kind)
  }
})

test('every point of small order is refused, in every spelling of it', () => {
  const torsion = ed25519.Point.fromHex(
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  )
  for (let i = 0; i < 8; i++) {
    const point = i === 0 ? ed25519.Point.ZERO : torsion.multiplyUnsafe(BigInt(i))
    assert.is(parseAddress('solana', base58.encode(point.toBytes())), undefined)
  }
})

test.run()
