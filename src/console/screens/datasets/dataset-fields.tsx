import type { Reply } from '../../../client/index.ts'
import { Input } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { w } from './words.ts'

export type Dataset = Reply<'listDatasets'>['datasets'][number]

const visibilities = ['private', 'restricted', 'listed'] as const

/** What is said of a dataset, by whoever makes or changes one. */
export function DatasetFields({ of }: { of?: Dataset }) {
  return (
    <>
      <Input label={w().name} name="name" defaultValue={of?.name ?? ''} maxLength={200} required />
      <label class="field">
        <span>{w().description}</span>
        <textarea
          name="description"
          rows={3}
          maxLength={5000}
          defaultValue={of?.description ?? ''}
        />
        <small class="faint">{w().descriptionHint}</small>
      </label>
      <Select
        label={w().visibility}
        name="visibility"
        options={visibilities.map((one) => [one, w().visibilities[one]])}
        chosen={of?.visibility ?? 'private'}
      />
      <PriceField credits={of?.base_price_credits ?? null} />
      <Input
        label={w().license}
        hint={w().licenseHint}
        name="license"
        type="url"
        pattern="https?://.*"
        maxLength={300}
        defaultValue={of?.license ?? ''}
      />
    </>
  )
}

export function PriceField({ credits }: { credits: number | null }) {
  return (
    <Input
      label={w().price}
      hint={w().priceHint}
      name="base_price_credits"
      type="number"
      min={0}
      step={0.01}
      defaultValue={credits === null ? '' : (credits / 100).toFixed(2)}
    />
  )
}

/** Cents, or null for the price of the house. */
export function creditsIn(euros: string | undefined): number | null {
  return euros === undefined || euros.trim() === '' ? null : Math.round(Number(euros) * 100)
}

export function fieldsIn(given: Readonly<Record<string, string>>) {
  return {
    name: given.name ?? '',
    description: given.description?.trim() || null,
    visibility: given.visibility as (typeof visibilities)[number],
    base_price_credits: creditsIn(given.base_price_credits),
    license: given.license?.trim() || null,
  }
}
