import type { ComponentChildren } from 'preact'
import { to } from '../app/address.ts'
import { t } from '../i18n/index.ts'
import { Gable } from './icon.tsx'
import { Quay } from './quay.tsx'
import { useTitle } from './use-title.ts'

type DoorFrameProps = { title: string; story: ComponentChildren; children: ComponentChildren }

/** The way in: what the house is on the left, what to do on the right. */
export function DoorFrame({ title, story, children }: DoorFrameProps) {
  useTitle(title)
  return (
    <main class="door">
      <section class="door-story">
        <Quay />
        <p class="door-brand">
          <Gable size={40} /> Kontor
        </p>
        {story}
      </section>
      <section class="door-form">
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </section>
    </main>
  )
}

/** A screen that is for everybody, as a stranger sees it. */
export function OpenHouse({ children }: { children: ComponentChildren }) {
  return (
    <div class="open-house">
      <header class="top">
        <a class="brand" href={to('/')} aria-label={t().shell.home}>
          <Gable />
          <span>Kontor</span>
        </a>
        <div class="top-end">
          <a class="button" href={to('/')}>
            {t().shell.logIn}
          </a>
        </div>
      </header>
      <main class="main">{children}</main>
    </div>
  )
}
