import { signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { isUnreachable } from '../api/kontor.ts'
import { t } from '../i18n/index.ts'
import { CloseButton } from '../ui/close-button.tsx'
import { Icon } from '../ui/icon.tsx'

type Notice = {
  id: number
  text: string
  tone: 'good' | 'bad'
  by: Element | null
  /** The dialog that was open: what is outside of it is neither heard nor pressed meanwhile. */
  within: Element | null
}

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
  const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null
  const notice = { id: ++lastId, text, tone, by, within }
  keep((one) => one.text !== text)
  notices.value = [...notices.value, notice]
  if (tone === 'good') setTimeout(fade, shownMs, notice)
}

function keep(isKept: (notice: Notice) => boolean): void {
  notices.value = notices.value.filter(isKept)
}

/** What was said in this dialog is said outside now. */
export function letGo(dialog: Element): void {
  for (const one of notices.value) if (one.within === dialog) one.within = null
  notices.value = [...notices.value]
}

/** Where a mouse points: what lies below a notice is pressed through it, and hovered. */
let [x, y] = [0, 0]
addEventListener('pointermove', ({ pointerType, clientX, clientY }) => {
  if (pointerType === 'mouse') [x, y] = [clientX, clientY]
})

/** Not under the eyes of whoever points at it, or has the keys there. */
function fade(notice: Notice): void {
  const isHeld = [...document.querySelectorAll('.notices')].some((all) => {
    const { left, right, top, bottom } = all.getBoundingClientRect()
    return (x > left && x < right && y > top && y < bottom) || all.matches(':focus-within')
  })
  if (isHeld) setTimeout(fade, shownMs, notice)
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

/** Those of a dialog, or those of the page. */
export function Notices({ within }: { within?: RefObject<Element | null> }) {
  const here = within ? (within.current ?? undefined) : null
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(
        (notice) =>
          notice.within === here && (
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
          ),
      )}
    </div>
  )
}
