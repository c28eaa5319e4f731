/**
 * Chain: what is on record for everybody, and transactions on chains elsewhere.
 *
 * Owns the local chain: blocks signed with the operator's Ed25519 key, each over a Merkle tree of
 * its records and the block before, in the same database as what they record. It proves what the
 * operator said and when, and shows whoever keeps a receipt that records were cut off or changed;
 * it is no money outside of this service. And it owns what was sent to a chain elsewhere and what
 * came from there, where the operator has set one up.
 *
 * States of a submission: signed → final, failed or expired; an expired one is followed by another
 * attempt, a few times. It is written down before it is sent, the same bytes are sent until the
 * chain has decided, and `unknown` gives nothing back. A deposit: seen → claimed, once.
 *
 * Refuses: work for a chain that does not answer (ChainFailure), receipts of what is not there
 * (NotFound). Triggers refuse every change of a block, a record, signed bytes.
 */

import { bind } from '../../base/bind.ts'
import { isOperatorsKey, type SignedHead } from '../ledger/index.ts'
import { type Marks, marksOf, missedMarks } from './anchor/marks.ts'
import { appendBlock } from './local/append-block.ts'
import type { NewRecord, RecordBody } from './local/block.ts'
import { recordHead } from './local/ledger-heads.ts'
import { findLastBlock } from './local/queries.ts'
import { type ChainReceipt, checkChainReceipt, isOnChain, makeReceipt } from './local/receipt.ts'
import { type NamedRecords, verifyChain } from './local/verify-chain.ts'
import { advanceSubmission } from './remote/advance-submission.ts'
import { checkCluster } from './remote/cluster.ts'
import { keepDeposits, readDeposits, takeDeposit, takeThisDeposit } from './remote/deposits.ts'
import { resumeSubmissions } from './remote/resume-submissions.ts'
import { type Signed, signWork, submit } from './remote/submit.ts'
import { type ChainDeps, makeRoom } from './room.ts'

export type Chain = ReturnType<typeof openChain>

export function openChain(deps: ChainDeps) {
  const room = makeRoom(deps)
  const { db } = room.store
  return {
    ...bind(room, {
      append: appendBlock,

      // The chain elsewhere
      checkCluster,
      signWork,
      readDeposits,
      keepDeposits,
      advanceSubmission,
      resumeSubmissions,
    }),
    /** `named`: the transactions that other rooms say are on it. */
    verify: (named: readonly NamedRecords[] = []) => verifyChain(room, named),
    /** How far the chain and the ledger reach now, and what of that is not there any more. */
    marks: () => marksOf(room, db),
    missedMarks: (marks: Marks) => missedMarks(room, db, marks),
    submit,
    takeDeposit,
    takeThisDeposit,
    /** The chain elsewhere, where there is one: its name and the address for deposits. */
    remote: deps.remote && { name: deps.remote.name, address: deps.remote.address },

    instanceId: room.instanceId,
    chainId: room.chainId,
    get publicKey() {
      return room.signer.publicKey
    },
    /** Of a receipt's block, if it is one of the operator's; otherwise the one that signs now. */
    keyOf: ({ block }: ChainReceipt) => {
      const signed = { publicKey: Buffer.from(block.public_key, 'hex'), atMs: Date.parse(block.at) }
      return isOperatorsKey(room.signer, signed) ? signed.publicKey : room.signer.publicKey
    },
    /** Puts a head of the ledger on the chain; false when it is there already. */
    recordHead: (head: SignedHead) => room.store.write((tx) => recordHead(room, tx, head)),
    /** By its hash, or where that is another chain's, by what the record is about. */
    receipt: (named: { transactionHash: string; subjectId?: string }) =>
      makeReceipt(room, db, named),
    isOnChain: (receipt: ChainReceipt) => isOnChain(db, receipt),
    height: () => (findLastBlock(db)?.height ?? -1) + 1,
  }
}

export type { Marks } from './anchor/marks.ts'
export type { ChainReport } from './local/verify-chain.ts'
export type { RemoteChain } from './ports.ts'
export type { ReadDeposits } from './remote/deposits.ts'
export type { Settled } from './room.ts'
export { type ChainReceipt, checkChainReceipt, type NewRecord, type RecordBody, type Signed }
