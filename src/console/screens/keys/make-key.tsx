import { useSignal } from '@preact/signals'
import type { Input as Inputs, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { go } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { may } from '../../app/session.ts'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Show } from '../../ui/show.tsx'
import { fresh } from './api-key.ts'
import { w } from './words.ts'

type Scope = NonNullable<Inputs<'createApiKey'>['scopes']>[number]
type Dataset = Reply<'listCatalog'>['datasets'][number]
type Where = 'all_available' | 'allow_list'

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

/** A key can do less than who makes it, and never more. */
export function MakeKey() {
  const where = useSignal<Where>('all_available')
  const send = async (given: Given) => {
    const asked = keyIn(given, where.value)
    const made = await kontor.createApiKey(asked)
    fresh.value = { id: made.api_key_id, secret: made.secret }
    announce(w().made(made.name))
    changed('keys')
    go(`/keys/${made.api_key_id}`)
  }
  return (
    <Form send={send} submit={w().make}>
      <Input label={w().name} hint={w().nameHint} name="name" maxLength={200} required />
      <fieldset class="choices choices-all">
        <legend>{w().scopes}</legend>
        {scopes.filter(may).map((scope) => (
          <label key={scope} class="choice">
            <input
              type="checkbox"
              name={`scope ${scope}`}
              value={scope}
              defaultChecked={usual.includes(scope)}
            />
            <span>{w().scopeNames[scope]}</span>
            <code class="faint extra">{scope}</code>
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>{w().which}</span>
        <select
          name="dataset_access_mode"
          value={where.value}
          onChange={({ currentTarget }) => {
            where.value = currentTarget.value as Where
          }}
        >
          <option value="all_available">{w().everywhere}</option>
          <option value="allow_list">{w().chosen}</option>
        </select>
      </label>
      {where.value === 'allow_list' && <Datasets />}
      <Limits />
    </Form>
  )
}

function Datasets() {
  const catalog = useResource(allOfCatalog)
  return (
    <Show of={catalog}>
      {(datasets) => (
        <fieldset class="choices">
          <legend>{w().whichDatasets}</legend>
          {datasets.length === 0 && <p class="faint">{w().noDatasets}</p>}
          {datasets.map(({ dataset_id: id, name }) => (
            <label key={id} class="choice">
              <input type="checkbox" name={`dataset ${id}`} value={id} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      )}
    </Show>
  )
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

function Limits() {
  const today = new Date().toISOString().slice(0, 10)
  return (
    <>
      <Input
        label={w().budget}
        hint={w().budgetHint}
        name="monthly_budget_credits"
        type="number"
        min={0}
        step={0.01}
      />
      <Input
        label={w().rate}
        hint={w().rateHint}
        name="rate_per_minute"
        type="number"
        min={1}
        max={100_000}
      />
      <Input label={w().ends} hint={w().endsHint} name="expires_at" type="date" min={today} />
    </>
  )
}

function keyIn(given: Given, where: Where): Inputs<'createApiKey'> {
  const chosen = valuesOf(given, 'scope ') as Scope[]
  if (chosen.length === 0) throw new Error(w().chooseScope)
  const datasets = valuesOf(given, 'dataset ')
  if (where === 'allow_list' && datasets.length === 0) throw new Error(w().chooseDataset)
  const { monthly_budget_credits: euros, rate_per_minute: rate, expires_at: end } = given
  return {
    name: given.name ?? '',
    scopes: chosen,
    dataset_access_mode: where,
    ...(where === 'allow_list' ? { dataset_ids: datasets } : {}),
    monthly_budget_credits: euros ? Math.round(Number(euros) * 100) : null,
    rate_per_minute: rate ? Number(rate) : null,
    expires_at: end ? `${end}T23:59:59Z` : null,
  }
}

/** A name is said once in a form, so boxes of one kind begin alike. */
function valuesOf(given: Given, kind: string): string[] {
  return Object.entries(given).flatMap(([name, value]) => (name.startsWith(kind) ? [value] : []))
}
