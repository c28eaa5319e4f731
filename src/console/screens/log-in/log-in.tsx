import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { detailsOf } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { go, to } from '../../app/address.ts'
import { entrance, logIn, me } from '../../app/session.ts'
import { DoorFrame } from '../../ui/door-frame.tsx'
import { Form, Input } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Show } from '../../ui/show.tsx'
import { Providers } from './providers.tsx'
import { w } from './words.ts'

/** The door. The address stays: whoever comes in is where they wanted to be. */
export function LogIn() {
  // Nobody is anywhere yet, and there is one thing to do.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('.door-form [name=email]')?.focus()
  }, [])
  return (
    <DoorFrame title={w().title} story={<Story />}>
      {entrance.value?.suspended && <p class="problem">{w().suspended}</p>}
      <Password />
      <Providers />
      <p class="door-more">
        <a href={to('/join')}>{entrance.value?.signup === 'open' ? w().signUp : w().join}</a>
        <a href={to('/reset')}>{w().lost}</a>
      </p>
    </DoorFrame>
  )
}

/** A place of its own, for links: whoever has come in goes on from there. */
export function LogInPlace() {
  useEffect(() => {
    if (me.value) go('/', { replace: true })
  })
  return me.value ? null : <LogIn />
}

/** Over a screen whose session has ended. */
export function LogInAgain() {
  return (
    <>
      <p class="quiet">{w().again}</p>
      <Password />
      <Providers />
    </>
  )
}

export function Story() {
  return (
    <>
      <p class="door-lead">{w().lead}</p>
      <ul>
        {w().points.map((point) => (
          <li key={point}>
            <Icon name="check" /> {point}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Who has a second factor is asked for it once the password was right. */
function Password() {
  const challengeId = useSignal<string | undefined>(undefined)
  if (challengeId.value !== undefined) return <SecondStep challengeId={challengeId.value} />
  const send = async ({ email = '', password = '' }) => {
    try {
      await logIn({ email, password })
    } catch (error) {
      const { reason, challenge_id: id } = detailsOf(error)
      if (reason !== 'second_factor_required' || typeof id !== 'string') throw error
      challengeId.value = id
    }
  }
  return (
    <Form send={send} submit={w().submit} wide>
      <Input label={w().email} name="email" type="email" autocomplete="username" required />
      <Input
        label={w().password}
        name="password"
        type="password"
        autocomplete="current-password"
        required
      />
    </Form>
  )
}

/** Few are asked for it: it is fetched then. */
function SecondStep({ challengeId }: { challengeId: string }) {
  const step = useResource(async () => (await import('./second-step.tsx')).SecondStep)
  return <Show of={step}>{(Step) => <Step challengeId={challengeId} />}</Show>
}

/** Likewise over a screen from which something was asked that hurts. */
export function Confirm() {
  const ways = useResource(async () => (await import('./confirm.tsx')).Confirm)
  return <Show of={ways}>{(Ways) => <Ways />}</Show>
}
