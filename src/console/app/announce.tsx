import { signal } from '@preact/signals'
import { isUnreachable } from '../api/kontor.ts'
import { t } from '../i18n/index.ts'
import { Icon } from '../ui/icon.tsx'

type Notice = { id: number; text: string; tone: 'good' | 'bad' }

const notices = signal<readonly Notice[]>([])
const shownMs = 6_000
let lastId = 0

/** Says something to everybody: on the screen, and to those who listen to it. */
export function announce(text: string, tone: Notice['tone'] = 'good'): void {
  const notice = { id: ++lastId, text, tone }
  notices.value = [...notices.value, notice]
  setTimeout(() => {
    notices.value = notices.value.filter(({ id }) => id !== notice.id)
  }, shownMs)
}

/** Says what came of a deed: what it gives, where that is words, or why it was refused. */
export async function tell(deed: () => Promise<unknown>): Promise<void> {
  try {
    const said = await deed()
    if (typeof said === 'string') announce(said)
  } catch (error) {
    announce(sentenceOf(error), 'bad')
  }
}

/** Why something was refused; what did not arrive was refused by nobody. */
export function sentenceOf(error: unknown): string {
  return isUnreachable(error)
    ? t().states.offlineHint
    : t().states.refused((error as Error).message)
}

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, tone }) => (
        <p key={id} class={`notice notice-${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'alert'} />
          {text}
        </p>
      ))}
    </div>
  )
}
