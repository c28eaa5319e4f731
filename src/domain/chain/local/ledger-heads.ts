import type { Db, Tx } from '../../../store/tx.ts'
import { keptSignatures, linkAt, type SignedHead } from '../../ledger/index.ts'
import type { ChainRoom } from '../room.ts'
import { appendBlock } from './append-block.ts'
import type { RecordBody } from './block.ts'
import { findRecordOf, type RecordRow } from './queries.ts'

const kind = 'ledger_head'
/** All heads are about the one ledger of this folder. */
const subjectId = 'ledger'

/**
 * Puts a head of the ledger on the chain, unless it is there already. From then on whoever keeps a
 * receipt of any later block shows that the books were cut off or written anew.
 */
export function recordHead(room: ChainRoom, tx: Tx, head: SignedHead): boolean {
  const last = findRecordOf(tx, subjectId)
  if (last && (JSON.parse(last.body) as RecordBody).id === head.signature) return false
  const { transfers, events } = head
  const body: RecordBody = {
    kind,
    id: head.signature,
    signed_at: head.signed_at,
    key_id: head.key_id,
    transfers: String(transfers.size),
    transfer_root: transfers.root,
    transfer_chain: transfers.chain,
    events: String(events.size),
    event_root: events.root,
    event_chain: events.chain,
  }
  appendBlock(room, tx, { records: [{ subjectId, body }], nowMs: room.clock.nowMs() })
  return true
}

/** What the ledger of now says otherwise than a head on the chain. */
export function checkHeads(db: Db, kept: KeptHeads, records: readonly RecordRow[]): string[] {
  const heads = records.filter((record) => record.kind === kind)
  return heads.flatMap(({ body }) => {
    const head = headIn(body)
    if (head === undefined) return ['holds a head of the ledger that cannot be read']
    const missing = kept().has(head.id) ? [] : [`the ledger has lost its head of ${head.signed_at}`]
    return [...missing, ...problemsOf(db, head)]
  })
}

/** Undefined where a hand on the file left no JSON. */
function headIn(body: string): RecordBody | undefined {
  try {
    return JSON.parse(body) as RecordBody
  } catch {
    return undefined
  }
}

/** The signatures of the heads that the ledger keeps. */
export type KeptHeads = () => ReadonlySet<string>

/** Read with the first head that is looked for. */
export function keptHeads(db: Db): KeptHeads {
  let kept: ReadonlySet<string> | undefined
  return () => {
    kept ??= keptSignatures(db)
    return kept
  }
}

function problemsOf(db: Db, head: RecordBody): string[] {
  const logs = [
    { log: 'transfer', size: Number(head.transfers), chain: head.transfer_chain },
    { log: 'event', size: Number(head.events), chain: head.event_chain },
  ] as const
  return logs.flatMap(({ log, size, chain }) => {
    const now = linkAt(db, { log, seq: size })
    if (now?.toString('hex') === chain) return []
    if (!now) return [`the ledger has lost ${log} ${size}, which it had at ${head.signed_at}`]
    return [`the ledger has another ${log} ${size} than at ${head.signed_at}`]
  })
}
