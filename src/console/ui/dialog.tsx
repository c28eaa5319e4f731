import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { letGo, Notices } from '../app/announce.tsx'
import { CloseButton } from './close-button.tsx'

type DialogProps = {
  title: string
  open: boolean
  close(): void
  children: ComponentChildren
  /** Without a heading in sight: the name is for those who listen. */
  bare?: boolean
  wide?: boolean
}

/** The browser's own: it keeps the focus inside, gives it back, and closes on Escape. */
export function Dialog({ title, open, close, children, bare, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // What this has closed says so a moment later, when it may be open again.
  const told = useRef(0)
  useEffect(() => {
    const dialog = ref.current
    if (open && dialog && !dialog.open) {
      dialog.showModal()
      begin(dialog)
    }
    if (!open && dialog?.open) {
      told.current += 1
      dialog.close()
    }
    return open && dialog ? () => letGo(dialog) : undefined
  }, [open])
  // Where a press began: who marks text may let go of it outside.
  const pressed = useRef<EventTarget | null>(null)
  const onBackdrop = ({ target }: MouseEvent) => {
    if (target === ref.current && target === pressed.current) close()
  }
  const look = wide ? 'dialog dialog-wide' : 'dialog'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it already
    <dialog
      ref={ref}
      class={look}
      aria-labelledby={id}
      onClose={() => {
        if (told.current > 0) told.current -= 1
        else close()
      }}
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      onClick={onBackdrop}
    >
      {open && (
        <div class="dialog-body">
          <header class={bare ? 'sr' : 'dialog-head'}>
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            {!bare && <CloseButton close={close} />}
          </header>
          {children}
          <Notices within={ref} />
        </div>
      )}
    </dialog>
  )
}

const firstField = ':is(input:not([type=hidden]), select, textarea):enabled'

/** At what is to be filled in, or else at the heading: a key that is still down does no deed. */
function begin(dialog: HTMLDialogElement): void {
  const first = dialog.querySelector<HTMLElement>(`[autofocus], ${firstField}`)
  const start = first ?? dialog.querySelector('h2')
  start?.focus()
}
