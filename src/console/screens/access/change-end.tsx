import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given } from '../../ui/form.tsx'
import { moment } from '../../ui/format.ts'
import { endOf, localDay } from './days.ts'
import { EndInput } from './end-input.tsx'
import { w } from './words.ts'

export type Grant = Reply<'listAccess'>['access'][number]

/** Until when somebody has access from now on: sooner, later, or without an end. */
export function ChangeEnd({ grant, close }: { grant: Grant | undefined; close(): void }) {
  const title = grant ? w().changeEndTitle(grant.tenant_name) : ''
  return (
    <Dialog title={title} open={grant !== undefined} close={close}>
      {grant && <Question grant={grant} close={close} />}
    </Dialog>
  )
}

function Question({ grant, close }: { grant: Grant; close(): void }) {
  const { dataset_id: id, tenant_id, tenant_name: house, expires_at: before } = grant
  const send = async ({ expires_at: lastDay = '' }: Given) => {
    const end = lastDay === '' ? null : endOf(lastDay)
    await kontor.changeAccess({ id, tenant_id, expires_at: end })
    announce(w().endChanged(house))
    changed('access')
    close()
  }
  return (
    <Form send={send} submit={w().changeEndNow}>
      <p class="quiet">{before === null ? w().hadNoEnd : w().hadEnd(moment(before))}</p>
      <EndInput defaultValue={before === null ? '' : localDay(new Date(before))} />
    </Form>
  )
}
