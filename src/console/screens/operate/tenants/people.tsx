import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { to } from '../../../app/address.ts'
import { Box, Empty } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import type { Tenant } from './tenants.tsx'
import { w } from './words.ts'

/** Who is in it. */
export function People({ tenant: { tenant_id: id } }: { tenant: Tenant }) {
  const people = useResource(
    async (signal) => (await kontor.listUsers({ tenant_id: id, limit: 100 }, { signal })).users,
    ['people'],
  )
  return (
    <Box id="people" title={w().people}>
      <Show of={people}>
        {(list) => (
          <>
            {list.length === 0 && <Empty icon="people" title={w().nobody} hint={w().nobodyHint} />}
            <ul class="rows">
              {list.map(({ user_id, display_name: name, email }) => (
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
          </>
        )}
      </Show>
    </Box>
  )
}
