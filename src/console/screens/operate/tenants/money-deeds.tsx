import { useSignal } from '@preact/signals'
import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { Input } from '../../../ui/form.tsx'
import { money } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { Area, creditsIn, Deed } from '../house/deed.tsx'
import type { Tenant } from './tenants.tsx'
import { w } from './words.ts'

export type Known = { tenant: Tenant; usage: Reply<'getTenantUsage'> }

const gigabyte = 1_000_000_000

/** Plan, credits and quota of a tenant, each with what it costs before it is done. */
export function MoneyDeeds({ tenant, usage }: Known) {
  const { tenant_id: id, name } = tenant
  return (
    <>
      <GiveCredits tenant={tenant} usage={usage} />
      <Deed
        label={w().changePlan}
        title={w().planTitle(name)}
        says={<p>{w().planHint}</p>}
        topics={['tenants']}
        done={w().planChanged}
        send={({ plan }) => kontor.changePlan({ id, plan: plan as typeof usage.plan }).then(none)}
      >
        <Select
          label={w().plan}
          name="plan"
          options={usage.plans.map(({ plan, monthly_fee_credits: fee }) => [
            plan,
            w().planPrice({ plan: w().plans[plan], fee: money(fee) }),
          ])}
          chosen={usage.plan}
        />
      </Deed>
      <Deed
        label={w().quota}
        title={w().quotaTitle(name)}
        says={<p>{w().quotaHint}</p>}
        topics={['tenants']}
        done={w().quotaChanged}
        send={({ gigabytes = '' }) => {
          const quota = gigabytes === '' ? null : Math.round(Number(gigabytes) * gigabyte)
          return kontor.changeStorageQuota({ id, storage_quota_bytes: quota }).then(none)
        }}
      >
        <Input
          label={w().gigabytes}
          hint={w().gigabytesHint}
          name="gigabytes"
          type="number"
          min={0}
          step="any"
          defaultValue={
            tenant.storage_quota_bytes === null ? '' : String(tenant.storage_quota_bytes / gigabyte)
          }
        />
      </Deed>
    </>
  )
}

function GiveCredits({ tenant: { tenant_id: id, name }, usage }: Known) {
  return (
    <Deed
      label={w().credits}
      title={w().creditsTitle(name)}
      says={<p>{w().creditsHint(money(usage.available_credits))}</p>}
      topics={['tenants']}
      done={w().given}
      send={({ amount, reason = '' }, attempt) =>
        kontor.grantCredits({ id, credits: creditsIn(amount), reason }, attempt).then(none)
      }
    >
      <Amount before={usage.available_credits} />
      <Area label={w().reason} hint={w().reasonHint} name="reason" required />
    </Deed>
  )
}

/** Within the question, so that the next one begins without what was typed into this. */
function Amount({ before }: { before: number }) {
  const typed = useSignal(0)
  return (
    <>
      <Input
        label={w().amount}
        name="amount"
        type="number"
        min="0.01"
        step="0.01"
        required
        onInput={({ currentTarget: { value } }) => {
          typed.value = creditsIn(value) || 0
        }}
      />
      <p class="quiet" role="status">
        {w().afterwards(money(before + typed.value))}
      </p>
    </>
  )
}

/** What the server answered is shown by the screen, which asks again. */
function none(): void {}
