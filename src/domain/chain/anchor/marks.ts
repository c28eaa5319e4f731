import type { Db } from '../../../store/tx.ts'
import { type LedgerMarks, ledgerMarks, ledgerMarksMissed } from '../../ledger/index.ts'
import { genesis } from '../local/block.ts'
import { findBlock, findLastBlock } from '../local/queries.ts'

/** How far all that is chained reached once. Plain JSON: it is kept outside of the database. */
export type Marks = LedgerMarks & {
  chain_id: string
  blocks: { size: number; hash: string }
}

export function marksOf({ chainId }: { chainId: string }, db: Db): Marks {
  const last = findLastBlock(db)
  const blocks = { size: (last?.height ?? -1) + 1, hash: (last?.hash ?? genesis).toString('hex') }
  return { chain_id: chainId, ...ledgerMarks(db), blocks }
}

/** What is not there any more of what these marks name, in sentences. */
export function missedMarks({ chainId }: { chainId: string }, db: Db, marks: Marks): string[] {
  if (marks.chain_id !== chainId) return [`it is of another chain, ${marks.chain_id}`]
  const { size, hash } = marks.blocks
  const block = size === 0 ? genesis : findBlock(db, size - 1)?.hash
  const problems = ledgerMarksMissed(db, marks)
  if (!block) problems.push(`the chain has lost block ${size - 1}, which it had`)
  else if (block.toString('hex') !== hash) problems.push(`the chain has another block ${size - 1}`)
  return problems
}
