import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { changed } from '../../../api/resource.ts'
import { announce } from '../../../app/announce.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type Attempt, Form, type Given } from '../../../ui/form.tsx'

type DeedProps = {
  /** On the button; with `about` for those who only hear it. */
  label: string
  about?: string
  title: string
  /** What will happen, before it does. */
  says: ComponentChildren
  /** On the button that does it, where that is not `label` once more. */
  submit?: string
  look?: 'main' | 'bad'
  /** What it gives is shown once, where it gives a text. */
  send(given: Given, attempt: Attempt): Promise<unknown>
  /** Said when it is done; asked for then, where that depends on what came of it. */
  done: string | (() => string)
  topics: readonly string[]
  /** What is said above a text that is shown once. */
  once?: string
  children?: ComponentChildren
}

/** Something that is done: the button, the question with what it means, and what came of it. */
export function Deed(props: DeedProps) {
  const { label, about, title, says, look, send, done, topics, once, children } = props
  const isOpen = useSignal(false)
  const secret = useSignal<string | undefined>(undefined)
  const close = () => {
    isOpen.value = false
    secret.value = undefined
  }
  const act = async (given: Given, attempt: Attempt) => {
    const outcome = await send(given, attempt)
    announce(typeof done === 'string' ? done : done())
    for (const topic of topics) changed(topic)
    if (typeof outcome === 'string') secret.value = outcome
    else close()
  }
  return (
    <>
      <button
        type="button"
        class={look ? `button button-${look}` : 'button'}
        aria-label={about === undefined ? undefined : `${label}: ${about}`}
        onClick={() => {
          isOpen.value = true
        }}
      >
        {label}
      </button>
      <Dialog title={title} open={isOpen.value} close={close}>
        {secret.value === undefined ? (
          <Form send={act} submit={props.submit ?? label} grave={look === 'bad'}>
            <div class="quiet stack">{says}</div>
            {children}
          </Form>
        ) : (
          <div class="stack">
            <p class="quiet">{once}</p>
            <CodeBlock text={secret.value} />
          </div>
        )}
      </Dialog>
    </>
  )
}

type AreaProps = { label: string; name: string; hint?: string; required?: boolean }

/** A reason or a note, for the log and for who reads it. */
export function Area({ label, name, hint, required = false }: AreaProps) {
  const id = useId()
  return (
    <label class="field">
      <span>{label}</span>
      <textarea
        name={name}
        rows={3}
        maxLength={500}
        required={required}
        aria-describedby={hint === undefined ? undefined : id}
      />
      {hint !== undefined && (
        <small class="faint" id={id}>
          {hint}
        </small>
      )}
    </label>
  )
}

type CheckProps = { label: string; name: string; required?: boolean }

export function Check({ label, name, required = false }: CheckProps) {
  return (
    <label class="choice">
      <input type="checkbox" name={name} required={required} />
      <span>{label}</span>
    </label>
  )
}

/** Euros as they are typed, as cents. */
export function creditsIn(euros: string | undefined): number {
  return Math.round(Number(euros) * 100)
}
