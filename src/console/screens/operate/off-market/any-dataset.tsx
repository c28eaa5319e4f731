import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { to } from '../../../app/address.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { isOperator, me } from '../../../app/session.ts'
import { bytes, counted, moment, number } from '../../../ui/format.ts'
import { Badge, FactList, ScreenHead } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { DatasetScreen } from '../../dataset/dataset.tsx'
import type { Dataset } from '../../datasets/dataset-fields.tsx'
import { tones } from '../../datasets/datasets.tsx'
import { w as datasetWords } from '../../datasets/words.ts'
import { Suspend } from './off-market.tsx'
import { w } from './words.ts'

/** One of the own house with its files; for who runs the platform also those of others. */
export function AnyDataset({ params }: ScreenProps) {
  return isOperator.value ? <OfAny params={params} /> : <DatasetScreen params={params} />
}

function OfAny({ params }: ScreenProps) {
  const { id = '' } = params
  const known = useResource(
    async (signal) => {
      const dataset = await kontor.getAnyDataset({ dataset_id: id }, { signal })
      const { tenant_id: tenantId } = dataset
      const isOwn = tenantId === me.value?.tenant.tenant_id
      return { dataset, owner: isOwn ? null : await kontor.getTenant({ id: tenantId }, { signal }) }
    },
    ['shut'],
  )
  return (
    <Show of={known} isScreen>
      {({ dataset, owner }) =>
        owner === null ? (
          <DatasetScreen params={params} />
        ) : (
          <OfOther dataset={dataset} owner={owner.name} />
        )
      }
    </Show>
  )
}

function OfOther({ dataset, owner }: { dataset: Dataset; owner: string }) {
  const { dataset_id: id, tenant_id: tenant, name, status, suspension_reason: reason } = dataset
  const { object_count: count, active_object_count: found } = dataset
  const { taken_down: down } = dataset.object_states
  return (
    <>
      <ScreenHead title={name}>
        <Badge tone={tones[status] ?? 'neutral'}>{datasetWords().statuses[status]}</Badge>
        <Suspend {...dataset} />
      </ScreenHead>
      <p class="faint">{w().asReviewer}</p>
      {reason !== null && <p class="said-by">{reason}</p>}
      <section class="box">
        <FactList
          facts={[
            [
              w().tenant,
              <a key="tenant" href={to(`/tenants/${tenant}`)}>
                {owner}
              </a>,
            ],
            [w().visibility, datasetWords().visibilities[dataset.visibility]],
            [w().holds, `${counted(datasetWords().files, count)} · ${bytes(dataset.total_bytes)}`],
            [w().indexed, number(found)],
            [
              w().down,
              down === 0 ? null : (
                <a key="down" href={to(`/taken-down?dataset=${id}`)}>
                  {number(down)}
                </a>
              ),
            ],
            [w().made, moment(dataset.created_at)],
            [datasetWords().description, dataset.description],
          ]}
        />
      </section>
      <p class="toolbar">
        <a href={to(`/review?dataset=${id}`)}>{w().queue}</a>
        <a href={to(`/audit?subject=${id}`)}>{w().log}</a>
      </p>
    </>
  )
}
