import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { announce } from '../../app/announce.tsx'
import { entrance, me } from '../../app/session.ts'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Box } from '../../ui/parts.tsx'
import { w } from './words.ts'

/** Whether one's address is verified, and another one in its place: both by a letter. */
export function Address() {
  const isSent = useSignal(false)
  const user = me.value?.user
  // Where no letter can be sent, no address is verified, and none is changed.
  if (!user || !entrance.value?.mail) return null
  const sendAgain = async () => {
    await kontor.requestEmailVerification()
    isSent.value = true
    announce(w().letterSent)
  }
  const change = async ({ email = '' }: Given) => {
    await kontor.changeEmail({ email })
    isSent.value = true
    announce(w().letterSent)
  }
  return (
    <Box id="address" title={w().address}>
      <p>{user.email_verified ? w().verified(user.email) : w().unverified(user.email)}</p>
      {isSent.value && <p role="status">{w().letterSent}</p>}
      {!user.email_verified && !isSent.value && (
        <Form send={sendAgain} submit={w().sendAgain}>
          {null}
        </Form>
      )}
      <Form send={change} submit={w().changeEmail}>
        <Input label={w().newEmail} name="email" type="email" autocomplete="email" required />
      </Form>
    </Box>
  )
}
