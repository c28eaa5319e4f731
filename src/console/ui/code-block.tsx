import { useSignal } from '@preact/signals'
import { t } from '../i18n/index.ts'
import { Icon } from './icon.tsx'

const shownMs = 2_000

/** Text for elsewhere, with the button that takes it along. */
export function CodeBlock({ text }: { text: string }) {
  const isCopied = useSignal(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    isCopied.value = true
    setTimeout(() => {
      isCopied.value = false
    }, shownMs)
  }
  return (
    <div class="code">
      <pre tabIndex={0}>{text}</pre>
      <button type="button" class="button" onClick={() => void copy()}>
        <Icon name={isCopied.value ? 'check' : 'copy'} size={16} />
        {isCopied.value ? t().buttons.copied : t().buttons.copy}
      </button>
      {/* Not within the button: what tells of changes is no part of a name. */}
      <span class="sr" role="status">
        {isCopied.value && t().buttons.copied}
      </span>
    </div>
  )
}
