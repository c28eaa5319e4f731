import type { Scope } from '../principal.ts'

/** No file name: whoever is erased would stay in it. */
type AboutObject = { object_id: string; dataset_id: string }

/** What the doctor finds, and what to do about it. */
export type Problem = {
  check: string
  level: 'error' | 'warning'
  message: string
  remedy: string
}

/**
 * Every type of event and what is said with it, as it leaves: ids, names and amounts, and nothing
 * that is secret or about a person.
 */
export type EventData = {
  'object.uploaded': AboutObject & { size_bytes: number }
  'object.approved': AboutObject
  'object.rejected': AboutObject
  'object.expired': AboutObject
  'object.indexed': AboutObject & { passages: number }
  /** The word with which the object's error begins; `interrupted` where it has none. */
  'object.failed': AboutObject & { reason: string }
  /** By its owner or with its file; of a dataset that is deleted as a whole that one event. */
  'object.deleted': AboutObject
  /** Why, the object says itself. */
  'object.taken_down': AboutObject
  'object.restored': AboutObject
  'dataset.deleted': { dataset_id: string }
  /** Why, the dataset says itself. */
  'dataset.suspended': { dataset_id: string }
  'dataset.resumed': { dataset_id: string }
  /** Why is read by operators alone. */
  'tenant.suspended': { tenant_id: string }
  'tenant.resumed': { tenant_id: string }
  'dataset.access_requested': {
    dataset_id: string
    dataset_name: string
    access_request_id: string
    tenant_id: string
    tenant_name: string
  }
  'dataset.access_decided': {
    dataset_id: string
    access_request_id: string
    decision: 'approved' | 'rejected'
  }
  /** Taken back, or over. */
  'dataset.access_ended': { dataset_id: string; reason: 'revoked' | 'expired' }
  'download.sold': { asset_id: string; dataset_id: string; price_credits: number }
  'licence.sold': {
    asset_id: string
    sale_id: string
    license_type: string
    price_lamports: number
  }
  /** A charge brought the balance below the setting; again after it was above. */
  'credits.low': { available_credits: number; threshold_credits: number }
  'allowance.spent': { searches: number; reset_at: string }
  'key.created': { api_key_id: string; name: string; scopes: string[] }
  'key.revoked': { api_key_id: string; name: string }
  'member.joined': { user_id: string; roles: string[] }
  'member.second_factor_changed': {
    user_id: string
    change: 'added' | 'removed' | 'reset'
    means: 'totp' | 'passkey' | 'all'
  }
  'statement.ready': { payout_statement_id: string; period: string; seller_cents: number }
  'payout.paid': { payout_statement_id: string; period: string; paid_cents: number }
  'dispute.opened': { dispute_id: string; period: string; charge_cents: number }
  'review.waiting': AboutObject & { tenant_id: string; review_expires_at: string }
  'review.expiring': AboutObject & { tenant_id: string; review_expires_at: string }
  /** Of a folder of the server, that somebody began from a page. */
  'import.finished': {
    import_id: string
    dataset_id: string
    state: 'done' | 'failed'
    imported: number
    unchanged: number
    refused: number
    deleted: number
  }
  /** A folder that is watched cannot be looked at; not said again until it could. */
  'watch.failed': { watch_id: string; dataset_id: string }
  'backup.failed': { began_at: string }
  'doctor.problem': Problem
  /** What was one is none any more. */
  'doctor.solved': Problem
  'webhook.disabled': { webhook_id: string; reason: string }
}

export type EventType = keyof EventData

/** Off the market by who runs the platform, and back: told to those who answer for the tenant. */
export type OffMarket = Extract<
  EventType,
  | 'object.taken_down'
  | 'object.restored'
  | 'dataset.suspended'
  | 'dataset.resumed'
  | 'tenant.suspended'
  | 'tenant.resumed'
>

/** Who is told: holders of a scope, who may manage members, or whoever runs the platform. */
export type Audience = Scope | 'managers' | 'platform'

/** As the thing itself is shown: who may not look at it is not told of it either. */
export const audiences: Readonly<Record<EventType, Audience>> = {
  'object.uploaded': 'datasets:read',
  'object.approved': 'datasets:read',
  'object.rejected': 'datasets:read',
  'object.expired': 'datasets:read',
  'object.indexed': 'datasets:read',
  'object.failed': 'datasets:read',
  'object.deleted': 'datasets:read',
  'object.taken_down': 'datasets:read',
  'object.restored': 'datasets:read',
  'dataset.deleted': 'datasets:read',
  'dataset.suspended': 'datasets:read',
  'dataset.resumed': 'datasets:read',
  'tenant.suspended': 'managers',
  'tenant.resumed': 'managers',
  'dataset.access_requested': 'datasets:write',
  'dataset.access_decided': 'datasets:read',
  'dataset.access_ended': 'datasets:read',
  'download.sold': 'billing:read',
  'licence.sold': 'billing:read',
  'credits.low': 'usage:read',
  'allowance.spent': 'usage:read',
  'key.created': 'keys:write',
  'key.revoked': 'keys:write',
  'member.joined': 'managers',
  'member.second_factor_changed': 'managers',
  'statement.ready': 'billing:read',
  'payout.paid': 'billing:read',
  'dispute.opened': 'billing:read',
  'review.waiting': 'platform',
  'review.expiring': 'datasets:read',
  'import.finished': 'datasets:read',
  'watch.failed': 'datasets:read',
  'backup.failed': 'platform',
  'doctor.problem': 'platform',
  'doctor.solved': 'platform',
  'webhook.disabled': 'managers',
}

export const eventTypes = Object.keys(audiences) as EventType[]
