import { kontor } from '../../api/kontor.ts'
import { query, to } from '../../app/address.ts'
import { me } from '../../app/session.ts'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { ScreenHead } from '../../ui/parts.tsx'
import { w } from './words.ts'

/** Somebody who is logged in is invited: the account goes along, out of the house where it is. */
export function Accept() {
  const session = me.value
  const { email = '' } = session?.user ?? {}
  return (
    <>
      <ScreenHead title={w().join} />
      <section class="box stack">
        <p class="quiet">{w().moves({ email, house: session?.tenant.name ?? '' })}</p>
        <Form send={accept} submit={w().accept}>
          <Input
            label={w().code}
            name="invitation_code"
            defaultValue={query.value.get('code') ?? ''}
            required
            autocomplete="off"
          />
        </Form>
      </section>
    </>
  )
}

/** Another house, and another id: all is asked for anew. */
async function accept({ invitation_code = '' }: Given): Promise<void> {
  await kontor.acceptInvitation({ invitation_code })
  location.assign(to('/'))
}
