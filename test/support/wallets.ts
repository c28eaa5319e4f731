// Wallets as their makers wrote them: what signs is never our own code.
import { createHash, randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { createKeyPairSignerFromPrivateKeyBytes, createSignableMessage } from '@solana/kit'
import bip322 from 'bip322-js'
import bitcoinMessage from 'bitcoinjs-message'
import { SigningKey, Wallet } from 'ethers'
import { addr, eip191Signer } from 'micro-eth-signer'
import nacl from 'tweetnacl'
import type { Network } from '../../src/domain/wallet/index.ts'

export type TestWallet = {
  readonly maker: string
  readonly network: Network
  readonly address: string
  sign(message: string): Promise<string>
}

export function naclWallet(spelling: 'base58' | 'base64' | 'hex' = 'base58'): TestWallet {
  const { publicKey, secretKey } = nacl.sign.keyPair()
  return {
    maker: `tweetnacl, ${spelling}`,
    network: 'solana',
    address: base58.encode(publicKey),
    async sign(message) {
      const signature = nacl.sign.detached(Buffer.from(message), secretKey)
      if (spelling === 'base58') return base58.encode(signature)
      return Buffer.from(signature).toString(spelling)
    },
  }
}

export async function kitWallet(): Promise<TestWallet> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(randomBytes(32))
  return {
    maker: '@solana/kit',
    network: 'solana',
    address: signer.address,
    async sign(message) {
      const [signed] = await signer.signMessages([createSignableMessage(message)])
      return base58.encode(signed?.[signer.address] as Uint8Array)
    },
  }
}

export function ethersWallet(spell = (address: string) => address): TestWallet {
  const wallet = Wallet.createRandom()
  return {
    maker: 'ethers',
    network: 'ethereum',
    address: spell(wallet.address),
    sign: (message) => wallet.signMessage(message),
  }
}

export function microWallet(): TestWallet {
  const secret = `0x${randomBytes(32).toString('hex')}`
  return {
    maker: 'micro-eth-signer',
    network: 'ethereum',
    address: addr.fromPrivateKey(secret),
    sign: async (message) => eip191Signer.sign(message, secret),
  }
}

type Kind = 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr'

/** A new key with its addresses and its key as wallets export it. */
export function bitcoinKey({ compressed = true }: { compressed?: boolean } = {}) {
  const secret = randomBytes(32)
  const publicKey = Buffer.from(publicKeyOf(secret, compressed))
  const version = compressed ? Buffer.from([1]) : Buffer.alloc(0)
  const body = Buffer.concat([Buffer.from([0x80]), secret, version])
  const wif = base58.encode(Buffer.concat([body, doubleHash(body).subarray(0, 4)]))
  const { Address } = bip322
  const addressOf = (kind: Kind, net: 'mainnet' | 'testnet' = 'mainnet') =>
    Address.convertPubKeyIntoAddress(publicKey, kind)[net]
  return { secret, wif, addressOf, compressed }
}

/** The older way: 65 bytes in Base64. `segwitType` writes the header of BIP-137. */
export function messageWallet(
  kind: Exclude<Kind, 'p2tr'>,
  options: { compressed?: boolean; electrum?: boolean } = {},
): TestWallet {
  const key = bitcoinKey(options)
  const segwit = { 'p2sh-p2wpkh': 'p2sh(p2wpkh)', p2wpkh: 'p2wpkh', p2pkh: undefined } as const
  const segwitType = options.electrum ? undefined : segwit[kind]
  return {
    maker: `bitcoinjs-message ${kind}${key.compressed ? '' : ', uncompressed'}`,
    network: 'bitcoin',
    address: key.addressOf(kind),
    async sign(message) {
      const extra = segwitType === undefined ? {} : { segwitType }
      return bitcoinMessage.sign(message, key.secret, key.compressed, extra).toString('base64')
    },
  }
}

export function bip322Wallet(kind: Exclude<Kind, 'p2pkh'>): TestWallet {
  const { wif, addressOf } = bitcoinKey()
  const address = addressOf(kind)
  return {
    maker: `bip322-js ${kind}`,
    network: 'bitcoin',
    address,
    async sign(message) {
      const signature: unknown = bip322.Signer.sign(wif, address, message)
      return typeof signature === 'string'
        ? signature
        : Buffer.from(signature as Uint8Array).toString('base64')
    },
  }
}

/** One of every kind that is taken. */
export async function allWallets(): Promise<TestWallet[]> {
  return [
    ...[naclWallet(), naclWallet('base64'), naclWallet('hex'), await kitWallet()],
    ...[ethersWallet(), ethersWallet((address) => address.toLowerCase()), microWallet()],
    ...[messageWallet('p2pkh'), messageWallet('p2pkh', { compressed: false })],
    ...[messageWallet('p2sh-p2wpkh'), messageWallet('p2wpkh')],
    messageWallet('p2wpkh', { electrum: true }),
    ...[bip322Wallet('p2sh-p2wpkh'), bip322Wallet('p2wpkh'), bip322Wallet('p2tr')],
  ]
}

function publicKeyOf(secret: Uint8Array, compressed: boolean): Uint8Array {
  const hex = SigningKey.computePublicKey(secret, compressed)
  return Buffer.from(hex.slice(2), 'hex')
}

function doubleHash(bytes: Buffer): Buffer {
  const once = createHash('sha256').update(bytes).digest()
  return createHash('sha256').update(once).digest()
}
