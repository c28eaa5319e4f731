import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { query } from '../../../app/address.ts'
import { FindField } from '../../../ui/find-field.tsx'
import { Box, Empty, FactList, ScreenHead } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { deedName } from '../audit/deeds/deed-name.ts'
import { exact } from '../logs/exact.ts'
import { LogLines } from '../logs/log-lines.tsx'
import { type Trace, TraceBars } from './trace-bars.tsx'
import { w } from './words.ts'

/** Everything that is known of one request, by the id that each refusal shows. */
export function Support() {
  const found = useResource((signal) => ask(requestId(), signal))
  return (
    <>
      <ScreenHead title={w().title} />
      <search class="grid-tools">
        <FindField label={w().request} />
      </search>
      {requestId() === '' ? (
        <Empty icon="search" title={w().start} hint={w().startHint} />
      ) : (
        <Show of={found}>{(data) => <Findings {...data} />}</Show>
      )}
    </>
  )
}

function requestId(): string {
  return query.value.get('q')?.trim() ?? ''
}

function ask(id: string, signal: AbortSignal) {
  return id === '' ? undefined : askFor(id, signal)
}

async function askFor(id: string, signal: AbortSignal) {
  const [logs, audit, trace] = await Promise.all([
    kontor.getLogs({ request_id: id, level: 'debug', limit: 200 }, { signal }),
    kontor.listAllAuditEvents({ request_id: id, limit: 100 }, { signal }),
    kontor.getTrace({ request_id: id }, { signal }),
  ])
  return { entries: logs.entries, deeds: audit.audit_events, trace }
}

function Findings({ entries, deeds, trace: whole }: Awaited<ReturnType<typeof askFor>>) {
  const request = entries.find(({ message }) => message === 'request')
  const { method, route, status, ms, trace_id: trace } = request?.facts ?? {}
  return (
    <>
      {request && (
        <Box id="asked" title={w().asked}>
          <FactList
            facts={[
              [w().what, `${method} ${route}`],
              [w().status, String(status)],
              [w().took, w().ms(String(ms))],
              [w().ended, exact(request.at)],
              [w().trace, traceIdOf(whole, trace)],
            ]}
          />
        </Box>
      )}
      {whole.spans.length > 0 && <TraceBars trace={whole} requestId={requestId()} />}
      <Box id="lines" title={w().lines}>
        {entries.length === 0 && <p class="faint">{w().noLines}</p>}
        <LogLines entries={entries} />
      </Box>
      <Box id="deeds" title={w().deeds}>
        {deeds.length === 0 && <p class="faint">{w().noDeeds}</p>}
        <ul class="rows">
          {deeds.map((deed) => (
            <li key={deed.audit_id} class="row">
              <div>
                <p>
                  <strong>{deedName(deed.action)}</strong>{' '}
                  <span class="mono faint row-small">{deed.action}</span>{' '}
                  <span class="mono row-small">{deed.subject.id}</span>
                </p>
                <p class="faint row-small">
                  {exact(deed.occurred_at)} · {deed.actor_name ?? deed.actor.id ?? deed.actor.type}
                  {deed.tenant_id !== null && ` · ${deed.tenant_id}`}
                </p>
                <p class="row-small mono quiet">{JSON.stringify(deed.details)}</p>
              </div>
            </li>
          ))}
        </ul>
      </Box>
    </>
  )
}

/** A caller may be in a trace of its own while nothing is recorded here. */
function traceIdOf({ recording, trace_id: known }: Trace, logged: unknown): string {
  if (known !== null) return known
  if (logged !== undefined) return String(logged)
  return recording ? w().forgotten : w().noTrace
}
