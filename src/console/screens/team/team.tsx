import { me } from '../../app/session.ts'
import { Box, ScreenHead } from '../../ui/parts.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { Members } from './members.tsx'
import { reach } from './roles.tsx'
import { w } from './words.ts'

/** Who works in this house, what each may do, and who is about to come. */
export function Team() {
  const { isOpen, open, close } = useOpen()
  const invites = reach().length > 0
  return (
    <>
      <ScreenHead title={w().title}>
        {invites && (
          <button type="button" class="button button-main" onClick={open}>
            {w().invite}
          </button>
        )}
      </ScreenHead>
      <p class="faint">
        {w().houseId}: <span class="mono">{me.value?.tenant.tenant_id}</span>
      </p>
      <div class={invites ? 'two' : 'stack'}>
        <Box id="members" title={w().members}>
          <Members />
        </Box>
        {invites && (
          <Box id="invitations" title={w().invitations}>
            <Invitations />
          </Box>
        )}
      </div>
      <Invite open={isOpen} close={close} />
    </>
  )
}
