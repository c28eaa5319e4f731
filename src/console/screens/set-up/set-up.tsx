import { go, to } from '../../app/address.ts'
import { entrance } from '../../app/session.ts'
import { DoorFrame } from '../../ui/door-frame.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { enter, Person } from '../join/join.tsx'
import { w } from './words.ts'

/** The first administrator, by the code that the server printed. */
export function SetUp() {
  return (
    <DoorFrame title={w().title} story={<Checks />}>
      <p class="quiet">{w().lead}</p>
      <Form send={setUp} submit={w().submit} wide>
        <Input label={w().code} name="setup_code" hint={w().codeHint} autocomplete="off" required />
        <Input label={w().house} name="tenant_name" required maxLength={200} />
        <Person />
      </Form>
      <p class="door-more">
        <a href={to('/log-in')}>{w().back}</a>
      </p>
    </DoorFrame>
  )
}

async function setUp(given: Given): Promise<void> {
  await enter(given)
  // What the server needs before others come.
  go('/first-hour', { replace: true })
}

/** What may go wrong later, said before. */
function Checks() {
  const isHere = /^(localhost|127\.|\[::1\])/.test(location.hostname)
  const isSecure = location.protocol === 'https:'
  const text = isSecure ? w().secure : isHere ? w().local : w().insecure
  return (
    <>
      <p class="door-lead">{w().version(entrance.value?.version ?? '')}</p>
      <ul aria-label={w().checks}>
        <li>
          <Icon name={isSecure || isHere ? 'check' : 'alert'} /> {text}
        </li>
      </ul>
    </>
  )
}
