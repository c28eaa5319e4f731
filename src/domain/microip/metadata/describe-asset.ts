import type { ObjectId } from '../../../base/ids.ts'
import type { Tx, Write } from '../../../store/tx.ts'
import { type AssetState, findAnyAsset } from '../../catalog/index.ts'
import { enqueue } from '../../outbox/index.ts'
import { openingText } from '../../search/index.ts'
import { categoryOf } from '../assets/file-kind.ts'
import type { Description } from '../licence.ts'
import * as limits from '../limits.ts'
import { type Described, type Describer, DescriberFailed } from '../ports.ts'
import { findMicroIp, updateMicroIp } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'

type Look = { assetId: ObjectId; looks: number }
type Attempt = { write: Write; signal: AbortSignal }

/**
 * In the transaction that says an object was read, or cannot be: a licence that waits for its
 * content is described now, and not when its own job comes again.
 */
export function describeSoon(
  { clock }: Pick<MicroIpRoom, 'clock'>,
  tx: Tx,
  { objectId: assetId }: { objectId: ObjectId },
): void {
  if (findMicroIp(tx, assetId)?.metadataStatus !== 'waiting') return
  const state = findAnyAsset(tx, assetId)?.state
  if (state === undefined || isComing(state)) return
  const payload = { assetId, looks: limits.describeLooksMax }
  enqueue(tx, { kind: 'describe-asset', payload, subjectId: assetId, nowMs: clock.nowMs() })
}

function isComing(state: AssetState): boolean {
  return state === 'review' || state === 'pending'
}

/**
 * The job `describe-asset`: finds words for a licensed asset. Before its content is in the index
 * there is only its name, so the job comes again, later and later, until it is there or never will
 * be; whoever has read it does not wait for that (`describeSoon`).
 */
export async function describeAsset(
  room: MicroIpRoom,
  { write, signal }: Attempt,
  look: Look,
): Promise<void> {
  const { assetId, looks } = look
  const { db } = room.store
  const licence = findMicroIp(db, assetId)
  const asset = findAnyAsset(db, assetId)
  if (!licence || !asset || licence.metadataStatus === 'ready') return
  const isThere = asset.state === 'indexed'
  const waits = isComing(asset.state)
  const text = isThere
    ? openingText(db, { objectId: assetId, maxChars: limits.describedMaxChars })
    : ''
  const { name, description } = licence
  const described = { name, description, category: categoryOf(asset), text }
  const found = await describe(room.describers, described, signal)
  await write((tx) => {
    const now = findMicroIp(tx, assetId)
    if (!now) return
    const nowMs = room.clock.nowMs()
    const rest = Object.entries(found.description).filter(
      ([member]) => !now.corrected.some((own) => own === member),
    )
    updateMicroIp(tx, assetId, {
      ...(Object.fromEntries(rest) as Partial<Description>),
      metadataStatus: waits ? 'waiting' : 'ready',
      metadataSource: isThere ? found.source : 'name',
      updatedAtMs: nowMs,
    })
    if (!waits || looks >= limits.describeLooksMax) return
    const waitMs = Math.min(
      limits.describeAgainFirstMs * 2 ** Math.min(looks, 20),
      limits.describeAgainMaxMs,
    )
    const payload = { assetId, looks: looks + 1 }
    enqueue(tx, {
      kind: 'describe-asset',
      payload,
      subjectId: assetId,
      nowMs,
      runAfterMs: nowMs + waitMs,
    })
  })
}

type Found = { description: Description; source: Describer['source'] }

/** The first describer that manages; an outage of a language model costs nothing but its words. */
async function describe(
  describers: readonly Describer[],
  described: Described,
  signal: AbortSignal,
): Promise<Found> {
  for (const describer of describers) {
    // A name alone is no work for a language model.
    if (describer.source === 'llm' && described.text === '') continue
    try {
      return { description: await describer.describe(described, signal), source: describer.source }
    } catch (error) {
      if (!(error instanceof DescriberFailed)) throw error
    }
  }
  throw new DescriberFailed('no describer had anything to say')
}
