import * as z from 'zod'
import { cents } from '../../../base/money.ts'
import * as identity from '../../../domain/identity/index.ts'
import { idText, int, oneOf, pageEnd, pageQuery, qBool, timestamp } from '../../fields.ts'
import { name } from './auth.schema.ts'

export const ApiKeyParams = z.object({ id: idText })
export const GrantParams = z.object({ id: idText, grant_id: idText })
export const ApiKeyQuery = z.object(pageQuery)
export const RevokeApiKeyQuery = z.object({ descendants: qBool().optional() })

const scopes = z
  .array(oneOf(identity.SCOPES), { error: 'must be a list of scopes' })
  .min(1, 'must name at least one scope')
  .max(100, 'must have at most 100 entries')

const datasetIds = z
  .array(idText, { error: 'must be a list of dataset ids' })
  .max(identity.keyDatasetsMax, `must have at most ${identity.keyDatasetsMax} entries`)

export const moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-01-31T12:00:00Z' })
  .transform((value) => Date.parse(value))

const limits = {
  rate_per_minute: int({ min: 1, max: identity.keyRatePerMinuteMax }).nullable().optional(),
  monthly_budget_credits: int({ min: 0, max: identity.keyBudgetMaxCredits })
    .transform(cents)
    .nullable()
    .optional(),
  expires_at: moment.nullable().optional(),
}

const access = {
  scopes: scopes.optional(),
  dataset_access_mode: oneOf(identity.DATASET_ACCESS_MODES).optional(),
  dataset_ids: datasetIds.optional(),
  ...limits,
}

export const CreateApiKeyBody = z.object({ name, ...access }).meta({ id: 'CreateApiKey' })
export const PatchApiKeyBody = z
  .object({ name: name.optional(), ...access })
  .meta({ id: 'PatchApiKey' })
export const AddGrantBody = z.object({ dataset_id: idText }).meta({ id: 'AddGrant' })

export const GrantReply = z
  .object({ grant_id: z.string(), dataset_id: z.string(), created_at: timestamp })
  .meta({ id: 'Grant' })

const record = {
  api_key_id: z.string(),
  created_by: z.string().meta({ description: 'The user or key that made it, or operator' }),
  name: z.string(),
  key_prefix: z.string(),
  scopes: z.array(z.enum(identity.SCOPES)),
  dataset_access_mode: z.enum(identity.DATASET_ACCESS_MODES),
  dataset_ids: z.array(z.string()),
  grants: z.array(GrantReply),
  rate_per_minute: z.int().nullable(),
  monthly_budget_credits: z.int().nullable(),
  expires_at: timestamp.nullable(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
  application: z
    .object({
      client_id: z.string(),
      name: z.string().meta({ description: 'As the program says itself' }),
      redirect_place: z.string().meta({ description: 'A host, or the scheme of a program' }),
      renews_until: timestamp.meta({ description: 'Later with each use' }),
    })
    .nullable()
    .meta({ description: 'A program that somebody let in (OAuth): it renews this key by itself' }),
}

export const ApiKeyReply = z.object(record).meta({ id: 'ApiKey' })

export const CreatedApiKeyReply = z
  .object({
    ...record,
    secret: z.string().meta({ description: 'The key in full, shown this once' }),
    key: z.string().meta({ description: 'The same as secret' }),
  })
  .meta({ id: 'CreatedApiKey' })

export const ApiKeysReply = z
  .object({ api_keys: z.array(ApiKeyReply), ...pageEnd })
  .meta({ id: 'ApiKeys' })
