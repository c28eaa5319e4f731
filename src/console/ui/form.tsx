import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { detailsOf } from '../api/kontor.ts'
import { t } from '../i18n/index.ts'
import { Problem } from './parts.tsx'

type FormProps = {
  /** What to do with what was typed; what it throws is shown, at its field where it names one. */
  send(given: Given): Promise<unknown>
  submit: string
  /** Beside the button that sends. */
  more?: ComponentChildren
  wide?: boolean
  /** What it does takes something away. */
  grave?: boolean
  children: ComponentChildren
}

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
  useEffect(() => {
    const field = fieldOf(form.current, error.value)
    if (!field || !error.value) return
    field.setCustomValidity(error.value.message)
    field.reportValidity()
  }, [error.value])
  const onSubmit = async () => {
    const given = new FormData(form.current as HTMLFormElement)
    const values = Object.fromEntries([...given].map(([name, value]) => [name, String(value)]))
    isBusy.value = true
    error.value = undefined
    try {
      await send(values)
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
      onInput={({ target }) => forgive(target)}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
      <Problem error={error.value} />
      <div class={wide ? 'form-end form-end-wide' : 'form-end'}>
        {more}
        <button
          class={grave ? 'button button-bad' : 'button button-main'}
          type="submit"
          disabled={isBusy.value}
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

/** What the server said of a value is not said of the next one. */
function forgive(target: EventTarget | null): void {
  if (target && 'setCustomValidity' in target) (target as Field).setCustomValidity('')
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
