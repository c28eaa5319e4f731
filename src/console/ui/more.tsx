import { t } from '../i18n/index.ts'

/** The way on in a list that comes in pages. */
export function More({ show }: { show(): void }) {
  return (
    <button type="button" class="button" onClick={show}>
      {t().buttons.more}
    </button>
  )
}
