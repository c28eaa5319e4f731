import { isIP } from 'node:net'
import * as z from 'zod'
import { list, truth, whole } from './rules.ts'

const hostName =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)*[a-z0-9_]([a-z0-9_-]*[a-z0-9])?$/i

/** A host name, an address, or a range of addresses. */
function isPlace(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (bits === undefined) return family !== 0 || hostName.test(text)
  const most = family === 4 ? 32 : 128
  return family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

const place = z
  .string()
  .refine(isPlace, 'host names, addresses or ranges such as 10.1.0.0/16, separated by commas')

export const webhookSettings = {
  webhooks: {
    rule: truth.default(true),
    help: 'send events to the addresses that tenants give; false: nothing is sent',
  },
  webhookAllow: {
    rule: list.pipe(z.array(place)).default([]),
    help: 'names and addresses of your own network that webhooks may go to, also by plain HTTP',
  },
  webhookDays: {
    rule: whole(1, 365).default(14),
    help: 'days for which deliveries of webhooks that are over are kept',
  },
}
