import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'

type DialogButtonProps = {
  label: string
  title: string
  /** What the dialog holds while it is open; it is told how to close. */
  children(close: () => void): ComponentChildren
}

/** A button, and the dialog that it opens. */
export function DialogButton({ label, title, children }: DialogButtonProps) {
  const isOpen = useSignal(false)
  const set = (open: boolean) => () => {
    isOpen.value = open
  }
  const close = set(false)
  return (
    <>
      <div>
        <button type="button" class="button" onClick={set(true)}>
          {label}
        </button>
      </div>
      <Dialog title={title} open={isOpen.value} close={close}>
        {children(close)}
      </Dialog>
    </>
  )
}
