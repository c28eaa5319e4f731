import type { ComponentChildren } from 'preact'
import { detailsOf, isUnreachable, KontorError } from '../api/kontor.ts'
import { to } from '../app/address.ts'
import { sentenceOf } from '../app/announce.tsx'
import { isOperator } from '../app/session.ts'
import { t } from '../i18n/index.ts'
import { Icon, type IconName } from './icon.tsx'
import { useTitle } from './use-title.ts'

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

export function Badge(given: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge badge-${given.tone ?? 'neutral'}`}>{given.children}</span>
}

type EmptyProps = { icon: IconName; title: string; hint?: string; children?: ComponentChildren }

/** What is shown where there is nothing: why, and the next step. */
export function Empty({ icon, title, hint, children }: EmptyProps) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  )
}

type FailedProps = { error: Error; again?: () => void; isScreen?: boolean }

/**
 * A refusal in the server's words, with the id that its log knows it by, and the way on. Where the
 * whole screen is refused, that is its heading.
 */
export function Failed({ error, again, isScreen = false }: FailedProps) {
  const Heading = isScreen ? 'h1' : 'h2'
  const isOffline = isUnreachable(error)
  const id = error instanceof KontorError ? error.requestId : undefined
  const wantsFactor = detailsOf(error).reason === 'second_factor_enrolment_required'
  return (
    <div class="empty" role="alert">
      <span class="empty-icon empty-bad">
        <Icon name={isOffline ? 'offline' : 'alert'} size={26} />
      </span>
      <Heading>{isOffline ? t().states.offline : t().states.failed}</Heading>
      <p>{sentenceOf(error)}</p>
      {id && (
        <p class="faint mono">
          <RequestId id={id} />
        </p>
      )}
      {wantsFactor && (
        <a class="button button-main" href={to('/account')}>
          {t().states.addFactor}
        </a>
      )}
      {again && (
        <button type="button" class="button" onClick={again}>
          <Icon name="retry" />
          {t().states.again}
        </button>
      )}
    </div>
  )
}

/** Whoever runs the server sees at once what its log says of it. */
function RequestId({ id }: { id: string }) {
  const said = t().states.request(id)
  return isOperator.value ? <a href={to(`/support?q=${id}`)}>{said}</a> : <span>{said}</span>
}

/** A refusal beside what was pressed. */
export function Problem({ error, id: own }: { error: Error | undefined; id?: string }) {
  if (!error) return null
  const id = error instanceof KontorError ? error.requestId : undefined
  return (
    <p class="problem" role="alert" id={own}>
      <Icon name="alert" size={16} />
      <span>
        {sentenceOf(error)}
        {id && (
          <small class="mono">
            {' '}
            <RequestId id={id} />
          </small>
        )}
      </span>
    </p>
  )
}

/** Grey shapes of what will be there, in its size: nothing jumps when it comes. */
export function Skeleton({ lines = 3, tall }: { lines?: number; tall?: boolean }) {
  return (
    <div class={tall ? 'skeleton skeleton-tall' : 'skeleton'} role="status">
      <span class="sr">{t().states.loading}</span>
      {Array.from({ length: lines }, (_, i) => (
        <i key={i} />
      ))}
    </div>
  )
}

export function Meter({ value, max, label }: { value: number; max: number; label: string }) {
  const part = max === 0 ? 0 : Math.min(1, value / max)
  return (
    <div
      class="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
    >
      <i style={{ inlineSize: `${part * 100}%` }} />
    </div>
  )
}

type TileProps = { label: string; value: string; note?: string; children?: ComponentChildren }

/** A figure with its name. */
export function Tile({ label, value, note, children }: TileProps) {
  return (
    <div class="tile">
      <p class="tile-label">{label}</p>
      <p class="tile-value">{value}</p>
      {note && <p class="tile-note">{note}</p>}
      {children}
    </div>
  )
}

/** The name of a screen, which has the focus when it comes, and what can be done with all of it. */
export function ScreenHead({ title, children }: { title: string; children?: ComponentChildren }) {
  useTitle(title)
  return (
    <header class="screen-head">
      <h1 tabIndex={-1}>{title}</h1>
      {children && <div class="screen-tools">{children}</div>}
    </header>
  )
}

type BoxProps = { id: string; title: string; stacked?: boolean; children: ComponentChildren }

/** A part of a screen, with its heading; where it is stacked, with even room between its parts. */
export function Box({ id, title, stacked, children }: BoxProps) {
  return (
    <section class={stacked ? 'box stack' : 'box'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** A name, and what is known under it. */
type Fact = readonly ComponentChildren[]

/** What is known of something, name by name; what is not known is left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={String(name)}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}
