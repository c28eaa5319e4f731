import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { useOpen } from './use-open.ts'

type DialogButtonProps = {
  label: string
  title: string
  /** What the dialog holds while it is open; it is told how to close. */
  children(close: () => void): ComponentChildren
}

/** A button, and the dialog that it opens. */
export function DialogButton({ label, title, children }: DialogButtonProps) {
  const { isOpen, open, close } = useOpen()
  return (
    <>
      <div>
        <button type="button" class="button" onClick={open}>
          {label}
        </button>
      </div>
      <Dialog title={title} open={isOpen} close={close}>
        {children(close)}
      </Dialog>
    </>
  )
}
