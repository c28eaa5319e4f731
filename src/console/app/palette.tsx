import { signal } from '@preact/signals'
import { useResource } from '../api/resource.ts'
import { t } from '../i18n/index.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Show } from '../ui/show.tsx'
import { useShortcuts } from './shortcuts.ts'

const isOpen = signal(false)

export function openPalette(): void {
  isOpen.value = true
}

function close(): void {
  isOpen.value = false
}

/** Every place by its name, things by their id; what is neither is asked of the search. */
export function Palette() {
  useShortcuts([{ keys: 'Mod+k', label: t().palette.title, run: openPalette }])
  return (
    <Dialog title={t().palette.title} open={isOpen.value} bare close={close}>
      <Found />
    </Dialog>
  )
}

/** Not everybody asks for it: it is fetched then. */
function Found() {
  const finder = useResource(async () => (await import('./finder.tsx')).Finder)
  return (
    <Show of={finder} waiting=" ">
      {(Finder) => <Finder close={close} />}
    </Show>
  )
}
