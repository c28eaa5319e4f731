import type { RequestId } from '../base/ids.ts'
import type { Write } from '../store/tx.ts'
import type { Principal } from './principal.ts'

/**
 * What a command needs from its caller besides the input: who asks, under which request id, and
 * the transaction to write in. A command calls `write` exactly once, and what it returns is what
 * the function inside returned: the caller's `write` may add to the same transaction (the stored
 * answer of an Idempotency-Key, the check that the credential is still live).
 */
export type Command = {
  readonly principal: Principal
  readonly requestId: RequestId
  readonly write: Write
  /** A language of letters, of whoever asks: for those who have never chosen one. */
  readonly spoken?: string | undefined
  /** The answer is stored in the transaction: it has nothing that is made afterwards. */
  readonly isStored?: boolean | undefined
}

/** The same for the few commands that come before there is a credential: signup and login. */
export type AnonymousCommand = Omit<Command, 'principal'>
