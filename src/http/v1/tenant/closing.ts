import * as z from 'zod'
import { pendings } from '../../../domain/erasure/index.ts'
import { closingBars } from '../../../domain/identity/index.ts'
import { text } from '../../fields.ts'
import { get, post } from '../../route.ts'
import { presentGoing, whatGoes } from '../admin/erasure.ts'

const ClosingPlanReply = z
  .object({
    tenant_id: z.string(),
    name: z.string().meta({ description: 'To be typed for the closing' }),
    ...whatGoes,
    in_the_way: z.array(z.enum([...closingBars, ...pendings])).meta({
      description: 'What has to end first; other_owner: another one leaves, or you do',
    }),
  })
  .meta({ id: 'ClosingPlan' })

export const getClosingPlan = get('/v1/tenant/closing', {
  id: 'getClosingPlan',
  summary: 'What would go if I closed my tenant, and what is in the way',
  description: 'For its owner. Nothing is done by this.',
  tag: 'Members',
  access: 'session',
  reply: ClosingPlanReply,
  errors: [401, 403],
  run: ({ rooms, principal }) => rooms.erasure.closingPlan(principal),
  present: ({ inTheWay, ...plan }) => ({ ...presentGoing(plan), in_the_way: [...inTheWay] }),
})

export const closeTenant = post('/v1/tenant/closing', {
  id: 'closeTenant',
  answersLater: true,
  summary: 'Close my tenant, for good: its people, keys, files and searches go',
  description:
    'By its only owner. From this answer on nobody of it may do anything, and nothing of it is ' +
    'for sale; everything goes in the background, without a way back. The books stay and name ' +
    'nobody. What somebody bought a licence on is kept for them as long as after any deletion. ' +
    '400 where name is not the name of the tenant; 409 for what is in the way, and for money ' +
    'that the books still hold (balance_left) unless forfeit says that it is given up.',
  tag: 'Members',
  access: 'session',
  body: z
    .object({
      name: text({ min: 1, max: 200 }).meta({ description: 'Of the tenant, typed once more' }),
      forfeit: z
        .boolean({ error: 'must be true or false' })
        .default(false)
        .meta({ description: 'What the books still hold is given up' }),
    })
    .meta({ id: 'TenantClosing' }),
  status: 202,
  reply: z.object({ tenant_id: z.string() }).meta({ id: 'TenantClosed' }),
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) => rooms.erasure.closeTenant(cmd, body),
  present: ({ tenantId }) => ({ tenant_id: tenantId }),
})
