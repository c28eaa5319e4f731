import { ChainFailure } from '../../../base/errors.ts'
import { newId, type SubmissionId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { enqueue } from '../../outbox/index.ts'
import { retryAfterSeconds } from '../limits.ts'
import { ChainUnreachable, type Prepared, type RemoteWork } from '../ports.ts'
import type { ChainRoom } from '../room.ts'
import type { SubmissionKind } from '../tables.ts'
import { insertSubmission } from './queries.ts'

/** Signed work that has not been written down, and so not been sent. */
export type Signed = { readonly work: RemoteWork; readonly prepared: Prepared }

/** Signs work for the chain elsewhere. Throws ChainFailure when it cannot be reached. */
export async function signWork({ remote }: ChainRoom, work: RemoteWork): Promise<Signed> {
  if (!remote) throw new TypeError('there is no chain elsewhere')
  try {
    return { work, prepared: await remote.prepare(work) }
  } catch (error) {
    throw error instanceof ChainUnreachable ? new ChainFailure({ retryAfterSeconds }) : error
  }
}

/**
 * Writes signed work down, in the transaction of what it is for, and has it sent afterwards: first
 * the bytes are safe, then they leave. Of one subject there is one open attempt.
 */
export function submit(
  tx: Tx,
  { work, prepared }: Signed,
  subject: { kind: SubmissionKind; subjectId: string; attempt?: number; nowMs: number },
): SubmissionId {
  const { kind, subjectId, attempt = 1, nowMs } = subject
  const submissionId = newId('csb', nowMs)
  const { signature, wire, lastValidHeight } = prepared
  insertSubmission(tx, {
    submissionId,
    kind,
    subjectId,
    attempt,
    work,
    signature,
    wire,
    lastValidHeight,
    state: 'signed',
    createdAtMs: nowMs,
    settledAtMs: null,
  })
  enqueue(tx, {
    kind: 'advance-submission',
    payload: { submissionId, looks: 0 },
    subjectId: submissionId,
    nowMs,
  })
  return submissionId
}
