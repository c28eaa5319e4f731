import { useSignal } from '@preact/signals'
import type { Input as Inputs, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { may } from '../../app/session.ts'
import { type Given, Input } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { Show } from '../../ui/show.tsx'
import type { ApiKey } from './api-key.ts'
import { w } from './words.ts'

type Scope = ApiKey['scopes'][number]
type Dataset = Reply<'listCatalog'>['datasets'][number]
type Where = ApiKey['dataset_access_mode']
type Of = { of?: ApiKey | undefined }

/** What a buyer's program needs stands first, and is chosen. */
const scopes: readonly Scope[] = [
  'search:query',
  'datasets:read',
  'usage:read',
  'billing:read',
  'datasets:write',
  'objects:write',
  'keys:write',
  'admin:*',
]
const usual: readonly Scope[] = ['search:query', 'datasets:read']

/** What is said of a key, by whoever makes or changes one. It never can do more than its maker. */
export function KeyFields({ of }: Of) {
  const where = useSignal<Where>(of?.dataset_access_mode ?? 'all_available')
  const chosen = of?.scopes ?? usual
  return (
    <>
      <Input
        label={w().name}
        hint={w().nameHint}
        name="name"
        maxLength={200}
        defaultValue={of?.name ?? ''}
        required
      />
      <fieldset class="choices choices-all">
        <legend>{w().scopes}</legend>
        {scopes
          .filter((scope) => may(scope) || chosen.includes(scope))
          .map((scope) => (
            <label key={scope} class="choice">
              <input
                type="checkbox"
                name={`scope ${scope}`}
                value={scope}
                defaultChecked={chosen.includes(scope)}
              />
              <span>{w().scopeNames[scope]}</span>
              <code class="faint extra">{scope}</code>
            </label>
          ))}
      </fieldset>
      <Select
        label={w().which}
        name="dataset_access_mode"
        options={[
          ['all_available', w().everywhere],
          ['allow_list', w().chosen],
        ]}
        chosen={where.value}
        choose={(one) => {
          where.value = one
        }}
      />
      {where.value === 'allow_list' && <Datasets of={of} />}
      <Limits of={of} />
    </>
  )
}

/** Also those that the key has and that nobody sees any more: they stay until they are unticked. */
function Datasets({ of }: Of) {
  const catalog = useResource(allOfCatalog)
  const own = of ? datasetsOf(of) : []
  return (
    <Show of={catalog}>
      {(datasets) => {
        const gone = own.filter((id) => datasets.every((one) => one.dataset_id !== id))
        const all = [...gone.map((id) => ({ dataset_id: id, name: id })), ...datasets]
        return (
          <fieldset class="choices">
            <legend>{w().whichDatasets}</legend>
            {all.length === 0 && <p class="faint">{w().noDatasets}</p>}
            {all.map(({ dataset_id: id, name }) => (
              <label key={id} class="choice">
                <input
                  type="checkbox"
                  name={`dataset ${id}`}
                  value={id}
                  defaultChecked={own.includes(id)}
                />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
        )
      }}
    </Show>
  )
}

/** Those that it was made with, and those that were added. */
export function datasetsOf({ dataset_ids: ids, grants }: ApiKey): string[] {
  return [...new Set([...ids, ...grants.map(({ dataset_id: id }) => id)])]
}

const pagesMax = 10

async function allOfCatalog(until: AbortSignal): Promise<Dataset[]> {
  const all: Dataset[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesMax; page++) {
    const asked = { limit: 100, ...(cursor === null ? {} : { cursor }) }
    const { datasets, next_cursor } = await kontor.listCatalog(asked, { signal: until })
    all.push(...datasets)
    cursor = next_cursor
    if (cursor === null) break
  }
  return all
}

function Limits({ of }: Of) {
  const today = new Date().toISOString().slice(0, 10)
  const end = of?.expires_at?.slice(0, 10)
  const budget = of?.monthly_budget_credits ?? null
  return (
    <>
      <Input
        label={w().budget}
        hint={w().budgetHint}
        name="monthly_budget_credits"
        type="number"
        min={0}
        step={0.01}
        defaultValue={budget === null ? '' : (budget / 100).toFixed(2)}
      />
      <Input
        label={w().rate}
        hint={w().rateHint}
        name="rate_per_minute"
        type="number"
        min={1}
        max={100_000}
        defaultValue={String(of?.rate_per_minute ?? '')}
      />
      <Input
        label={w().ends}
        hint={w().endsHint}
        name="expires_at"
        type="date"
        min={end !== undefined && end < today ? end : today}
        defaultValue={end ?? ''}
      />
    </>
  )
}

/** What the fields say; an end whose day is the same is left as it is, to the second. */
export function keyIn(given: Given, of?: ApiKey): Inputs<'createApiKey'> {
  const where = given.dataset_access_mode as Where
  const chosen = valuesOf(given, 'scope ') as Scope[]
  if (chosen.length === 0) throw new Error(w().chooseScope)
  const datasets = valuesOf(given, 'dataset ')
  if (where === 'allow_list' && datasets.length === 0) throw new Error(w().chooseDataset)
  const { monthly_budget_credits: euros, rate_per_minute: rate, expires_at: end } = given
  const isSameEnd = end !== undefined && end !== '' && of?.expires_at?.startsWith(end)
  return {
    name: given.name ?? '',
    scopes: chosen,
    dataset_access_mode: where,
    ...(where === 'allow_list' ? { dataset_ids: datasets } : {}),
    monthly_budget_credits: euros ? Math.round(Number(euros) * 100) : null,
    rate_per_minute: rate ? Number(rate) : null,
    expires_at: isSameEnd ? (of?.expires_at ?? null) : end ? `${end}T23:59:59Z` : null,
  }
}

/** A name is said once in a form, so boxes of one kind begin alike. */
function valuesOf(given: Given, kind: string): string[] {
  return Object.entries(given).flatMap(([name, value]) => (name.startsWith(kind) ? [value] : []))
}
