import { useSignal } from '@preact/signals'
import type { Input as Inputs, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { query } from '../../app/address.ts'
import { may, me } from '../../app/session.ts'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { moment } from '../../ui/format.ts'
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
  const send = async ({ euros, ...chosen }: Given) => {
    const next = await approve(sent, {
      replaces: asked.earlier.map((one) => one.api_key_id).filter((id) => chosen[id]),
      monthly_budget_credits: Math.round(Number(euros) * 100),
    })
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
          <Earlier of={asked.earlier} />
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

type Agreed = Pick<Inputs<'approveAuthorization'>, 'replaces' | 'monthly_budget_credits'>

async function approve(sent: Sent, agreed: Agreed): Promise<string> {
  return (await kontor.approveAuthorization({ ...sent, ...agreed })).redirect_to
}

/** As many as a server tells of; no more are drawn, whatever comes. */
const shownMax = 20

/** Each connection is a key that spends: who connects anew may want the old one to end. */
function Earlier({ of: earlier }: { of: Asked['earlier'] }) {
  if (earlier.length === 0) return null
  return (
    <fieldset class="choices">
      <legend>{w().earlier}</legend>
      {earlier
        .slice(0, shownMax)
        .map(({ api_key_id: id, created_at: made, last_used_at: used }) => (
          <label key={id} class="choice">
            <input type="checkbox" name={id} />
            <span>{w().endThat(moment(made))}</span>
            <span class="faint row-small">
              {used === null ? w().unused : w().used(moment(used))}
            </span>
          </label>
        ))}
    </fieldset>
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
