import { kontor } from '../../../api/kontor.ts'
import { isOperator } from '../../../app/session.ts'
import { moment } from '../../../ui/format.ts'
import type { Dataset } from '../../datasets/dataset-fields.tsx'
import { Area, Deed } from '../house/deed.tsx'
import { w } from './words.ts'

type FileProps = {
  id: string
  tenantId: string
  name: string
  status: string
  isDown: boolean
}

/** A file; only one that was approved is on show. */
export function TakeDown({ id, tenantId, name, status, isDown }: FileProps) {
  if (status !== 'active') return null
  const target = { object_id: id, tenant_id: tenantId }
  return (
    <OffMarket
      what="file"
      name={name}
      isOff={isDown}
      topic="objects"
      takeOff={(said) => kontor.takeDownObject({ ...target, ...said })}
      putBack={(said) => kontor.restoreObject({ ...target, ...said })}
    />
  )
}

type DatasetProps = Pick<Dataset, 'dataset_id' | 'name' | 'status'>

/** A dataset with all that is in it. */
export function Suspend({ dataset_id, name, status }: DatasetProps) {
  return (
    <OffMarket
      what="dataset"
      name={name}
      isOff={status === 'suspended'}
      topic="datasets"
      takeOff={(said) => kontor.suspendDataset({ dataset_id, ...said })}
      putBack={(said) => kontor.resumeDataset({ dataset_id, ...said })}
    />
  )
}

type DownProps = { when: string | null; why: string | null; isOwn?: boolean }

/** Since when it is down, why, and for its house what can be done; nothing for what is not. */
export function Down({ when, why, isOwn = false }: DownProps) {
  if (when === null) return null
  return (
    <div class="problem">
      <div>
        {w().downSince({ when: moment(when), why: why ?? '' })}
        {isOwn && <p>{w().contest}</p>}
      </div>
    </div>
  )
}

type Props = {
  what: 'file' | 'dataset'
  name: string
  isOff: boolean
  topic: string
  takeOff(said: { reason: string }): Promise<unknown>
  putBack(said: { note?: string }): Promise<unknown>
}

/** Something out of everybody's sight, and back: for who runs the platform alone. */
function OffMarket({ what, name, isOff, topic, takeOff, putBack }: Props) {
  if (!isOperator.value) return null
  const said = w()[what]
  const topics = ['shut', topic]
  return isOff ? (
    <Deed
      key="on"
      label={said.on}
      title={said.onTitle(name)}
      says={<p>{said.onHint}</p>}
      look="main"
      topics={topics}
      done={said.isOn}
      send={({ note = '' }) => putBack(note === '' ? {} : { note })}
    >
      <Area label={w().note} hint={w().noteHint} name="note" />
    </Deed>
  ) : (
    <Deed
      key="off"
      label={said.off}
      title={said.offTitle(name)}
      says={<p>{said.offHint}</p>}
      look="bad"
      topics={topics}
      done={said.isOff}
      send={({ reason = '' }) => takeOff({ reason })}
    >
      <Area label={w().reason} hint={w().reasonHint} name="reason" required />
    </Deed>
  )
}
