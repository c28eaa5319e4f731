import { kontor } from '../../../api/kontor.ts'
import { Input } from '../../../ui/form.tsx'
import { Area, Deed } from '../house/deed.tsx'
import type { Tenant } from './tenants.tsx'
import { w } from './words.ts'

/** Shutting a tenant out, and letting it in again; inviting its owner while nobody is in it. */
export function StateDeeds({ tenant }: { tenant: Tenant }) {
  const { tenant_id: id, name, suspended_at: suspended, member_count: members } = tenant
  return (
    <>
      {members === 0 && (
        <Deed
          label={w().uninvite}
          title={w().uninvite}
          says={<p>{w().uninviteHint}</p>}
          topics={['tenants']}
          done={w().uninvited}
          send={() => kontor.revokeOwnerInvitations({ id })}
        />
      )}
      {members === 0 && (
        <Deed
          label={w().invite}
          title={w().inviteTitle(name)}
          says={<p>{w().inviteHint}</p>}
          topics={['tenants']}
          done={w().invited}
          once={w().invitation}
          send={async ({ owner_email: email = '' }) => {
            const owner = email === '' ? {} : { owner_email: email }
            return (await kontor.inviteOwner({ id, ...owner })).invitation_code
          }}
        >
          <Input label={w().owner} hint={w().ownerHint} name="owner_email" type="email" />
        </Deed>
      )}
      {suspended === null ? (
        <Deed
          label={w().suspend}
          title={w().suspendTitle(name)}
          says={<p>{w().suspendHint}</p>}
          look="bad"
          topics={['tenants']}
          done={w().suspendedNow}
          send={({ reason = '' }) => kontor.suspendTenant({ id, reason })}
        >
          <Area label={w().reason} hint={w().ownHint} name="reason" required />
        </Deed>
      ) : (
        <Deed
          label={w().resume}
          title={w().resumeTitle(name)}
          says={<p>{w().resumeHint}</p>}
          look="main"
          topics={['tenants']}
          done={w().resumed}
          send={({ note = '' }) => kontor.resumeTenant({ id, ...(note !== '' && { note }) })}
        >
          <Area label={w().note} hint={w().ownHint} name="note" />
        </Deed>
      )}
    </>
  )
}
