import type { Context } from 'koa'
import { LeaseOver } from '../../base/lease.ts'
import type { HttpDeps } from '../deps.ts'

/**
 * The last look at the lease, with nothing but the write after it: a process that was halted on the
 * way here cuts the connection. That somebody is answered no more may be said.
 */
export function whileLeased({ requireLease }: Pick<HttpDeps, 'requireLease'>) {
  return async (ctx: Context, next: () => Promise<unknown>) => {
    await next()
    if (ctx.status === 503 || ctx.headerSent || !ctx.writable) return
    try {
      requireLease()
    } catch (error) {
      if (!(error instanceof LeaseOver)) throw error
      ctx.respond = false
      ctx.res.destroy()
    }
  }
}
