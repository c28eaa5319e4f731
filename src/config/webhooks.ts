import * as z from 'zod'
import { isAddressRange } from '../base/address-ranges.ts'
import { list, truth, whole } from './rules.ts'

const hostName =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)*[a-z0-9_]([a-z0-9_-]*[a-z0-9])?$/i

const place = z
  .string()
  .refine(
    (text) => isAddressRange(text) || hostName.test(text),
    'host names, addresses or ranges such as 10.1.0.0/16, separated by commas',
  )

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
