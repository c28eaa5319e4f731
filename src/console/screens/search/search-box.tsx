import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { kontor } from '../../api/kontor.ts'
import { query, setQuery } from '../../app/address.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'
import { w } from './words.ts'

const modes = ['auto', 'lexical', 'dense'] as const
const sorts = ['relevance', 'recent'] as const
const suggestionsMax = 6
const suggestFromChars = 2
const restMs = 120

/** Suggestions come while somebody types and cost nothing; a search is asked for, never guessed. */
export function SearchBox({ q }: { q: string }) {
  const text = useSignal(q)
  const offered = useSignal<readonly string[]>([])
  const at = useSignal(-1)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const isOpen = offered.value.length > 0
  useShortcuts([{ keys: '/', label: w().label, run: () => input.current?.focus() }])
  useEffect(() => {
    text.value = q
  }, [q])
  useSuggestions({ text, q, offered })
  const submit = (asked: string) => {
    offered.value = []
    at.value = -1
    if (asked.trim()) setQuery({ q: asked.trim(), ...leftBehind() }, { isStep: true })
    // The keys of a telephone lie over what was found.
    if (isTouched()) input.current?.blur()
  }
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // First the suggestions go, then the keys are for what was found.
    if (event.key === 'Escape' && !isOpen) input.current?.blur()
    if (event.key === 'Escape') offered.value = []
    if (by === undefined || !isOpen) return
    event.preventDefault()
    at.value = Math.max(-1, Math.min(offered.value.length - 1, at.value + by))
  }
  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        submit(offered.value[at.value] ?? text.value)
      }}
    >
      <div class="search-field">
        <Icon name="search" size={20} />
        <input
          ref={input}
          // The keys of a telephone would lie over the examples.
          data-first={q === '' && !isTouched() ? '' : undefined}
          type="text"
          role="combobox"
          enterkeyhint="search"
          aria-label={w().label}
          placeholder={w().start}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={at.value >= 0 ? `${id}-${at.value}` : undefined}
          autocomplete="off"
          maxLength={2048}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            at.value = -1
          }}
          onKeyDown={onKey}
          onBlur={() => {
            offered.value = []
          }}
        />
        <ul
          class="suggestions"
          id={`${id}-list`}
          role="listbox"
          aria-label={w().label}
          hidden={!isOpen}
        >
          {offered.value.map((one, i) => (
            <li
              key={one}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === at.value}
              onPointerDown={(event) => {
                event.preventDefault()
                submit(one)
              }}
            >
              {one}
            </li>
          ))}
        </ul>
      </div>
      <Choice name="mode" label={w().mode} options={modes} names={w().modes} />
      <Choice name="sort" label={w().sort} options={sorts} names={w().sorts} />
      <button class="button button-main" type="submit">
        {w().submit}
      </button>
    </form>
  )
}

/**
 * Another question begins without the filters of the last one. A dataset that was chosen before
 * there was any is what the first one is about.
 */
function leftBehind() {
  const isFirst = !query.value.has('q') && !query.value.has('like')
  const filters = { modality: undefined, kind: undefined, lang: undefined }
  const dataset = isFirst ? {} : { dataset: undefined }
  return { like: undefined, hit: undefined, offset: undefined, ...filters, ...dataset }
}

type Text = { value: string; peek(): string }
type Offered = { value: readonly string[] }

type Suggesting = { text: Text; q: string; offered: Offered }

/** Asked for once somebody rests; what comes too late for what stands there is not shown. */
function useSuggestions({ text, q, offered }: Suggesting): void {
  const typed = text.value
  useEffect(() => {
    offered.value = []
    const wanted = typed.trim()
    // What was asked already needs none.
    if (wanted.length < suggestFromChars || wanted === q) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const asked = kontor.suggestQueries(
        { q: typed, limit: suggestionsMax },
        { signal: controller.signal },
      )
      const said = await asked.catch(() => undefined)
      if (!said || controller.signal.aborted) return
      const meant = said.did_you_mean === null ? [] : [said.did_you_mean]
      offered.value = [...new Set([...meant, ...said.completions])]
    }, restMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [typed, q])
}

type ChoiceProps<T extends string> = {
  name: string
  label: string
  options: readonly [T, ...T[]]
  names: Readonly<Record<T, string>>
}

/** The first one goes without saying, and is not said in the address. */
function Choice<T extends string>({ name, label, options, names }: ChoiceProps<T>) {
  const chosen = (query.value.get(name) ?? options[0]) as T
  return (
    <Segments
      name={name}
      legend={label}
      options={options.map((one) => [one, names[one]])}
      chosen={chosen}
      choose={(one) => {
        const said = one === options[0] ? undefined : one
        setQuery({ [name]: said, offset: undefined, hit: undefined })
      }}
    />
  )
}

function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
