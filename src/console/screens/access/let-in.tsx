import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { endOf } from './days.ts'
import { EndInput } from './end-input.tsx'
import { w } from './words.ts'

/** Somebody who did not ask, named by what nobody else is called. */
export function LetIn({ id, dataset }: { id: string; dataset: string }) {
  const grant = async ({ tenant_id: house = '', expires_at: lastDay = '' }: Given) => {
    const end = lastDay === '' ? {} : { expires_at: endOf(lastDay) }
    const granted = await kontor.grantAccess({ id, tenant_id: house.trim(), ...end })
    announce(w().approved(granted.tenant_name))
    changed('access')
  }
  return (
    <DialogButton label={w().grant} title={w().grantTitle}>
      {(close) => (
        <Form send={(given) => grant(given).then(close)} submit={w().letIn}>
          <p class="quiet">{w().approveHint(dataset)}</p>
          <Input
            label={w().houseId}
            hint={w().houseIdHint}
            name="tenant_id"
            autocomplete="off"
            pattern="\s*tnt_\w{26}\s*"
            required
          />
          <EndInput />
        </Form>
      )}
    </DialogButton>
  )
}
