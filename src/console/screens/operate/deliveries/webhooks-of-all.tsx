import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { query, to } from '../../../app/address.ts'
import { counted, date } from '../../../ui/format.ts'
import { Badge, Empty, type Tone } from '../../../ui/parts.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Deed } from '../house/deed.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { w } from './words.ts'

type Webhook = Reply<'listAllWebhooks'>['webhooks'][number]

const which = ['all', 'active', 'paused', 'disabled'] as const

const tones = {
  active: 'good',
  paused: 'warn',
  disabled: 'bad',
} as const satisfies Record<Webhook['state'], Tone>

/** Where events of all tenants go: each is paused, or goes on, as its tenant could do it. */
export function WebhooksOfAll() {
  const pages = usePages(
    (page, signal) => {
      const chosen = shown()
      const tenant = query.value.get('tenant')
      const filters = {
        ...(chosen !== 'all' && { state: chosen }),
        ...(tenant && { tenant_id: tenant }),
      }
      return kontor.listAllWebhooks({ ...page, ...filters }, { signal })
    },
    ({ webhooks }) => webhooks,
    ['webhooks'],
  )
  const options = which.map((one) => [one, w().hooks[one]] as const)
  return (
    <>
      <div class="toolbar">
        <Segments name="hooks" legend={w().which} options={options} chosen={shown()} />
      </div>
      <PageList
        of={pages}
        id="webhooks"
        title={(n) => counted(w().webhooks, n)}
        none={<Empty icon="hook" title={w().noWebhooks} hint={w().noWebhooksHint} />}
      >
        {(webhook) => <Row key={webhook.webhook_id} webhook={webhook} />}
      </PageList>
    </>
  )
}

function shown(): (typeof which)[number] {
  return which.find((one) => one === query.value.get('hooks')) ?? 'all'
}

function Row({ webhook }: { webhook: Webhook }) {
  const { webhook_id: id, tenant_id: tenant, tenant_name: name, state, reason, kinds } = webhook
  const reasons: Readonly<Record<string, string>> = w().reasons
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <a href={to(`/tenants/${tenant}`)}>
            <strong>{name}</strong>
          </a>{' '}
          <Badge tone={tones[state]}>{w().hookStates[state]}</Badge>
        </p>
        {webhook.description !== '' && <p class="row-small">{webhook.description}</p>}
        <p class="mono row-small">{webhook.origin}</p>
        <p class="faint row-small">
          {kinds === 0 ? w().hears.all : counted(w().hears.some, kinds)} ·{' '}
          {w().since(date(webhook.created_at))}
        </p>
        {reason !== null && <p class="row-small">{reasons[reason] ?? reason}</p>}
      </div>
      <span class="toolbar">
        <a href={to(`/deliveries?state=all&tenant=${tenant}&webhook=${id}`)}>{w().its}</a>
        {state === 'active' ? (
          <Deed
            label={w().pause}
            about={name}
            title={w().pauseTitle(name)}
            says={<p>{w().pauseHint}</p>}
            topics={['webhooks']}
            done={w().paused}
            send={() => kontor.patchAnyWebhook({ id, state: 'paused' })}
          />
        ) : (
          <Deed
            label={w().goOn}
            about={name}
            title={`${w().goOn}: ${name}`}
            says={<p>{w().goneOn}</p>}
            topics={['webhooks']}
            done={w().goneOn}
            send={() => kontor.patchAnyWebhook({ id, state: 'active' })}
          />
        )}
      </span>
    </li>
  )
}
