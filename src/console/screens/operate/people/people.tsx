import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { query, to } from '../../../app/address.ts'
import { FindField } from '../../../ui/find-field.tsx'
import { number } from '../../../ui/format.ts'
import { Badge, Empty, ScreenHead } from '../../../ui/parts.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { isNarrowed, Which } from '../house/which.tsx'
import { w } from './words.ts'

export type Person = Reply<'getUser'>

/** Everybody with an account. */
export function People() {
  const pages = usePages(
    (page, signal) => kontor.listUsers({ ...page, ...filters() }, { signal }),
    ({ users }) => users,
    ['people'],
  )
  return (
    <>
      <ScreenHead title={w().title} />
      <div class="toolbar">
        <FindField label={w().find} />
        <Which name="admins" legend={w().which} all={w().all} those={w().admins} />
      </div>
      <PageList
        of={pages}
        id="everybody"
        title={(n) => (n === 1 ? w().people.one : w().people.many(number(n)))}
        none={<Empty icon="people" title={w().none} hint={w().noneHint} />}
      >
        {(person) => <Row key={person.user_id} person={person} />}
      </PageList>
    </>
  )
}

/** One of the two at a time, as the server takes them. */
function filters() {
  const q = query.value.get('q')
  if (q) return { q }
  return isNarrowed('admins') ? { platform_admin: true } : {}
}

function Row({ person }: { person: Person }) {
  const { user_id: id, display_name: name, email, live_sessions: live } = person
  const sessions = live === 1 ? w().live.one : w().live.many(number(live))
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <a href={to(`/people/${id}`)}>
            <strong>{name}</strong>
          </a>{' '}
          {person.is_platform_admin && <Badge tone="info">{w().admin}</Badge>}{' '}
          {person.locked_at !== null && <Badge tone="bad">{w().locked}</Badge>}
        </p>
        <p class="row-small">{email}</p>
      </div>
      <span class="faint row-small">{live === 0 ? w().live.none : sessions}</span>
    </li>
  )
}
