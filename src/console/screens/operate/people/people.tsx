import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { query, setQuery, to } from '../../../app/address.ts'
import { FindField } from '../../../ui/find-field.tsx'
import { number } from '../../../ui/format.ts'
import { Badge, Empty, ScreenHead } from '../../../ui/parts.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { w } from './words.ts'

export type Person = Reply<'getUser'>

/** Everybody with an account. */
export function People() {
  const pages = usePages<Person>(
    async (page, signal) => {
      const answer = await kontor.listUsers({ ...page, ...filters() }, { signal })
      return { rows: answer.users, total: answer.total, next: answer.next_cursor }
    },
    ['people'],
  )
  return (
    <>
      <ScreenHead title={w().title} />
      <div class="toolbar">
        <FindField label={w().find} />
        <Which />
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
  return query.value.get('admins') === 'true' ? { platform_admin: true } : {}
}

function Which() {
  const isNarrowed = query.value.get('admins') === 'true'
  return (
    <fieldset class="segments">
      <legend class="sr">{w().which}</legend>
      {[false, true].map((one) => (
        <label key={String(one)}>
          <input
            type="radio"
            name="which"
            checked={one === isNarrowed}
            onChange={() => setQuery({ admins: one ? 'true' : undefined, q: undefined })}
          />
          <span>{one ? w().admins : w().all}</span>
        </label>
      ))}
    </fieldset>
  )
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
