import { kontor } from '../../../api/kontor.ts'
import { to } from '../../../app/address.ts'
import { More } from '../../../ui/more.tsx'
import { Box, Empty } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { usePages } from '../house/pages.tsx'
import type { Tenant } from './tenants.tsx'
import { w } from './words.ts'

/** Who is in it. */
export function People({ tenant: { tenant_id: id } }: { tenant: Tenant }) {
  const people = usePages(
    (page, signal) => kontor.listUsers({ ...page, tenant_id: id }, { signal }),
    ({ users }) => users,
    ['people'],
  )
  return (
    <Box id="people" title={w().people}>
      <Show of={people.listed}>
        {({ rows, hasMore }) => (
          <>
            {rows.length === 0 && <Empty icon="people" title={w().nobody} hint={w().nobodyHint} />}
            <ul class="rows">
              {rows.map(({ user_id, display_name: name, email }) => (
                <li key={user_id} class="row">
                  <div>
                    <p>
                      <a href={to(`/people/${user_id}`)}>
                        <strong>{name}</strong>
                      </a>
                    </p>
                    <p class="faint row-small">{email}</p>
                  </div>
                </li>
              ))}
            </ul>
            {hasMore && <More show={people.more} />}
          </>
        )}
      </Show>
    </Box>
  )
}
