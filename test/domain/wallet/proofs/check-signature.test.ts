// Every signature that a wallet makes verifies, and nothing that was done to it does.
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58, base64, hex } from '@scure/base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkOf, parseAddress } from '../../../../src/domain/wallet/proofs/index.ts'
import { allWallets, ethersWallet, messageWallet, naclWallet } from '../../../support/wallets.ts'

const message = 'Sign this message to verify wallet ownership for market.example: 1795176000'

function verifies(asked: { network: 'solana' | 'ethereum' | 'bitcoin'; address: string }) {
  const address = parseAddress(asked.network, asked.address)
  return (text: string, signature: string) =>
    address !== undefined && checkOf(address, signature)(text)
}

/** One of each kind; nothing is kept of what they sign. */
const every = await allWallets()

test('the signature of every kind of wallet verifies', async () => {
  for (const wallet of every) {
    assert.is(verifies(wallet)(message, await wallet.sign(message)), true, wallet.maker)
  }
})

test('the signature of another message verifies for none', async () => {
  for (const wallet of every) {
    assert.is(verifies(wallet)(`${message}1`, await wallet.sign(message)), false, wallet.maker)
  }
})

test("another wallet's signature verifies for none", async () => {
  const other = await allWallets()
  for (const [i, wallet] of every.entries()) {
    const foreign = await other[i]?.sign(message)
    assert.is(verifies(wallet)(message, foreign ?? ''), false, wallet.maker)
  }
})

test('no byte of a signature may differ', async () => {
  for (const wallet of [naclWallet('hex'), ethersWallet()]) {
    const signature = await wallet.sign(message)
    for (let at = 2; at < signature.length; at += 7) {
      const digit = signature[at] === '0' ? '1' : '0'
      const altered = signature.slice(0, at) + digit + signature.slice(at + 1)
      assert.is(verifies(wallet)(message, altered), false, `${wallet.maker} ${at}`)
    }
  }
})

test('what is no signature at all verifies for none', async () => {
  const texts = ['', '0x', '0', 'x'.repeat(500), '0x'.padEnd(132, '0'), 'A'.repeat(88), '\u0000']
  for (const wallet of every) {
    for (const text of texts) assert.is(verifies(wallet)(message, text), false, wallet.maker)
  }
})

test('the twin of an Ethereum signature, with the other s, is refused', async () => {
  const wallet = ethersWallet()
  const bytes = hex.decode((await wallet.sign(message)).slice(2))
  const twin = secp256k1.Point.Fn.ORDER - BigInt(`0x${hex.encode(bytes.slice(32, 64))}`)
  const s = twin.toString(16).padStart(64, '0')
  const other = bytes[64] === 27 ? '1c' : '1b'
  const malleated = `0x${hex.encode(bytes.slice(0, 32))}${s}${other}`
  assert.is(verifies(wallet)(message, malleated), false)
})

test('the twin of a Bitcoin signature is refused', async () => {
  const wallet = messageWallet('p2pkh')
  const bytes = base64.decode(await wallet.sign(message))
  const twin = secp256k1.Point.Fn.ORDER - BigInt(`0x${hex.encode(bytes.slice(33))}`)
  bytes.set(hex.decode(twin.toString(16).padStart(64, '0')), 33)
  bytes[0] = ((bytes[0] ?? 0) - 27) ^ 1
  bytes[0] += 27
  assert.is(verifies(wallet)(message, base64.encode(bytes)), false)
})

test('Ed25519 signatures with the order added to s are refused', async () => {
  const wallet = naclWallet()
  const bytes = base58.decode(await wallet.sign(message))
  const s = BigInt(`0x${hex.encode(bytes.slice(32).reverse())}`) + ed25519.Point.Fn.ORDER
  bytes.set(hex.decode(s.toString(16).padStart(64, '0')).reverse(), 32)
  assert.is(verifies(wallet)(message, base58.encode(bytes)), false)
})

test('signatures for keys of small order, which anybody can make, are refused', () => {
  const key = new Uint8Array(32)
  const check = checkOf({ network: 'solana', canonical: base58.encode(key), key }, '')
  assert.is(check(message), false)
  let forged = 0
  for (const r of smallPoints) {
    for (let i = 0; i < 50; i++) {
      const signature = new Uint8Array(64)
      signature.set(hex.decode(r))
      const text = `${message}${i}`
      if (ed25519.verify(signature, Buffer.from(text), key)) forged += 1
      const ours = checkOf({ network: 'solana', canonical: '', key }, base58.encode(signature))
      assert.is(ours(text), false)
    }
  }
  assert.is(forged, 200, 'without the strict rule all of them would pass')
})

const smallPoints = [
  `01${'00'.repeat(31)}`,
  '00'.repeat(32),
  `ec${'ff'.repeat(30)}7f`,
  `${'00'.repeat(31)}80`,
]

test('the published vectors of BIP-322 verify', () => {
  const asked = {
    network: 'bitcoin',
    address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  } as const
  const hello =
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx' +
    '9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
  assert.is(verifies(asked)('Hello World', hello), true)
  assert.is(verifies(asked)('Hello World', `smp${hello}`), true)
  assert.is(verifies(asked)('Hello World!', hello), false)
})

test.run()
