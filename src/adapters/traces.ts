import type { ServedRequest } from '../base/served-request.ts'
import type { TraceContext } from '../base/trace-context.ts'

export type Traces = AsyncDisposable & { record(request: ServedRequest): void }

const exportTimeoutMs = 10_000

/**
 * Sends one span per request to the operator's collector (OTLP over HTTP), in batches. What cannot
 * be delivered is dropped: no request waits for it. Loaded only where there is a collector. No part
 * of a query, a body or an address goes out. A span lies under its caller's, and is left out when
 * the caller's is.
 */
export async function openTraces(settings: { url: string; version: string }): Promise<Traces> {
  const [api, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace: tracing } = api
  const url = `${settings.url}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  // A span is made when its request is over, with the ids that the log has already.
  let next: TraceContext | undefined
  const random = new sdk.RandomIdGenerator()
  const provider = new sdk.BasicTracerProvider({
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
    idGenerator: {
      generateTraceId: () => next?.traceId ?? random.generateTraceId(),
      generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    },
  })
  const tracer = provider.getTracer('kontor', settings.version)

  /** Where the caller's span is the parent. */
  function under(trace: TraceContext | undefined) {
    if (trace?.parentId === undefined) return ROOT_CONTEXT
    const { traceId, parentId: spanId, sampled } = trace
    const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE
    return tracing.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }

  return {
    record({ method, route, status, requestId, startedAtMs, endedAtMs, trace }) {
      next = trace
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'kontor.request_id': requestId,
        'service.name': 'kontor',
      }
      const options = { kind: SpanKind.SERVER, startTime: startedAtMs, attributes }
      const span = tracer.startSpan(`${method} ${route}`, options, under(trace))
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endedAtMs)
    },
    async [Symbol.asyncDispose]() {
      await provider.shutdown().catch(() => undefined)
    },
  }
}
