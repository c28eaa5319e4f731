import type { Socket } from 'node:net'
import type { Context } from 'koa'
import type { AddressRanges } from '../../base/address-ranges.ts'

/**
 * The caller's address: the connection's own, or, behind proxies that the operator named, the
 * last forwarded address that is not itself such a proxy. Anybody can write the header, so it
 * counts from nobody else.
 */
export function addressOf(ctx: Context, trustedProxies: AddressRanges): string {
  const { direct, isProxy } = otherEnd(ctx.req.socket, trustedProxies)
  if (!isProxy) return direct
  const forwarded = ctx.get('x-forwarded-for').split(',')
  const outside = forwarded.map((part) => plain(part.trim())).filter((part) => part !== '')
  return outside.findLast((part) => !trustedProxies.has(part)) ?? direct
}

type OtherEnd = { direct: string; isProxy: boolean }

/** Who is there stays the same for as long as a connection is open. */
const ends = new WeakMap<Socket, OtherEnd>()

function otherEnd(socket: Socket, trustedProxies: AddressRanges): OtherEnd {
  const known = ends.get(socket)
  if (known) return known
  const direct = plain(socket.remoteAddress ?? '')
  const end = { direct, isProxy: trustedProxies.has(direct) }
  // Once it is closed the address is not known any more.
  if (direct !== '') ends.set(socket, end)
  return end
}

/** An IPv4 address that came over an IPv6 socket is written as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')
}
