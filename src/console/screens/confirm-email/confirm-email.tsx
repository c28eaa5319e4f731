import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { query, to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { askWhoIsThere } from '../../app/session.ts'
import { DoorFrame } from '../../ui/door-frame.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Story } from '../log-in/log-in.tsx'
import { w } from './words.ts'

/** Where the letter leads. Pressed, not done by itself: programs that look at mail follow links. */
export function ConfirmEmail() {
  const verified = useSignal('')
  const send = async ({ email_code = '' }: Given) => {
    const { email } = await kontor.verifyEmail({ email_code })
    verified.value = email
    announce(w().done(email))
    // Whoever is logged in here is told everywhere that it is theirs.
    void askWhoIsThere().catch(() => {})
  }
  return (
    <DoorFrame title={w().title} story={<Story />}>
      {verified.value ? (
        <p role="status">{w().done(verified.value)}</p>
      ) : (
        <>
          <p class="quiet">{w().ask}</p>
          <Form send={send} submit={w().submit} wide>
            <Input
              label={w().code}
              name="email_code"
              defaultValue={query.value.get('code') ?? ''}
              autocomplete="off"
              required
              maxLength={2000}
            />
          </Form>
        </>
      )}
      <p class="door-more">
        <a href={to('/')}>{w().go}</a>
      </p>
    </DoorFrame>
  )
}
