import type { SubmissionId } from '../../../base/ids.ts'
import type { Tx, Write } from '../../../store/tx.ts'
import { enqueue } from '../../outbox/index.ts'
import { attemptsMax, lookAgainFirstMs, lookAgainMaxMs } from '../limits.ts'
import { ChainUnreachable, type RemoteChain, type RemoteState } from '../ports.ts'
import type { ChainRoom } from '../room.ts'
import { findSubmission, type SubmissionRow, settleSubmission } from './queries.ts'
import { type Signed, submit } from './submit.ts'

type Look = { submissionId: SubmissionId; looks: number }

/**
 * The job `advance-submission`: looks what became of a transaction and does the next step. The
 * same bytes are sent until they are final or can no longer become so; only then new ones are
 * signed, a few times. While nothing is known, nothing is given back.
 */
export async function advanceSubmission(
  room: ChainRoom,
  { write }: { write: Write },
  { submissionId, looks }: Look,
): Promise<void> {
  const { remote, store, clock } = room
  const row = findSubmission(store.db, submissionId)
  if (row?.state !== 'signed') return
  if (!remote) {
    // A start without the chain's settings decides nothing: it waits for one that has them.
    await write((tx) => lookAgain(tx, { submissionId, looks: looks + 1 }, clock.nowMs()))
    return
  }
  const state = await stateOrUnknown(remote, row)
  const renewed = state === 'expired' ? await signAnew(remote, row) : undefined
  await write((tx) => {
    const nowMs = clock.nowMs()
    if (state === 'unknown') return lookAgain(tx, { submissionId, looks: looks + 1 }, nowMs)
    // Expired, but nothing new could be signed: it stays as it is for now.
    if (renewed === 'unreachable') return lookAgain(tx, { submissionId, looks: looks + 1 }, nowMs)
    settleSubmission(tx, { submissionId, state, nowMs })
    const { kind, subjectId, signature, attempt } = row
    if (renewed) return void submit(tx, renewed, { kind, subjectId, attempt: attempt + 1, nowMs })
    room.onSettled(tx, { kind, subjectId, ok: state === 'final', signature, nowMs })
  })
}

async function stateOrUnknown(remote: RemoteChain, row: SubmissionRow): Promise<RemoteState> {
  try {
    const state = await remote.stateOf(row)
    if (state !== 'unknown') return state
    await remote.send(row)
    return await remote.stateOf(row)
  } catch (error) {
    if (error instanceof ChainUnreachable) return 'unknown'
    throw error
  }
}

async function signAnew(
  remote: RemoteChain,
  { work, attempt }: SubmissionRow,
): Promise<Signed | 'unreachable' | undefined> {
  if (attempt >= attemptsMax) return undefined
  try {
    return { work, prepared: await remote.prepare(work) }
  } catch (error) {
    if (error instanceof ChainUnreachable) return 'unreachable'
    throw error
  }
}

function lookAgain(tx: Tx, payload: Look, nowMs: number): void {
  const waitMs = Math.min(lookAgainFirstMs * 2 ** Math.min(payload.looks, 10), lookAgainMaxMs)
  const { submissionId } = payload
  enqueue(tx, {
    kind: 'advance-submission',
    payload,
    subjectId: submissionId,
    nowMs,
    runAfterMs: nowMs + waitMs,
  })
}
