import type { ExtractLimits } from '../limits.ts'
import type { ChildJob } from './child-protocol.ts'
import type { ChildEnd, ChildSetup } from './run-child.ts'

/** What the serving thread says to the one that starts children. */
export type HostCall = { id: number } & (
  | { call: 'start'; start: StartCall }
  | { call: 'next' }
  | { call: 'extend'; ms: number }
  | { call: 'kill' }
  /** The last word on a child: it is killed, and nobody asks for it again. */
  | { call: 'forget' }
  /** The last word, too: it ended its job well, and may go on with another file of its owner. */
  | { call: 'rest' }
)

export type StartCall = {
  setup: ChildSetup
  job: ChildJob
  limits: ExtractLimits
  /** Whether the next child may be started before there is a file for it. */
  ahead: boolean
  /** Whose file it is: the child may have read others of theirs, and may go on with more. */
  owner: string | undefined
}

/** What that thread answers. A `piece` follows a `next`; none: there is nothing more. */
export type HostNews = { id: number } & (
  | { news: 'started'; pid: number | undefined; isReused: boolean }
  | { news: 'piece'; piece: Uint8Array | undefined }
  | { news: 'ended'; end: ChildEnd }
)
