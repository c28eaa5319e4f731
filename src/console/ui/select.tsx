type SelectProps<T extends string> = {
  label: string
  options: readonly (readonly [value: T, word: string])[]
  /** Of the field in its form. */
  name?: string
  chosen?: T
  /** Where it is not given, the browser keeps the choice until the form is sent. */
  choose?(value: T): void
  /** In a row of tools the label is for those who listen. */
  isTool?: boolean
  /** What the choice means. */
  hint?: string
}

/** One of a list that opens. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, name, chosen, choose, isTool, hint } = props
  return (
    <label class={isTool ? 'field field-line' : 'field'}>
      <span class={isTool ? 'sr' : undefined}>{label}</span>
      <select
        name={name}
        value={choose && chosen}
        onChange={choose && (({ currentTarget: { value } }) => choose(value as T))}
      >
        {options.map(([value, word]) => (
          <option key={value} value={value} selected={value === chosen}>
            {word}
          </option>
        ))}
      </select>
      {hint !== undefined && <small class="faint">{hint}</small>}
    </label>
  )
}
