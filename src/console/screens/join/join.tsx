import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { go, query, to } from '../../app/address.ts'
import { entrance, logIn, me } from '../../app/session.ts'
import { DoorFrame } from '../../ui/door-frame.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Show } from '../../ui/show.tsx'
import { Story } from '../log-in/log-in.tsx'
import { Providers } from '../log-in/providers.tsx'
import { w } from './words.ts'

/** Who has come in by this page is on the way to the house, and not asked to go to another. */
let isComing = false

/** Who has an account goes with it to the house that invites. */
export function Join() {
  if (!me.value) return <Newcomer />
  return isComing ? null : <Moving />
}

/** Few come so: it is fetched then. */
function Moving() {
  const accept = useResource(async () => (await import('./accept.tsx')).Accept)
  return <Show of={accept}>{(Accept) => <Accept />}</Show>
}

/** For who has no account: by the code of an invitation or, where that is open, by themselves. */
function Newcomer() {
  const code = query.value.get('code') ?? ''
  const given = useSignal(code)
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
            given.value = currentTarget.value.trim()
          }}
          {...(isOpen ? { hint: w().codeHint } : {})}
        />
        {isOpen && !given.value && (
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
      <Providers start={given.value && `invitation=${encodeURIComponent(given.value)}`} />
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
  isComing = true
  try {
    await enter(given)
    go('/', { replace: true })
  } finally {
    isComing = false
  }
}

/**
 * Makes the account, and logs this browser in. What was left empty is not said. The session of a
 * program that comes with an account ends: nobody would know it in the list.
 */
export async function enter(given: Given): Promise<void> {
  const { display_name = '', email = '', password = '', ...more } = given
  const said = Object.entries(more).filter(([, value]) => value.trim() !== '')
  await kontor.signUp({ display_name, email, password, ...Object.fromEntries(said) })
  await logIn({ email, password })
  await kontor.endOtherSessions()
}
