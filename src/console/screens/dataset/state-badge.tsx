import type { Reply } from '../../../client/index.ts'
import { Badge } from '../../ui/parts.tsx'
import { type FileState, type ObjectRow, stateOf, toneOf } from './states.ts'
import { w } from './words.ts'

type Market = Pick<Reply<'getDataset'>, 'status' | 'visibility'>

/** What its dataset keeps from others is ready, and for sale only once they find the dataset. */
export function stateName(state: FileState, { status, visibility }: Market): string {
  const isKept = status !== 'active' || visibility === 'private'
  return state === 'sale' && isKept ? w().ready : w().states[state]
}

type Row = Parameters<typeof stateOf>[0]

/** The state of a file as its owner thinks of it. */
export function StateBadge({ of: row, within }: { of: Row | ObjectRow; within: Market }) {
  const state = stateOf(row)
  return <Badge tone={toneOf[state]}>{stateName(state, within)}</Badge>
}
