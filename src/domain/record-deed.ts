import type { Tx } from '../store/tx.ts'
import { type AuditActor, type AuditEntry, recordAudit } from './audit/index.ts'
import type { AnonymousCommand, Command } from './command.ts'
import { actorOf } from './principal.ts'

type Deed = Omit<AuditEntry, 'actor' | 'requestId'>

/** Writes into the transaction of a command what was done by it: whoever asked for it, did it. */
export function recordDeed(tx: Tx, { principal, requestId }: Command, deed: Deed): void {
  recordAudit(tx, { ...deed, actor: actorOf(principal), requestId })
}

/** Who does something: whoever asks for it, or without a principal who holds the data folder. */
export function actorBehind(cmd: Command | AnonymousCommand): AuditActor {
  return 'principal' in cmd ? actorOf(cmd.principal) : { type: 'operator', id: null }
}
