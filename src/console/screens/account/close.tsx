import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { me } from '../../app/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { money, number } from '../../ui/format.ts'
import { FactList, Problem } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { lamports } from '../licences/sol.ts'
import { Check } from '../operate/house/deed.tsx'
import { w } from './words.ts'

type Plan = Reply<'getClosingPlan'>

/** The whole house, for good, by its owner. */
export function CloseHouse() {
  const { isOpen, open, close } = useOpen()
  const session = me.value
  if (!session?.roles.includes('owner')) return null
  return (
    <>
      <button type="button" class="button button-bad" onClick={open}>
        {w().closeHouse}
      </button>
      <Dialog title={w().closeTitle(session.tenant.name)} open={isOpen} close={close}>
        <Asked />
      </Dialog>
    </>
  )
}

/** What would go, what is left and what is in the way; and only then the name. */
function Asked() {
  const plan = useResource((signal) => kontor.getClosingPlan(undefined, { signal }))
  return <Show of={plan}>{(known) => <Going plan={known} />}</Show>
}

function Going({ plan: { name, goes, money: left, in_the_way: inTheWay } }: { plan: Plan }) {
  const send = async (given: Given) => {
    await kontor.closeTenant({ name: given.name ?? '', forfeit: given.forfeit !== undefined })
    location.assign(to('/log-in'))
  }
  const { users, api_keys, datasets, objects, searches } = goes
  const counts = { users, api_keys, datasets, objects, searches }
  const facts = Object.entries(counts).map(
    ([key, n]) => [w().goes[key as keyof typeof counts], number(n)] as const,
  )
  const amounts = left.map(({ unit, minor }) =>
    unit === 'CREDIT' ? money(minor) : lamports(minor),
  )
  return (
    <div class="stack">
      <p>{w().closeHint}</p>
      <FactList facts={facts} />
      {left.length > 0 && <FactList facts={[[w().inBooks, amounts.join(' · ')]]} />}
      {inTheWay.length > 0 ? (
        <Problem error={new Error(inTheWay.map((one) => w().inTheWay[one]).join(' '))} />
      ) : (
        <Form send={send} submit={w().closeNow} grave>
          {left.length > 0 && <Check label={w().forfeit} name="forfeit" required />}
          <Input label={w().typeName(name)} name="name" autocomplete="off" required />
        </Form>
      )}
    </div>
  )
}
