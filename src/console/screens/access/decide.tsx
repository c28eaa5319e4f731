import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { endOf } from './days.ts'
import { EndInput } from './end-input.tsx'
import { w } from './words.ts'

export type Received = Reply<'listAccessInbox'>['access_requests'][number]
export type Deed = { request: Received; decision: 'approved' | 'rejected' }

/** The last word before somebody is let in, until when, or is not. */
export function Decide({ deed, close }: { deed: Deed | undefined; close(): void }) {
  return (
    <Dialog title={deed ? titleOf(deed) : ''} open={deed !== undefined} close={close}>
      {deed && <Question deed={deed} close={close} />}
    </Dialog>
  )
}

function titleOf({ request: { tenant_name: house }, decision }: Deed): string {
  return decision === 'approved' ? w().approveTitle(house) : w().refuseTitle(house)
}

function Question({ deed: { request, decision }, close }: { deed: Deed; close(): void }) {
  const { dataset_id: id, access_request_id, tenant_name: house } = request
  const isApproval = decision === 'approved'
  const send = async ({ expires_at: lastDay = '' }) => {
    const end = lastDay === '' ? {} : { expires_at: endOf(lastDay) }
    await kontor.decideAccess({ id, access_request_id, decision, ...end })
    announce(isApproval ? w().approved(house) : w().refused(house))
    changed('access')
    close()
  }
  return (
    <Form send={send} submit={isApproval ? w().letIn : w().refuseNow}>
      <p class="quiet">{isApproval ? w().approveHint(request.dataset_name) : w().refuseHint}</p>
      {isApproval && <EndInput />}
    </Form>
  )
}
