import * as z from 'zod'
import { isoOf } from '../../../../base/clock.ts'
import { idText, timestamp } from '../../../fields.ts'
import { get } from '../../../route.ts'

const TraceReply = z
  .object({
    recording: z.boolean().meta({ description: 'Whether KONTOR_TRACE_URL is set' }),
    trace_id: z.string().nullable().meta({ description: 'Null: not remembered' }),
    spans: z.array(
      z.object({
        request_id: z.string(),
        span_id: z.string(),
        parent_id: z.string().nullable().meta({
          description: "Of another of them, or of one at the caller's",
        }),
        method: z.string(),
        route: z.string(),
        status: z.int(),
        started_at: timestamp,
        ms: z.number(),
      }),
    ),
  })
  .meta({ id: 'Trace' })

export const getTrace = get('/v1/admin/traces/:request_id', {
  id: 'getTrace',
  summary: 'The requests of the trace that one of them is part of, the earliest first',
  description:
    'What the collector of KONTOR_TRACE_URL is sent, as far as it is remembered: some thousands ' +
    'of requests, since the server started. Empty where it is not, or where nothing is traced.',
  tag: 'Administration',
  access: 'platform_admin',
  params: z.object({ request_id: idText }),
  reply: TraceReply,
  errors: [400, 401, 403],
  run: ({ rooms, params }) => rooms.service.trace(params.request_id),
  present: ({ isRecording, traceId, spans }) => ({
    recording: isRecording,
    trace_id: traceId,
    spans: spans.map((span) => ({
      request_id: span.requestId,
      span_id: span.spanId,
      parent_id: span.parentId,
      method: span.method,
      route: span.route,
      status: span.status,
      started_at: isoOf(Math.round(span.startedAtMs)),
      ms: Math.round((span.endedAtMs - span.startedAtMs) * 10) / 10,
    })),
  }),
})
