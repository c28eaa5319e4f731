import type { Reply } from '../../../../client/index.ts'
import { kontor, prefix } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { go } from '../../../app/address.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, type Given, Input } from '../../../ui/form.tsx'
import { bytes, money, number } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Box, FactList, Problem } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { useOpen } from '../../../ui/use-open.ts'
import { lamports } from '../../licences/sol.ts'
import { Check, Deed } from '../house/deed.tsx'
import { noteBegun, useWorks } from '../work/use-works.ts'
import { Outcome, StateBadge } from '../work/work-desk.tsx'
import type { Tenant } from './tenants.tsx'
import { w } from './words.ts'

type Plan = Reply<'getErasurePlan'>

/** What a tenant takes along, and how it goes for good. */
export function Going({ tenant }: { tenant: Tenant }) {
  return (
    <div class="stack">
      <TakeAlong tenant={tenant} />
      <Box id="erase" title={w().eraseBox} stacked>
        <p class="quiet">{w().eraseBoxHint}</p>
        <Erase tenant={tenant} />
      </Box>
    </div>
  )
}

function TakeAlong({ tenant: { tenant_id: id, name } }: { tenant: Tenant }) {
  const works = useWorks().loaded.value.data ?? []
  const last = works.find((one) => one.kind === 'tenant_export' && one.tenant_id === id)
  const until = last?.facts.fetch_until
  return (
    <Box id="take-along" title={w().takeAlong} stacked>
      <p class="quiet">{w().takeAlongHint}</p>
      {last && (
        <p>
          <StateBadge work={last} />
        </p>
      )}
      {last && <Outcome work={last} />}
      <div class="toolbar">
        <Deed
          label={w().export}
          title={w().exportTitle(name)}
          says={<p>{w().takeAlongHint}</p>}
          topics={[]}
          done={w().exportBegun}
          send={async () => noteBegun(await kontor.exportTenant({ id }))}
        />
        {typeof until === 'string' && (
          <a class="button button-main" href={`${prefix}/v1/admin/tenants/${id}/export`} download>
            <Icon name="download" size={16} /> {w().fetch}
          </a>
        )}
      </div>
    </Box>
  )
}

function Erase({ tenant: { tenant_id: id, name } }: { tenant: Tenant }) {
  const { isOpen, open, close } = useOpen()
  return (
    <>
      <div>
        <button
          type="button"
          class="button button-bad"
          aria-label={`${w().erase}: ${name}`}
          onClick={open}
        >
          {w().erase}
        </button>
      </div>
      <Dialog title={w().eraseTitle(name)} open={isOpen} close={close}>
        <Asked id={id} />
      </Dialog>
    </>
  )
}

/** What would go, what is left and what is in the way; and only then the name. */
function Asked({ id }: { id: string }) {
  const plan = useResource((signal) => kontor.getErasurePlan({ id }, { signal }))
  return <Show of={plan}>{(known) => <Plan plan={known} />}</Show>
}

function Plan({ plan }: { plan: Plan }) {
  const { tenant_id: id, name, goes, money: left, pending, has_platform_admin: hasAdmin } = plan
  const send = async (given: Given) => {
    const work = await kontor.eraseTenant({
      id,
      name: given.name ?? '',
      forfeit: given.forfeit !== undefined,
      drop_sold: given.drop_sold !== undefined,
    })
    go('/tenants')
    noteBegun(work)
  }
  const facts = Object.entries(goes).map(([key, n]) => {
    const shown = key === 'bytes' ? bytes(n) : number(n)
    return [w().goes[key as keyof typeof goes], shown] as const
  })
  return (
    <div class="stack">
      <p>{w().eraseBoxHint}</p>
      <FactList facts={facts} />
      {left.length > 0 && <FactList facts={[[w().left, left.map(lineOf).join(' · ')]]} />}
      {hasAdmin && <Problem error={new Error(w().hasAdmin)} />}
      {pending.length > 0 && <Problem error={new Error(`${w().pending} ${pending.join(', ')}`)} />}
      <p class="quiet">{w().backups}</p>
      {!hasAdmin && pending.length === 0 && (
        <Form send={send} submit={w().eraseNow} grave>
          {left.length > 0 && <Check label={w().forfeit} name="forfeit" required />}
          <Check label={w().dropSold} name="drop_sold" />
          <Input label={w().typeName(name)} name="name" autocomplete="off" required />
        </Form>
      )}
    </div>
  )
}

function lineOf({ unit, kind, minor }: Plan['money'][number]): string {
  const amount = unit === 'CREDIT' ? money(minor) : lamports(minor)
  return w().leftLine({ amount, kind })
}
