import { Readable } from 'node:stream'
import * as z from 'zod'
import { isoOf } from '../../../base/clock.ts'
import { NotFound } from '../../../base/errors.ts'
import type { TenantId, UserId } from '../../../base/ids.ts'
import { type ErasurePlan, pendingWords } from '../../../domain/erasure/index.ts'
import { idText, text } from '../../fields.ts'
import { get, post } from '../../route.ts'
import { presentWork, WorkReply } from './house/present-work.ts'

const tag = 'Administration'
const TenantParams = z.object({ id: idText })

const forfeit = z
  .boolean({ error: 'must be true or false' })
  .default(false)
  .meta({ description: 'What the books still hold is given up' })

/** What would go with a tenant, and what the books still hold. */
export const whatGoes = {
  goes: z.object({
    users: z.int(),
    api_keys: z.int(),
    datasets: z.int(),
    objects: z.int(),
    bytes: z.int(),
    passages: z.int(),
    wallets: z.int(),
    searches: z.int(),
  }),
  money: z
    .array(z.object({ unit: z.enum(['CREDIT', 'SOL']), kind: z.string(), minor: z.int() }))
    .meta({ description: 'What the books still hold, in the smallest part of the unit' }),
}

const ErasurePlanReply = z
  .object({
    tenant_id: z.string(),
    name: z.string().meta({ description: 'To be typed for the erasure' }),
    ...whatGoes,
    pending: z.array(z.string()).meta({ description: 'What has to end first' }),
    has_platform_admin: z.boolean().meta({ description: 'Such a tenant is not erased' }),
  })
  .meta({ id: 'ErasurePlan' })

export const getErasurePlan = get('/v1/admin/tenants/:id/erasure', {
  id: 'getErasurePlan',
  summary: 'What would go if a tenant were erased, and what is in the way',
  description: 'Nothing is done by this.',
  tag,
  access: 'platform_admin',
  params: TenantParams,
  reply: ErasurePlanReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.erasure.planFor(principal, params.id as TenantId),
  present: ({ pending, hasPlatformAdmin, ...plan }) => ({
    ...presentGoing(plan),
    pending: pending.map((one) => pendingWords[one]),
    has_platform_admin: hasPlatformAdmin,
  }),
})

export function presentGoing({
  tenant,
  counts: { apiKeys, ...counts },
  money,
}: Pick<ErasurePlan, 'tenant' | 'counts' | 'money'>) {
  return {
    tenant_id: tenant.tenantId,
    name: tenant.name,
    goes: { ...counts, api_keys: apiKeys },
    money: money.map((one) => ({ ...one })),
  }
}

export const eraseTenant = post('/v1/admin/tenants/:id/erasure', {
  id: 'eraseTenant',
  answersLater: true,
  summary: 'Erase a tenant with its people and files, for good; the books stay',
  description:
    'In the background, as kontor tenant erase does it: GET /v1/admin/work/{id} says what came ' +
    'of it. There is no way back, and backups of before still have it. 400 where name is not the ' +
    'name of the tenant, 409 for what is in the way, a platform admin in the tenant included.',
  tag,
  access: 'platform_admin',
  params: TenantParams,
  body: z
    .object({
      name: text({ min: 1, max: 200 }).meta({ description: 'Of the tenant, typed once more' }),
      forfeit,
      drop_sold: z
        .boolean({ error: 'must be true or false' })
        .default(false)
        .meta({ description: 'Files go, too, that are kept for who bought a licence' }),
    })
    .meta({ id: 'TenantErasure' }),
  status: 202,
  reply: WorkReply,
  errors: [400, 401, 403, 404, 409],
  run({ rooms, cmd, params, body }) {
    const tenantId = params.id as TenantId
    const { name, forfeit: isForfeit, drop_sold: dropSold } = body
    rooms.erasure.requireErasable(cmd.principal, { tenantId, name, forfeit: isForfeit })
    const options = { tenantId, forfeit: isForfeit, dropSold }
    return rooms.service.works.start(cmd, { kind: 'tenant_erase', options })
  },
  present: presentWork,
})

export const exportTenant = post('/v1/admin/tenants/:id/export', {
  id: 'exportTenant',
  answersLater: true,
  summary: 'Put everything of a tenant into an archive that it can take along',
  description:
    'In the background: what kontor tenant export writes, once at a time. GET of the same path ' +
    'gives it when it is done, for a day or until the server ends; it takes the place of the one ' +
    'before.',
  tag,
  access: 'platform_admin',
  params: TenantParams,
  status: 202,
  reply: WorkReply,
  errors: [400, 401, 403, 404, 409],
  run({ rooms, cmd, params }) {
    const { tenantId } = rooms.identity.readTenant(cmd.principal, params.id as TenantId)
    return rooms.service.works.start(cmd, { kind: 'tenant_export', options: { tenantId } })
  },
  present: presentWork,
})

export const fetchTenantExport = get('/v1/admin/tenants/:id/export', {
  id: 'fetchTenantExport',
  summary: 'The archive of a tenant that was made last, as a tar',
  description: '404 where none waits.',
  tag,
  access: 'platform_admin',
  params: TenantParams,
  reply: null,
  errors: [400, 401, 403, 404],
  raw: true,
  media: ['application/x-tar'],
  run({ rooms, principal, params, http: { ctx } }) {
    const { tenantId } = rooms.identity.readTenant(principal, params.id as TenantId)
    const archive = rooms.service.archive(tenantId)
    if (!archive) throw new NotFound('archive')
    const day = isoOf(archive.madeAtMs).slice(0, 10)
    ctx.status = 200
    ctx.set('Content-Type', 'application/x-tar')
    ctx.set('Content-Disposition', `attachment; filename="${tenantId}-${day}.tar"`)
    ctx.set('Cache-Control', 'private, no-store')
    ctx.length = archive.sizeBytes
    ctx.body = Readable.from(archive.bytes)
  },
})

const UserErasedReply = z
  .object({
    user_id: z.string(),
    tenant_id: z.string(),
    sessions_ended: z.int(),
    api_keys_revoked: z.int(),
  })
  .meta({ id: 'UserErased' })

export const eraseUser = post('/v1/admin/users/:id/erasure', {
  id: 'eraseUser',
  summary: 'Erase a person, for good; the books stay and name nobody',
  description:
    'As kontor erase does it. There is no way back, and backups of before still have it. 400 ' +
    'where email is not the address of the person, 409 for oneself, for the last owner of a ' +
    'tenant with others in it, and where money is left or on its way.',
  tag,
  access: 'platform_admin',
  params: TenantParams,
  body: z
    .object({
      email: text({ min: 1, max: 254 }).meta({ description: 'Of the person, typed once more' }),
      forfeit,
    })
    .meta({ id: 'UserErasure' }),
  reply: UserErasedReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.erasure.erasePersonAsAdmin(cmd, { userId: params.id as UserId, ...body }),
  present: ({ userId, tenantId, sessionsEnded, keysRevoked }) => ({
    user_id: userId,
    tenant_id: tenantId,
    sessions_ended: sessionsEnded,
    api_keys_revoked: keysRevoked.length,
  }),
})
