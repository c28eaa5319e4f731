import { signal } from '@preact/signals'
import { t } from '../i18n/index.ts'
import { Dialog } from '../ui/dialog.tsx'
import { shortcuts, useShortcuts } from './shortcuts.ts'

const isOpen = signal(false)

/** What `?` shows: what can be pressed here and now. */
export function ShortcutHelp() {
  useShortcuts([{ keys: '?', label: t().shortcuts.title, run: open }])
  return (
    <Dialog
      title={t().shortcuts.title}
      open={isOpen.value}
      close={() => {
        isOpen.value = false
      }}
    >
      <dl class="key-list">
        {[...shortcuts].map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys.replace('Mod', 'Ctrl').replace('+', ' ')}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function open(): void {
  isOpen.value = true
}
