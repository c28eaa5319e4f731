import * as z from 'zod'
import type { EventData, EventType } from '../../domain/events/index.ts'

const time = z.string().meta({ format: 'date-time' })
const aboutObject = { object_id: z.string(), dataset_id: z.string() }
const waiting = { ...aboutObject, tenant_id: z.string(), review_expires_at: time }

const problem = z.object({
  check: z.string(),
  level: z.enum(['error', 'warning']),
  message: z.string(),
  remedy: z.string().meta({ description: 'What to do' }),
})

/** What each type of event says: the names, and that they are all there, are the domain's. */
export const eventSchemas = {
  'object.uploaded': z.object({ ...aboutObject, size_bytes: z.int() }),
  'object.approved': z.object(aboutObject),
  'object.rejected': z.object(aboutObject),
  'object.expired': z.object(aboutObject),
  'object.indexed': z.object({ ...aboutObject, passages: z.int() }),
  'object.failed': z.object({
    ...aboutObject,
    reason: z.string().meta({ description: 'Such as encrypted, corrupt, empty or interrupted' }),
  }),
  'object.deleted': z.object(aboutObject),
  'object.taken_down': z.object(aboutObject),
  'object.restored': z.object(aboutObject),
  'dataset.deleted': z.object({ dataset_id: z.string() }),
  'dataset.suspended': z.object({ dataset_id: z.string() }),
  'dataset.resumed': z.object({ dataset_id: z.string() }),
  'tenant.suspended': z.object({ tenant_id: z.string() }),
  'tenant.resumed': z.object({ tenant_id: z.string() }),
  'dataset.access_requested': z.object({
    dataset_id: z.string(),
    dataset_name: z.string(),
    access_request_id: z.string(),
    tenant_id: z.string().meta({ description: 'Who asks' }),
    tenant_name: z.string(),
  }),
  'dataset.access_decided': z.object({
    dataset_id: z.string(),
    access_request_id: z.string(),
    decision: z.enum(['approved', 'rejected']),
  }),
  'dataset.access_ended': z.object({
    dataset_id: z.string(),
    reason: z.enum(['revoked', 'expired']),
  }),
  'download.sold': z.object({
    asset_id: z.string(),
    dataset_id: z.string(),
    price_credits: z.int(),
  }),
  'licence.sold': z.object({
    asset_id: z.string(),
    sale_id: z.string(),
    license_type: z.string(),
    price_lamports: z.int(),
  }),
  'credits.low': z.object({ available_credits: z.int(), threshold_credits: z.int() }),
  'allowance.spent': z.object({ searches: z.int(), reset_at: time }),
  'key.created': z.object({
    api_key_id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
  }),
  'key.revoked': z.object({ api_key_id: z.string(), name: z.string() }),
  'member.joined': z.object({ user_id: z.string(), roles: z.array(z.string()) }),
  'member.second_factor_changed': z.object({
    user_id: z.string(),
    change: z.enum(['added', 'removed', 'reset']),
    means: z.enum(['totp', 'passkey', 'all']),
  }),
  'statement.ready': z.object({
    payout_statement_id: z.string(),
    period: z.string(),
    seller_cents: z.int(),
  }),
  'payout.paid': z.object({
    payout_statement_id: z.string(),
    period: z.string(),
    paid_cents: z.int(),
  }),
  'dispute.opened': z.object({
    dispute_id: z.string(),
    period: z.string(),
    charge_cents: z.int(),
  }),
  'review.waiting': z.object(waiting),
  'review.expiring': z.object(waiting),
  'import.finished': z.object({
    import_id: z.string(),
    dataset_id: z.string(),
    state: z.enum(['done', 'failed']),
    imported: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    deleted: z.int(),
  }),
  'watch.failed': z.object({ watch_id: z.string(), dataset_id: z.string() }),
  'backup.failed': z.object({ began_at: time }),
  'doctor.problem': problem,
  'doctor.solved': problem,
  'webhook.disabled': z.object({
    webhook_id: z.string(),
    reason: z.string().meta({ description: 'gone (410) or not_answering (three days)' }),
  }),
} satisfies { [T in EventType]: z.ZodType<EventData[T]> }

const summaries: Record<EventType, string> = {
  'object.uploaded': 'A file was confirmed and waits for its review',
  'object.approved': 'A reviewer let an object in',
  'object.rejected': 'A reviewer refused an object',
  'object.expired': 'Nobody reviewed an object in time',
  'object.indexed': 'An object can be found',
  'object.failed': 'An object could not be read',
  'object.deleted': 'An object was deleted',
  'object.taken_down': 'An administrator took an object off the market',
  'object.restored': 'An object that was taken down is there again',
  'dataset.deleted': 'A dataset was deleted with all that is in it',
  'dataset.suspended': 'An administrator shut a dataset',
  'dataset.resumed': 'A dataset is no longer suspended',
  'tenant.suspended': 'An administrator shut the tenant out; why is not said',
  'tenant.resumed': 'The tenant is no longer suspended',
  'dataset.access_requested': 'Somebody asks to be let into a dataset',
  'dataset.access_decided': 'A request for a dataset was decided',
  'dataset.access_ended': 'Access to a dataset was revoked, or its time is over',
  'download.sold': 'Somebody fetched a file and paid its price',
  'licence.sold': 'Somebody bought a licence',
  'credits.low': 'The balance fell below the threshold of the settings',
  'allowance.spent': "The month's last search was used",
  'key.created': 'An API key was made',
  'key.revoked': 'An API key ended',
  'member.joined': 'Somebody joined the tenant',
  'member.second_factor_changed': 'Somebody added or lost a second factor',
  'statement.ready': 'A month was settled and its statement made',
  'payout.paid': 'A payout was paid',
  'dispute.opened': 'A charge was contested',
  'review.waiting': 'For those who review: an object waits',
  'review.expiring': 'A review ends in twelve hours',
  'doctor.problem': 'For those who run the platform: the doctor found something new',
  'doctor.solved': 'For those who run the platform: what it found is in order again',
  'import.finished': 'A folder of the server was taken in, as far as it could be',
  'watch.failed': 'A folder that is watched cannot be looked at; told once until it can again',
  'backup.failed': 'For those who run the platform: a backup that was due failed',
  'webhook.disabled': 'Nothing more is sent to an endpoint',
}

export const eventTag = 'Events'

/** Every event as a program is told of it, in the shape of Standard Webhooks. */
export function webhooksOf() {
  const all = (Object.keys(eventSchemas) as EventType[]).map((type) => {
    const schema = z.object({
      type: z.literal(type),
      number: z.int().meta({ description: 'Within the tenant, going up by one' }),
      timestamp: time,
      data: eventSchemas[type],
    })
    const post = {
      operationId: `on.${type}`,
      summary: summaries[type],
      description: `An event of the type ${type}, written with the deed itself.`,
      tags: [eventTag],
      // What is sent says by itself from whom it is.
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Taken' } },
    }
    return [type, { post }] as const
  })
  return Object.fromEntries(all)
}
