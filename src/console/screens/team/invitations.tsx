import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { tell } from '../../app/announce.tsx'
import { list, moment } from '../../ui/format.ts'
import { InParts } from '../../ui/in-parts.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Invitation = Reply<'listInvitations'>['invitations'][number]

/** Those that still let somebody in. */
export function Invitations() {
  const open = useResource(openOnes, ['members', 'access'])
  return (
    <Show of={open}>
      {(all) => (
        <>
          {all.length === 0 && <p class="faint">{w().none}</p>}
          <InParts of={all}>
            {(shown) => (
              <ul class="rows">
                {shown.map((invitation) => (
                  <Row key={invitation.invitation_id} {...invitation} />
                ))}
              </ul>
            )}
          </InParts>
        </>
      )}
    </Show>
  )
}

/** None is valid for longer. */
const lifetimeMs = 31 * 86_400_000

async function openOnes(signal: AbortSignal): Promise<Invitation[]> {
  const open: Invitation[] = []
  let cursor: string | null = null
  do {
    const asked = { limit: 100, ...(cursor === null ? {} : { cursor }) }
    const page: Reply<'listInvitations'> = await kontor.listInvitations(asked, { signal })
    open.push(...page.invitations.filter(({ status }) => status === 'open'))
    const oldest = page.invitations.at(-1)
    const isOver = !oldest || Date.parse(oldest.created_at) < Date.now() - lifetimeMs
    cursor = isOver ? null : page.next_cursor
  } while (cursor !== null)
  return open
}

function Row({ invitation_id: id, email, roles, expires_at }: Invitation) {
  return (
    <li class="row">
      <div>
        <p class="row-small">
          <strong>{email ?? w().anybody}</strong>
        </p>
        <p class="faint row-small">{list(roles.map((role) => w().roleNames[role]))}</p>
        <p class="faint row-small">{w().until(moment(expires_at))}</p>
      </div>
      <button type="button" class="button button-bad" onClick={() => void revoke(id)}>
        {w().revoke}
      </button>
    </li>
  )
}

async function revoke(id: string): Promise<void> {
  await tell(async () => {
    await kontor.revokeInvitation({ id })
    return w().revoked
  })
  changed('members')
}
