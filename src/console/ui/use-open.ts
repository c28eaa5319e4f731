import { useSignal } from '@preact/signals'

/** Whether a dialog is open, with what opens and closes it. */
export function useOpen(): { isOpen: boolean; open(): void; close(): void } {
  const isOpen = useSignal(false)
  const set = (value: boolean) => () => {
    isOpen.value = value
  }
  return { isOpen: isOpen.value, open: set(true), close: set(false) }
}
