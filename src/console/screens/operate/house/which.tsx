import { query, setQuery } from '../../../app/address.ts'

/** All of a list, or those of one kind alone: `name` is what the address says of it. */
export type Kind = { name: string; legend: string; all: string; those: string }

export function isNarrowed(name: string): boolean {
  return query.value.get(name) === 'true'
}

/** One of the two at a time, as the server takes them: a search is given up for it. */
export function Which({ name, legend, all, those }: Kind) {
  return (
    <fieldset class="segments">
      <legend class="sr">{legend}</legend>
      {[false, true].map((one) => (
        <label key={String(one)}>
          <input
            type="radio"
            name="which"
            checked={one === isNarrowed(name)}
            onChange={() => setQuery({ [name]: one ? 'true' : undefined, q: undefined })}
          />
          <span>{one ? those : all}</span>
        </label>
      ))}
    </fieldset>
  )
}
