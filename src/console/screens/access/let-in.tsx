import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { endOf, localDay } from './days.ts'
import { w } from './words.ts'

/** Somebody who did not ask, named by what nobody else is called. */
export function LetIn({ id, dataset }: { id: string; dataset: string }) {
  const isOpen = useSignal(false)
  const close = () => {
    isOpen.value = false
  }
  const send = async ({ tenant_id: house = '', expires_at: lastDay = '' }: Given) => {
    const end = lastDay === '' ? {} : { expires_at: endOf(lastDay) }
    const granted = await kontor.grantAccess({ id, tenant_id: house.trim(), ...end })
    announce(w().approved(granted.tenant_name))
    changed('access')
    close()
  }
  return (
    <>
      <div>
        <button
          type="button"
          class="button"
          onClick={() => {
            isOpen.value = true
          }}
        >
          {w().grant}
        </button>
      </div>
      <Dialog title={w().grantTitle} open={isOpen.value} close={close}>
        <Form send={send} submit={w().letIn}>
          <p class="quiet">{w().approveHint(dataset)}</p>
          <Input
            label={w().houseId}
            hint={w().houseIdHint}
            name="tenant_id"
            autocomplete="off"
            pattern="\s*tnt_\w{26}\s*"
            required
          />
          <Input
            label={w().end}
            hint={w().endHint}
            name="expires_at"
            type="date"
            min={localDay(new Date())}
          />
        </Form>
      </Dialog>
    </>
  )
}
