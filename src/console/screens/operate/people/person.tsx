import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { to } from '../../../app/address.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { date, list, moment } from '../../../ui/format.ts'
import { Badge, Box, FactList, ScreenHead, Skeleton } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { Deed } from '../house/deed.tsx'
import { Deeds } from './deeds.tsx'
import type { Person as Known } from './people.tsx'
import { w } from './words.ts'

/** One person: who it is, where they are logged in, and what is done about it. */
export function Person({ params }: ScreenProps) {
  const id = params.id ?? ''
  const known = useResource(
    async (signal) => {
      const user = await kontor.getUser({ id }, { signal })
      const tenant = await kontor.getTenant({ id: user.tenant_id }, { signal })
      return { person: user, tenant: tenant.name }
    },
    ['people'],
  )
  return (
    <Show of={known} isScreen waiting={<Skeleton lines={8} tall />}>
      {(both) => <Whole {...both} />}
    </Show>
  )
}

function Whole({ person, tenant }: { person: Known; tenant: string }) {
  const { user_id: id, display_name: name, locked_at: locked, lock_reason: reason } = person
  return (
    <>
      <ScreenHead title={name} />
      <p>
        <span class="mono faint">{id}</span>{' '}
        {person.is_platform_admin && <Badge tone="info">{w().admin}</Badge>}{' '}
        {locked !== null && <Badge tone="bad">{w().lockedSince(moment(locked))}</Badge>}
      </p>
      {reason !== null && <p class="said-by">{reason}</p>}
      <div class="two">
        <div class="stack">
          <section class="box">
            <FactList
              facts={[
                [w().facts.email, person.email],
                [
                  w().facts.tenant,
                  <a key="tenant" href={to(`/tenants/${person.tenant_id}`)}>
                    {tenant}
                  </a>,
                ],
                [w().facts.roles, list(person.roles.map((role) => w().roles[role]))],
                [w().facts.since, date(person.created_at)],
                [w().facts.password, date(person.password_changed_at)],
              ]}
            />
            <p class="toolbar">
              <a href={to(`/audit?subject=${id}`)}>{w().log}</a>
              <a href={to(`/audit?actor=${id}`)}>{w().did}</a>
            </p>
          </section>
          <Sessions id={id} />
        </div>
        <Deeds person={person} />
      </div>
    </>
  )
}

function Sessions({ id }: { id: string }) {
  const sessions = useResource(
    async (signal) => (await kontor.listUserSessions({ id, limit: 100 }, { signal })).sessions,
    ['people'],
  )
  return (
    <Box id="sessions" title={w().sessions}>
      <Show of={sessions}>
        {(all) => (
          <>
            {all.length === 0 && <p class="faint">{w().noSessions}</p>}
            <ul class="rows">
              {all.map((one) => (
                <li key={one.session_id} class="row row-wraps">
                  <div>
                    <p class="row-small">
                      {one.user_agent ?? w().unknownProgram}{' '}
                      {one.current && <Badge tone="info">{w().yours}</Badge>}
                    </p>
                    <p class="faint row-small">
                      {one.address !== null && `${one.address} · `}
                      {w().session(timesOf(one))}
                    </p>
                  </div>
                  <EndSession person={id} session={one} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Show>
    </Box>
  )
}

type EndProps = { person: string; session: Reply<'listUserSessions'>['sessions'][number] }

/** One alone; the others go on. */
function EndSession({ person, session }: EndProps) {
  const program = session.user_agent ?? w().unknownProgram
  return (
    <Deed
      label={w().endOne}
      about={program}
      title={w().endOneTitle}
      says={
        <>
          <p>{program}</p>
          <p>{w().session(timesOf(session))}</p>
          <p>{session.current ? w().endOwnHint : w().endOneHint}</p>
        </>
      }
      look="bad"
      topics={['people']}
      done={w().endedOne}
      send={() => kontor.endUserSession({ id: person, session_id: session.session_id })}
    />
  )
}

function timesOf({ created_at, last_used_at: used }: EndProps['session']) {
  return { opened: moment(created_at), used: used === null ? w().never : moment(used) }
}
