import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { t } from '../../i18n/index.ts'
import { moment } from '../../ui/format.ts'
import { Badge, Empty, ScreenHead } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Decision = Reply<'listDecisions'>['items'][number]

/** What was decided, by whom and why. */
export function Decided() {
  const more = useSignal<readonly Decision[]>([])
  const cursor = useSignal<string | null | undefined>(undefined)
  const first = useResource(
    (until) => kontor.listDecisions({ limit: 50 }, { signal: until }),
    ['queue'],
  )
  const fetchMore = async (from: string) => {
    const page = await kontor.listDecisions({ limit: 50, cursor: from })
    more.value = [...more.value, ...page.items]
    cursor.value = page.next_cursor
  }
  return (
    <>
      <ScreenHead title={w().decided}>
        <a class="button" href={to('/review')}>
          {w().toQueue}
        </a>
      </ScreenHead>
      <Show of={first}>
        {({ items, next_cursor }) => {
          const next = cursor.value === undefined ? next_cursor : cursor.value
          if (items.length === 0) return <Empty icon="review" title={w().noneDecided} />
          return (
            <>
              <Decisions list={[...items, ...more.value]} />
              {next && (
                <button type="button" class="button" onClick={() => void fetchMore(next)}>
                  {t().buttons.more}
                </button>
              )}
            </>
          )
        }}
      </Show>
    </>
  )
}

function Decisions({ list }: { list: readonly Decision[] }) {
  return (
    <table class="table table-wide">
      <thead>
        <tr>
          <th scope="col">{w().columns.file}</th>
          <th scope="col">{w().columns.decision}</th>
          <th scope="col" class="extra">
            {w().columns.who}
          </th>
          <th scope="col" class="extra">
            {w().columns.why}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((item) => (
          <tr key={item.object_id}>
            <th scope="row">
              <a href={to(`/objects/${item.object_id}`)}>
                <bdi>{item.filename}</bdi>
              </a>
              <small class="faint block">{item.dataset_name}</small>
            </th>
            <td>
              <Badge tone={item.decision === 'approved' ? 'good' : 'bad'}>
                {w().decisions[item.decision]}
              </Badge>
            </td>
            <td class="extra">
              {w().decidedBy({
                who: item.reviewer_name ?? w().operator,
                when: moment(item.decided_at),
              })}
            </td>
            <td class="extra">{item.reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
