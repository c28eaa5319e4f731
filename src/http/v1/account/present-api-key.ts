import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { ApiKey, Application, CreatedApiKey, Grant } from '../../../domain/identity/index.ts'

export function presentApiKey(key: ApiKey) {
  return {
    api_key_id: key.apiKeyId,
    created_by: key.createdBy,
    name: key.name,
    key_prefix: key.keyPrefix,
    scopes: [...key.scopes],
    dataset_access_mode: key.datasetAccessMode,
    dataset_ids: [...key.datasetIds],
    grants: key.grants.map(presentGrant),
    rate_per_minute: key.ratePerMinute,
    monthly_budget_credits: key.monthlyBudgetCredits,
    expires_at: isoOrNull(key.expiresAtMs),
    created_at: isoOf(key.createdAtMs),
    last_used_at: isoOrNull(key.lastUsedAtMs),
    revoked_at: isoOrNull(key.revokedAtMs),
    application: key.application && presentApplication(key.application),
  }
}

function presentApplication(application: Application) {
  return {
    client_id: application.clientId,
    name: application.name,
    redirect_place: application.redirectPlace,
    renews_until: isoOf(application.refreshUntilMs),
  }
}

/** The only answer with the key itself: spec 5.2.4 calls it `secret`, people call it the key. */
export function presentCreatedApiKey(key: CreatedApiKey) {
  return { ...presentApiKey(key), secret: key.key, key: key.key }
}

export function presentGrant(grant: Grant) {
  return {
    grant_id: grant.grantId,
    dataset_id: grant.datasetId,
    created_at: isoOf(grant.createdAtMs),
  }
}
