import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { number } from '../../ui/format.ts'
import type { QueueItem } from './queue.ts'
import { w } from './words.ts'

type RejectDialogProps = {
  items: readonly QueueItem[]
  open: boolean
  close(): void
  reject(reason: string): void
}

/** A rejection has a reason: one of those that are often given, by its number, or another. */
export function RejectDialog({ items, open, close, reject }: RejectDialogProps) {
  const words = w().rejectTitle
  const title =
    items.length === 1 ? words.one(items[0]?.filename ?? '') : words.many(number(items.length))
  return (
    <Dialog title={title} open={open} close={close}>
      <Reason
        reject={(reason) => {
          close()
          reject(reason)
        }}
      />
    </Dialog>
  )
}

function Reason({ reject }: { reject(reason: string): void }) {
  const reason = useSignal('')
  const often = Object.values(w().reasons)
  // The digit that stands for what is in the field: it comes back where somebody writes on.
  const digit = useSignal('')
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    const preset = event.altKey || reason.value === '' ? often[Number(key) - 1] : undefined
    const isCommand = event.ctrlKey || event.metaKey
    const goesOn = digit.value && key.length === 1 && !isCommand
    // In what somebody writes, Enter begins a line: keys that follow would be for other files.
    const sends = key === 'Enter' && (isCommand || digit.value)
    if (sends && reason.value.trim()) reject(reason.value)
    else if (preset !== undefined) {
      reason.value = preset
      digit.value = key
    } else if (goesOn) {
      reason.value = digit.value + key
      digit.value = ''
    } else return
    event.preventDefault()
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        reject(reason.value)
      }}
    >
      <ol class="reasons">
        {often.map((one, i) => (
          <li key={one}>
            <button type="button" class="button button-quiet" onClick={() => reject(one)}>
              <kbd>{number(i + 1)}</kbd> {one}
            </button>
          </li>
        ))}
      </ol>
      <label class="field">
        <span>{w().reason}</span>
        <textarea
          // The dialog gives it the focus as it opens: the keys of somebody quick are for it, too.
          autofocus
          name="reason"
          rows={3}
          maxLength={2000}
          required
          value={reason.value}
          onKeyDown={onKey}
          onInput={({ currentTarget }) => {
            digit.value = ''
            reason.value = currentTarget.value
          }}
        />
        <small class="faint">{w().reasonHint}</small>
      </label>
      <div class="form-end">
        <button type="submit" class="button button-bad">
          {w().reject}
        </button>
      </div>
    </form>
  )
}
