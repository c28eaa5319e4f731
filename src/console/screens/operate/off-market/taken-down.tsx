import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { query, to } from '../../../app/address.ts'
import { moment, number } from '../../../ui/format.ts'
import { Empty, ScreenHead } from '../../../ui/parts.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { w } from './words.ts'

/** What is taken down in all houses, or in one house or dataset, as the address says. */
export function TakenDown() {
  const files = usePages(
    (page, signal) => kontor.listTakenDown({ ...page, ...filters() }, { signal }),
    ({ objects }) => objects,
    ['shut'],
  )
  const isNarrow = Object.keys(filters()).length > 0
  return (
    <>
      <ScreenHead title={w().toDowns} />
      {isNarrow && (
        <p class="faint">
          {w().ofOne} <a href={to('/taken-down')}>{w().ofAll}</a>
        </p>
      )}
      <PageList
        of={files}
        id="taken-down"
        title={(n) => w().downs(number(n))}
        none={<Empty icon="file" title={w().noDowns} hint={w().noDownsHint} />}
      >
        {(one) => <Row key={one.object_id} {...one} />}
      </PageList>
    </>
  )
}

function filters() {
  const [tenant, dataset] = [query.value.get('tenant'), query.value.get('dataset')]
  return { ...(tenant && { tenant_id: tenant }), ...(dataset && { dataset_id: dataset }) }
}

type File = Reply<'listTakenDown'>['objects'][number]

function Row({ object_id: id, filename, dataset_name: dataset, ...rest }: File) {
  const { taken_down_at: when, takedown_reason: why, bytes_kept_until: kept } = rest
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <a href={to(`/objects/${id}`)}>
            <strong>{filename || id}</strong>
          </a>{' '}
          <span class="faint">{dataset}</span>
        </p>
        {when !== null && (
          <p class="row-small">{w().downSince({ when: moment(when), why: why ?? '' })}</p>
        )}
        {kept !== null && <p class="faint row-small">{w().kept(moment(kept))}</p>}
      </div>
    </li>
  )
}
