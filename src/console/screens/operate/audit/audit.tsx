import type { Reply } from '../../../../client/index.ts'
import { kontor, prefix } from '../../../api/kontor.ts'
import { go, query, to } from '../../../app/address.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { moment, number } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Empty, ScreenHead } from '../../../ui/parts.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { deedName } from './deeds/deed-name.ts'
import { Filters, filters } from './filters.tsx'
import { w } from './words.ts'

type Entry = Reply<'listAllAuditEvents'>['audit_events'][number]

/** Who did what to which thing when: narrowed, followed from one to the other, and taken along. */
export function Audit() {
  const pages = usePages(
    (page, signal) => kontor.listAllAuditEvents({ ...page, ...filters() }, { signal }),
    (answer) => answer.audit_events,
    [],
  )
  return (
    <>
      <ScreenHead title={w().title}>
        {query.value.size > 0 && (
          <button type="button" class="button" onClick={() => go('/audit')}>
            {w().clear}
          </button>
        )}
        <a class="button" href={exportOf()} download>
          <Icon name="download" size={16} /> {w().export}
        </a>
      </ScreenHead>
      <Filters />
      <PageList
        of={pages}
        id="entries"
        title={(n) => (n === 1 ? w().entries.one : w().entries.many(number(n)))}
        none={<Empty icon="list" title={w().none} hint={w().noneHint} />}
      >
        {(entry) => <Row key={entry.audit_id} entry={entry} />}
      </PageList>
    </>
  )
}

/** With the same filters, all of it. */
function exportOf(): string {
  const asked = new URLSearchParams(filters())
  return `${prefix}/v1/admin/audit/export?${asked}`
}

function Row({ entry }: { entry: Entry }) {
  const { actor, actor_name: name, subject, details, request_id: request } = entry
  const who = name ?? actor.id ?? w().actors[actor.type]
  const hasDetails = Object.keys(details).length > 0
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{deedName(entry.action)}</strong>{' '}
          <span class="mono faint row-small">{entry.action}</span>
        </p>
        <p class="row-small">
          <Subject id={subject.id} />
        </p>
        <p class="faint row-small">
          {w().by({ who, when: moment(entry.occurred_at) })}
          {request !== null && ` · ${w().request(request)}`}
        </p>
        {hasDetails && (
          <details>
            <summary class="row-small">{w().details}</summary>
            <CodeBlock text={JSON.stringify(details, null, 2)} />
          </details>
        )}
      </div>
      <span class="toolbar">
        {actor.id !== null && (
          <a class="row-small" href={to(`/audit?actor=${encodeURIComponent(actor.id)}`)}>
            {w().onlyActor}
          </a>
        )}
        <a class="row-small" href={to(`/audit?subject=${encodeURIComponent(subject.id)}`)}>
          {w().onlySubject}
        </a>
      </span>
    </li>
  )
}

const places: Readonly<Record<string, string>> = {
  tnt: 'tenants',
  usr: 'people',
  obj: 'objects',
  dset: 'data',
}

/** What has a page is a link to it. */
function Subject({ id }: { id: string }) {
  const place = places[id.split('_')[0] ?? '']
  if (place === undefined) return <span class="mono">{id}</span>
  return (
    <a class="mono" href={to(`/${place}/${id}`)}>
      {id}
    </a>
  )
}
