import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { tell } from '../../app/announce.tsx'
import { counted, moment } from '../../ui/format.ts'
import { Badge } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Session = Reply<'listSessions'>['sessions'][number]

/** Where one is logged in: what was lost, lent or forgotten can be ended from here. */
export function Sessions() {
  const sessions = useResource(
    (until) => kontor.listSessions({ limit: 100 }, { signal: until }),
    ['sessions'],
  )
  return (
    <>
      <p class="faint">{w().sessionsHint}</p>
      <Show of={sessions}>
        {(data) => (
          <>
            <ul class="rows">
              {data.sessions.map((session) => (
                <SessionRow key={session.session_id} session={session} />
              ))}
            </ul>
            {data.total > 1 && (
              <button type="button" class="button" onClick={() => void endOthers()}>
                {w().endOthers}
              </button>
            )}
          </>
        )}
      </Show>
    </>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { user_agent: agent, address, created_at, last_used_at, current, kind } = session
  return (
    <li class="row">
      <div>
        <p>
          <strong>{kind === 'browser' ? w().browser : w().bearer}</strong>{' '}
          {current && <Badge tone="good">{w().here}</Badge>}
        </p>
        <p class="faint row-small" title={agent ?? undefined}>
          {agent === null ? w().unknown : agentName(agent)}
        </p>
        <p class="faint row-small">
          {address && `${w().from(address)} · `}
          {w().since(moment(created_at))}
          {last_used_at && ` · ${w().used(moment(last_used_at))}`}
        </p>
      </div>
      {!current && (
        <button type="button" class="button button-bad" onClick={() => void end(session)}>
          {w().end}
        </button>
      )}
    </li>
  )
}

/** The name before another's: each browser says that it is those before it, too. */
const browsers = [
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
] as const
const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** What people call it; a program says its own name. */
function agentName(agent: string): string {
  const browser = browsers.find(([, form]) => form.test(agent))
  if (!browser) return agent
  const system = systems.find(([, form]) => form.test(agent))?.[0]
  const name = `${browser[0]} ${browser[1].exec(agent)?.[1]}`
  return system === undefined ? name : w().agentOn({ browser: name, system })
}

async function end({ session_id: id }: Session): Promise<void> {
  await tell(async () => {
    await kontor.endSession({ id })
    return w().ended
  })
  changed('sessions')
}

async function endOthers(): Promise<void> {
  await tell(async () => {
    const { sessions_ended: ended } = await kontor.endOtherSessions()
    return counted(w().endedOthers, ended)
  })
  changed('sessions')
}
