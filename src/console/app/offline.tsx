import { signal } from '@preact/signals'
import { askAgain } from '../api/resource.ts'
import { t } from '../i18n/index.ts'
import { Icon } from '../ui/icon.tsx'

const isOffline = signal(!navigator.onLine)

/** Whoever comes back asks again for what may have changed meanwhile. */
export function watchConnection(): void {
  addEventListener('offline', () => {
    isOffline.value = true
  })
  addEventListener('online', () => {
    isOffline.value = false
    askAgain()
  })
}

/** What is on the screen stays there; what is pressed has to wait. */
export function OfflineBar() {
  return (
    <div class="offline" role="status">
      {isOffline.value && (
        <p class="offline-bar">
          <Icon name="offline" size={16} />
          {t().states.offlineBar}
        </p>
      )}
    </div>
  )
}
