import { t } from '../i18n/index.ts'
import { Icon } from './icon.tsx'

export function CloseButton({ close, look = '' }: { close(): void; look?: string }) {
  const label = t().buttons.close
  return (
    <button type="button" class={`icon-button ${look}`} aria-label={label} onClick={close}>
      <Icon name="close" />
    </button>
  )
}
