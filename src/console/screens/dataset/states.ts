import type { Reply } from '../../../client/index.ts'
import type { Tone } from '../../ui/parts.tsx'

export type ObjectRow = Reply<'listObjectRows'>['rows'][number]
type Counts = Reply<'getDataset'>['object_states']

/** The states of a file as its owner thinks of them. */
export type FileState =
  | 'open'
  | 'review'
  | 'reading'
  | 'sale'
  | 'failed'
  | 'rejected'
  | 'expired'
  | 'down'

type Known = Pick<ObjectRow, 'status' | 'index_state' | 'taken_down_at'>

export function stateOf({ status, index_state: index, taken_down_at: down }: Known): FileState {
  if (status === 'initiated') return 'open'
  if (status === 'staged') return 'review'
  if (status === 'rejected' || status === 'expired') return status
  if (down !== null) return 'down'
  if (index === 'failed') return 'failed'
  return index === 'indexed' ? 'sale' : 'reading'
}

export const toneOf: Readonly<Record<FileState, Tone>> = {
  open: 'warn',
  review: 'info',
  reading: 'info',
  sale: 'good',
  failed: 'bad',
  rejected: 'bad',
  expired: 'warn',
  down: 'bad',
}

type Filter = {
  status?: ObjectRow['status']
  index_state?: ObjectRow['index_state']
  taken_down?: boolean
}

/** What can be asked for, how, and how many there are. */
export const filters: readonly { name: FileState; ask: Filter; count(of: Counts): number }[] = [
  { name: 'sale', ask: { index_state: 'indexed' }, count: ({ indexed }) => indexed },
  { name: 'review', ask: { status: 'staged' }, count: ({ staged }) => staged },
  { name: 'reading', ask: { index_state: 'queued' }, count: ({ queued }) => queued },
  { name: 'failed', ask: { index_state: 'failed' }, count: ({ failed }) => failed },
  { name: 'rejected', ask: { status: 'rejected' }, count: ({ rejected }) => rejected },
  { name: 'expired', ask: { status: 'expired' }, count: ({ expired }) => expired },
  { name: 'down', ask: { taken_down: true }, count: ({ taken_down: down }) => down },
  { name: 'open', ask: { status: 'initiated' }, count: ({ initiated }) => initiated },
]
