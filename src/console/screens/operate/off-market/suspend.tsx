import { kontor } from '../../../api/kontor.ts'
import { isOperator } from '../../../app/session.ts'
import type { Dataset } from '../../datasets/dataset-fields.tsx'
import { Area, Deed } from '../house/deed.tsx'
import { w } from './words.ts'

type Props = Pick<Dataset, 'dataset_id' | 'name' | 'status'>

const topics = ['shut', 'datasets']

/** A dataset out of everybody's sight, its owner's included, and back. */
export function Suspend({ dataset_id, name, status }: Props) {
  if (!isOperator.value) return null
  return status === 'suspended' ? (
    <Deed
      key="open"
      label={w().resume}
      title={w().resumeTitle(name)}
      says={<p>{w().resumeHint}</p>}
      look="main"
      topics={topics}
      done={w().isOpen}
      send={({ note = '' }) => kontor.resumeDataset({ dataset_id, ...(note !== '' && { note }) })}
    >
      <Area label={w().note} hint={w().noteHint} name="note" />
    </Deed>
  ) : (
    <Deed
      key="shut"
      label={w().suspend}
      title={w().suspendTitle(name)}
      says={<p>{w().suspendHint}</p>}
      look="bad"
      topics={topics}
      done={w().isShut}
      send={({ reason = '' }) => kontor.suspendDataset({ dataset_id, reason })}
    >
      <Area label={w().reason} hint={w().reasonHint} name="reason" required />
    </Deed>
  )
}
