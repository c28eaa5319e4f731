import { kontor } from '../../../api/kontor.ts'
import { to } from '../../../app/address.ts'
import { counted, number } from '../../../ui/format.ts'
import { Badge, Empty } from '../../../ui/parts.tsx'
import { tones } from '../../datasets/datasets.tsx'
import { w as datasetWords } from '../../datasets/words.ts'
import { PageList, usePages } from '../house/pages.tsx'
import { w } from '../off-market/words.ts'
import type { Tenant } from './tenants.tsx'

/** What it offers: each has a page on which it is suspended, or opened again. */
export function Datasets({ tenant: { tenant_id: id } }: { tenant: Tenant }) {
  const datasets = usePages(
    (page, signal) => kontor.listAnyDatasets({ ...page, tenant_id: id }, { signal }),
    (answer) => answer.datasets,
    ['shut'],
  )
  return (
    <>
      <PageList
        of={datasets}
        id="datasets"
        title={(n) => w().datasets(number(n))}
        none={<Empty icon="data" title={w().none} />}
      >
        {({ dataset_id, name, status, object_count: count }) => (
          <li key={dataset_id} class="row">
            <div>
              <p>
                <a href={to(`/data/${dataset_id}`)}>
                  <strong>{name}</strong>
                </a>
              </p>
              <p class="faint row-small">{counted(datasetWords().files, count)}</p>
            </div>
            <Badge tone={tones[status] ?? 'neutral'}>{datasetWords().statuses[status]}</Badge>
          </li>
        )}
      </PageList>
      <p>
        <a href={to(`/taken-down?tenant=${id}`)}>{w().toDowns}</a>
      </p>
    </>
  )
}
