import { useEffect } from 'preact/hooks'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import type { ScreenProps } from '../../app/screen.ts'
import { may } from '../../app/session.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { date, list, moment, money, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge, Box, FactList, ScreenHead } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { type ApiKey, fresh, stateOf, tones } from './api-key.ts'
import { ChangeKey } from './change-key.tsx'
import { datasetsOf } from './key-fields.tsx'
import { Test } from './test.tsx'
import { Use } from './use.tsx'
import { w } from './words.ts'

/** One key: what it may, its secret while it is new, and how a program gets it. */
export function KeyScreen({ params: { id = '' } }: ScreenProps) {
  const key = useResource(
    async (signal) => {
      const [record, names] = await Promise.all([
        kontor.getApiKey({ id }, { signal }),
        namesOfCatalog(signal),
      ])
      return { record, names }
    },
    ['keys'],
  )
  // Whoever leaves the screen does not find the secret there again.
  useEffect(() => forget, [])
  return (
    <>
      <p>
        <a href={to('/keys')}>{w().back}</a>
      </p>
      <Show of={key} isScreen>
        {(data) => <Inside {...data} />}
      </Show>
    </>
  )
}

function forget(): void {
  fresh.value = undefined
}

type Names = ReadonlyMap<string, string>

async function namesOfCatalog(signal: AbortSignal): Promise<Names> {
  const { datasets } = await kontor.listCatalog({ limit: 100 }, { signal })
  return new Map(datasets.map(({ dataset_id: id, name }) => [id, name]))
}

function Inside({ record, names }: { record: ApiKey; names: Names }) {
  const state = stateOf(record)
  const secret = fresh.value?.id === record.api_key_id ? fresh.value.secret : undefined
  // What a program renews by itself is in nobody's hands to paste.
  const isPasted = state === 'active' && record.application === null
  return (
    <>
      <ScreenHead title={record.name}>
        <Badge tone={tones[state]}>{w().states[state]}</Badge>
        {state !== 'revoked' && may('keys:write') && (
          <>
            <ChangeKey record={record} />
            <Revoke record={record} />
          </>
        )}
      </ScreenHead>
      {secret !== undefined && (
        <section class="once" aria-labelledby="secret">
          <h2 id="secret">{w().secret}</h2>
          <p>
            <Icon name="alert" size={16} />
            {w().once}
          </p>
          <CodeBlock text={secret} />
        </section>
      )}
      <div class="two">
        {isPasted ? <Use secret={secret} /> : <Facts record={record} names={names} />}
        {isPasted && (
          <div class="stack">
            <Test secret={secret} />
            <Facts record={record} names={names} />
          </div>
        )}
      </div>
    </>
  )
}

function Facts({ record, names }: { record: ApiKey; names: Names }) {
  const { monthly_budget_credits: budget, rate_per_minute: rate, expires_at: end } = record
  const { application } = record
  const isEverywhere = record.dataset_access_mode === 'all_available'
  const where = isEverywhere
    ? w().everywhere
    : list(datasetsOf(record).map((id) => names.get(id) ?? id))
  const program = application && [
    [w().program, w().connected(application.redirect_place)],
    [w().renews, moment(application.renews_until)],
  ]
  const facts = [
    ...(program ?? []),
    [w().begins, record.key_prefix],
    [w().scopes, record.scopes.map((scope) => w().scopeNames[scope]).join(', ')],
    [w().which, where],
    [w().budget, budget === null ? w().noBudget : money(budget)],
    [w().rate, rate === null ? w().noRate : number(rate)],
    [w().ends, end === null ? w().noEnd : moment(end)],
    [w().since, date(record.created_at)],
    [w().used, record.last_used_at === null ? w().never : moment(record.last_used_at)],
    ...(record.revoked_at === null ? [] : [[w().revokedAt, moment(record.revoked_at)]]),
  ]
  return (
    <Box id="about" title={w().about}>
      <FactList facts={facts} />
    </Box>
  )
}

/** For good, so it is asked for twice. */
function Revoke({ record: { api_key_id: id, name, application } }: { record: ApiKey }) {
  const { isOpen, open, close } = useOpen()
  const send = async ({ descendants }: Readonly<Record<string, string>>) => {
    const also = descendants === undefined ? {} : { descendants: true }
    await kontor.revokeApiKey({ id, ...also })
    close()
    forget()
    announce(w().revoked(name))
    changed('keys')
  }
  return (
    <>
      <button type="button" class="button button-bad" onClick={open}>
        {application ? w().takeAway : w().revoke}
      </button>
      <Dialog title={w().revokeTitle(name)} open={isOpen} close={close}>
        <p class="quiet">{w().revokeHint}</p>
        <Form send={send} submit={application ? w().takeAway : w().revoke}>
          {!application && (
            <label class="choice">
              <input type="checkbox" name="descendants" />
              <span>{w().descendants}</span>
            </label>
          )}
        </Form>
      </Dialog>
    </>
  )
}
