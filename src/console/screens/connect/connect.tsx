import { useSignal } from '@preact/signals'
import type { Input as Inputs, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { query } from '../../app/address.ts'
import { may, me } from '../../app/session.ts'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { Box, FactList, ScreenHead } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Asked = Reply<'askAuthorization'>
/** With what the program sent the browser; the server looks at all of it again. */
type Sent = Inputs<'askAuthorization'>

const usualEuros = '10.00'

/** A program wants to be let in, and somebody says yes or no. */
export function Connect() {
  const sent = Object.fromEntries(query.value) as Sent
  const asked = useResource((signal) => kontor.askAuthorization(sent, { signal }))
  return (
    <>
      <ScreenHead title={w().title} />
      <Show of={asked}>{(found) => <Deciding asked={found} sent={sent} />}</Show>
    </>
  )
}

function Deciding({ asked, sent }: { asked: Asked; sent: Sent }) {
  const isDone = useSignal(false)
  const send = async ({ euros }: Given) => {
    const budget = { monthly_budget_credits: Math.round(Number(euros) * 100) }
    const { redirect_to: next } = await kontor.approveAuthorization({ ...sent, ...budget })
    isDone.value = true
    changed('keys')
    location.assign(next)
  }
  const no = (
    <button type="button" class="button" onClick={() => location.assign(asked.denied_at)}>
      {w().no}
    </button>
  )
  if (isDone.value) return <p role="status">{w().done}</p>
  return (
    <Box id="program" title={asked.client_name} stacked>
      <FactList facts={factsOf(asked)} />
      <p class="quiet">{w().claimedHint}</p>
      {may('keys:write') ? (
        <Form send={send} submit={w().yes} more={no}>
          <Input
            label={w().budget}
            hint={w().budgetHint}
            name="euros"
            type="number"
            min={0}
            max={10_000_000}
            step={0.01}
            defaultValue={usualEuros}
            required
          />
        </Form>
      ) : (
        <>
          <p role="status">{w().notYou}</p>
          {no}
        </>
      )}
    </Box>
  )
}

function factsOf({ client_name: name, redirect_place: place }: Asked) {
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(place)
  return [
    [w().claimed, `“${name}”`],
    [w().place, isHere ? w().here(place) : place],
    [w().may, w().mayThis],
    [w().payer, me.value?.tenant.name ?? ''],
  ] as const
}
