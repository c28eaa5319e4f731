import type { Context } from 'koa'
import { newId } from '../../base/ids.ts'
import { inTrace, traceOf } from '../../base/trace-context.ts'
import type { HttpDeps } from '../deps.ts'

/** Answers that last as long as the client takes: their time says nothing. */
const streams = /^\/(dl|blobs)\//

/**
 * Gives the request its id, counts it and logs its end: one line each, and a warning for what took
 * long. A caller's trace goes on here: its id is in the log, and in what is asked of others.
 */
export function identifyAndLog({ clock, log, traffic, settings, onServed }: HttpDeps) {
  return async (ctx: Context, next: () => Promise<unknown>) => {
    const startedMs = performance.now()
    const startedAtMs = Date.now()
    const requestId = newId('req', clock.nowMs())
    ctx.state.requestId = requestId
    ctx.set('x-request-id', requestId)
    const trace = traceOf(ctx.get('traceparent'), onServed !== undefined)
    const traced = trace ? { trace_id: trace.traceId } : {}
    ctx.state.traced = traced
    traffic.begin()
    try {
      await inTrace(trace, next)
    } finally {
      // The route's pattern, not the path: paths of /dl and /blobs carry what opens them.
      const route = (ctx.state.route as string | undefined) ?? 'unmatched'
      const { method, status } = ctx
      const took = performance.now() - startedMs
      const ms = Math.round(took)
      traffic.end({ method, route, status, ms: took })
      log.info({ requestId, ...traced, method, route, status, ms }, 'request')
      const isSlow = settings.slowRequestMs > 0 && ms >= settings.slowRequestMs
      if (isSlow && !streams.test(route)) {
        log.warn({ requestId, ...traced, method, route, status, ms }, 'slow request')
      }
      const endedAtMs = startedAtMs + took
      onServed?.({ method, route, status, requestId, startedAtMs, endedAtMs, trace })
    }
  }
}
