import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { to } from '../../../app/address.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { bytes, moment, money, number } from '../../../ui/format.ts'
import { Badge, Meter, ScreenHead, Skeleton, Tile } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { Datasets } from './datasets.tsx'
import { Going } from './going.tsx'
import { type Known, MoneyDeeds } from './money-deeds.tsx'
import { People } from './people.tsx'
import { StateDeeds } from './state-deeds.tsx'
import { w } from './words.ts'

/** One tenant: what it has and uses, who is in it, and what is done about it. */
export function Tenant({ params }: ScreenProps) {
  const id = params.id ?? ''
  const known = useResource(
    async (signal) => {
      const [tenant, usage] = await Promise.all([
        kontor.getTenant({ id }, { signal }),
        kontor.getTenantUsage({ id }, { signal }),
      ])
      return { tenant, usage }
    },
    ['tenants'],
  )
  return (
    <Show of={known} isScreen waiting={<Skeleton lines={8} tall />}>
      {(both) => <Whole {...both} />}
    </Show>
  )
}

function Whole({ tenant, usage }: Known) {
  const { tenant_id: id, name, suspended_at: suspended, suspension_reason: reason } = tenant
  return (
    <>
      <ScreenHead title={name}>
        <StateDeeds tenant={tenant} />
      </ScreenHead>
      <p>
        <span class="mono faint">{id}</span> <Badge>{w().plans[tenant.plan]}</Badge>{' '}
        {suspended !== null && <Badge tone="bad">{w().isSuspended(moment(suspended))}</Badge>}
      </p>
      {reason !== null && <p class="said-by">{reason}</p>}
      <Figures tenant={tenant} usage={usage} />
      <div class="toolbar">
        <MoneyDeeds tenant={tenant} usage={usage} />
      </div>
      <div class="two">
        <div class="stack">
          <Datasets tenant={tenant} />
          <People tenant={tenant} />
        </div>
        <Going tenant={tenant} />
      </div>
      <p class="toolbar">
        <a href={to(`/audit?tenant=${id}`)}>{w().log}</a>
        <a href={to(`/deliveries?state=all&tenant=${id}`)}>{w().webhooks}</a>
        <a href={to(`/money/vouchers?tenant=${id}`)}>{w().payments}</a>
      </p>
    </>
  )
}

function Figures({ tenant, usage }: Known) {
  const { search_allowance: allowance, searches_this_month: searches } = usage
  const { downloads_this_month: downloads, active_api_keys: keys } = usage
  const { storage_limit_bytes: limit, storage_bytes: kept } = tenant
  return (
    <div class="tiles">
      <Tile
        label={w().balance}
        value={money(usage.available_credits)}
        note={keys === 1 ? w().keys.one : w().keys.many(number(keys))}
      />
      <Tile
        label={w().spent}
        value={money(usage.spend_this_month_credits)}
        note={downloads === 1 ? w().downloads.one : w().downloads.many(number(downloads))}
      />
      <Tile
        label={w().searches}
        value={number(searches)}
        note={allowance === null ? w().noLimit : w().allowance(number(allowance))}
      >
        {allowance !== null && <Meter value={searches} max={allowance} label={w().searches} />}
      </Tile>
      <Tile
        label={w().storage}
        value={bytes(kept)}
        note={limit === null ? w().noLimit : w().of(bytes(limit))}
      >
        {limit !== null && <Meter value={kept} max={limit} label={w().storage} />}
      </Tile>
    </div>
  )
}
