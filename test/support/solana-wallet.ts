// A user's Solana wallet that pays: keys, messages and transactions by @solana/kit.
import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createSignableMessage,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { SolanaNode } from './solana-node.ts'
import type { TestWallet } from './wallets.ts'

export type PayingWallet = TestWallet & {
  /** One transaction with these transfers; gives its signature. */
  pay(to: string, ...amounts: number[]): Promise<string>
}

export async function payingWallet(node: SolanaNode): Promise<PayingWallet> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(randomBytes(32))
  node.fund(signer.address, 10_000_000_000)
  const ask = async (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(node.url, { method: 'POST', body })
    const { result, error } = (await response.json()) as { result: never; error?: Error }
    if (error) throw new Error(error.message)
    return result
  }
  return {
    maker: '@solana/kit',
    network: 'solana',
    address: signer.address,
    async sign(message) {
      const [signed] = await signer.signMessages([createSignableMessage(message)])
      return base58.encode(signed?.[signer.address] as Uint8Array)
    },
    async pay(to, ...amounts) {
      const { value } = (await ask('getLatestBlockhash')) as {
        value: { blockhash: Blockhash; lastValidBlockHeight: number }
      }
      const lifetime = { ...value, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) }
      const instructions = amounts.map((amount) =>
        getTransferSolInstruction({ source: signer, destination: address(to), amount }),
      )
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayerSigner(signer, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
        (timed) => appendTransactionMessageInstructions(instructions, timed),
      )
      const transaction = await signTransactionMessageWithSigners(message)
      return ask('sendTransaction', getBase64EncodedWireTransaction(transaction))
    },
  }
}
