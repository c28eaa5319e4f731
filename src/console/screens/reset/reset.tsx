import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { go, query, to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { DoorFrame } from '../../ui/door-frame.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Story } from '../log-in/log-in.tsx'
import { w } from './words.ts'

/** For who has lost the password: a letter with a code, and another password with that code. */
export function Reset() {
  const code = query.value.get('code') ?? ''
  const isAsking = useSignal(code === '')
  const enterCode = () => {
    isAsking.value = false
  }
  return (
    <DoorFrame title={w().title} story={<Story />}>
      {isAsking.value ? <Ask /> : <Change code={code} />}
      <p class="door-more">
        {isAsking.value && (
          <button type="button" class="button button-quiet" onClick={enterCode}>
            {w().haveCode}
          </button>
        )}
        <a href={to('/log-in')}>{w().back}</a>
      </p>
    </DoorFrame>
  )
}

/** Whoever has the address or not, what is said is the same. */
function Ask() {
  const isSent = useSignal(false)
  if (isSent.value) return <p role="status">{w().sent}</p>
  const send = async ({ email = '' }: Given) => {
    await kontor.requestPasswordReset({ email })
    isSent.value = true
    announce(w().sent)
  }
  return (
    <>
      <p class="quiet">{w().ask}</p>
      <Form send={send} submit={w().submitAsk} wide>
        <Input label={w().email} name="email" type="email" autocomplete="username" required />
      </Form>
    </>
  )
}

function Change({ code }: { code: string }) {
  const send = async ({ reset_code = '', new_password = '' }: Given) => {
    await kontor.resetPassword({ reset_code, new_password })
    announce(w().done)
    go('/log-in', { replace: true })
  }
  return (
    <>
      <p class="quiet">{w().change}</p>
      <Form send={send} submit={w().submitChange} wide>
        <Input
          label={w().code}
          name="reset_code"
          defaultValue={code}
          autocomplete="off"
          required
          maxLength={200}
        />
        <Input
          label={w().password}
          name="new_password"
          type="password"
          autocomplete="new-password"
          hint={w().passwordHint}
          minLength={12}
          required
        />
      </Form>
    </>
  )
}
