import { useId } from 'preact/hooks'
import type { Resource } from '../../../api/resource.ts'
import { tell } from '../../../app/announce.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, type Given, Input } from '../../../ui/form.tsx'
import { bytes, list, moment, money, month, number } from '../../../ui/format.ts'
import { Badge, Box, FactList, Meter } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { useOpen } from '../../../ui/use-open.ts'
import { Findings } from './findings.tsx'
import { begin, type Work, type WorkOrder } from './use-works.ts'
import { w } from './words.ts'

type OrderKind = WorkOrder['kind']

/** What is asked about before it begins: it takes something away, takes long, or needs a word. */
const asked: Readonly<Partial<Record<OrderKind, readonly ('period' | 'overlap_hours')[]>>> = {
  index_rebuild: [],
  gc: [],
  settle: ['period'],
  settle_check: ['period'],
  settle_preview: ['period'],
  secrets_rotate: ['overlap_hours'],
  secrets_end_overlap: [],
  clock_confirm: [],
}

type DeskProps = { works: Resource<readonly Work[]>; kinds: readonly OrderKind[]; title: string }

/** The works of a screen: each can be begun, and says what came of it the last time. */
export function WorkDesk({ works, kinds, title }: DeskProps) {
  const id = useId()
  return (
    <Box id={id} title={title}>
      <Show of={works}>
        {(list) => (
          <ul class="rows">
            {kinds.map((kind) => (
              <WorkRow key={kind} kind={kind} last={list.find((one) => one.kind === kind)} />
            ))}
          </ul>
        )}
      </Show>
    </Box>
  )
}

function WorkRow({ kind, last }: { kind: OrderKind; last: Work | undefined }) {
  const { name, hint } = w().kinds[kind]
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{name}</strong> {last && <StateBadge work={last} />}
        </p>
        <p class="faint row-small">{hint}</p>
        <p class="faint row-small">{last ? whoAndWhen(last) : w().never}</p>
      </div>
      <BeginButton kind={kind} isRunning={last?.state === 'running'} />
      {last && <Outcome work={last} />}
    </li>
  )
}

export function StateBadge({ work: { state, ok } }: { work: Work }) {
  if (state === 'running') return <Badge tone="info">{w().states.running}</Badge>
  if (state === 'failed') return <Badge tone="bad">{w().states.failed}</Badge>
  return ok ? (
    <Badge tone="good">{w().states.done}</Badge>
  ) : (
    <Badge tone="bad">{w().states.wrong}</Badge>
  )
}

export function whoAndWhen(work: Work): string {
  const when = moment(work.finished_at ?? work.started_at)
  const who = work.started_by_name ?? work.started_by
  return who === null ? w().byMachine(when) : w().by({ who, when })
}

type ButtonProps = { kind: OrderKind; isRunning: boolean; main?: boolean }

/** Begins at once, or after a question where something goes or a word is needed. */
export function BeginButton({ kind, isRunning, main = false }: ButtonProps) {
  const { isOpen, open, close } = useOpen()
  const fields = asked[kind]
  const send = async (given: Given) => {
    await begin({ kind, ...wordsIn(given) })
    close()
  }
  const press = () => {
    if (fields) open()
    else void tell(() => begin({ kind }))
  }
  const { name, hint, now } = w().kinds[kind]
  return (
    <>
      <button
        type="button"
        class={main ? 'button button-main' : 'button'}
        aria-label={`${now}: ${name}`}
        disabled={isRunning}
        onClick={press}
      >
        {now}
      </button>
      <Dialog title={w().really(name)} open={isOpen} close={close}>
        <Form send={send} submit={now}>
          <p class="quiet">{hint}</p>
          {fields?.includes('period') && (
            <Input label={w().period} hint={w().periodHint} name="period" pattern="\d{4}-\d{2}" />
          )}
          {fields?.includes('overlap_hours') && (
            <Input
              label={w().overlap}
              hint={w().overlapHint}
              name="overlap_hours"
              type="number"
              min={0}
            />
          )}
        </Form>
      </Dialog>
    </>
  )
}

function wordsIn({ period = '', overlap_hours: hours = '' }: Given): Omit<WorkOrder, 'kind'> {
  return {
    ...(period.trim() === '' ? {} : { period: period.trim() }),
    ...(hours === '' ? {} : { overlap_hours: Number(hours) }),
  }
}

/** How far it is, what it found, what it counted, or why it could not be done. */
export function Outcome({ work }: { work: Work }) {
  const { state, progress, findings, facts, error } = work
  const { name } = w().kinds[work.kind]
  const known = Object.entries(facts)
    .filter(([, value]) => isFact(value))
    .map(([key, value]) => [named(key), said(key, value)] as const)
  return (
    <div class="row-all">
      {state === 'running' && progress !== null && (
        <>
          <Meter value={progress.done} max={progress.total} label={name} />
          <p class="faint row-small">
            {w().progress({ done: number(progress.done), total: number(progress.total) })}
          </p>
        </>
      )}
      {error !== null && <p class="row-small">{error}</p>}
      {findings.length > 0 && <Findings findings={findings} />}
      {known.length > 0 && <FactList facts={known} />}
    </div>
  )
}

/** By the name that it has in words; one that is new to this page is called as the server does. */
function named(key: string): string {
  return (w().facts as Readonly<Record<string, string>>)[key] ?? key.replaceAll('_', ' ')
}

/** What is not so, and lists of nothing, need no line. */
function isFact(value: unknown): boolean {
  return value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
}

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function said(key: string, value: unknown): string {
  if (typeof value === 'number') return figure(key, value)
  if (value === true) return w().isSo
  if (Array.isArray(value)) return list(value.map((one) => said(key, one)))
  if (typeof value === 'object')
    return Object.entries(value ?? {})
      .map(pair)
      .join(' · ')
  if (key === 'period') return month(`${value}-01`)
  const text = String(value)
  return isoTime.test(text) ? moment(text) : text
}

function pair([key, value]: [string, unknown]): string {
  return said(key, value)
}

function figure(key: string, value: number): string {
  if (key.endsWith('bytes')) return bytes(value)
  return key.endsWith('_credits') ? money(value) : number(value)
}
