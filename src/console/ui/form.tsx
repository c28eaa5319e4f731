import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { detailsOf } from '../api/kontor.ts'
import { sentenceOf } from '../app/announce.tsx'
import { t } from '../i18n/index.ts'
import { Problem } from './parts.tsx'

type FormProps = {
  /** What to do with what was typed; what it throws is shown, at its field where it names one. */
  send(given: Given, attempt: Attempt): Promise<unknown>
  submit: string
  /** Beside the button that sends. */
  more?: ComponentChildren
  wide?: boolean
  /** What it does takes something away. */
  grave?: boolean
  children: ComponentChildren
}

/** For what must not be done twice: sent again as it is, since no answer came, it is the same. */
export type Attempt = { idempotencyKey: string }

/** The values of the fields by their names, as text; unchecked boxes are not among them. */
export type Given = Readonly<Record<string, string>>

/**
 * The browser checks what fields say of themselves (`required`, `type`, `minlength`); the server
 * checks the rest, and what it says of a field stands at that field. Nothing typed is lost by it.
 */
export function Form(props: FormProps) {
  const { send, submit, more, wide, grave, children } = props
  const isBusy = useSignal(false)
  const error = useSignal<Error | undefined>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const tried = useRef<(Attempt & { text: string }) | undefined>(undefined)
  useEffect(() => {
    const field = fieldOf(form.current, error.value)
    if (!field || !error.value) return
    const hint = field.getAttribute('aria-describedby') ?? ''
    field.setCustomValidity(sentenceOf(error.value))
    field.ariaInvalid = 'true'
    field.setAttribute('aria-describedby', `${hint} ${id}`)
    field.reportValidity()
    return () => {
      field.ariaInvalid = null
      field.setAttribute('aria-describedby', hint)
    }
  }, [error.value])
  const onSubmit = async () => {
    if (isBusy.value) return
    const given = new FormData(form.current as HTMLFormElement)
    const values = Object.fromEntries([...given].map(([name, value]) => [name, String(value)]))
    const text = JSON.stringify(values)
    if (tried.current?.text !== text) tried.current = { text, idempotencyKey: freshKey() }
    const { idempotencyKey } = tried.current
    isBusy.value = true
    error.value = undefined
    try {
      await send(values, { idempotencyKey })
      tried.current = undefined
    } catch (thrown) {
      error.value = thrown as Error
    } finally {
      isBusy.value = false
    }
  }
  return (
    <form
      class="form"
      ref={form}
      aria-busy={isBusy.value}
      onInput={() => forgive(form.current)}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
      <Problem error={error.value} id={id} />
      <div class={wide ? 'form-end form-end-wide' : 'form-end'}>
        {more}
        <button
          class={grave ? 'button button-bad' : 'button button-main'}
          type="submit"
          aria-disabled={isBusy.value}
          onClick={() => forgive(form.current)}
        >
          {isBusy.value ? t().states.working : submit}
        </button>
      </div>
    </form>
  )
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function fieldOf(form: HTMLFormElement | null, error: Error | undefined): Field | undefined {
  const { field } = detailsOf(error)
  const found = typeof field === 'string' ? form?.elements.namedItem(field) : null
  return found && 'setCustomValidity' in found ? (found as Field) : undefined
}

/** What the server said of some values is not said of others, which may stand in other fields. */
function forgive(form: HTMLFormElement | null): void {
  for (const field of form?.elements ?? []) {
    if ('setCustomValidity' in field) (field as Field).setCustomValidity('')
    field.ariaInvalid = null
  }
}

/** Also where a page without TLS has no random ids. */
function freshKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

type InputProps = {
  label: string
  name: string
  hint?: string
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'search' | 'url'
  autocomplete?: string
  defaultValue?: string
  placeholder?: string
  required?: boolean
  minLength?: number
  maxLength?: number
  min?: number | string
  max?: number | string
  step?: number | string
  pattern?: string
  onInput?(event: { currentTarget: HTMLInputElement }): void
}

export function Input({ label, hint, type = 'text', ...rest }: InputProps) {
  const id = useId()
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type={type as 'text'}
        aria-describedby={hint === undefined ? undefined : id}
        {...rest}
      />
      {hint !== undefined && (
        <small class="faint" id={id}>
          {hint}
        </small>
      )}
    </label>
  )
}
