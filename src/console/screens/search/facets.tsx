import { query, setQuery } from '../../app/address.ts'
import { language, number } from '../../ui/format.ts'
import type { Found } from './ask.ts'
import { Clear } from './clear.tsx'
import { w } from './words.ts'

type Counts = NonNullable<Found['facets']>
type Row = { value: string; label: string; count: number }

const names = ['modality', 'kind', 'lang', 'dataset'] as const
type Name = (typeof names)[number]

/** How the matches are spread, and the way to some of them. */
export function Facets({ counts }: { counts: Counts | undefined }) {
  return (
    <section class="facets" aria-label={w().filters}>
      {names.map((name) => (
        <Facet key={name} name={name} rows={rowsOf(name, counts)} />
      ))}
      {isNarrowed() && <Clear />}
    </section>
  )
}

/** Whether there is a filter that can be taken away. */
export function isNarrowed(): boolean {
  return names.some((name) => query.value.has(name))
}

function Facet({ name, rows }: { name: Name; rows: readonly Row[] }) {
  const chosen = query.value.get(name)
  if (rows.length === 0) return null
  return (
    <fieldset class="facet">
      <legend>{w().facets[name]}</legend>
      {rows.map(({ value, label, count }) => (
        <label key={value} class="facet-row">
          <input
            type="checkbox"
            checked={chosen === value}
            onChange={() =>
              setQuery({
                [name]: chosen === value ? undefined : value,
                offset: undefined,
                hit: undefined,
              })
            }
          />
          <span>{label}</span>
          <span class="nums faint">{number(count)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function rowsOf(name: Name, counts: Counts | undefined): Row[] {
  if (!counts) return []
  if (name === 'dataset') {
    return counts.dataset.map(({ dataset_id: value, name: label, count }) => {
      return { value, label, count }
    })
  }
  const labels = labelsOf(name)
  return Object.entries(counts[name])
    .map(([value, count]) => ({ value, label: labels(value), count }))
    .filter(({ count, value }) => count > 0 || query.value.get(name) === value)
    .sort((a, b) => b.count - a.count)
}

function labelsOf(name: Exclude<Name, 'dataset'>): (value: string) => string {
  if (name === 'lang') return (code) => (code === 'und' ? w().noLanguage : language(code))
  const labels: Readonly<Record<string, string>> = name === 'modality' ? w().modalities : w().kinds
  return (value) => labels[value] ?? value
}
