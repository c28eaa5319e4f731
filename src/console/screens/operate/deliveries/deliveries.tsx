import { useSignal } from '@preact/signals'
import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { pagesInTurn } from '../../../api/pages.ts'
import { changed, useResource } from '../../../api/resource.ts'
import { query, setQuery, to } from '../../../app/address.ts'
import { tell } from '../../../app/announce.tsx'
import { counted, moment, number } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Badge, Box, Empty, ScreenHead, type Tone } from '../../../ui/parts.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Show } from '../../../ui/show.tsx'
import { sentenceOf } from '../../webhooks/webhook.ts'
import { LiveSwitch, useLive } from '../work/live.tsx'
import { WebhooksOfAll } from './webhooks-of-all.tsx'
import { w } from './words.ts'

type Answer = Reply<'listAllWebhookDeliveries'>
type Delivery = Answer['deliveries'][number]

const states = ['failed', 'waiting', 'delivered', 'all'] as const
const rowsAtOnce = 50

const tones = {
  failed: 'bad',
  waiting: 'info',
  delivered: 'good',
} as const satisfies Record<Delivery['state'], Tone>

/** What is sent to programs of all tenants: what failed, first, and to whom it goes. */
export function Deliveries() {
  const live = useLive()
  const pages = useSignal(1)
  const sent = useResource(
    (until) => {
      live.beat.value
      return ask(pages.value, until)
    },
    ['webhooks'],
  )
  return (
    <>
      <ScreenHead title={w().title}>
        <LiveSwitch live={live} />
      </ScreenHead>
      <p class="quiet">{w().hint}</p>
      <Narrowed />
      <Tools counts={sent.loaded.value.data?.counts} />
      <Show of={sent}>
        {({ list, hasMore }) => (
          <Box id="sent" title={w().sent}>
            {list.length === 0 && <Nothing />}
            <ul class="rows">
              {list.map((delivery) => (
                <Row key={delivery.delivery_id} delivery={delivery} />
              ))}
            </ul>
            {hasMore && <More show={() => void pages.value++} />}
          </Box>
        )}
      </Show>
      <WebhooksOfAll />
    </>
  )
}

function state(): (typeof states)[number] {
  return states.find((one) => one === query.value.get('state')) ?? 'failed'
}

async function ask(pages: number, signal: AbortSignal) {
  const chosen = state()
  const tenant = query.value.get('tenant')
  const webhook = query.value.get('webhook')
  const asked = {
    limit: rowsAtOnce,
    ...(chosen !== 'all' && { state: chosen }),
    ...(tenant && { tenant_id: tenant }),
    ...(webhook && { webhook_id: webhook }),
  }
  const { all, last, hasMore } = await pagesInTurn(pages, (from) =>
    kontor.listAllWebhookDeliveries({ ...asked, ...from }, { signal }),
  )
  return { list: all.flatMap(({ deliveries }) => deliveries), counts: last.counts, hasMore }
}

/** Whose are shown, where that is not everybody's, and the way back. */
function Narrowed() {
  const tenant = query.value.get('tenant')
  const isOne = query.value.has('webhook')
  const named = useResource(
    async (signal) => {
      const id = query.value.get('tenant')
      return id ? await kontor.getTenant({ id }, { signal }) : undefined
    },
    ['tenants'],
  )
  if (!tenant && !isOne) return null
  const known = named.loaded.value.data
  return (
    <p class="toolbar">
      {known && known.tenant_id === tenant && (
        <a href={to(`/tenants/${tenant}`)}>{w().onlyTenant(known.name)}</a>
      )}
      {isOne && <span>{w().onlyWebhook}</span>}
      <button
        type="button"
        class="button"
        onClick={() => setQuery({ tenant: undefined, webhook: undefined })}
      >
        {w().everyone}
      </button>
    </p>
  )
}

function Tools({ counts }: { counts: Answer['counts'] | undefined }) {
  const options = states.map((one) => {
    const n = one === 'failed' || one === 'waiting' ? counts?.[one] : undefined
    return [one, n === undefined ? w().states[one] : `${w().states[one]} ${number(n)}`] as const
  })
  return (
    <div class="toolbar">
      <Segments name="state" legend={w().state} options={options} chosen={state()} />
    </div>
  )
}

function Nothing() {
  const isGood = state() === 'failed'
  return (
    <Empty
      icon={isGood ? 'check' : 'hook'}
      title={isGood ? w().noneFailed : w().none}
      hint={isGood ? w().noneFailedHint : w().noneHint}
    />
  )
}

function Row({ delivery }: { delivery: Delivery }) {
  const { tenant_id: tenant, tenant_name: name, problem, tries } = delivery
  const { answer_status: status, next_try_at: next } = delivery
  const what = sentenceOf(delivery.event_type)
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{what}</strong>{' '}
          <Badge tone={tones[delivery.state]}>{w().deliveries[delivery.state]}</Badge>
        </p>
        <p class="row-small">
          <a href={to(`/deliveries?state=${state()}&tenant=${tenant}`)}>{name}</a>
        </p>
        <p class="faint row-small">
          {moment(delivery.created_at)} · {counted(w().tries, tries)}
          {status !== null && ` · ${w().answered(String(status))}`}
          {next !== null && ` · ${w().next(moment(next))}`}
        </p>
        {problem !== null && <p class="row-small">{problem}</p>}
      </div>
      <button
        type="button"
        class="button"
        aria-label={`${w().again}: ${what}, ${name}`}
        onClick={() => void sendAgain(delivery)}
      >
        {w().again}
      </button>
    </li>
  )
}

function sendAgain({ delivery_id: id }: Delivery): Promise<void> {
  return tell(async () => {
    await kontor.sendAnyWebhookAgain({ id })
    changed('webhooks')
    return w().sentAgain
  })
}
