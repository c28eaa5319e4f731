import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../i18n/index.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { go } from './address.ts'
import { screens } from './screens.ts'
import { isOperator, may } from './session.ts'

type Target = { label: string; icon: IconName; place: string }

export function Finder({ close }: { close(): void }) {
  const asked = useSignal('')
  const at = useSignal(0)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // The dialog opened before this came.
  useEffect(() => input.current?.focus(), [])
  const found = targets(asked.value.trim())
  const choose = (target: Target | undefined) => {
    if (!target) return
    close()
    go(target.place)
  }
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) at.value = (at.value + by + found.length) % Math.max(1, found.length)
    else if (event.key === 'Enter') choose(found[at.value])
    else return
    event.preventDefault()
  }
  return (
    <div class="finder">
      <input
        ref={input}
        class="finder-input"
        role="combobox"
        aria-label={t().palette.title}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at.value}` : undefined}
        aria-autocomplete="list"
        placeholder={t().palette.title}
        value={asked.value}
        onInput={(event) => {
          asked.value = event.currentTarget.value
          at.value = 0
        }}
        onKeyDown={onKey}
      />
      <ul class="finder-list" role="listbox" id={`${id}-list`} aria-label={t().palette.title}>
        {found.map((target, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the keys
          <li
            key={target.place}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at.value}
            onClick={() => choose(target)}
          >
            <Icon name={target.icon} />
            {target.label}
          </li>
        ))}
      </ul>
    </div>
  )
}

function targets(asked: string): Target[] {
  const wanted = asked.toLocaleLowerCase()
  const places = screens
    .flatMap(({ path, place }) => (place?.isOpen() ? [{ ...place, path }] : []))
    .map(({ name, path, icon }) => ({ label: t().places[name], icon, place: path }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
  const byId = placeOfId(asked)
  if (byId !== undefined) return [{ label: asked, icon: 'data', place: byId }, ...places]
  if (asked === '' || !may('search:query')) return places
  const question = `/search?q=${encodeURIComponent(asked)}`
  return [...places, { label: t().palette.search(asked), icon: 'search', place: question }]
}

/** Where a thing is shown whose id somebody has. */
function placeOfId(id: string): string | undefined {
  if (isOperator.value && /^req_[0-9A-Za-z]{6,}$/.test(id)) return `/support?q=${id}`
  const [, kind] = /^(dset|obj|key|stmt)_[0-9A-Za-z]{6,}$/.exec(id) ?? []
  const folders = { dset: 'data', obj: 'objects', key: 'keys', stmt: 'earnings' }
  return kind === undefined ? undefined : `/${folders[kind as keyof typeof folders]}/${id}`
}
