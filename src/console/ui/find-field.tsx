import { useEffect, useRef } from 'preact/hooks'
import { query, setQuery } from '../app/address.ts'

const pauseMs = 250

/** What is looked for, as `q` in the address: asked for when somebody stops typing. */
export function FindField({ label }: { label: string }) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef(0)
  const q = query.value.get('q') ?? ''
  useEffect(() => {
    const { current } = field
    if (current && current !== document.activeElement) current.value = q
  }, [q])
  // What was typed here is not for the address of the screen that comes next.
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <label class="field field-line">
      <span class="sr">{label}</span>
      <input
        ref={field}
        type="search"
        placeholder={label}
        maxLength={200}
        defaultValue={q}
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(timer.current)
          // While the next screen is fetched, this one is there and the address is not its own.
          const here = location.pathname
          const say = () => location.pathname === here && setQuery({ q: value })
          timer.current = window.setTimeout(say, pauseMs)
        }}
      />
    </label>
  )
}
