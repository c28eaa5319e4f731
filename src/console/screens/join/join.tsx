import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { go, query, to } from '../../app/address.ts'
import { entrance, logIn } from '../../app/session.ts'
import { DoorFrame } from '../../ui/door-frame.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Story } from '../log-in/log-in.tsx'
import { w } from './words.ts'

/** For who has no account: by the code of an invitation or, where that is open, by themselves. */
export function Join() {
  const code = query.value.get('code') ?? ''
  const hasCode = useSignal(code !== '')
  const isOpen = entrance.value?.signup === 'open'
  const explained = isOpen ? w().open : w().closed
  return (
    <DoorFrame title={isOpen ? w().signUp : w().join} story={<Story />}>
      <p class="quiet">{code === '' ? explained : w().invited}</p>
      <Form send={join} submit={w().submit} wide>
        <Input
          label={w().code}
          name="invitation_code"
          defaultValue={code}
          required={!isOpen}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            hasCode.value = currentTarget.value.trim() !== ''
          }}
          {...(isOpen ? { hint: w().codeHint } : {})}
        />
        {isOpen && !hasCode.value && (
          <Input
            label={w().house}
            name="tenant_name"
            hint={w().houseHint}
            required
            maxLength={200}
          />
        )}
        <Person />
      </Form>
      <p class="door-more">
        <a href={to('/log-in')}>{w().back}</a>
      </p>
    </DoorFrame>
  )
}

/** Who it is, as every way in asks for it. */
export function Person() {
  return (
    <>
      <Input label={w().name} name="display_name" autocomplete="name" required maxLength={200} />
      <Input label={w().email} name="email" type="email" autocomplete="username" required />
      <Input
        label={w().password}
        name="password"
        type="password"
        autocomplete="new-password"
        hint={w().passwordHint}
        minLength={12}
        required
      />
    </>
  )
}

async function join(given: Given): Promise<void> {
  await enter(given)
  go('/', { replace: true })
}

/** Makes the account, and logs this browser in. What was left empty is not said. */
export async function enter(given: Given): Promise<void> {
  const { display_name = '', email = '', password = '', ...more } = given
  const said = Object.entries(more).filter(([, value]) => value.trim() !== '')
  await kontor.signUp({ display_name, email, password, ...Object.fromEntries(said) })
  await logIn({ email, password })
}
