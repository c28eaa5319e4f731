import { kontor } from '../../api/kontor.ts'
import { to } from '../../app/address.ts'
import { me } from '../../app/session.ts'
import { Deed } from '../operate/house/deed.tsx'
import { w } from './words.ts'

/** Out of the house, by oneself. The account ends with it. */
export function Leave() {
  const session = me.value
  if (!session?.user) return null
  const { user_id: id } = session.user
  return (
    <Deed
      label={w().leave}
      title={w().leaveTitle(session.tenant.name)}
      says={<p>{w().leaveHint}</p>}
      look="bad"
      topics={[]}
      done={w().left}
      send={async () => {
        await kontor.removeMember({ id })
        location.assign(to('/log-in'))
      }}
    />
  )
}
