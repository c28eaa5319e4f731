import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { query, to } from '../../../app/address.ts'
import { FindField } from '../../../ui/find-field.tsx'
import { Input } from '../../../ui/form.tsx'
import { bytes, date, number } from '../../../ui/format.ts'
import { Badge, Box, Empty, ScreenHead, Skeleton } from '../../../ui/parts.tsx'
import { Deed } from '../house/deed.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { isNarrowed, Which } from '../house/which.tsx'
import { w as marketWords } from '../off-market/words.ts'
import { afterWork, useWorks, type Work } from '../work/use-works.ts'
import { w as workWords } from '../work/words.ts'
import { Outcome, StateBadge, whoAndWhen } from '../work/work-desk.tsx'
import { w } from './words.ts'

export type Tenant = Reply<'getTenant'>

/** Everybody who has a house here, and the way to a new one. */
export function Tenants() {
  const works = useWorks()
  const pages = usePages(
    (page, signal) => kontor.listTenants({ ...page, ...filters() }, { signal }),
    ({ tenants }) => tenants,
    ['tenants', afterWork],
  )
  return (
    <>
      <ScreenHead title={w().title}>
        <a class="button" href={to('/taken-down')}>
          {marketWords().toDowns}
        </a>
        <NewTenant />
      </ScreenHead>
      <div class="toolbar">
        <FindField label={w().find} />
        <Which name="suspended" legend={w().which} all={w().all} those={w().suspended} />
      </div>
      {works.loaded.value.state === 'loading' && !works.loaded.value.data ? (
        // What is under way stands above: the list comes with it, and is not pushed down by it.
        <Skeleton lines={6} />
      ) : (
        <>
          <UnderWay works={works.loaded.value.data ?? []} />
          <PageList
            of={pages}
            id="tenants"
            title={(n) => (n === 1 ? w().tenants.one : w().tenants.many(number(n)))}
            none={<Empty icon="shop" title={w().none} hint={w().noneHint} />}
          >
            {(tenant) => <Row key={tenant.tenant_id} tenant={tenant} />}
          </PageList>
        </>
      )}
    </>
  )
}

/** One of the two at a time, as the server takes them. */
function filters() {
  const q = query.value.get('q')
  if (q) return { q }
  return isNarrowed('suspended') ? { suspended: true } : {}
}

function Row({ tenant }: { tenant: Tenant }) {
  const { tenant_id: id, name, plan, suspended_at: suspended, member_count: members } = tenant
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <a href={to(`/tenants/${id}`)}>
            <strong>{name}</strong>
          </a>{' '}
          <Badge>{w().plans[plan]}</Badge>{' '}
          {suspended !== null && <Badge tone="bad">{w().suspended}</Badge>}
        </p>
        <p class="faint row-small">
          {w().since(date(tenant.created_at))} ·{' '}
          {members === 1 ? w().members.one : w().members.many(number(members))} ·{' '}
          {w().keeps(bytes(tenant.storage_bytes))}
        </p>
      </div>
      <span class="mono faint row-small extra">{id}</span>
    </li>
  )
}

function NewTenant() {
  return (
    <Deed
      label={w().make}
      title={w().makeTitle}
      says={<p>{w().makeHint}</p>}
      look="main"
      topics={['tenants']}
      done={w().made}
      once={w().invitation}
      send={async ({ name = '', owner_email: email = '' }) => {
        const owner = email === '' ? {} : { owner_email: email }
        const { invitation } = await kontor.createTenant({ name, ...owner })
        return invitation.invitation_code
      }}
    >
      <Input label={w().name} name="name" maxLength={100} required />
      <Input label={w().owner} hint={w().ownerHint} name="owner_email" type="email" />
    </Deed>
  )
}

/** What takes long and is about one of them stays in sight. */
function UnderWay({ works }: { works: readonly Work[] }) {
  const about = works.filter(({ tenant_id: id }) => id !== null)
  if (about.length === 0) return null
  return (
    <Box id="under-way" title={w().underWay}>
      <ul class="rows">
        {about.map((work) => (
          <li key={work.work_id} class="row row-wraps">
            <div>
              <p>
                <strong>{workWords().kinds[work.kind].name}</strong> <StateBadge work={work} />
              </p>
              <p class="faint row-small">{whoAndWhen(work)}</p>
            </div>
            <Outcome work={work} />
          </li>
        ))}
      </ul>
    </Box>
  )
}
