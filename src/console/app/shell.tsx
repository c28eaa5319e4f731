import { useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { listen } from '../api/events.ts'
import { confirming, sessionEnded } from '../api/kontor.ts'
import { changesOf } from '../api/resource.ts'
import { t } from '../i18n/index.ts'
import { Confirm, LogInAgain } from '../screens/log-in/log-in.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { money } from '../ui/format.ts'
import { Gable, Icon } from '../ui/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import { path, to } from './address.ts'
import { balanceCredits, refreshBalance } from './balance.ts'
import { OfflineBar } from './offline.tsx'
import { openPalette, Palette } from './palette.tsx'
import { groups, type Screen } from './screen.ts'
import { screens } from './screens.ts'
import { me } from './session.ts'
import { ShortcutHelp } from './shortcut-help.tsx'

/** The house around a screen. A session that ends asks for the password over it, and it stays. */
export function Shell({ children }: { children: ComponentChildren }) {
  useSignalEffect(() => {
    changesOf('money').value
    if (me.value) void refreshBalance()
  })
  useSignalEffect(() => {
    // A long menu shows where one is; one that opens over the screen goes.
    if (path.value) requestAnimationFrame(showPlace)
    closeMenus()
  })
  useSignalEffect(() => {
    // Anew with each session.
    return me.value ? listen() : undefined
  })
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t().shell.skip}
      </a>
      <Top />
      <div class="side" id="side" popover="auto">
        <Menu />
      </div>
      <div class="side side-fixed">
        <Menu />
      </div>
      <main id="main" class="main" tabIndex={-1}>
        <OfflineBar />
        {children}
      </main>
      <Palette />
      <ShortcutHelp />
      <Dialog
        title={t().shell.sessionEnded}
        open={sessionEnded.value > 0}
        close={() => {
          sessionEnded.value = 0
        }}
      >
        <LogInAgain />
      </Dialog>
      <Dialog
        title={t().shell.confirm}
        open={confirming.value !== undefined}
        close={() => confirming.value?.(false)}
      >
        <Confirm />
      </Dialog>
    </div>
  )
}

function showPlace(): void {
  document.querySelector('.side-fixed [aria-current]')?.scrollIntoView({ block: 'nearest' })
}

function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover()
}

function Top() {
  return (
    <header class="top">
      <button
        type="button"
        class="icon-button only-small"
        popovertarget="side"
        aria-label={t().shell.menu}
      >
        <Icon name="menu" />
      </button>
      <a class="brand" href={to('/')} aria-label={t().shell.home}>
        <Gable />
        <span>Kontor</span>
      </a>
      <button type="button" class="jump" onClick={openPalette}>
        <Icon name="search" size={16} />
        <span>{t().palette.title}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div class="top-end">
        <Balance />
        <AccountMenu />
      </div>
    </header>
  )
}

/** What is left to spend, beside everything that costs. */
function Balance() {
  const credits = balanceCredits.value
  if (credits === undefined) return null
  return (
    <p class="chip">
      <Icon name="coin" size={16} />
      <span class="sr">{t().shell.balance}</span>
      <span class="nums">{money(credits)}</span>
    </p>
  )
}

function Menu() {
  return (
    <nav aria-label={t().shell.menu}>
      {groups.map((group) => {
        const open = screens.filter(({ place }) => place?.group === group && place.isOpen())
        if (open.length === 0) return null
        return (
          <div key={group} class="nav-section">
            {group !== 'home' && (
              <p class="nav-group" aria-hidden="true">
                {t().groups[group]}
              </p>
            )}
            <ul aria-label={t().groups[group]}>
              {open.map((screen) => (
                <li key={screen.path}>
                  <PlaceLink {...screen} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function PlaceLink({ path: place, place: shown }: Screen) {
  if (!shown) return null
  const here = path.value
  const isHere = place === '/' ? here === '/' : here === place || here.startsWith(`${place}/`)
  return (
    <a
      class="nav-link"
      href={to(place)}
      aria-current={isHere ? 'page' : undefined}
      onClick={isHere ? closeMenus : undefined}
    >
      <Icon name={shown.icon} />
      <span>{t().places[shown.name]}</span>
    </a>
  )
}
