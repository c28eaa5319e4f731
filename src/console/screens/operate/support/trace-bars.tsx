import type { Reply } from '../../../../client/index.ts'
import { to } from '../../../app/address.ts'
import { counted, number } from '../../../ui/format.ts'
import { InParts } from '../../../ui/in-parts.tsx'
import { Badge, Box } from '../../../ui/parts.tsx'
import { w } from './words.ts'

export type Trace = Reply<'getTrace'>
type Span = Trace['spans'][number]

/** Narrower than this nobody sees it. */
const leastPart = 0.005

type Props = { trace: Trace; requestId: string }

/** The requests of a trace, each as a bar where it lay in the time of all of them. */
export function TraceBars({ trace: { spans }, requestId }: Props) {
  const beganMs = Math.min(...spans.map(startOf))
  const endedMs = Math.max(...spans.map((span) => startOf(span) + span.ms))
  const wholeMs = Math.max(endedMs - beganMs, 1)
  return (
    <Box id="trace" title={w().trace}>
      <p class="faint">
        {counted(w().spans, spans.length)} · {w().ms(number(Math.round(endedMs - beganMs)))}
      </p>
      <InParts of={spans}>
        {(shown) => (
          <ol class="ranks">
            {shown.map((span) => (
              <li key={span.span_id}>
                {span.request_id === requestId ? (
                  <strong>{nameOf(span)}</strong>
                ) : (
                  <a href={to(`/support?q=${span.request_id}`)}>{nameOf(span)}</a>
                )}
                <span class="nums">
                  {span.status >= 500 && <Badge tone="bad">{String(span.status)}</Badge>}{' '}
                  {w().ms(number(span.ms))}
                </span>
                <div class="meter">
                  <i
                    style={{
                      marginInlineStart: percent((startOf(span) - beganMs) / wholeMs),
                      inlineSize: percent(Math.max(span.ms / wholeMs, leastPart)),
                    }}
                  />
                </div>
              </li>
            ))}
          </ol>
        )}
      </InParts>
    </Box>
  )
}

function startOf({ started_at }: Span): number {
  return Date.parse(started_at)
}

function nameOf({ method, route }: Span): string {
  return `${method} ${route}`
}

function percent(part: number): string {
  return `${Math.min(Math.round(part * 1000) / 10, 100)}%`
}
