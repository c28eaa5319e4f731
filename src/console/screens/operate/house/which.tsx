import { query, setQuery } from '../../../app/address.ts'
import { Segments } from '../../../ui/segments.tsx'

/** All of a list, or those of one kind alone: `name` is what the address says of it. */
export type Kind = { name: string; legend: string; all: string; those: string }

/** Not while something is looked for: the server takes one of the two at a time. */
export function isNarrowed(name: string): boolean {
  return query.value.get(name) === 'true' && !query.value.get('q')
}

/** A search is given up for it. */
export function Which({ name, legend, all, those }: Kind) {
  const options = [['false', all] as const, ['true', those] as const]
  return (
    <Segments
      name="which"
      legend={legend}
      options={options}
      chosen={isNarrowed(name) ? 'true' : 'false'}
      choose={(one) => setQuery({ [name]: one === 'true' ? one : undefined, q: undefined })}
    />
  )
}
