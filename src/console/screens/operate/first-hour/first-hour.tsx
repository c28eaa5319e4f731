import { kontor, prefix } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { number } from '../../../ui/format.ts'
import { Badge, Meter, ScreenHead, type Tone } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { afterWork } from '../work/use-works.ts'
import { type Checklist, doneOf, putAside, type Step } from './standing.ts'
import { StepDeed } from './step-deed.tsx'
import { w } from './words.ts'

const tones = { done: 'good', open: 'warn', none: 'neutral' } as const satisfies Record<
  Step['state'],
  Tone
>

/** What such a setting may look like. */
const examples: Readonly<Record<string, string>> = {
  // By which somebody came is the best guess there is.
  KONTOR_BASE_URL: `${location.origin}${prefix}`,
  KONTOR_ACME_EMAIL: 'you@example.eu',
  KONTOR_TLS_CERT_FILE: '/etc/kontor/certificate.pem',
  KONTOR_TLS_KEY_FILE: '/etc/kontor/key.pem',
  KONTOR_SMTP_URL: 'smtps://name:password@mail.example.eu',
  KONTOR_SMTP_FROM: 'kontor@example.eu',
  KONTOR_BACKUP_DIR: '/var/backups/kontor',
}

/** What a new server needs, one thing after the other, and the deed for each. */
export function FirstHour() {
  const list = useResource(
    (signal) => kontor.getFirstHour(undefined, { signal }),
    ['first-hour', 'factors', 'members', afterWork],
  )
  return (
    <>
      <ScreenHead title={w().title} />
      <p class="prose quiet">{w().hint}</p>
      <Show of={list}>
        {(data) => (
          <>
            <Standing list={data} />
            {data.steps.map((step) => (
              <StepBox key={step.step} step={step} list={data} />
            ))}
          </>
        )}
      </Show>
    </>
  )
}

function Standing({ list }: { list: Checklist }) {
  const { done, all } = doneOf(list)
  const said = w().progress({ done: number(done), all: number(all) })
  const { put_aside: isAside, over: isOver } = list
  return (
    <section class="box stack" aria-label={w().title}>
      <p>
        <strong class="nums">{said}</strong> {isOver && w().over}
      </p>
      <Meter value={done} max={all} label={said} />
      {isAside && <p class="faint">{w().isAside}</p>}
      {!isOver && (
        <div class="toolbar">
          <button type="button" class="button" onClick={() => void putAside(!isAside)}>
            {isAside ? w().takeUp : w().aside}
          </button>
        </div>
      )}
    </section>
  )
}

function StepBox({ step, list }: { step: Step; list: Checklist }) {
  const { step: name, state, cause, detail, settings } = step
  const causes: Readonly<Record<string, string>> = w().causes[name]
  const said = causes[cause] ?? cause
  return (
    <section class="box stack" aria-labelledby={name}>
      <h2 id={name}>
        {w().steps[name]} <Badge tone={tones[state]}>{w().states[state]}</Badge>
      </h2>
      <p>
        {said} {detail !== null && <span class="faint">{detail}</span>}
      </p>
      {state === 'open' && settings.length > 0 && (
        <>
          <p class="faint">{w().settings}</p>
          <CodeBlock text={settings.map((one) => `${one}=${examples[one] ?? ''}`).join('\n')} />
        </>
      )}
      <StepDeed step={step} list={list} />
    </section>
  )
}
