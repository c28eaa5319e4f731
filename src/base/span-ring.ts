import type { ServedRequest } from './served-request.ts'

type Kept = ServedRequest & { readonly trace: NonNullable<ServedRequest['trace']> }

/** What of the last traces is remembered, for whoever asks by the id of a request. */
export type SpanRing = ReturnType<typeof openSpanRing>

/** Some thousands of requests. */
const keptBytes = 2 * 1024 * 1024
/** Of one of them, beside its route: ids, times and what holds them. */
const spanBytes = 500
/** A trace that has more is shown from its beginning. */
const shownMax = 200

/** The last spans, as many as fit: when there is no more room, the oldest quarter goes. */
export function openSpanRing(isRecording: boolean, maxBytes = keptBytes) {
  let kept: Kept[] = []
  let bytes = 0
  const sizeOf = ({ route }: Kept) => spanBytes + route.length
  return {
    keep(request: ServedRequest): void {
      const { trace } = request
      // Who wants none recorded has none here either.
      if (!trace?.sampled) return
      const span = { ...request, trace }
      kept.push(span)
      bytes += sizeOf(span)
      if (bytes <= maxBytes) return
      kept = kept.slice(Math.ceil(kept.length / 4))
      bytes = kept.reduce((sum, one) => sum + sizeOf(one), 0)
    },

    /** All of the trace that this request is part of. */
    ofRequest(requestId: string) {
      const traceId = kept.find((one) => one.requestId === requestId)?.trace.traceId ?? null
      const spans = kept
        .filter(({ trace }) => trace.traceId === traceId)
        .sort((a, b) => a.startedAtMs - b.startedAtMs)
        .slice(0, shownMax)
        .map(({ trace, ...span }) => ({
          ...span,
          spanId: trace.spanId,
          parentId: trace.parentId ?? null,
        }))
      return { isRecording, traceId, spans }
    },
  }
}
