export type TracedRequest = {
  method: string
  route: string
  status: number
  requestId: string
  startedAtMs: number
  endedAtMs: number
}

export type Traces = AsyncDisposable & { record(request: TracedRequest): void }

const exportTimeoutMs = 10_000

/**
 * Sends one span per request to the operator's collector (OTLP over HTTP), in batches. What cannot
 * be delivered is dropped: no request waits for it. Loaded only where there is a collector. No part
 * of a query, a body or an address goes out.
 */
export async function openTraces(settings: { url: string; version: string }): Promise<Traces> {
  const [{ SpanKind, SpanStatusCode }, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const url = `${settings.url}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  const provider = new sdk.BasicTracerProvider({
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('kontor', settings.version)
  return {
    record({ method, route, status, requestId, startedAtMs, endedAtMs }) {
      const span = tracer.startSpan(`${method} ${route}`, {
        ...{ kind: SpanKind.SERVER, startTime: startedAtMs },
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'kontor.request_id': requestId,
          'service.name': 'kontor',
        },
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endedAtMs)
    },
    async [Symbol.asyncDispose]() {
      await provider.shutdown().catch(() => undefined)
    },
  }
}
