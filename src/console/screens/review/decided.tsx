import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { pagesInTurn } from '../../api/pages.ts'
import { useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { moment } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Badge, Empty, ScreenHead } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Decision = Reply<'listDecisions'>['items'][number]

/** What was decided, by whom and why. */
export function Decided() {
  const pages = useSignal(1)
  const decisions = useResource((until) => ask(pages.value, until), ['queue'])
  return (
    <>
      <ScreenHead title={w().decided}>
        <a class="button" href={to('/review')}>
          {w().toQueue}
        </a>
      </ScreenHead>
      <Show of={decisions}>
        {({ list, hasMore }) =>
          list.length === 0 ? (
            <Empty icon="review" title={w().noneDecided} />
          ) : (
            <>
              <Decisions list={list} />
              {hasMore && <More show={() => void pages.value++} />}
            </>
          )
        }
      </Show>
    </>
  )
}

async function ask(pages: number, signal: AbortSignal) {
  const { all, hasMore } = await pagesInTurn(pages, (from) =>
    kontor.listDecisions({ limit: 50, ...from }, { signal }),
  )
  return { list: all.flatMap(({ items }) => items), hasMore }
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
