import { base58 } from '@scure/base'
import type { Lamports } from '../../base/lamports.ts'
import type { SolanaKey } from './key.ts'

export const systemProgram = '11111111111111111111111111111111'
/** The third version of the memo program. */
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/** What one packet of the network holds. */
const transactionMaxBytes = 1_232
const transferInstruction = 2

export type Instruction = {
  readonly program: string
  readonly accounts: readonly { readonly address: string; readonly writable: boolean }[]
  readonly data: Uint8Array
}

export function memo({ signer, text }: { signer: string; text: string }): Instruction {
  const accounts = [{ address: signer, writable: false }]
  return { program: memoProgram, accounts, data: Buffer.from(text, 'utf8') }
}

export function transfer(
  { from, to }: { from: string; to: string },
  amount: Lamports,
): Instruction {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(transferInstruction, 0)
  data.writeBigUInt64LE(BigInt(amount), 4)
  const accounts = [from, to].map((address) => ({ address, writable: true }))
  return { program: systemProgram, accounts, data }
}

/** The lamports of a transfer by the system program; undefined for any other instruction. */
export function transferredIn(data: string): bigint | undefined {
  const bytes = Buffer.from(base58.decode(data))
  if (bytes.length !== 12 || bytes.readUInt32LE(0) !== transferInstruction) return undefined
  return bytes.readBigUInt64LE(4)
}

/**
 * A transaction in the legacy format that the payer alone signs: the payer first, then what is
 * written to, then what is only read.
 */
export function signTransaction(
  payer: SolanaKey,
  { instructions, blockhash }: { instructions: readonly Instruction[]; blockhash: string },
): { signature: string; wire: string } {
  const { keys, readOnly } = keysOf(payer.address, instructions)
  const message = Buffer.concat([
    Buffer.from([1, 0, readOnly]),
    size(keys.length),
    ...keys.map((key) => base58.decode(key)),
    base58.decode(blockhash),
    size(instructions.length),
    ...instructions.map((instruction) => compiled(instruction, keys)),
  ])
  const signature = payer.sign(message)
  const wire = Buffer.concat([Buffer.from([1]), signature, message])
  if (wire.length > transactionMaxBytes) throw new RangeError('the transaction is too large')
  return { signature: base58.encode(signature), wire: wire.toString('base64') }
}

function keysOf(payer: string, instructions: readonly Instruction[]) {
  const written = new Set<string>()
  const read = new Set<string>()
  for (const { program, accounts } of instructions) {
    read.add(program)
    for (const { address, writable } of accounts) (writable ? written : read).add(address)
  }
  written.delete(payer)
  read.delete(payer)
  const only = [...read].filter((key) => !written.has(key))
  return { keys: [payer, ...written, ...only], readOnly: only.length }
}

function compiled({ program, accounts, data }: Instruction, keys: readonly string[]): Buffer {
  return Buffer.concat([
    Buffer.from([keys.indexOf(program)]),
    size(accounts.length),
    Buffer.from(accounts.map(({ address }) => keys.indexOf(address))),
    size(data.length),
    data,
  ])
}

/** Lengths in the network's format: seven bits a byte, the lowest first. */
function size(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest & 127
    rest >>= 7
    bytes.push(rest === 0 ? low : low | 128)
  } while (rest > 0)
  return Buffer.from(bytes)
}
