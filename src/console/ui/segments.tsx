import type { ComponentChildren } from 'preact'
import { setQuery } from '../app/address.ts'

type SegmentsProps<T extends string> = {
  /** What the radio buttons are called, and the address knows the choice by. */
  name: string
  legend: string
  options: readonly (readonly [value: T, word: ComponentChildren])[]
  chosen: T
  /** Where it is not given, the choice goes into the address: all but the first, which is meant. */
  choose?(value: T): void
}

/** One of a few, all of them in sight. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { name, legend, options, chosen } = props
  const intoAddress = (value: T) =>
    setQuery({ [name]: value === options[0]?.[0] ? undefined : value })
  const { choose = intoAddress } = props
  return (
    <fieldset class="segments">
      <legend class="sr">{legend}</legend>
      {options.map(([value, word]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => choose(value)}
          />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  )
}
