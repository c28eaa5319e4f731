import { setQuery } from '../../../app/address.ts'

type ChoiceProps = {
  /** What the address says of it; the first one is said by nothing. */
  name: string
  legend: string
  options: readonly (readonly [value: string, word: string])[]
  chosen: string
}

/** One of a few, in the address. */
export function Choice({ name, legend, options, chosen }: ChoiceProps) {
  const [first] = options[0] ?? []
  return (
    <fieldset class="segments">
      <legend class="sr">{legend}</legend>
      {options.map(([value, word]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => setQuery({ [name]: value === first ? undefined : value })}
          />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  )
}
