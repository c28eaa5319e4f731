import type { Lamports } from '../../base/lamports.ts'

/** What is done on a chain elsewhere: a payment from the service's account, or a note. */
export type RemoteWork =
  | { kind: 'pay'; to: string; amountLamports: Lamports; reference: string }
  | { kind: 'note'; text: string }

/** A signed transaction. The same bytes can be sent as often as one likes and count once. */
export type Prepared = {
  readonly signature: string
  readonly wire: string
  /** After this height the chain takes it no more. */
  readonly lastValidHeight: number
}

/**
 * `unknown`: not there, and may still come, or came so long ago that the node has forgotten it.
 * Only `expired` is a safe reason to sign anew.
 */
export type RemoteState = 'final' | 'failed' | 'expired' | 'unknown'

export type RemoteDeposit = {
  readonly signature: string
  readonly instruction: number
  readonly from: string
  readonly amountLamports: Lamports
  readonly slot: number
}

/** A chain elsewhere, with the service's own account on it. */
export type RemoteChain = {
  readonly name: string
  /** Where deposits are sent. */
  readonly address: string
  /** The chain that the operator means, by the hash that all its nodes know. */
  readonly cluster: { readonly name: string; readonly genesis: string } | undefined
  /** The hash of the chain that the node is of. Throws ChainUnreachable. */
  genesis(): Promise<string>
  /** Throws ChainUnreachable. */
  prepare(work: RemoteWork): Promise<Prepared>
  /** Sends it (again). What happened is asked with `stateOf`; throws ChainUnreachable. */
  send(prepared: Prepared): Promise<void>
  /** Throws ChainUnreachable. */
  stateOf(prepared: Prepared): Promise<RemoteState>
  /** What came in after the cursor and can no longer be undone. Throws ChainUnreachable. */
  depositsSince(cursor: string | undefined): Promise<RemoteDeposits>
}

export type RemoteDeposits = {
  readonly deposits: readonly RemoteDeposit[]
  readonly cursor: string | undefined
  /** More can be read at once. */
  readonly more: boolean
  /** The transaction behind the cursor, where the node did not show it: what came later waits. */
  readonly unshown: string | undefined
}

/** No answer, or none that can be used. Nothing is known about what was asked. */
export class ChainUnreachable extends Error {
  override readonly name: string = 'ChainUnreachable'
}
