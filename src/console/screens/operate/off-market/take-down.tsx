import { kontor } from '../../../api/kontor.ts'
import { isOperator } from '../../../app/session.ts'
import { Area, Deed } from '../house/deed.tsx'
import { w } from './words.ts'

type Props = {
  id: string
  tenantId: string
  name: string
  status: string
  isDown: boolean
}

const topics = ['shut', 'objects']

/** An approved file out of everybody's sight, and back. */
export function TakeDown({ id, tenantId, name, status, isDown }: Props) {
  if (!isOperator.value || status !== 'active') return null
  const target = { object_id: id, tenant_id: tenantId }
  return isDown ? (
    <Deed
      key="up"
      label={w().restore}
      title={w().restoreTitle(name)}
      says={<p>{w().restoreHint}</p>}
      look="main"
      topics={topics}
      done={w().isBack}
      send={({ note = '' }) => kontor.restoreObject({ ...target, ...(note !== '' && { note }) })}
    >
      <Area label={w().note} hint={w().noteHint} name="note" />
    </Deed>
  ) : (
    <Deed
      key="down"
      label={w().takeDown}
      title={w().takeDownTitle(name)}
      says={<p>{w().takeDownHint}</p>}
      look="bad"
      topics={topics}
      done={w().isDown}
      send={({ reason = '' }) => kontor.takeDownObject({ ...target, reason })}
    >
      <Area label={w().reason} hint={w().reasonHint} name="reason" required />
    </Deed>
  )
}
