import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { RoleBoxes, rolesIn } from './roles.tsx'
import { w } from './words.ts'

/** First for whom and what, then the link, which nobody can be shown again. */
export function Invite({ open, close }: { open: boolean; close(): void }) {
  const link = useSignal<string | undefined>(undefined)
  const leave = () => {
    link.value = undefined
    close()
  }
  const send = async (given: Given) => {
    const { invitation_code: code } = await kontor.createInvitation(invitationIn(given))
    link.value = `${location.origin}${to('/join')}?code=${encodeURIComponent(code)}`
    announce(w().invited)
    changed('members')
  }
  return (
    <Dialog title={link.value ? w().link : w().inviteTitle} open={open} close={leave}>
      {link.value === undefined ? (
        <Form send={send} submit={w().make}>
          <p class="quiet">{w().inviteHint}</p>
          <RoleBoxes chosen={['viewer']} />
          <Input label={w().email} hint={w().emailHint} name="email" type="email" />
          <Validity />
        </Form>
      ) : (
        <>
          <p class="quiet">{w().linkHint}</p>
          <CodeBlock text={link.value} />
        </>
      )}
    </Dialog>
  )
}

const [dayMs, minuteMs] = [86_400_000, 60_000]
const validities = [1, 7, 31] as const
/** What the server makes of it when nothing is said. */
const usual = 7

function Validity() {
  return (
    <Select
      label={w().days}
      name="days"
      options={validities.map((days) => [String(days), w().validFor[days]])}
      chosen={String(usual)}
    />
  )
}

function invitationIn(given: Given) {
  const email = given.email?.trim() ?? ''
  const days = Number(given.days)
  // A minute less: where this clock is ahead, the longest time there is is not too long.
  const end = new Date(Date.now() + days * dayMs - minuteMs).toISOString()
  return {
    roles: rolesIn(given),
    ...(email === '' ? {} : { email }),
    ...(days === usual ? {} : { expires_at: end }),
  }
}
