import { useSignal } from '@preact/signals'
import { locale, locales, type Offered, t } from '../i18n/index.ts'
import { Icon } from '../ui/icon.tsx'
import { to } from './address.ts'
import { chooseLocale, logOut, me } from './session.ts'
import { setTheme, type Theme, theme, themes } from './theme.ts'

export function AccountMenu() {
  const isLeaving = useSignal(false)
  const session = me.value
  if (!session?.user) return null
  const { user, tenant } = session
  return (
    <>
      <button type="button" class="avatar" popovertarget="account-menu">
        <span aria-hidden="true">{initials(user.display_name)}</span>
        <span class="sr">{t().shell.accountOf(user.display_name)}</span>
      </button>
      <div id="account-menu" class="menu" popover="auto">
        <p class="menu-who">
          <strong>{user.display_name}</strong>
          <span>{tenant.name}</span>
          <span class="faint">{user.email}</span>
        </p>
        <Looks />
        <a class="menu-row" href={to('/account')}>
          {t().places.account}
          <Icon name="person" />
        </a>
        <button
          type="button"
          class="menu-row"
          disabled={isLeaving.value}
          onClick={() => {
            isLeaving.value = true
            void logOut()
          }}
        >
          {t().shell.logOut}
          <Icon name="out" />
        </button>
      </div>
    </>
  )
}

/** Colours are of this browser alone; the language is of the account as well. */
export function Looks() {
  return (
    <>
      <label class="menu-row">
        {t().shell.theme}
        <select
          value={theme.value}
          onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}
        >
          {themes.map((one) => (
            <option key={one} value={one}>
              {t().themes[one]}
            </option>
          ))}
        </select>
      </label>
      <label class="menu-row">
        {t().shell.language}
        <select
          value={locale.value}
          onChange={async ({ currentTarget: select }) => {
            await chooseLocale(select.value as Offered)
            select.value = locale.value
          }}
        >
          {Object.entries(locales).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2)
  return words
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
