import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { date, moment } from '../../ui/format.ts'
import { InParts } from '../../ui/in-parts.tsx'
import { Badge } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Show } from '../../ui/show.tsx'
import type { Dataset } from '../datasets/dataset-fields.tsx'
import { allDatasets } from '../datasets/datasets.tsx'
import { ChangeEnd, type Grant } from './change-end.tsx'
import { LetIn } from './let-in.tsx'
import { w } from './words.ts'

/** Of one dataset at a time; one that is restricted comes first. */
export function Grants() {
  const datasets = useResource(allDatasets, ['datasets'])
  return (
    <Show of={datasets}>
      {(all) => {
        const shown = chosenOf(all)
        if (!shown) return <p class="faint">{w().noDataset}</p>
        return (
          <div class="stack">
            <Choice datasets={all} chosen={shown} />
            {shown.visibility !== 'restricted' && <p class="faint">{w().open}</p>}
            <List key={shown.dataset_id} id={shown.dataset_id} />
            <LetIn id={shown.dataset_id} dataset={shown.name} />
          </div>
        )
      }}
    </Show>
  )
}

function chosenOf(all: readonly Dataset[]): Dataset | undefined {
  const asked = query.value.get('dataset')
  return (
    all.find(({ dataset_id }) => dataset_id === asked) ??
    all.find(({ visibility }) => visibility === 'restricted') ??
    all[0]
  )
}

function Choice({ datasets, chosen }: { datasets: readonly Dataset[]; chosen: Dataset }) {
  return (
    <Select
      label={w().dataset}
      options={datasets.map(({ dataset_id: id, name }) => [id, name])}
      chosen={chosen.dataset_id}
      choose={(dataset) => setQuery({ dataset })}
    />
  )
}

/** More than fit on a page are rare: all of them are fetched. */
async function allGrants(id: string, signal: AbortSignal): Promise<Grant[]> {
  const all: Grant[] = []
  let cursor: string | null = null
  do {
    const asked = { id, limit: 100, ...(cursor === null ? {} : { cursor }) }
    const { access, next_cursor }: Reply<'listAccess'> = await kontor.listAccess(asked, { signal })
    all.push(...access)
    cursor = next_cursor
  } while (cursor !== null)
  return all
}

function List({ id }: { id: string }) {
  const grants = useResource((until) => allGrants(id, until), ['access'])
  const leaving = useSignal<Grant | undefined>(undefined)
  const moving = useSignal<Grant | undefined>(undefined)
  const close = () => {
    leaving.value = undefined
    moving.value = undefined
  }
  const house = leaving.value?.tenant_name ?? ''
  const takeAway = async () => {
    if (!leaving.value) return
    await kontor.revokeAccess({ id, tenant_id: leaving.value.tenant_id })
    announce(w().takenAway(house))
    changed('access')
    close()
  }
  return (
    <>
      <Show of={grants}>
        {(list) => (
          <>
            {list.length === 0 && <p class="faint">{w().nobody}</p>}
            <InParts of={list}>
              {(shown) => (
                <ul class="rows">
                  {shown.map((grant) => (
                    <Row
                      key={grant.tenant_id}
                      grant={grant}
                      changeEnd={() => {
                        moving.value = grant
                      }}
                      takeAway={() => {
                        leaving.value = grant
                      }}
                    />
                  ))}
                </ul>
              )}
            </InParts>
          </>
        )}
      </Show>
      <Dialog title={w().takeAwayTitle(house)} open={leaving.value !== undefined} close={close}>
        <Form send={takeAway} submit={w().takeAway}>
          <p class="quiet">{w().takeAwayHint}</p>
        </Form>
      </Dialog>
      <ChangeEnd grant={moving.value} close={close} />
    </>
  )
}

type RowProps = { grant: Grant; changeEnd(): void; takeAway(): void }

function Row({ grant, changeEnd, takeAway }: RowProps) {
  const { tenant_name: house, granted_at, expires_at } = grant
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{house}</strong>
        </p>
        <p class="faint row-small">{w().granted(date(granted_at))}</p>
        <Badge tone={expires_at === null ? 'neutral' : 'warn'}>
          {expires_at === null ? w().noEnd : w().ends(moment(expires_at))}
        </Badge>
      </div>
      <span class="toolbar">
        <button
          type="button"
          class="button"
          aria-label={`${w().changeEnd}: ${house}`}
          onClick={changeEnd}
        >
          {w().changeEnd}
        </button>
        <button
          type="button"
          class="button button-bad"
          aria-label={`${w().takeAway}: ${house}`}
          onClick={takeAway}
        >
          {w().takeAway}
        </button>
      </span>
    </li>
  )
}
