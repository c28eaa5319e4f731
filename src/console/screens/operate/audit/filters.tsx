import { useEffect, useRef } from 'preact/hooks'
import { query, setQuery } from '../../../app/address.ts'
import { w } from './words.ts'

/** As they are in the address, and as the server calls them. */
const names = {
  action: 'action',
  actor: 'actor_id',
  subject: 'subject_id',
  tenant: 'tenant_id',
  from: 'from',
  to: 'to',
} as const

export function filters(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, asked]) => {
      const value = query.value.get(name)
      return value ? [[asked, value]] : []
    }),
  )
}

const pauseMs = 300

/** What is looked for; all of it is in the address. */
export function Filters() {
  return (
    <div class="toolbar">
      <Filter name="action" label={w().action} hint={w().actionHint} />
      <Filter name="actor" label={w().actor} />
      <Filter name="subject" label={w().subject} />
      <Filter name="tenant" label={w().tenant} />
      <Filter name="from" label={w().from} type="date" />
      <Filter name="to" label={w().to} type="date" />
    </div>
  )
}

type FilterProps = {
  name: keyof typeof names
  label: string
  hint?: string
  type?: 'search' | 'date'
}

function Filter({ name, label, hint, type = 'search' }: FilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef(0)
  const value = query.value.get(name) ?? ''
  useEffect(() => {
    const { current } = field
    if (current && current !== document.activeElement) current.value = value
  }, [value])
  // What was typed a moment ago is not for the screen that comes next, nor for no filters at all.
  const isEmpty = query.value.size === 0
  useEffect(() => {
    if (!isEmpty || !field.current) return
    clearTimeout(timer.current)
    field.current.value = ''
  }, [isEmpty])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <label class="field" title={hint}>
      <span>{label}</span>
      <input
        ref={field}
        type={type as 'text'}
        defaultValue={value}
        maxLength={100}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current)
          const typed = currentTarget.value.trim()
          timer.current = window.setTimeout(() => setQuery({ [name]: typed }), pauseMs)
        }}
      />
    </label>
  )
}
