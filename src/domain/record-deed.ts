import type { Tx } from '../store/tx.ts'
import { type AuditEntry, recordAudit } from './audit/index.ts'
import type { Command } from './command.ts'
import { actorOf } from './principal.ts'

type Deed = Omit<AuditEntry, 'actor' | 'requestId'>

/** Writes into the transaction of a command what was done by it: whoever asked for it, did it. */
export function recordDeed(tx: Tx, { principal, requestId }: Command, deed: Deed): void {
  recordAudit(tx, { ...deed, actor: actorOf(principal), requestId })
}
