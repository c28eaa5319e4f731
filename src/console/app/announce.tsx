import { signal } from '@preact/signals'
import { isUnreachable } from '../api/kontor.ts'
import { t } from '../i18n/index.ts'
import { CloseButton } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'

type Notice = { id: number; text: string; tone: 'good' | 'bad'; by: Element | null }

const notices = signal<readonly Notice[]>([])
const shownMs = 6_000
let lastId = 0

/**
 * Says something to everybody: on the screen, and to those who listen to it. What went well goes
 * by itself, and what did not stays until it is put away, or what it was said of is done again.
 */
export function announce(
  text: string,
  tone: Notice['tone'] = 'good',
  by = document.activeElement,
): void {
  const notice = { id: ++lastId, text, tone, by }
  keep((one) => one.text !== text)
  notices.value = [...notices.value, notice]
  if (tone === 'good') setTimeout(fade, shownMs, notice)
}

function keep(isKept: (notice: Notice) => boolean): void {
  notices.value = notices.value.filter(isKept)
}

/** Where a mouse points: what lies below a notice is pressed through it, and hovered. */
let [x, y] = [0, 0]
addEventListener('pointermove', ({ pointerType, clientX, clientY }) => {
  if (pointerType === 'mouse') [x, y] = [clientX, clientY]
})

/** Not under the eyes of whoever points at it, or has the keys there. */
function fade(notice: Notice): void {
  const all = document.querySelector('.notices') as Element
  const { left, right, top, bottom } = all.getBoundingClientRect()
  const isPointedAt = x > left && x < right && y > top && y < bottom
  if (isPointedAt || all.matches(':focus-within')) setTimeout(fade, shownMs, notice)
  else keep((one) => one !== notice)
}

/** What one did is not told to the next. */
export function forget(): void {
  notices.value = []
}

/** Says what came of a deed: what it gives, where that is words, or why it was refused. */
export async function tell(deed: () => Promise<unknown>): Promise<void> {
  const by = document.activeElement
  // Pressed twice while it is on its way, it is done once.
  if (by?.ariaDisabled === 'true') return
  const isPressed = by instanceof HTMLButtonElement
  if (isPressed) by.ariaDisabled = 'true'
  keep((one) => one.by !== by || one.tone === 'good')
  try {
    const said = await deed()
    if (typeof said === 'string') announce(said)
  } catch (error) {
    announce(sentenceOf(error), 'bad', by)
  } finally {
    if (isPressed) by.ariaDisabled = null
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
      {notices.value.map((notice) => (
        <p key={notice.id} class={`notice notice-${notice.tone}`}>
          <Icon name={notice.tone === 'good' ? 'check' : 'alert'} />
          <span>{notice.text}</span>
          <CloseButton
            close={() => {
              keep((one) => one !== notice)
              // The keys go back to what was pressed.
              ;(notice.by as HTMLElement | null)?.focus()
            }}
          />
        </p>
      ))}
    </div>
  )
}
