// A Solana node for tests: the real virtual machine in this process, behind JSON-RPC on loopback,
// with the faults of a network.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { base58 } from '@scure/base'
import {
  type Address,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'

/** So many slots after it a block is final. */
const finality = 32
const blockhashLife = 150
/** Slots without a block, before the first one: heights are lower than slots. */
const skipped = 1_000

type Account = ReturnType<LiteSVM['getAccount']>
type Sent = {
  signature: string
  slot: number
  keys: string[]
  instructions: { programIdIndex: number; accounts: number[]; data: string }[]
  before: Account[]
  err: null
}

type Faults = {
  /** The next so many sends are carried out, and the connection breaks before the answer. */
  loseReplies: number
  /** The next so many sends are accepted and forgotten. */
  dropSends: number
  /** Every request is answered with this. */
  down: number | undefined
}

/** The chain and what a node says of it. */
class Chain {
  readonly svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  readonly faults: Faults = { loseReplies: 0, dropSends: 0, down: undefined }
  /** What lies before this height the node has thrown away. */
  keepsFrom = 0
  /** Which cluster the node is of. */
  genesis = base58.encode(randomBytes(32))
  /** How often each method was asked. */
  readonly asked = new Map<string, number>()
  readonly #sent: Sent[] = []
  readonly #issued = new Map<string, number>()
  #slot = 1

  // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire has no types
  readonly methods: Record<string, (params: any[]) => unknown> = {
    getGenesisHash: () => this.genesis,
    getBlockHeight: ([{ commitment }]) =>
      commitment === 'finalized' ? Math.max(0, this.#slot - finality) : this.#slot,
    getFirstAvailableBlock: () => this.keepsFrom + skipped,
    getBlock: ([slot]) => ({ blockHeight: slot - skipped }),
    getLatestBlockhash: () => this.#newBlockhash(),
    sendTransaction: ([wire]) => this.#send(wire),
    getSignatureStatuses: ([signatures]) => this.#inContext(signatures.map(this.#statusOf)),
    getSignaturesForAddress: ([address, options]) => this.#signaturesOf(address, options),
    getTransaction: ([signature]) => this.#transaction(signature),
  }

  /** Blocks pass. */
  tick(slots: number): void {
    this.#slot += slots
  }

  fund(address: string, lamports: number): void {
    this.svm.airdrop(address as Address, BigInt(lamports) as never)
  }

  balanceOf(address: string): number {
    return Number(this.svm.getBalance(address as Address) ?? 0n)
  }

  /** The transactions that are not final vanish, with what they did. */
  reorganise(): number {
    const gone = this.#sent.filter((one) => !this.#isFinal(one))
    for (const one of gone.toReversed()) {
      this.#sent.splice(this.#sent.indexOf(one), 1)
      for (const [i, account] of one.before.entries()) {
        const earlier = account.exists ? account : emptyAccount(one.keys[i] as string)
        this.svm.setAccount(earlier as never)
      }
    }
    return gone.length
  }

  #newBlockhash() {
    const blockhash = base58.encode(randomBytes(32))
    const lastValidBlockHeight = this.#slot + blockhashLife
    this.#issued.set(blockhash, lastValidBlockHeight)
    return this.#inContext({ blockhash, lastValidBlockHeight })
  }

  #send(wire: string): string {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire))
    const decoder = getCompiledTransactionMessageDecoder()
    const message = decoder.decode(transaction.messageBytes) as unknown as Message
    const [first] = Object.values(transaction.signatures)
    const signature = base58.encode(first as Uint8Array)
    if (this.#sent.some((one) => one.signature === signature)) return signature
    const lastValid = this.#issued.get(message.lifetimeToken) ?? -1
    if (lastValid < this.#slot) throw refused('Blockhash not found')
    if (this.faults.dropSends > 0) {
      this.faults.dropSends -= 1
      return signature
    }
    const keys = message.staticAccounts
    const before = keys.map((key) => this.svm.getAccount(key as Address))
    const result = this.svm.sendTransaction(transaction)
    if (result instanceof FailedTransactionMetadata) throw refused(String(result.err()))
    const instructions = message.instructions.map((one) => ({
      programIdIndex: one.programAddressIndex,
      accounts: one.accountIndices ?? [],
      data: base58.encode(new Uint8Array(one.data ?? [])),
    }))
    this.#sent.push({ signature, slot: this.#slot, keys, instructions, before, err: null })
    this.#slot += 1
    if (this.faults.loseReplies <= 0) return signature
    this.faults.loseReplies -= 1
    throw new Lost()
  }

  readonly #statusOf = (signature: string) => {
    const found = this.#sent.find((one) => one.signature === signature)
    if (!found || found.slot < this.keepsFrom) return null
    const confirmed = this.#slot > found.slot ? 'confirmed' : 'processed'
    const confirmationStatus = this.#isFinal(found) ? 'finalized' : confirmed
    return { slot: found.slot, err: found.err, confirmationStatus }
  }

  #signaturesOf(address: string, options: { before?: string; until?: string; limit?: number }) {
    const own = this.#sent.filter((one) => one.keys.includes(address) && this.#isFinal(one))
    let list = own.map(({ signature, slot, err }) => ({ signature, slot, err })).reverse()
    const placeOf = (name?: string) => list.findIndex(({ signature }) => signature === name)
    if (options.before) list = list.slice(placeOf(options.before) + 1)
    if (placeOf(options.until) >= 0) list = list.slice(0, placeOf(options.until))
    return list.slice(0, options.limit ?? 1000)
  }

  #transaction(signature: string) {
    const found = this.#sent.find((one) => one.signature === signature && this.#isFinal(one))
    if (!found) return null
    const { keys: accountKeys, instructions, slot, err } = found
    return { slot, meta: { err }, transaction: { message: { accountKeys, instructions } } }
  }

  #isFinal({ slot }: Sent): boolean {
    return this.#slot - slot >= finality
  }

  #inContext(value: unknown) {
    return { context: { slot: this.#slot }, value }
  }
}

export type SolanaNode = Chain & AsyncDisposable & { readonly url: string }

export async function openSolanaNode(): Promise<SolanaNode> {
  const chain = new Chain()
  const server = createServer((request, response) => void answer(chain, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(chain, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  })
}

async function answer(chain: Chain, request: IncomingMessage, response: ServerResponse) {
  const { id, method, params = [] } = (await json(request)) as Asked
  chain.asked.set(method, (chain.asked.get(method) ?? 0) + 1)
  if (chain.faults.down !== undefined) return void response.writeHead(chain.faults.down).end()
  try {
    const result = chain.methods[method]?.(params) ?? null
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  } catch (error) {
    if (error instanceof Lost) return void request.socket.destroy()
    const { message } = error as Error
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32002, message } }))
  }
}

type Asked = { id: number; method: string; params?: unknown[] }

type Message = {
  lifetimeToken: string
  staticAccounts: string[]
  instructions: { programAddressIndex: number; accountIndices?: number[]; data?: Uint8Array }[]
}

class Lost extends Error {}

function refused(message: string): Error {
  return new Error(`Transaction simulation failed: ${message}`)
}

function emptyAccount(address: string) {
  return {
    address,
    data: new Uint8Array(),
    executable: false,
    lamports: 0n,
    space: 0n,
    programAddress: '11111111111111111111111111111111',
  }
}
