import type { Context } from 'koa'
import type { AddressRanges } from '../../base/address-ranges.ts'

/**
 * The caller's address: the connection's own, or, behind proxies that the operator named, the
 * last forwarded address that is not itself such a proxy. Anybody can write the header, so it
 * counts from nobody else.
 */
export function addressOf(ctx: Context, trustedProxies: AddressRanges): string {
  const direct = plain(ctx.req.socket.remoteAddress ?? '')
  if (!trustedProxies.has(direct)) return direct
  const forwarded = ctx.get('x-forwarded-for').split(',')
  const outside = forwarded.map((part) => plain(part.trim())).filter((part) => part !== '')
  return outside.findLast((part) => !trustedProxies.has(part)) ?? direct
}

/** An IPv4 address that came over an IPv6 socket is written as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')
}
