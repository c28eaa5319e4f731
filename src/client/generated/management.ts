// Made by scripts/client-types from /openapi/b.json; a test compares the two.

export type SignUp = {
  email: string
  /** Not one of the commonest */
  password: string
  display_name: string
  /** Needed unless an invitation is given */
  tenant_name?: string | undefined
  /** Joins a tenant instead of making one */
  invitation_code?: string | undefined
  /** Makes the first platform administrator */
  setup_code?: string | undefined
}

export type LogIn = {
  email: string
  password: string
  /** Of an earlier login of this device: strangers who try do not slow it down */
  device_token?: string | undefined
  /** For who has one and sends it along: one of the two */
  second_factor?:
    | {
        /** Of the app for codes */ code?: string | undefined
        recovery_code?: string | undefined
      }
    | undefined
}

export type AskSignIn = {
  /** Of a log-in under way: says again what it asks for */ challenge_id?: string | undefined
}

/** One of code, recovery_code and passkey */
export type AnswerSignIn = {
  /** Of the question */ challenge_id: string
  /** Of the app for codes */
  code?: string | undefined
  recovery_code?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

/** What PublicKeyCredential.toJSON() gives */
export type PasskeyAnswer = {
  id: string
  type: 'public-key'
  response: {
    clientDataJSON: string
    attestationObject?: string | undefined
    authenticatorData?: string | undefined
    signature?: string | undefined
    userHandle?: string | null | undefined
    transports?: string[] | undefined
  }
}

export type PasswordReset = {
  /** From an administrator */ reset_code: string
  /** Not one of the commonest */
  new_password: string
}

export type ChangeEmail = { email: string }

export type EmailVerification = {
  /** From the letter */ email_code: string
}

export type RequestPasswordReset = { email: string }

export type ChangePassword = {
  current_password: string
  /** Not one of the commonest */
  new_password: string
}

export type MarkNoticesRead = {
  notice_ids?: string[] | undefined
  /** Instead: all that there are now */
  all?: true | undefined
}

export type ChangeNotifications = {
  locale?: 'en' | 'de' | 'es' | 'fr' | undefined
  mail?:
    | {
        'object.uploaded'?: 'off' | 'at_once' | 'daily' | undefined
        'object.approved'?: 'off' | 'at_once' | 'daily' | undefined
        'object.rejected'?: 'off' | 'at_once' | 'daily' | undefined
        'object.expired'?: 'off' | 'at_once' | 'daily' | undefined
        'object.indexed'?: 'off' | 'at_once' | 'daily' | undefined
        'object.failed'?: 'off' | 'at_once' | 'daily' | undefined
        'object.deleted'?: 'off' | 'at_once' | 'daily' | undefined
        'object.taken_down'?: 'off' | 'at_once' | 'daily' | undefined
        'object.restored'?: 'off' | 'at_once' | 'daily' | undefined
        'dataset.deleted'?: 'off' | 'at_once' | 'daily' | undefined
        'dataset.suspended'?: 'off' | 'at_once' | 'daily' | undefined
        'dataset.resumed'?: 'off' | 'at_once' | 'daily' | undefined
        'tenant.suspended'?: 'off' | 'at_once' | 'daily' | undefined
        'tenant.resumed'?: 'off' | 'at_once' | 'daily' | undefined
        'dataset.access_requested'?: 'off' | 'at_once' | 'daily' | undefined
        'dataset.access_decided'?: 'off' | 'at_once' | 'daily' | undefined
        'dataset.access_ended'?: 'off' | 'at_once' | 'daily' | undefined
        'download.sold'?: 'off' | 'at_once' | 'daily' | undefined
        'licence.sold'?: 'off' | 'at_once' | 'daily' | undefined
        'credits.low'?: 'off' | 'at_once' | 'daily' | undefined
        'allowance.spent'?: 'off' | 'at_once' | 'daily' | undefined
        'key.created'?: 'off' | 'at_once' | 'daily' | undefined
        'key.revoked'?: 'off' | 'at_once' | 'daily' | undefined
        'member.joined'?: 'off' | 'at_once' | 'daily' | undefined
        'member.second_factor_changed'?: 'off' | 'at_once' | 'daily' | undefined
        'statement.ready'?: 'off' | 'at_once' | 'daily' | undefined
        'payout.paid'?: 'off' | 'at_once' | 'daily' | undefined
        'dispute.opened'?: 'off' | 'at_once' | 'daily' | undefined
        'review.waiting'?: 'off' | 'at_once' | 'daily' | undefined
        'review.expiring'?: 'off' | 'at_once' | 'daily' | undefined
        'import.finished'?: 'off' | 'at_once' | 'daily' | undefined
        'watch.failed'?: 'off' | 'at_once' | 'daily' | undefined
        'backup.failed'?: 'off' | 'at_once' | 'daily' | undefined
        'doctor.problem'?: 'off' | 'at_once' | 'daily' | undefined
        'doctor.solved'?: 'off' | 'at_once' | 'daily' | undefined
        'webhook.disabled'?: 'off' | 'at_once' | 'daily' | undefined
      }
    | undefined
}

export type TotpCode = { code: string }

export type AddPasskey = {
  /** Of the question */ challenge_id: string
  name: string
  passkey: PasskeyAnswer
}

export type RenamePasskey = { name: string }

/** One of code, recovery_code, passkey and password */
export type Confirm = {
  /** Beside passkey */ challenge_id?: string | undefined
  /** Of the app for codes */
  code?: string | undefined
  recovery_code?: string | undefined
  passkey?: PasskeyAnswer | undefined
  /** Of who has no second factor */
  password?: string | undefined
}

export type CreateDataset = {
  name: string
  description?: string | null | undefined
  source_modality?: 'document' | 'image' | 'video' | 'audio' | 'text' | 'mixed' | undefined
  monetization_mode?: 'open' | 'premium' | 'restricted' | 'outcome_share' | undefined
  pricing_model?: 'fixed' | 'time_decay' | 'demand_curve' | undefined
  visibility?: 'private' | 'restricted' | 'listed' | undefined
  base_price_credits?: number | null | undefined
  tags?: string[] | undefined
  license?: string | null | undefined
}

export type PriceDatasets = { dataset_ids: string[]; base_price_credits: number | null }

export type PatchDataset = {
  name?: string | undefined
  description?: string | null | undefined
  source_modality?: 'document' | 'image' | 'video' | 'audio' | 'text' | 'mixed' | undefined
  monetization_mode?: 'open' | 'premium' | 'restricted' | 'outcome_share' | undefined
  pricing_model?: 'fixed' | 'time_decay' | 'demand_curve' | undefined
  visibility?: 'private' | 'restricted' | 'listed' | undefined
  base_price_credits?: number | null | undefined
  tags?: string[] | undefined
  license?: string | null | undefined
  status?:
    | 'draft'
    | 'ingesting'
    | 'active'
    | 'paused'
    | 'archived'
    | 'suspended'
    | 'pending_deletion'
    | 'deleted'
    | undefined
  sample_passage_ids?: string[] | undefined
}

export type ReprocessRequest = { objects?: 'all' | 'failed' | undefined }

export type SimulatePrices = {
  prices: {
    base_price_credits: number
    /** Left out: the dataset's own */
    pricing_model?: 'fixed' | 'time_decay' | 'demand_curve' | undefined
  }[]
}

export type GrantAccess = {
  tenant_id: string
  /** When the access ends by itself, to the minute; null: it does not */
  expires_at?: string | null | undefined
}

export type ChangeAccess = { expires_at: string | null }

export type RequestAccess = { message?: string | undefined }

export type DecideAccess = {
  decision: 'approved' | 'rejected'
  /** When the access ends by itself, to the minute; null: it does not */
  expires_at?: string | null | undefined
}

export type InitiateUpload = {
  filename: string
  content_type: string
  size_bytes: number
  checksum_sha256?: string | undefined
  source?: 'upload' | 'gdrive' | undefined
  title?: string | undefined
  folder?: string | undefined
  tags?: string[] | undefined
  user_text?: string | undefined
}

export type AnnounceUploads = { files: InitiateUpload[] }

export type ConfirmUploads = { object_ids: string[] }

export type KnownContent = { sha256: string[] }

export type CreateUpload = {
  dataset_id: string
  filename: string
  content_type: string
  size_bytes: number
  checksum_sha256?: string | undefined
  source?: 'upload' | 'gdrive' | undefined
  title?: string | undefined
  folder?: string | undefined
  tags?: string[] | undefined
  user_text?: string | undefined
}

export type ConfirmUpload = { parts?: NamedPart[] | undefined }

export type NamedPart = { part_number: number; etag: string }

export type AttachSidecar = {
  filename: string
  /** The file itself: SubRip or WebVTT */
  content: string
}

export type ChosenObjects = { object_ids: string[] }

export type StartFolderImport = {
  root_id: string
  /** From the root on, parted by slashes; empty: the root itself */
  folder: string
  dataset_id: string
  /** Says what would be done; unless given: false */
  dry_run?: boolean | undefined
  /**
   * Deletes objects whose files are gone from the folder or were replaced; unless
   * given: false
   */
  delete?: boolean | undefined
}

export type StartFolderWatch = {
  root_id: string
  /** From the root on, parted by slashes; empty: the root itself */
  folder: string
  dataset_id: string
  /**
   * From one look to the next; a folder that takes long waits longer; unless given:
   * 30
   */
  every_seconds?: number | undefined
  /**
   * Deletes objects whose files are gone from the folder or were replaced; unless
   * given: false
   */
  delete?: boolean | undefined
}

export type Approve = { note?: string | undefined }

export type Reject = Reason

export type Reason = { reason: string }

export type ClaimReview = {
  /** Also from somebody else */ take_over?: boolean | undefined
}

export type DecideReviews = { decisions: WantedDecision[] }

export type WantedDecision = {
  object_id: string
  decision: 'approved' | 'rejected'
  /** With an approval: stays among reviewers */
  note?: string | undefined
  /** Of a rejection, which needs one: it is told to the provider */
  reason?: string | undefined
}

export type Note = { note?: string | undefined }

export type Curation = { curated: boolean }

export type NewCitation = {
  /** Of a search result, not older than 30 days */ retrieval_event_id: string
}

export type NewOutcome = {
  /** Of a search result, not older than 30 days */ retrieval_event_id: string
  /** What the passage brought in, in cents */
  revenue_credits: number
  note?: string | undefined
}

export type RedeemVoucher = { code: string }

export type PayoutAccountChange = { holder_name: string; iban: string; bic?: string | undefined }

export type PlanChange = { plan: 'free' | 'starter' | 'pro' | 'unlimited' }

export type NewVouchers = {
  credits: number
  /** unless given: 1 */
  count?: number | undefined
  note?: string | undefined
  expires_at?: string | undefined
}

export type NewRefund = {
  /** The event_id of a charge, as exports and invoices show */ event_id: string
  reason: string
}

export type NewDispute = {
  /** The event_id of a charge, as exports and invoices show */ event_id: string
  reason: string
}

export type ResolveDispute = { decision: 'reject' | 'refund'; note?: string | undefined }

export type StatementChange = {
  status: 'approved' | 'held' | 'paid' | 'failed' | 'reversed'
  reason?: string | undefined
}

export type NewPayoutBatch = {
  /** unless given: false */ retry_failed?: boolean | undefined
}

export type CreateApiKey = {
  name: string
  scopes?:
    | (
        | 'datasets:read'
        | 'datasets:write'
        | 'objects:write'
        | 'search:query'
        | 'usage:read'
        | 'keys:write'
        | 'billing:read'
        | 'admin:*'
      )[]
    | undefined
  dataset_access_mode?: 'all_available' | 'allow_list' | undefined
  dataset_ids?: string[] | undefined
  rate_per_minute?: number | null | undefined
  monthly_budget_credits?: number | null | undefined
  expires_at?: string | null | undefined
}

export type PatchApiKey = {
  name?: string | undefined
  scopes?:
    | (
        | 'datasets:read'
        | 'datasets:write'
        | 'objects:write'
        | 'search:query'
        | 'usage:read'
        | 'keys:write'
        | 'billing:read'
        | 'admin:*'
      )[]
    | undefined
  dataset_access_mode?: 'all_available' | 'allow_list' | undefined
  dataset_ids?: string[] | undefined
  rate_per_minute?: number | null | undefined
  monthly_budget_credits?: number | null | undefined
  expires_at?: string | null | undefined
}

export type AddGrant = { dataset_id: string }

export type ApproveAuthorization = {
  client_id: string
  redirect_uri: string
  response_type?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
  state?: string | undefined
  scope?: string | undefined
  resource?: string | undefined
  /** Keys of `earlier` that end at once, for this one */
  replaces?: string[] | undefined
  monthly_budget_credits: number
}

export type PatchMember = {
  roles: ('owner' | 'admin' | 'seller_manager' | 'buyer_manager' | 'operator' | 'viewer')[]
}

export type Invite = {
  roles: ('owner' | 'admin' | 'seller_manager' | 'buyer_manager' | 'operator' | 'viewer')[]
  /** Who alone may use it; left out, who has the code */
  email?: string | undefined
  /** In 7 days unless given; within 31 days */
  expires_at?: string | undefined
}

export type AcceptInvitation = { invitation_code: string }

export type TenantClosing = {
  /** Of the tenant, typed once more */ name: string
  /** What the books still hold is given up; unless given: false */
  forfeit?: boolean | undefined
}

export type NewWebhook = {
  /**
   * https://…; plain HTTP and addresses of private networks where the operator lists
   * them
   */
  url: string
  /** Types of events; empty: all; unless given: [] */
  types?:
    | (
        | 'object.uploaded'
        | 'object.approved'
        | 'object.rejected'
        | 'object.expired'
        | 'object.indexed'
        | 'object.failed'
        | 'object.deleted'
        | 'object.taken_down'
        | 'object.restored'
        | 'dataset.deleted'
        | 'dataset.suspended'
        | 'dataset.resumed'
        | 'tenant.suspended'
        | 'tenant.resumed'
        | 'dataset.access_requested'
        | 'dataset.access_decided'
        | 'dataset.access_ended'
        | 'download.sold'
        | 'licence.sold'
        | 'credits.low'
        | 'allowance.spent'
        | 'key.created'
        | 'key.revoked'
        | 'member.joined'
        | 'member.second_factor_changed'
        | 'statement.ready'
        | 'payout.paid'
        | 'dispute.opened'
        | 'review.waiting'
        | 'review.expiring'
        | 'import.finished'
        | 'watch.failed'
        | 'backup.failed'
        | 'doctor.problem'
        | 'doctor.solved'
        | 'webhook.disabled'
      )[]
    | undefined
  /** unless given: "" */
  description?: string | undefined
}

export type WebhookPatch = {
  /**
   * https://…; plain HTTP and addresses of private networks where the operator lists
   * them
   */
  url?: string | undefined
  /** Types of events; empty: all */
  types?:
    | (
        | 'object.uploaded'
        | 'object.approved'
        | 'object.rejected'
        | 'object.expired'
        | 'object.indexed'
        | 'object.failed'
        | 'object.deleted'
        | 'object.taken_down'
        | 'object.restored'
        | 'dataset.deleted'
        | 'dataset.suspended'
        | 'dataset.resumed'
        | 'tenant.suspended'
        | 'tenant.resumed'
        | 'dataset.access_requested'
        | 'dataset.access_decided'
        | 'dataset.access_ended'
        | 'download.sold'
        | 'licence.sold'
        | 'credits.low'
        | 'allowance.spent'
        | 'key.created'
        | 'key.revoked'
        | 'member.joined'
        | 'member.second_factor_changed'
        | 'statement.ready'
        | 'payout.paid'
        | 'dispute.opened'
        | 'review.waiting'
        | 'review.expiring'
        | 'import.finished'
        | 'watch.failed'
        | 'backup.failed'
        | 'doctor.problem'
        | 'doctor.solved'
        | 'webhook.disabled'
      )[]
    | undefined
  description?: string | undefined
  /** active goes on where it stopped, also after it was disabled */
  state?: 'active' | 'paused' | undefined
}

export type RotateWebhookSecret = {
  /** For so long the secret of before is signed with as well; 24 unless given */
  overlap_hours?: number | undefined
}

export type CreateTenant = {
  name: string
  /** Who alone may become the owner */
  owner_email?: string | undefined
  /** In 7 days unless given; within 31 days */
  expires_at?: string | undefined
  /** null: as the setting says; 0: no limit */
  storage_quota_bytes?: number | null | undefined
}

export type InviteOwner = {
  /** Who alone may become the owner */ owner_email?: string | undefined
  /** In 7 days unless given; within 31 days */
  expires_at?: string | undefined
}

export type StorageQuotaChange = {
  /** null: as the setting says; 0: no limit */ storage_quota_bytes: number | null
}

export type TenantErasure = {
  /** Of the tenant, typed once more */ name: string
  /** What the books still hold is given up; unless given: false */
  forfeit?: boolean | undefined
  /** Files go, too, that are kept for who bought a licence; unless given: false */
  drop_sold?: boolean | undefined
}

export type PlatformAdminChange = { is_platform_admin: boolean }

export type UserErasure = {
  /** Of the person, typed once more */ email: string
  /** What the books still hold is given up; unless given: false */
  forfeit?: boolean | undefined
}

export type ChangeFirstHour = { put_aside: boolean }

export type AnyWebhookPatch = {
  /** active goes on where it stopped */ state: 'active' | 'paused'
}

export type StartWork = {
  kind:
    | 'doctor'
    | 'backup'
    | 'backup_verify'
    | 'ledger_verify'
    | 'chain_verify'
    | 'index_verify'
    | 'index_rebuild'
    | 'gc'
    | 'gc_count'
    | 'settle'
    | 'settle_check'
    | 'settle_preview'
    | 'secrets_rotate'
    | 'secrets_end_overlap'
    | 'clock_confirm'
  /** With settle, settle_check, settle_preview: last month unless given */
  period?: string | undefined
  /** With secrets_rotate: how long those of before are taken */
  overlap_hours?: number | undefined
}

export type MarketSearch = {
  query: string
  /** unless given: [] */
  dataset_ids?: string[] | undefined
  /** unless given: "auto" */
  retrieval_mode?: 'lexical' | 'dense' | 'hybrid' | 'auto' | undefined
  /** unless given: 20 */
  top_k?: number | undefined
  cursor?: string | undefined
  /** Where the page begins, for who counts instead of following cursors */
  offset?: number | undefined
  /** unless given: "relevance" */
  sort?: 'relevance' | 'recent' | undefined
  /** unless given: {} */
  filters?:
    | {
        modality?: 'audio' | 'image' | 'video' | 'document' | 'text' | undefined
        kind?: 'transcript' | 'caption' | 'ocr' | 'doc_chunk' | 'user_text' | 'metadata' | undefined
        lang?: string | undefined
        source?: 'upload' | 'gdrive' | undefined
        after?: number | undefined
        before?: number | undefined
        tags?: string[] | undefined
      }
    | undefined
  /** unless given: false */
  highlight?: boolean | undefined
  /** Count the matches by modality, kind, language and dataset; unless given: false */
  facets?: boolean | undefined
  /**
   * At most so many characters of each passage, from around what matched; without it
   * the whole passage
   */
  snippet_chars?: number | undefined
  /** The same value marks a retry of the same page: it is then billed once */
  request_id?: string | undefined
}

export type MintDownload = {
  asset_id: string
  start_ms?: number | undefined
  end_ms?: number | undefined
  /** The search that led here; one that is not yours is left out */
  search_id?: string | undefined
}

export type BackChannelLogout = { logout_token: string }

export type LoggedIn = {
  user_id: string
  tenant_id: string
  session_token: string
  expires_at: string
  display_name: string
  email: string
  /** To be sent with the next login of this device */
  device_token: string
  failed_logins: FailedLogins
}

/** Since the last login */
export type FailedLogins = { count: number; last_at: string | null }

export type KontorError = {
  error: { code: string; message: string; details: { [name: string]: unknown } }
  request_id: string
  timestamp: string
}

export type FactorChallenge = {
  challenge_id: string
  /** By what it can be answered; provider: by logging in there again */
  means: ('totp' | 'passkey' | 'recovery_code' | 'password' | 'provider')[]
  passkey: PasskeyRequestOptions | null
  expires_at: string
}

/** For PublicKeyCredential.parseRequestOptionsFromJSON() */
export type PasskeyRequestOptions = {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
  allowCredentials: { type: 'public-key'; id: string; transports: string[] }[]
}

export type PasswordWasReset = { user_id: string; email: string }

export type EmailWasVerified = { user_id: string; email: string }

export type Me = {
  /** With a session */
  user?:
    | {
        user_id: string
        email: string
        /** Its mail was seen to be read */
        email_verified: boolean
        display_name: string
        is_platform_admin: boolean
        failed_logins: FailedLogins
      }
    | undefined
  /** With an API key */
  api_key?: { api_key_id: string; name: string } | undefined
  tenant: {
    tenant_id: string
    name: string
    region: string
    plan: 'free' | 'starter' | 'pro' | 'unlimited'
  }
  roles: ('owner' | 'admin' | 'seller_manager' | 'buyer_manager' | 'operator' | 'viewer')[]
  scopes: (
    | 'datasets:read'
    | 'datasets:write'
    | 'objects:write'
    | 'search:query'
    | 'usage:read'
    | 'keys:write'
    | 'billing:read'
    | 'admin:*'
  )[]
}

export type Sessions = { sessions: Session[]; total: number; next_cursor: string | null }

export type Session = {
  session_id: string
  /** Shown as a bearer, or by a browser */
  kind: 'bearer' | 'browser'
  /** Where it was opened */
  address: string | null
  /** By what: as it calls itself */
  user_agent: string | null
  created_at: string
  /** Exact to five minutes */
  last_used_at: string | null
  expires_at: string
  /** Whether it is the one that asks */
  current: boolean
}

export type Notices = {
  notices: Notice[]
  /** Counted up to 1000 */
  unread: number
  next_cursor: string | null
}

export type Notice = {
  notice_id: string
  type:
    | 'object.uploaded'
    | 'object.approved'
    | 'object.rejected'
    | 'object.expired'
    | 'object.indexed'
    | 'object.failed'
    | 'object.deleted'
    | 'object.taken_down'
    | 'object.restored'
    | 'dataset.deleted'
    | 'dataset.suspended'
    | 'dataset.resumed'
    | 'tenant.suspended'
    | 'tenant.resumed'
    | 'dataset.access_requested'
    | 'dataset.access_decided'
    | 'dataset.access_ended'
    | 'download.sold'
    | 'licence.sold'
    | 'credits.low'
    | 'allowance.spent'
    | 'key.created'
    | 'key.revoked'
    | 'member.joined'
    | 'member.second_factor_changed'
    | 'statement.ready'
    | 'payout.paid'
    | 'dispute.opened'
    | 'review.waiting'
    | 'review.expiring'
    | 'import.finished'
    | 'watch.failed'
    | 'backup.failed'
    | 'doctor.problem'
    | 'doctor.solved'
    | 'webhook.disabled'
  number: number
  timestamp: string
  /** As a webhook of the type has it */
  data: { [name: string]: unknown }
  read: boolean
}

export type Notifications = {
  /** In which I am written to; until I choose anything, of Accept-Language */
  locale: 'en' | 'de' | 'es' | 'fr'
  /** By the type of the event */
  mail: {
    'object.uploaded': 'off' | 'at_once' | 'daily'
    'object.approved': 'off' | 'at_once' | 'daily'
    'object.rejected': 'off' | 'at_once' | 'daily'
    'object.expired': 'off' | 'at_once' | 'daily'
    'object.indexed': 'off' | 'at_once' | 'daily'
    'object.failed': 'off' | 'at_once' | 'daily'
    'object.deleted': 'off' | 'at_once' | 'daily'
    'object.taken_down': 'off' | 'at_once' | 'daily'
    'object.restored': 'off' | 'at_once' | 'daily'
    'dataset.deleted': 'off' | 'at_once' | 'daily'
    'dataset.suspended': 'off' | 'at_once' | 'daily'
    'dataset.resumed': 'off' | 'at_once' | 'daily'
    'tenant.suspended': 'off' | 'at_once' | 'daily'
    'tenant.resumed': 'off' | 'at_once' | 'daily'
    'dataset.access_requested': 'off' | 'at_once' | 'daily'
    'dataset.access_decided': 'off' | 'at_once' | 'daily'
    'dataset.access_ended': 'off' | 'at_once' | 'daily'
    'download.sold': 'off' | 'at_once' | 'daily'
    'licence.sold': 'off' | 'at_once' | 'daily'
    'credits.low': 'off' | 'at_once' | 'daily'
    'allowance.spent': 'off' | 'at_once' | 'daily'
    'key.created': 'off' | 'at_once' | 'daily'
    'key.revoked': 'off' | 'at_once' | 'daily'
    'member.joined': 'off' | 'at_once' | 'daily'
    'member.second_factor_changed': 'off' | 'at_once' | 'daily'
    'statement.ready': 'off' | 'at_once' | 'daily'
    'payout.paid': 'off' | 'at_once' | 'daily'
    'dispute.opened': 'off' | 'at_once' | 'daily'
    'review.waiting': 'off' | 'at_once' | 'daily'
    'review.expiring': 'off' | 'at_once' | 'daily'
    'import.finished': 'off' | 'at_once' | 'daily'
    'watch.failed': 'off' | 'at_once' | 'daily'
    'backup.failed': 'off' | 'at_once' | 'daily'
    'doctor.problem': 'off' | 'at_once' | 'daily'
    'doctor.solved': 'off' | 'at_once' | 'daily'
    'webhook.disabled': 'off' | 'at_once' | 'daily'
  }
  /** Whether this installation sends mail */
  mail_available: boolean
}

export type SecondFactors = {
  /** Whether this service wants one of this person */ required: boolean
  /** The app for codes */
  totp: { created_at: string; last_used_at: string | null } | null
  passkeys: Passkey[]
  recovery_codes_left: number
  /** What this session was opened or confirmed by, besides a password */
  shown: 'totp' | 'passkey' | 'recovery_code' | 'provider' | null
  confirmed_until: string
}

export type Passkey = {
  passkey_id: string
  name: string
  /** Whether it is kept beyond the device */
  backed_up: boolean
  created_at: string
  last_used_at: string | null
}

/** In this answer only */
export type BegunTotp = {
  /** For the square code */ uri: string
  /** The same, to be typed (base32) */
  secret: string
}

export type RecoveryCodes = {
  /** In this answer only; empty for who has some already */ recovery_codes: string[]
}

export type BegunPasskey = {
  challenge_id: string
  options: PasskeyCreationOptions
  expires_at: string
}

/** For PublicKeyCredential.parseCreationOptionsFromJSON() */
export type PasskeyCreationOptions = {
  challenge: string
  rp: { id: string; name: 'Kontor' }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  attestation: 'none'
  authenticatorSelection: {
    residentKey: 'required'
    requireResidentKey: boolean
    userVerification: 'required'
  }
  excludeCredentials: { type: 'public-key'; id: string; transports: string[] }[]
}

export type AddedPasskey = {
  passkey: Passkey
  /** In this answer only; empty for who has some already */
  recovery_codes: string[]
}

/** Until then nothing asks again */
export type Confirmed = { confirmed_until: string }

export type Dataset = {
  dataset_id: string
  tenant_id: string
  name: string
  description: string | null
  source_modality: 'document' | 'image' | 'video' | 'audio' | 'text' | 'mixed'
  monetization_mode: 'open' | 'premium' | 'restricted' | 'outcome_share'
  pricing_model: 'fixed' | 'time_decay' | 'demand_curve'
  visibility: 'private' | 'restricted' | 'listed'
  status:
    | 'draft'
    | 'ingesting'
    | 'active'
    | 'paused'
    | 'archived'
    | 'suspended'
    | 'pending_deletion'
    | 'deleted'
  object_count: number
  /** Approved and indexed */
  active_object_count: number
  total_bytes: number
  created_at: string
  updated_at: string
  last_ingest_at: string | null
  /** Cents; null: the house price */
  base_price_credits: number | null
  tags: string[]
  curated: boolean
  /** Shown in the catalogue */
  sample_passage_ids: string[]
  suspension_reason: string | null
  /** Its address; null: none is told */
  license: string | null
  object_states: ObjectStates
}

/** How many objects are in which state */
export type ObjectStates = {
  /** Uploads that are not confirmed */ initiated: number
  staged: number
  active: number
  rejected: number
  expired: number
  /** Of the active ones, as the next three are */
  queued: number
  indexed: number
  failed: number
  taken_down: number
}

export type Datasets = { datasets: Dataset[]; total: number; next_cursor: string | null }

export type PricedDatasets = { datasets: Dataset[] }

export type DatasetDetail = {
  dataset_id: string
  tenant_id: string
  name: string
  description: string | null
  source_modality: 'document' | 'image' | 'video' | 'audio' | 'text' | 'mixed'
  monetization_mode: 'open' | 'premium' | 'restricted' | 'outcome_share'
  pricing_model: 'fixed' | 'time_decay' | 'demand_curve'
  visibility: 'private' | 'restricted' | 'listed'
  status:
    | 'draft'
    | 'ingesting'
    | 'active'
    | 'paused'
    | 'archived'
    | 'suspended'
    | 'pending_deletion'
    | 'deleted'
  object_count: number
  /** Approved and indexed */
  active_object_count: number
  total_bytes: number
  created_at: string
  updated_at: string
  last_ingest_at: string | null
  /** Cents; null: the house price */
  base_price_credits: number | null
  tags: string[]
  curated: boolean
  /** Shown in the catalogue */
  sample_passage_ids: string[]
  suspension_reason: string | null
  /** Its address; null: none is told */
  license: string | null
  object_states: ObjectStates
  /** Of CSV and JSON data */
  column_profile: ColumnProfile | null
}

export type ColumnProfile = { row_count: number; columns: Column[] }

export type Column = {
  name: string
  type: 'integer' | 'number' | 'boolean' | 'date' | 'text' | 'list' | 'object' | 'mixed'
  /** Of the rows, 0 to 1 */
  empty_share: number
  /** Different values, exact while they are few */
  distinct_estimate: number
  /** Of numbers, and of dates as 2026-11-20; null below 20 values */
  min: number | string | null
  max: number | string | null
}

export type Reprocess = {
  dataset_id: string
  objects: 'all' | 'failed'
  status: 'running' | 'done'
  requested_at: string
  /** total grows while the list of objects is made */
  progress: {
    total: number
    waiting: number
    changed: number
    unchanged: number
    failed: number
    skipped: number
  }
}

export type PriceSimulation = {
  from: string
  to: string
  currency: string
  /** By others, without those that were given back */
  downloads: number
  /** There were more: these are the latest 5000 */
  capped: boolean
  /** What they did bring, in cents */
  actual: { gross_credits: number; seller_credits: number }
  simulated: {
    base_price_credits: number
    pricing_model: 'fixed' | 'time_decay' | 'demand_curve'
    gross_credits: number
    seller_credits: number
  }[]
}

export type DatasetAccess = {
  dataset_id: string
  tenant_id: string
  tenant_name: string
  granted_at: string
  /** Null: it does not end by itself */
  expires_at: string | null
}

export type DatasetAccessList = {
  access: DatasetAccess[]
  total: number
  next_cursor: string | null
}

export type Catalog = { datasets: CatalogDataset[]; total: number; next_cursor: string | null }

export type CatalogDataset = {
  dataset_id: string
  tenant_id: string
  provider_name: string
  name: string
  description: string | null
  source_modality: 'document' | 'image' | 'video' | 'audio' | 'text' | 'mixed'
  monetization_mode: 'open' | 'premium' | 'restricted' | 'outcome_share'
  pricing_model: 'fixed' | 'time_decay' | 'demand_curve'
  visibility: 'private' | 'restricted' | 'listed'
  /** Why the content is open, or that it is not */
  access: 'own' | 'open' | 'granted' | 'by_request'
  /** Of your last request; null again when what it gave has ended */
  access_request_status: 'pending' | 'approved' | 'rejected' | null
  /** Approved and indexed */
  object_count: number
  passage_count: number
  total_bytes: number
  /** Objects by modality */
  modalities: { [name: string]: number }
  /** The most frequent first */
  languages: string[]
  prices: CatalogPrices
  tags: string[]
  curated: boolean
  /** The address of its licence */
  license: string | null
  sample_passages: SamplePassage[]
  /** Of CSV and JSON data, in the answer about one dataset; null in lists */
  column_profile: ColumnProfile | null
  created_at: string
  updated_at: string
  last_ingest_at: string | null
}

export type CatalogPrices = {
  /** Cents, for a whole file */ download_credits: number
  /** Cents, for a passage in a search */
  retrieval_credits: number
}

export type SamplePassage = {
  passage_id: string
  asset_id: string
  title: string
  kind: 'transcript' | 'caption' | 'ocr' | 'doc_chunk' | 'user_text' | 'metadata'
  lang: string
  page: number | null
  text: string
}

export type AccessRequest = {
  access_request_id: string
  dataset_id: string
  /** Who asks */
  tenant_id: string
  tenant_name: string
  message: string | null
  status: 'pending' | 'approved' | 'rejected'
  created_at: string
  decided_at: string | null
}

export type OwnAccessRequests = {
  access_requests: OwnAccessRequest[]
  total: number
  next_cursor: string | null
}

export type OwnAccessRequest = {
  access_request_id: string
  dataset_id: string
  /** Who asks */
  tenant_id: string
  tenant_name: string
  message: string | null
  status: 'pending' | 'approved' | 'rejected'
  created_at: string
  decided_at: string | null
  /** Null when the dataset is not on offer any more */
  dataset_name: string | null
}

export type AccessRequests = {
  access_requests: AccessRequest[]
  total: number
  next_cursor: string | null
}

export type AccessInbox = {
  access_requests: ReceivedAccessRequest[]
  total: number
  next_cursor: string | null
}

export type ReceivedAccessRequest = {
  access_request_id: string
  dataset_id: string
  /** Who asks */
  tenant_id: string
  tenant_name: string
  message: string | null
  status: 'pending' | 'approved' | 'rejected'
  created_at: string
  decided_at: string | null
  dataset_name: string
  /** Who asked for the tenant; null: a key, or somebody gone */
  asked_by: string | null
}

export type InitiatedUpload = {
  object_id: string
  upload_id: string
  /** Send all bytes here by PUT, no credential */
  upload_url: string
  /**
   * Headers to send along, word for word. Only where the bytes go to the store of
   * files by themselves and their SHA-256 was declared: it takes no others
   */
  upload_headers?: { [name: string]: string } | undefined
  expires_at: string
  /** Only for files that can come in parts */
  part_size_bytes?: number | undefined
  parts?: UploadPart[] | undefined
}

export type UploadPart = {
  part_number: number
  offset_bytes: number
  size_bytes: number
  /** Send this part here by PUT, no credential */
  upload_url: string
  /**
   * Headers to send along, word for word. Only where the bytes go to the store of
   * files by themselves and their SHA-256 was declared: it takes no others
   */
  upload_headers?: { [name: string]: string } | undefined
}

export type AnnouncedUploads = {
  /** One for each file, in their order */ uploads: AnnouncedUpload[]
}

export type AnnouncedUpload = { upload: InitiatedUpload | null; error: Refusal | null }

export type Refusal = { code: string; message: string; details: { [name: string]: unknown } }

export type ConfirmedUploads = { confirmed: ConfirmedUpload[]; refused: NotConfirmed[] }

export type ConfirmedUpload = {
  object_id: string
  /** The inspection that was enqueued */
  job_id: string
}

export type NotConfirmed = { object_id: string; error: Refusal }

export type KnownObjects = { known: KnownObject[] }

export type KnownObject = {
  sha256: string
  object_id: string
  filename: string
  folder: string | null
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
}

export type OpenUpload = {
  object_id: string
  upload_id: string
  /** Send all bytes here by PUT, no credential */
  upload_url: string
  /**
   * Headers to send along, word for word. Only where the bytes go to the store of
   * files by themselves and their SHA-256 was declared: it takes no others
   */
  upload_headers?: { [name: string]: string } | undefined
  expires_at: string
  size_bytes: number
  received: ReceivedBytes
  /** Only for files that can come in parts */
  part_size_bytes?: number | undefined
  parts?: OpenUploadPart[] | undefined
}

/** What came; null while nothing did */
export type ReceivedBytes = { size_bytes: number; etag: string; received_at: string } | null

export type OpenUploadPart = {
  part_number: number
  offset_bytes: number
  size_bytes: number
  /** Send this part here by PUT, no credential */
  upload_url: string
  /**
   * Headers to send along, word for word. Only where the bytes go to the store of
   * files by themselves and their SHA-256 was declared: it takes no others
   */
  upload_headers?: { [name: string]: string } | undefined
  received: ReceivedBytes
}

export type ConfirmedObject = {
  object_id: string
  dataset_id: string
  filename: string
  content_type: string
  size_bytes: number
  /** Null until confirmed */
  checksum_sha256: string | null
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
  /** Null until confirmed */
  review_state: 'pending' | 'approved' | 'rejected' | 'expired' | null
  /** Null until confirmed */
  uploaded_at: string | null
  review_expires_at: string | null
  reviewed_at: string | null
  /** Since then it was clear that its review would end undecided soon */
  review_warned_at: string | null
  /** Why it was rejected */
  review_reason: string | null
  /** As given with the upload, or else what the document calls itself */
  title: string | null
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  source: 'upload' | 'gdrive'
  tags: string[]
  index_state: 'none' | 'queued' | 'indexed' | 'failed' | 'removing'
  /** Why it could not be indexed */
  error: string | null
  /** What was odd about the file, and indexed */
  warnings: string[]
  partial: PartRead
  /** Out of sight since then */
  taken_down_at: string | null
  takedown_reason: string | null
  /** The inspection that was enqueued */
  job_id: string
}

/** How much of the file was read; null when that is all */
export type PartRead = {
  unit: 'pages' | 'seconds' | 'characters'
  read: number
  of: number | null
} | null

export type Objects = { objects: KontorObject[]; total: number; next_cursor: string | null }

export type KontorObject = {
  object_id: string
  dataset_id: string
  filename: string
  content_type: string
  size_bytes: number
  /** Null until confirmed */
  checksum_sha256: string | null
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
  /** Null until confirmed */
  review_state: 'pending' | 'approved' | 'rejected' | 'expired' | null
  /** Null until confirmed */
  uploaded_at: string | null
  review_expires_at: string | null
  reviewed_at: string | null
  /** Since then it was clear that its review would end undecided soon */
  review_warned_at: string | null
  /** Why it was rejected */
  review_reason: string | null
  /** As given with the upload, or else what the document calls itself */
  title: string | null
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  source: 'upload' | 'gdrive'
  tags: string[]
  index_state: 'none' | 'queued' | 'indexed' | 'failed' | 'removing'
  /** Why it could not be indexed */
  error: string | null
  /** What was odd about the file, and indexed */
  warnings: string[]
  partial: PartRead
  /** Out of sight since then */
  taken_down_at: string | null
  takedown_reason: string | null
}

export type ObjectRows = { rows: ObjectRow[]; total: number; next_cursor: string | null }

export type ObjectRow = {
  object_id: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  content_type: string
  size_bytes: number
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
  index_state: 'none' | 'queued' | 'indexed' | 'failed' | 'removing'
  created_at: string
  uploaded_at: string | null
  review_expires_at: string | null
  taken_down_at: string | null
  /** When an upload goes that nobody confirms, unless bytes come for it until then */
  upload_ends_at: string | null
}

export type ObjectDetail = {
  object_id: string
  dataset_id: string
  filename: string
  content_type: string
  size_bytes: number
  /** Null until confirmed */
  checksum_sha256: string | null
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
  /** Null until confirmed */
  review_state: 'pending' | 'approved' | 'rejected' | 'expired' | null
  /** Null until confirmed */
  uploaded_at: string | null
  review_expires_at: string | null
  reviewed_at: string | null
  /** Since then it was clear that its review would end undecided soon */
  review_warned_at: string | null
  /** Why it was rejected */
  review_reason: string | null
  /** As given with the upload, or else what the document calls itself */
  title: string | null
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  source: 'upload' | 'gdrive'
  tags: string[]
  index_state: 'none' | 'queued' | 'indexed' | 'failed' | 'removing'
  /** Why it could not be indexed */
  error: string | null
  /** What was odd about the file, and indexed */
  warnings: string[]
  partial: PartRead
  /** Out of sight since then */
  taken_down_at: string | null
  takedown_reason: string | null
  preview: PreviewPicture
  /** Why there is no preview of something that could have one */
  preview_problem: string | null
  /** When an upload goes that nobody confirms, unless bytes come for it until then */
  upload_ends_at: string | null
  /** Of CSV and JSON data */
  column_profile: ColumnProfile | null
}

/** Null for text, and before the inspection */
export type PreviewPicture = {
  content_type: string
  width: number
  height: number
  size_bytes: number
} | null

export type ObjectDownload = { download_url: string; expires_at: string }

export type ObjectPages = {
  total: number
  /** Why there are none; null where there are some */
  reason: 'being_read' | 'no_pages' | 'not_uploaded' | null
  /** The same in a sentence */
  message: string | null
  /** The pages of which GET /v1/objects/{id}/word-boxes knows words */
  with_words: number[]
}

export type WordBoxes = {
  page: number
  /** Of the page as it was looked at, in dots */
  width: number
  height: number
  words: WordBox[]
}

export type WordBox = { word: string; left: number; top: number; width: number; height: number }

export type OwnPassages = { passages: OwnPassage[]; total: number }

export type OwnPassage = Passage

export type Passage = {
  passage_id: string
  kind: 'transcript' | 'caption' | 'ocr' | 'doc_chunk' | 'user_text' | 'metadata'
  text: string
  lang: string
  page: number | null
  time_start_ms: number | null
  time_end_ms: number | null
}

export type Sidecars = { sidecars: KontorObject[] }

export type ResubmittedObjects = { resubmitted: string[]; refused: NotResubmitted[] }

export type NotResubmitted = { object_id: string; error: Refusal }

export type ObjectReprocessing = {
  object_id: string
  job_id: string
  status: 'queued' | 'running' | 'done' | 'failed'
  requested_at: string
}

export type DeletedObjects = { deleted: string[]; not_found: string[] }

export type Job = {
  job_id: string
  kind:
    | 'remove-passages'
    | 'delete-dataset'
    | 'erase-person'
    | 'erase-tenant'
    | 'advance-submission'
    | 'inspect-object'
    | 'ingest-object'
    | 'reprocess-dataset'
    | 'reprocess-object'
    | 'describe-asset'
    | 'send-mail'
    | 'purge-blob'
  status: 'queued' | 'running' | 'done' | 'failed'
  /** Null for work on a whole dataset */
  object_id: string | null
  dataset_id: string
  attempts: number
  error: string | null
  /** What indexing found odd about its object, as that shows it, too */
  warnings: string[]
  partial: PartRead
  created_at: string
  started_at: string | null
  finished_at: string | null
  next_attempt_at: string | null
}

export type ObjectJobs = { jobs: Job[] }

export type ObjectHistory = { deeds: ObjectDeed[]; total: number }

export type ObjectDeed = {
  audit_id: string
  occurred_at: string
  actor: { type: 'user' | 'api_key' | 'operator' | 'system'; id: string | null }
  action: string
  subject: { type: string; id: string }
  details: { [name: string]: unknown }
  request_id: string | null
  /** Null for other people */
  actor_name: string | null
}

export type ImportRoots = {
  roots: {
    root_id: string
    name: string
    /** For platform administrators */
    location: string | null
    /** Whose people may read it, too */
    tenant_id: string | null
  }[]
}

export type ImportFolder = {
  root_id: string
  folder: string
  folders: string[]
  /** That lie directly in it */
  files: number
  bytes: number
  next_cursor: string | null
}

export type FolderImport = {
  import_id: string
  root_id: string
  folder: string
  dataset_id: string
  dataset_name: string
  tenant_id: string
  dry_run: boolean
  delete: boolean
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  /** Files; null until the folder was read */
  progress: { done: number; total: number } | null
  /** new and changed: taken, or to be taken by an import */
  sums: {
    new: { files: number; bytes: number }
    changed: { files: number; bytes: number }
    unchanged: { files: number; bytes: number }
    refused: { files: number; bytes: number }
    missing: { files: number; bytes: number }
    deleted: { files: number; bytes: number }
  }
  error: string | null
  started_by: string
  started_at: string
  finished_at: string | null
}

export type FolderImports = { imports: FolderImport[] }

export type FolderImportFiles = {
  files: {
    file_path: string
    outcome: 'new' | 'changed' | 'unchanged' | 'refused' | 'missing' | 'deleted'
    size_bytes: number
    object_id: string | null
    /** Why it was refused */
    reason: string | null
  }[]
  total: number
  next_cursor: string | null
}

export type FolderWatch = {
  watch_id: string
  /** Null: no setting names it any more */
  root_id: string | null
  folder: string
  dataset_id: string
  dataset_name: string
  tenant_id: string
  every_seconds: number
  delete: boolean
  /** resting: the tenant is suspended */
  state: 'watching' | 'failing' | 'resting'
  looked_at: string | null
  taken_at: string | null
  /** Files, since the server started */
  imported: number
  /** The newest first, at most 20 */
  troubles: { at: string; file_path: string | null; reason: string }[]
  started_by: string
  started_at: string
}

export type FolderWatches = { watches: FolderWatch[] }

export type ReviewQueue = {
  items: ReviewItem[]
  total: number
  /** Of the total, in 12 hours or less */
  expiring_soon: number
  next_cursor: string | null
}

export type ReviewItem = {
  object_id: string
  tenant_id: string
  dataset_id: string
  dataset_name: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  /** As declared */
  content_type: string
  size_bytes: number
  uploaded_at: string
  review_expires_at: string | null
  /** In 12 hours or less */
  expires_soon: boolean
  claim: ReviewClaim | null
}

/** Who looks at it now */
export type ReviewClaim = {
  user_id: string
  name: string | null
  claimed_until: string
  is_mine: boolean
}

export type ReviewDetail = {
  object_id: string
  tenant_id: string
  dataset_id: string
  dataset_name: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  /** As declared */
  content_type: string
  size_bytes: number
  uploaded_at: string
  review_expires_at: string | null
  /** In 12 hours or less */
  expires_soon: boolean
  claim: ReviewClaim | null
  checksum_sha256: string
  tenant_name: string
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
  /** Null until confirmed */
  review_state: 'pending' | 'approved' | 'rejected' | 'expired' | null
  index_state: 'none' | 'queued' | 'indexed' | 'failed' | 'removing'
  /** Out of sight since then */
  taken_down_at: string | null
  takedown_reason: string | null
  dataset_status:
    | 'draft'
    | 'ingesting'
    | 'active'
    | 'paused'
    | 'archived'
    | 'suspended'
    | 'pending_deletion'
    | 'deleted'
  dataset_visibility: 'private' | 'restricted' | 'listed'
  title: string | null
  tags: string[]
  user_text: string | null
  inspection: 'pending' | 'done'
  sniffed_content_type: string | null
  warnings: string[]
  /** What this tenant has with the same bytes, up to three */
  same_content: SameContent[]
  reviewed_at: string | null
  reviewer_name: string | null
  review_note: string | null
  text_sample: string | null
  page_count: number | null
  duration_ms: number | null
  preview: PreviewPicture
  /** Why there is no preview of something that could have one */
  preview_problem: string | null
  /** Shows the preview without a credential, good for 15 minutes */
  preview_image_url: string | null
}

export type SameContent = {
  object_id: string
  filename: string
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
}

export type ApprovedObject = {
  object_id: string
  dataset_id: string
  filename: string
  content_type: string
  size_bytes: number
  /** Null until confirmed */
  checksum_sha256: string | null
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
  /** Null until confirmed */
  review_state: 'pending' | 'approved' | 'rejected' | 'expired' | null
  /** Null until confirmed */
  uploaded_at: string | null
  review_expires_at: string | null
  reviewed_at: string | null
  /** Since then it was clear that its review would end undecided soon */
  review_warned_at: string | null
  /** Why it was rejected */
  review_reason: string | null
  /** As given with the upload, or else what the document calls itself */
  title: string | null
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  source: 'upload' | 'gdrive'
  tags: string[]
  index_state: 'none' | 'queued' | 'indexed' | 'failed' | 'removing'
  /** Why it could not be indexed */
  error: string | null
  /** What was odd about the file, and indexed */
  warnings: string[]
  partial: PartRead
  /** Out of sight since then */
  taken_down_at: string | null
  takedown_reason: string | null
  /** The ingestion that was enqueued */
  job_id: string
  /** That no buyer can see it, and why */
  notice: string | null
}

export type Preview = { preview_url: string; expires_at: string }

export type DecisionOutcomes = {
  /** One for each decision, in their order */ outcomes: DecisionOutcome[]
}

export type DecisionOutcome = {
  object_id: string
  /** Null until confirmed */
  review_state: 'pending' | 'approved' | 'rejected' | 'expired' | null
  error: Refusal | null
}

export type DecidedReviews = { items: DecidedReview[]; total: number; next_cursor: string | null }

export type DecidedReview = {
  object_id: string
  tenant_id: string
  dataset_id: string
  dataset_name: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  /** As declared */
  content_type: string
  size_bytes: number
  uploaded_at: string
  review_expires_at: string | null
  /** In 12 hours or less */
  expires_soon: boolean
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
  decision: 'approved' | 'rejected'
  decided_at: string
  reviewer_id: string | null
  reviewer_name: string | null
  /** Or the note of an approval */
  reason: string | null
}

export type TakenDownObjects = { objects: AnyObject[]; total: number; next_cursor: string | null }

export type AnyObject = {
  object_id: string
  tenant_id: string
  dataset_id: string
  dataset_name: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  content_type: string
  size_bytes: number
  status: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted'
  taken_down_at: string | null
  takedown_reason: string | null
  /** Deleted by its owner: until then who bought it may fetch it */
  bytes_kept_until: string | null
}

export type Prices = {
  asset_id: string
  dataset_id: string
  /** Own content costs nothing */
  own: boolean
  monetization_mode: 'open' | 'premium' | 'restricted' | 'outcome_share'
  pricing_model: 'fixed' | 'time_decay' | 'demand_curve'
  /** One passage found by a search */
  passage: {
    rate: 'standard' | 'premium'
    /** In cents */
    credits: number
  }
  /** The whole file, and its price before the pricing model */
  file: {
    /** In cents */ credits: number
    /** In cents */
    base_credits: number
  }
  /** The part that was asked about */
  clip: {
    start_ms: number
    end_ms: number
    /** In cents */
    credits: number
  } | null
  citation: {
    /** In cents */ credits: number
  }
  /** Of reported revenue, in basis points */
  outcome_fee_bp: number
  price_version: number
  /** ISO 4217 */
  currency: string
  /** In cents */
  available_credits: number
  quoted_at: string
}

export type Citation = {
  citation_id: string
  retrieval_event_id: string
  /** 0 for own content and within 24 hours */
  charged_credits: number
  available_credits: number
  cited_at: string
}

export type Outcome = {
  outcome_id: string
  retrieval_event_id: string
  revenue_credits: number
  /** The fee: a part of the revenue */
  charged_credits: number
  available_credits: number
  note: string | null
  recorded_at: string
}

export type Redemption = {
  voucher_id: string
  credits: number
  available_credits: number
  redeemed_at: string
}

export type StripeOutcome = { credited: boolean }

export type Invoices = {
  invoices: {
    invoice_id: string
    period: string
    /** False: the month is not over */
    final: boolean
    total_credits: number
    total_amount: number
  }[]
  currency: string
}

export type Invoice = {
  invoice_id: string
  /** The operator, where it has a name */
  issuer: string | null
  tenant_id: string
  tenant_name: string
  period: string
  /** false while the month is not over */
  final: boolean
  /** ISO 4217 */
  currency: string
  lines: {
    /** plan, a kind of metered event, or refund */ kind: string
    quantity: number
    /** In cents */
    credits: number
    amount: number
    /** Of a refund: the month that was charged, whose invoice is corrected by it */
    of_period?: string | undefined
  }[]
  total_credits: number
  /** Net: no tax is worked out */
  total_amount: number
  /** What was put on the balance, not part of the total */
  credited: {
    kind: string
    /** In cents */
    credits: number
    amount: number
  }[]
  /** Of a month that is over: its end */
  issued_at: string
}

/** Checked offline by kontor receipt verify */
export type Receipt = {
  kind: 'kontor receipt 1' | 'kontor receipt 2'
  id: string
  head: {
    kind: 'kontor head 1'
    transfers: {
      size: number
      /** Hexadecimal */
      root: string
      /** Hexadecimal */
      chain: string
    }
    events: {
      size: number
      /** Hexadecimal */
      root: string
      /** Hexadecimal */
      chain: string
    }
    signed_at: string
    key_id: string
    /** Ed25519 over the other members as canonical JSON */
    signature: string
  }
  entries: (
    | {
        log: 'event'
        seq: number
        /** Hexadecimal */
        prev: string
        path: string[]
        /** Not in rows of before: they are hashed with their numbers */
        commitments?: { grossAfterCents: Commitment } | undefined
        body: {
          eventId: string
          kind: string
          buyerTenantId: string
          providerTenantId: string | null
          datasetId: string | null
          assetId: string | null
          apiKeyId: string | null
          searchId: string | null
          quantity: number
          priceVersion: number
          chargeCents: number
          providerShareBp: number
          providerCents: number
          grossAfterCents: number
          period: string
          createdAt: number
        }
      }
    | {
        log: 'transfer'
        seq: number
        /** Hexadecimal */
        prev: string
        path: string[]
        /** Not in rows of before: they are hashed with their numbers */
        commitments?: { debitAfter: Commitment; creditAfter: Commitment } | undefined
        transferId: string
        createdAt: number
        debitAfter: number
        creditAfter: number
        body: {
          groupId: string
          phase: 'post' | 'hold' | 'post_hold' | 'void_hold'
          debit: { unit: string; owner: string; kind: string }
          credit: { unit: string; owner: string; kind: string }
          amountMinor: number
          holdSeq: number | null
          code: string
          ref: string
        }
      }
  )[]
  /** PEM; check against the one you know */
  public_key: string
}

/**
 * How a number was hashed. `blind`: as SHA-256 of the JSON `["kontor commitment
 * 1",name,blind,number]`. `commitment`: 0 stands in place of the number.
 */
export type Commitment =
  | {
      /** Hexadecimal */ blind: string
    }
  | {
      /** Hexadecimal */ commitment: string
    }

export type SigningKey = {
  key_id: string
  algorithm: 'Ed25519'
  public_key: string
  /** Keys of before a rotation: what they signed is checked with them */
  previous_keys: { key_id: string; public_key: string; retired_at: string | null }[]
}

export type SignedHead = {
  kind: 'kontor head 1'
  transfers: {
    size: number
    /** Hexadecimal */
    root: string
    /** Hexadecimal */
    chain: string
  }
  events: {
    size: number
    /** Hexadecimal */
    root: string
    /** Hexadecimal */
    chain: string
  }
  signed_at: string
  key_id: string
  /** Ed25519 over the other members as canonical JSON */
  signature: string
}

export type PayoutAccount = {
  holder_name: string
  /** The number itself is shown to nobody */
  iban_ends_in: string
  bic: string | null
  updated_at: string
}

export type PayoutOutlook = {
  /** Null: none was set yet */ account: PayoutAccount | null
  /** The first month that is not settled yet */
  period: string
  /** Since its beginning, in cents */
  gross_credits: number
  seller_credits: number
  /** Of settled months: not released yet */
  held_credits: number
  /** Released, and not paid yet */
  released_credits: number
  paid_credits: number
  /** Null: nothing waits */
  next_release_at: string | null
  currency: string
}

export type PayoutStatementDetail = {
  payout_statement_id: string
  period: string
  billing_period_start: string
  billing_period_end: string
  /** In cents, as all of these */
  gross_credits: number
  /** Net after platform fees */
  seller_credits: number
  held_credits: number
  released_credits: number
  reversed_credits: number
  currency: string
  status: 'pending' | 'approved' | 'processing' | 'paid' | 'failed' | 'held' | 'reversed'
  /** When the time for disputes is over */
  release_at: string
  /** Null while it is held: a charge of the month is disputed */
  hold_reason: string | null
  /** Null while it is not reversed, and where refunds left nothing of it */
  reversal_reason: string | null
  /** When the bank had carried it out, also of what was taken back later */
  paid_at: string | null
  /** What the bank said */
  failure: string | null
  created_at: string
  updated_at: string
}

export type PayoutStatementEvents = {
  events: {
    event_id: string
    /** download, retrieval_standard, citation … */
    kind: string
    dataset_id: string | null
    dataset_name: string | null
    asset_id: string | null
    title: string | null
    /** Of a moment */
    start_ms: number | null
    end_ms: number | null
    quantity: number
    gross_credits: number
    seller_credits: number
    refunded_at: string | null
    /**
     * Of a refund: earned is in no sum of the statement, payable was taken back from
     * it, reversals and platform cost the provider nothing
     */
    provider_part_from: 'earned' | 'payable' | 'reversals' | 'platform' | null
    dispute: 'open' | 'rejected' | 'refunded' | null
    occurred_at: string
  }[]
  total: number
  next_cursor: string | null
}

export type Earnings = {
  from: string
  to: string
  currency: string
  /** Charged to buyers, refunds deducted, in cents */
  gross_credits: number
  /** The provider's part of it */
  seller_credits: number
  /** Those that brought most first, at most 1000 */
  datasets: {
    dataset_id: string
    /** Null for one that was erased */
    name: string | null
    charges: number
    /** Of those charges */
    downloads: number
    /** Charged to buyers, refunds deducted, in cents */
    gross_credits: number
    /** The provider's part of it */
    seller_credits: number
  }[]
}

export type TenantPlan = {
  tenant_id: string
  plan: 'free' | 'starter' | 'pro' | 'unlimited'
  monthly_fee_credits: number
  /** The fee posts then; unpaid falls to free */
  next_fee_at: string
}

export type Tenant = {
  tenant_id: string
  name: string
  region: string
  plan: 'free' | 'starter' | 'pro' | 'unlimited'
  created_at: string
  member_count: number
  /** From the initiation of an upload on */
  storage_bytes: number
  /** Of its own */
  storage_quota_bytes: number | null
  /** In force; null: no limit */
  storage_limit_bytes: number | null
  suspended_at: string | null
  suspension_reason: string | null
}

export type CreditGrant = {
  tenant_id: string
  credits: number
  available_credits: number
  transfer_id: string
  reason: string
  granted_at: string
}

export type Vouchers = {
  vouchers: {
    voucher_id: string
    /** In this answer only */
    code: string
    credits: number
    expires_at: string | null
  }[]
}

export type VoucherList = { vouchers: Voucher[]; total: number; next_cursor: string | null }

export type Voucher = {
  voucher_id: string
  credits: number
  status: 'open' | 'expired' | 'redeemed' | 'revoked'
  note: string | null
  created_by: string
  created_at: string
  expires_at: string | null
  redeemed_by_tenant_id: string | null
  redeemed_at: string | null
  revoked_at: string | null
}

export type Charge = {
  event_id: string
  kind: 'search' | 'retrieval_standard' | 'retrieval_premium' | 'citation' | 'download' | 'outcome'
  buyer_tenant_id: string
  provider_tenant_id: string | null
  period: string
  credits: number
  /** The provider's part of it */
  provider_credits: number
  charged_at: string
  /** Of the provider's statement; null: its month is not settled */
  payout_status:
    | 'pending'
    | 'approved'
    | 'processing'
    | 'paid'
    | 'failed'
    | 'held'
    | 'reversed'
    | null
  dispute_id: string | null
  refunded_at: string | null
}

export type Refund = {
  event_id: string
  buyer_tenant_id: string
  credits: number
  /** The provider's part of it */
  provider_credits: number
  /** Not settled yet, its statement, a reversed one, or the platform */
  provider_part_from: 'earned' | 'payable' | 'reversals' | 'platform'
  /** Of the buyer */
  available_credits: number
  reason: string
  refunded_at: string
}

export type Refunds = {
  refunds: {
    event_id: string
    buyer_tenant_id: string
    credits: number
    /** The provider's part of it */
    provider_credits: number
    /** Not settled yet, its statement, a reversed one, or the platform */
    provider_part_from: 'earned' | 'payable' | 'reversals' | 'platform'
    reason: string
    refunded_at: string
    buyer_name: string
    provider_tenant_id: string
    provider_name: string
    /** The month of the charge */
    period: string
  }[]
  total: number
  next_cursor: string | null
}

export type Payments = {
  payments: {
    /** With it the entry is found in the books */ transfer_id: string
    source: 'stripe' | 'x402' | 'grant' | 'voucher'
    tenant_id: string
    /** null: erased */
    tenant_name: string | null
    credits: number
    /** Of an event of Stripe, a transaction, a request or a voucher */
    reference: string
    at: string
  }[]
  total: number
  next_cursor: string | null
}

export type OpenPayments = {
  payments: {
    /** The hash of what was sent */ payment: string
    tenant_id: string
    credits: number
    state: 'settling' | 'refused' | 'unclear'
    reason: string | null
    attempts: number
    network: string
    sent_at: string
  }[]
}

export type Reconciliation = {
  /** The last one that was signed and kept, whole: outsiders check it */
  head: {
    kind: string
    transfers: { size: number; root: string; chain: string }
    events: { size: number; root: string; chain: string }
    signed_at: string
    key_id: string
    signature: string
  }
  transfers_since: number
  /** When every entry was checked last, and whether all was in order */
  verified: { at: string; ok: boolean } | null
  /** All accounts of each unit together are zero */
  balanced: boolean
  accounts: {
    unit: 'CREDIT' | 'SOL'
    kind: string
    accounts: number
    /** In the smallest part of the unit */
    posted: number
    held: number
  }[]
  /** The settled ones, 24 at a time, the last first */
  months: {
    period: string
    closed_at: string
    statements: number
    gross_credits: number
    seller_credits: number
    paid_credits: number
    /** Taken back: with paid and owed it makes seller_credits */
    reversed_credits: number
    /** What statements say is to be paid yet */
    owed_credits: number
    /** What the accounts for it hold */
    payable_credits: number
    agrees: boolean
  }[]
  /** Give it as `before` for the months before these; null where there are none */
  months_before: string | null
  unsettled_months: number
  /** With requests (x402), by their state */
  payments: {
    state: 'settling' | 'settled' | 'refused' | 'unclear'
    payments: number
    credits: number
  }[]
}

export type Dispute = {
  dispute_id: string
  event_id: string
  buyer_tenant_id: string
  buyer_name: string
  provider_tenant_id: string
  provider_name: string
  period: string
  credits: number
  reason: string
  state: 'open' | 'rejected' | 'refunded'
  note: string | null
  opened_at: string
  resolved_at: string | null
}

export type Disputes = { disputes: Dispute[]; total: number; next_cursor: string | null }

export type AdminPayoutStatements = {
  payouts: AdminPayoutStatement[]
  total: number
  next_cursor: string | null
}

export type AdminPayoutStatement = {
  payout_statement_id: string
  tenant_id: string
  tenant_name: string
  period: string
  billing_period_start: string
  billing_period_end: string
  gross_revenue: number
  /** Net after platform fees */
  seller_earnings: number
  held_amount: number
  released_amount: number
  /** Taken back by refunds or a reversal */
  reversed_amount: number
  /** ISO 4217 */
  currency: string
  status: 'pending' | 'approved' | 'processing' | 'paid' | 'failed' | 'held' | 'reversed'
  /** The end of the dispute window */
  release_at: string
  /** Null while it is held: a charge of the month is disputed */
  hold_reason: string | null
  reversal_reason: string | null
  failure: string | null
  payout_batch_id: string | null
  created_at: string
  updated_at: string
}

export type PayoutDue = {
  /** What the next batch takes */ approved: { payments: number; total_amount: number }
  /** What it takes besides with retry_failed */
  failed: { payments: number; total_amount: number }
  /** Waits until somebody says where to pay */
  without_account: { payments: number; total_amount: number }
  /** Waits for the end of a dispute */
  disputed: { payments: number; total_amount: number }
  /** A batch has no more */
  payments_per_batch: number
  currency: string
}

export type NewPayoutBatchResult = {
  payout_batch_id: string
  payments: number
  total_amount: number
  currency: string
  /** Statements that were left out */
  without_account: string[]
  created_at: string
}

export type PayoutBatches = {
  payout_batches: {
    payout_batch_id: string
    payments: number
    total_amount: number
    currency: string
    /** Payments that the bank has */
    under_way: number
    /** Those that it carried out */
    paid: number
    /** Those that came back */
    failed: number
    /** A user_id */
    created_by: string
    created_at: string
  }[]
  total: number
  next_cursor: string | null
}

export type PayoutBatch = {
  payout_batch_id: string
  total_amount: number
  currency: string
  created_at: string
  payments: {
    payout_statement_id: string
    tenant_id: string
    holder_name: string
    iban: string
    bic: string | null
    amount: number
    /** What became of it; one that failed may be in a later batch */
    status: 'pending' | 'approved' | 'processing' | 'paid' | 'failed' | 'held' | 'reversed'
  }[]
}

export type PaidPayoutBatch = { payout_batch_id: string; paid: number }

export type CreatedApiKey = {
  api_key_id: string
  /** The user or key that made it, or operator */
  created_by: string
  name: string
  key_prefix: string
  scopes: (
    | 'datasets:read'
    | 'datasets:write'
    | 'objects:write'
    | 'search:query'
    | 'usage:read'
    | 'keys:write'
    | 'billing:read'
    | 'admin:*'
  )[]
  dataset_access_mode: 'all_available' | 'allow_list'
  dataset_ids: string[]
  grants: Grant[]
  rate_per_minute: number | null
  monthly_budget_credits: number | null
  expires_at: string | null
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
  /** A program that somebody let in (OAuth): it renews this key by itself */
  application: {
    client_id: string
    /** As the program says itself */
    name: string
    /** A host, or the scheme of a program */
    redirect_place: string
    /** Later with each use */
    renews_until: string
  } | null
  /** The key in full, shown this once */
  secret: string
  /** The same as secret */
  key: string
}

export type Grant = { grant_id: string; dataset_id: string; created_at: string }

export type ApiKeys = { api_keys: ApiKey[]; total: number; next_cursor: string | null }

export type ApiKey = {
  api_key_id: string
  /** The user or key that made it, or operator */
  created_by: string
  name: string
  key_prefix: string
  scopes: (
    | 'datasets:read'
    | 'datasets:write'
    | 'objects:write'
    | 'search:query'
    | 'usage:read'
    | 'keys:write'
    | 'billing:read'
    | 'admin:*'
  )[]
  dataset_access_mode: 'all_available' | 'allow_list'
  dataset_ids: string[]
  grants: Grant[]
  rate_per_minute: number | null
  monthly_budget_credits: number | null
  expires_at: string | null
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
  /** A program that somebody let in (OAuth): it renews this key by itself */
  application: {
    client_id: string
    /** As the program says itself */
    name: string
    /** A host, or the scheme of a program */
    redirect_place: string
    /** Later with each use */
    renews_until: string
  } | null
}

export type AuthorizationAsked = {
  client_id: string
  /** As the program says itself */
  client_name: string
  /** Where its answer goes: a host, or the scheme of a program */
  redirect_place: string
  registered_at: string
  scopes: (
    | 'datasets:read'
    | 'datasets:write'
    | 'objects:write'
    | 'search:query'
    | 'usage:read'
    | 'keys:write'
    | 'billing:read'
    | 'admin:*'
  )[]
  /**
   * What the same person let in before under this name, whose answers go to the same
   * place
   */
  earlier: {
    api_key_id: string
    redirect_place: string
    created_at: string
    last_used_at: string | null
  }[]
  /** Where the browser goes with a no */
  denied_at: string
}

/** Where the browser goes, with a code */
export type AuthorizationApproved = { redirect_to: string }

export type ProviderDashboard = {
  total_datasets: number
  total_objects: number
  total_storage_bytes: number
  objects_pending_review: number
  objects_approved: number
  /**
   * Of those approved: indexed, not taken down, and in a dataset that is active, not
   * suspended and listed or restricted
   */
  objects_for_sale: number
  objects_rejected: number
  /** Of those pending: the review ends within 12 hours */
  objects_expiring_soon: number
  /** Of those approved: could not be indexed */
  objects_failed: number
  /** The newest 10 of those; all of them: GET /v1/objects?index_state=failed */
  failures: FailedObject[]
}

export type FailedObject = {
  object_id: string
  dataset_id: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  filename: string
  /** Why */
  error: string | null
}

export type DatasetAnalytics = {
  dataset_id: string
  dataset_name: string
  object_count: number
  /** Approved and indexed */
  active_object_count: number
  storage_bytes: number
}

export type ProviderAnalytics = {
  dataset_id: string | null
  from: string
  to: string
  /** Words that at least 3 tenants searched with */
  top_keywords: { keyword: string; searches: number }[]
  /** By other tenants */
  usage_summary: {
    /** With results from these datasets */ searches: number
    /** Passages shown in those */
    results: number
    /** Assets read with all their passages */
    reads: number
    downloads: number
  }
  revenue_summary: {
    /** ISO 4217 */ currency: string
    /** Charged to buyers, refunds deducted, in cents */
    gross_credits: number
    /** The provider's part of it */
    seller_credits: number
    platform_credits: number
    gross_revenue: number
    /** Net after platform fees */
    seller_earnings: number
  }
  series: {
    date: string
    /** With results from these datasets */
    searches: number
    /** Passages shown in those */
    results: number
    /** Assets read with all their passages */
    reads: number
    downloads: number
    /** Charged to buyers, refunds deducted, in cents */
    gross_credits: number
    /** The provider's part of it */
    seller_credits: number
  }[]
}

export type Payouts = { payouts: PayoutStatement[]; total: number; next_cursor: string | null }

export type PayoutStatement = {
  payout_statement_id: string
  billing_period_start: string
  billing_period_end: string
  gross_revenue: number
  seller_earnings: number
  held_amount: number
  released_amount: number
  /** Taken back: with held and released it makes the earnings */
  reversed_amount: number
  currency: string
  status: 'pending' | 'approved' | 'processing' | 'paid' | 'failed' | 'held' | 'reversed'
  created_at: string
}

export type BuyerDashboard = {
  api_key_count: number
  /** Neither revoked nor expired */
  active_api_key_count: number
  available_credits: number
  plan: 'free' | 'starter' | 'pro' | 'unlimited'
  /** A month; null: no limit */
  search_allowance: number | null
  searches_this_month: number
  downloads_this_month: number
  spend_this_month_credits: number
  /** What the marketplace asks; a search itself costs nothing */
  prices: {
    /** A passage found */ retrieval_credits: number
    /** The same of premium and curated datasets */
    retrieval_premium_credits: number
    citation_credits: number
    /** A file whose dataset names no price */
    download_credits: number
  }
}

export type SearchActivities = {
  searches: SearchActivity[]
  total: number
  next_cursor: string | null
}

export type SearchActivity = {
  search_activity_id: string
  search_id: string
  query_text: string
  mode: 'keyword' | 'semantic' | 'hybrid'
  /** Those with results */
  dataset_ids: string[]
  result_count: number
  charged_credits: number
  /** The same in the currency */
  charged_amount: number
  currency: string
  /** null: by a session */
  api_key_id: string | null
  /** Who did it with a session */
  user_id: string | null
  occurred_at: string
}

export type AccessActivities = {
  accesses: AccessActivity[]
  total: number
  next_cursor: string | null
}

export type AccessActivity = {
  access_id: string
  kind: 'read' | 'download'
  /** Of a download: for GET /v1/receipts/{id} */
  receipt_id: string | null
  asset_id: string
  dataset_id: string
  search_id: string | null
  charged_credits: number
  /** The same in the currency */
  charged_amount: number
  currency: string
  /** null: by a session */
  api_key_id: string | null
  /** Who did it with a session */
  user_id: string | null
  occurred_at: string
}

export type Purchases = { purchases: Purchase[]; total: number; next_cursor: string | null }

export type Purchase = {
  /** For GET /v1/receipts/{id} */ receipt_id: string
  asset_id: string
  /** As it is called now; null: erased */
  title: string | null
  filename: string | null
  modality: string | null
  dataset_id: string
  dataset_name: string | null
  /** Of the provider */
  tenant_id: string
  /** Of a moment; null: the whole file */
  start_ms: number | null
  end_ms: number | null
  charged_credits: number
  refunded_credits: number
  currency: string
  /**
   * sent: handed over, or sent on to the store of files; aborted: the client hung
   * up; failed: on our side; null: going on, or ended with the server
   */
  outcome: 'sent' | 'aborted' | 'failed' | null
  /** Whether the caller could buy it now */
  is_on_offer: boolean
  /**
   * Until when the same is given once more for 0, because its delivery failed on our
   * side
   */
  free_again_until: string | null
  search_id: string | null
  api_key_id: string | null
  api_key_name: string | null
  user_id: string | null
  /** Who bought it with a session */
  user_name: string | null
  occurred_at: string
}

export type BoughtLicences = { licences: BoughtLicence[]; total: number }

export type BoughtLicence = {
  licence_id: string
  /** For POST /microip/{asset_id}/download */
  asset_id: string
  /** As the asset is called now */
  name: string
  /** As it was sold */
  license_type: 'standard' | 'commercial' | 'exclusive' | 'custom'
  /** What was paid: 1 SOL is 10^9 lamports */
  price_lamports: number
  /** Of which the house kept */
  fee_lamports: number
  transaction_hash: string
  bought_at: string
}

export type Spend = {
  currency: string
  from: string
  to: string
  group_by: 'day' | 'dataset' | 'api_key'
  /** Charges and plan fees, refunds deducted */
  total_credits: number
  groups: {
    /** A date, a dataset id or a key id */ key: string | null
    label: string
    credits: number
    /** Metered events, free ones included */
    events: number
  }[]
}

export type SpendProjection = {
  from: string
  to: string
  currency: string
  spent_credits: number
  /** By the end of the month, at this pace */
  projected_credits: number
  /** A day, over the last 30 or since the first charge in them; without fees of plans */
  daily_credits: number
  available_credits: number
  /** When the balance is spent at this pace; null: not in sight */
  lasts_until: string | null
  /** A month; null: no limit */
  search_allowance: number | null
  searches: number
  projected_searches: number
}

export type Members = { members: Member[]; total: number; next_cursor: string | null }

export type Member = {
  user_id: string
  email: string
  display_name: string
  roles: ('owner' | 'admin' | 'seller_manager' | 'buyer_manager' | 'operator' | 'viewer')[]
  joined_at: string
  /** Keys that they made and that still work */
  api_key_ids: string[]
}

export type ChangedMember = {
  user_id: string
  email: string
  display_name: string
  roles: ('owner' | 'admin' | 'seller_manager' | 'buyer_manager' | 'operator' | 'viewer')[]
  joined_at: string
  /** Keys that they made and that still work */
  api_key_ids: string[]
  /** Keys that lost scopes by the change */
  api_keys_narrowed: string[]
  /** Webhooks that they or those keys made and could not make any more */
  webhooks_paused: string[]
  /** Keys that could do nothing any more */
  api_keys_revoked: string[]
}

export type CreatedInvitation = {
  invitation_id: string
  roles: ('owner' | 'admin' | 'seller_manager' | 'buyer_manager' | 'operator' | 'viewer')[]
  email: string | null
  status: 'open' | 'used' | 'revoked' | 'expired'
  created_by: string
  created_at: string
  expires_at: string
  used_at: string | null
  used_by: string | null
  revoked_at: string | null
  /** For signup; shown this once */
  invitation_code: string
}

export type Invitations = { invitations: Invitation[]; total: number; next_cursor: string | null }

export type Invitation = {
  invitation_id: string
  roles: ('owner' | 'admin' | 'seller_manager' | 'buyer_manager' | 'operator' | 'viewer')[]
  email: string | null
  status: 'open' | 'used' | 'revoked' | 'expired'
  created_by: string
  created_at: string
  expires_at: string
  used_at: string | null
  used_by: string | null
  revoked_at: string | null
}

export type AcceptedInvitation = {
  user_id: string
  tenant_id: string
  roles: ('owner' | 'admin' | 'seller_manager' | 'buyer_manager' | 'operator' | 'viewer')[]
}

export type ClosingPlan = {
  tenant_id: string
  /** To be typed for the closing */
  name: string
  goes: {
    users: number
    api_keys: number
    datasets: number
    objects: number
    bytes: number
    passages: number
    wallets: number
    searches: number
  }
  /** What the books still hold, in the smallest part of the unit */
  money: { unit: 'CREDIT' | 'SOL'; kind: string; minor: number }[]
  /** What has to end first; other_owner: another one leaves, or you do */
  in_the_way: ('other_owner' | 'platform_admin' | 'withdrawal' | 'payout' | 'dispute')[]
}

export type TenantClosed = { tenant_id: string }

export type AuditEvents = { audit_events: AuditEvent[]; total: number; next_cursor: string | null }

export type AuditEvent = {
  audit_id: string
  occurred_at: string
  actor: { type: 'user' | 'api_key' | 'operator' | 'system'; id: string | null }
  action: string
  subject: { type: string; id: string }
  details: { [name: string]: unknown }
  request_id: string | null
}

export type WebhookWithSecret = {
  webhook_id: string
  url: string
  types: (
    | 'object.uploaded'
    | 'object.approved'
    | 'object.rejected'
    | 'object.expired'
    | 'object.indexed'
    | 'object.failed'
    | 'object.deleted'
    | 'object.taken_down'
    | 'object.restored'
    | 'dataset.deleted'
    | 'dataset.suspended'
    | 'dataset.resumed'
    | 'tenant.suspended'
    | 'tenant.resumed'
    | 'dataset.access_requested'
    | 'dataset.access_decided'
    | 'dataset.access_ended'
    | 'download.sold'
    | 'licence.sold'
    | 'credits.low'
    | 'allowance.spent'
    | 'key.created'
    | 'key.revoked'
    | 'member.joined'
    | 'member.second_factor_changed'
    | 'statement.ready'
    | 'payout.paid'
    | 'dispute.opened'
    | 'review.waiting'
    | 'review.expiring'
    | 'import.finished'
    | 'watch.failed'
    | 'backup.failed'
    | 'doctor.problem'
    | 'doctor.solved'
    | 'webhook.disabled'
  )[]
  description: string
  state: 'active' | 'paused' | 'disabled'
  /**
   * Why it was disabled: gone (410) or not_answering (for three days); operator who
   * paused it; maker_lost_rights: paused, because who made it left, or may make none
   * any more
   */
  reason: string | null
  created_by: string
  created_at: string
  old_secret_until: string | null
  /** For checking signatures; shown this once */
  signing_secret: string
}

export type Webhooks = { webhooks: Webhook[]; total: number; next_cursor: string | null }

export type Webhook = {
  webhook_id: string
  url: string
  types: (
    | 'object.uploaded'
    | 'object.approved'
    | 'object.rejected'
    | 'object.expired'
    | 'object.indexed'
    | 'object.failed'
    | 'object.deleted'
    | 'object.taken_down'
    | 'object.restored'
    | 'dataset.deleted'
    | 'dataset.suspended'
    | 'dataset.resumed'
    | 'tenant.suspended'
    | 'tenant.resumed'
    | 'dataset.access_requested'
    | 'dataset.access_decided'
    | 'dataset.access_ended'
    | 'download.sold'
    | 'licence.sold'
    | 'credits.low'
    | 'allowance.spent'
    | 'key.created'
    | 'key.revoked'
    | 'member.joined'
    | 'member.second_factor_changed'
    | 'statement.ready'
    | 'payout.paid'
    | 'dispute.opened'
    | 'review.waiting'
    | 'review.expiring'
    | 'import.finished'
    | 'watch.failed'
    | 'backup.failed'
    | 'doctor.problem'
    | 'doctor.solved'
    | 'webhook.disabled'
  )[]
  description: string
  state: 'active' | 'paused' | 'disabled'
  /**
   * Why it was disabled: gone (410) or not_answering (for three days); operator who
   * paused it; maker_lost_rights: paused, because who made it left, or may make none
   * any more
   */
  reason: string | null
  created_by: string
  created_at: string
  old_secret_until: string | null
}

export type WebhookDelivery = {
  /** The webhook-id of every try of it */ delivery_id: string
  webhook_id: string
  event_type: string
  event_number: number | null
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
  created_at: string
  last_try_at: string | null
  /** Null too while an earlier event about the same thing waits */
  next_try_at: string | null
  /** Why the last try was not taken */
  problem: string | null
  request: { headers: { [name: string]: string } | null; body: string }
  /** Of the last try; its body as far as 64 kB */
  answer: { status: number; headers: { [name: string]: string } | null; body: string } | null
}

export type WebhookDeliveries = { deliveries: WebhookDelivery[]; next_cursor: string | null }

export type CreatedTenant = {
  tenant_id: string
  name: string
  region: string
  plan: 'free' | 'starter' | 'pro' | 'unlimited'
  created_at: string
  member_count: number
  /** From the initiation of an upload on */
  storage_bytes: number
  /** Of its own */
  storage_quota_bytes: number | null
  /** In force; null: no limit */
  storage_limit_bytes: number | null
  suspended_at: string | null
  suspension_reason: string | null
  invitation: CreatedInvitation
}

export type Tenants = { tenants: Tenant[]; total: number; next_cursor: string | null }

export type TenantUsage = {
  tenant_id: string
  plan: 'free' | 'starter' | 'pro' | 'unlimited'
  /** What each would cost in a month */
  plans: { plan: 'free' | 'starter' | 'pro' | 'unlimited'; monthly_fee_credits: number }[]
  available_credits: number
  /** What the books hold for it, where that is something */
  accounts: {
    unit: 'CREDIT' | 'SOL'
    kind: string
    /** In the smallest part of the unit */
    posted: number
    held: number
  }[]
  api_keys: number
  active_api_keys: number
  searches_this_month: number
  search_allowance: number | null
  downloads_this_month: number
  spend_this_month_credits: number
}

export type ErasurePlan = {
  tenant_id: string
  /** To be typed for the erasure */
  name: string
  goes: {
    users: number
    api_keys: number
    datasets: number
    objects: number
    bytes: number
    passages: number
    wallets: number
    searches: number
  }
  /** What the books still hold, in the smallest part of the unit */
  money: { unit: 'CREDIT' | 'SOL'; kind: string; minor: number }[]
  /** What has to end first */
  pending: string[]
  /** Such a tenant is not erased */
  has_platform_admin: boolean
}

export type Work = {
  work_id: string
  kind:
    | 'doctor'
    | 'backup'
    | 'backup_verify'
    | 'ledger_verify'
    | 'chain_verify'
    | 'index_verify'
    | 'index_rebuild'
    | 'gc'
    | 'gc_count'
    | 'settle'
    | 'settle_check'
    | 'settle_preview'
    | 'secrets_rotate'
    | 'secrets_end_overlap'
    | 'clock_confirm'
    | 'tenant_export'
    | 'tenant_erase'
  /** Of a settlement: as it was asked for */
  period: string | null
  /** Of an export or an erasure */
  tenant_id: string | null
  state: 'running' | 'done' | 'failed'
  /**
   * Bytes of a backup or an archive, passages of the index; null where nothing is
   * counted
   */
  progress: { done: number; total: number } | null
  /** Null until it is done: nothing is wrong */
  ok: boolean | null
  findings: {
    check: string
    level: 'error' | 'warning'
    message: string
    /** What to do */
    remedy: string
  }[]
  /** What it counted and made */
  facts: { [name: string]: unknown }
  /** Why it could not be done */
  error: string | null
  started_by: string | null
  /** As they were called then */
  started_by_name: string | null
  started_at: string
  finished_at: string | null
}

export type People = { users: Person[]; total: number; next_cursor: string | null }

export type Person = {
  user_id: string
  tenant_id: string
  email: string
  display_name: string
  roles: ('owner' | 'admin' | 'seller_manager' | 'buyer_manager' | 'operator' | 'viewer')[]
  is_platform_admin: boolean
  live_sessions: number
  /** Nobody is let in since then */
  locked_at: string | null
  lock_reason: string | null
  created_at: string
  password_changed_at: string
}

export type ResetLink = {
  user_id: string
  email: string
  /** In this answer only */
  reset_code: string
  expires_at: string
}

export type SessionsEnded = { user_id: string; sessions_ended: number }

export type SecondFactorsReset = {
  user_id: string
  /** Whether there was an app for codes */
  totp: boolean
  passkeys: number
  sessions_ended: number
}

export type UserErased = {
  user_id: string
  tenant_id: string
  sessions_ended: number
  api_keys_revoked: number
}

export type AnyJobs = {
  jobs: AnyJob[]
  total: number
  next_cursor: string | null
  /** Of all kinds that wait, run or were given up */
  counts: {
    kind:
      | 'remove-passages'
      | 'delete-dataset'
      | 'erase-person'
      | 'erase-tenant'
      | 'advance-submission'
      | 'inspect-object'
      | 'ingest-object'
      | 'reprocess-dataset'
      | 'reprocess-object'
      | 'describe-asset'
      | 'send-mail'
      | 'purge-blob'
    state: 'queued' | 'running' | 'done' | 'failed'
    jobs: number
  }[]
}

export type AnyJob = {
  job_id: string
  kind:
    | 'remove-passages'
    | 'delete-dataset'
    | 'erase-person'
    | 'erase-tenant'
    | 'advance-submission'
    | 'inspect-object'
    | 'ingest-object'
    | 'reprocess-dataset'
    | 'reprocess-object'
    | 'describe-asset'
    | 'send-mail'
    | 'purge-blob'
  state: 'queued' | 'running' | 'done' | 'failed'
  tenant_id: string | null
  /** The object, dataset or file that it is about */
  subject_id: string
  attempts: number
  /** Of the last attempt */
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  next_attempt_at: string | null
}

export type AnyAuditEvents = {
  audit_events: AnyAuditEvent[]
  total: number
  next_cursor: string | null
}

export type AnyAuditEvent = {
  audit_id: string
  occurred_at: string
  actor: { type: 'user' | 'api_key' | 'operator' | 'system'; id: string | null }
  action: string
  subject: { type: string; id: string }
  details: { [name: string]: unknown }
  request_id: string | null
  tenant_id: string | null
  /** Of a person or a key that is known */
  actor_name: string | null
}

export type Traffic = {
  uptime_seconds: number
  resident_bytes: number
  in_flight: number
  /** Refused because there were too many at once */
  shed: number
  jobs: {
    queued: number
    /** Queued, and their time has come */
    due: number
    running: number
    by_lane: { brief: number; text: number; ocr: number; media: number }
  }
  routes: {
    route: string
    requests: number
    /** Answers of 500 and above */
    failures: number
    /** Of the last 128 */
    median_ms: number
    slowest_ms: number
  }[]
}

export type MetricsHistory = {
  step_seconds: number
  points: {
    /** When the step begins */ at: string
    requests: number | null
    /** Answers of 500 and above */
    failures: number | null
    /** Refused because there were too many at once */
    shed: number | null
    median_ms: number | null
    /** Of twenty requests nineteen were faster */
    p95_ms: number | null
    slowest_ms: number | null
    searches: number | null
    search_median_ms: number | null
    search_p95_ms: number | null
    in_flight: number | null
    /** 100: one processor, all of the time */
    processor_percent: number | null
    /** Of the time the thread that answers worked */
    busy_percent: number | null
    resident_bytes: number | null
    jobs_open: number | null
    jobs_due: number | null
    database_bytes: number | null
    log_bytes: number | null
    /** Files of all tenants */
    stored_bytes: number | null
    /** Where the data folder lies */
    free_bytes: number | null
  }[]
}

export type SettingsInForce = {
  version: string
  base_url: string
  /** By their names in kontor.json; what is secret is *** */
  settings: { [name: string]: unknown }
  /** Where each was read, in the order of the manual */
  sources: {
    name: string
    flag: string
    environment: string
    /** file: kontor.json in the data folder */
    origin: 'flag' | 'environment' | 'file' | 'default'
    help: string
    /**
     * What a change needs besides another start: vectors are made anew by themselves,
     * files that are there are read anew by POST /v1/datasets/{id}/reprocess, and of
     * secrets the manual has a page
     */
    effect: 'none' | 'vectors' | 'reading' | 'secrets'
  }[]
}

export type IndexState = {
  models: {
    name: string
    dimensions: number
    state: 'serving' | 'making' | 'leaving'
    done: number
    /** Passages */
    total: number
    sha256: string
  }[]
  /** Models, recognition and what they need, as kontor doctor lists them */
  capabilities: {
    name: string
    state: 'ready' | 'off' | 'broken'
    detail: string
    /** What to do */
    remedy: string | null
  }[]
  /** Those of the setting search-nodes, in its order */
  search_nodes: {
    url: string
    /**
     * answers: searches are sent to it. loading: it still copies. cut_off: it hears
     * nothing of this server, so it declines. left_out: it cannot be reached or used
     */
    state: 'answers' | 'loading' | 'cut_off' | 'left_out'
    /** Why it is left out */
    trouble: string | null
    /** That it has; null: it never said */
    passages: number | null
    /** Since it last knew that it had everything; null: never */
    lag_seconds: number | null
    /** Sent to it since this server started */
    searches: number
    declined: number
    failed: number
  }[]
}

export type Storage = {
  /** Of the data folder */ disk: { free_bytes: number; total_bytes: number }
  database_bytes: number
  /** Of its write-ahead log */
  log_bytes: number
  /** Files of datasets, the largest part first */
  objects: { status: string; modality: string; objects: number; bytes: number }[]
  previews_bytes: number
  /** Files that nobody needs and whose time has not come */
  removals: { waiting: number; next_at: string | null }
  tenants: {
    tenant_id: string
    name: string
    bytes: number
    /** Null: what the setting says */
    quota_bytes: number | null
  }[]
  total_tenants: number
}

export type Backups = {
  /** Null: the settings name none */ folder: string | null
  every_hours: number | null
  /** Older ones are removed; null: all are kept */
  keep: number | null
  /** When the next one is due; null: the settings name no folder */
  next_at: string | null
  /** One is being made */
  busy: boolean
  backups: {
    name: string
    made_at: string
    files: number
    encrypted: boolean
    problems: string[]
    verified_at: string | null
  }[]
}

export type Backup = {
  name: string
  /** Where it lies on the machine: what restore is given */
  folder: string
  made_at: string
  /** Of the program that made it */
  version: string
  /** Then restore needs the key (--identity) */
  encrypted: boolean
  /** The key of the secrets was given from outside: it is not in it */
  master_key_elsewhere: boolean
  /** An own model that is not in it */
  model_elsewhere: string | null
  files: number
  /** All that a restore reads */
  bytes: number
  /** What a restore would give */
  gives: {
    tenants: number
    users: number
    datasets: number
    objects: number
    passages: number
    transfers: number
  }
  ledger_head: string
  problems: string[]
  verified_at: string | null
}

export type Logs = {
  entries: {
    at: string
    /** debug, info, warn, error, or another's number */
    level: string
    message: string
    request_id: string | null
    facts: { [name: string]: unknown }
  }[]
  /** Of the oldest line that is remembered */
  remembered_since: string | null
}

export type Trace = {
  /** Whether KONTOR_TRACE_URL is set */ recording: boolean
  /** Null: not remembered */
  trace_id: string | null
  spans: {
    request_id: string
    span_id: string
    /** Of another of them, or of one at the caller's */
    parent_id: string | null
    method: string
    route: string
    status: number
    started_at: string
    ms: number
  }[]
}

export type SecretsState = {
  generations: {
    generation: number
    /** Null: it came with the folder */
    created_at: string | null
    /** Null: it signs */
    accepted_until: string | null
  }[]
  /** Fingerprints of what opens them, that in use first */
  master_keys: string[]
}

export type FirstHour = {
  steps: {
    step:
      | 'administrator'
      | 'second_factor'
      | 'address'
      | 'certificate'
      | 'mail'
      | 'backup'
      | 'reviewer'
      | 'samples'
      | 'confinement'
      | 'models'
    /** none: it does not apply */
    state: 'done' | 'open' | 'none'
    /** Why, in a word that stays */
    cause: string
    detail: string | null
    /** To be given from outside */
    settings: string[]
  }[]
  /** Nothing is open */
  over: boolean
  put_aside: boolean
  base_url: string | null
  samples_dataset_id: string | null
  /** As it was checked last */
  address: AddressCheck | null
  abilities: {
    name: string
    state: 'ready' | 'off' | 'broken'
    detail: string
    remedy: string | null
  }[]
}

export type AddressCheck = {
  url: string
  checked_at: string
  findings: { level: 'error' | 'warning'; message: string; remedy: string }[]
  /** Null: plain HTTP, or nothing answers */
  certificate: {
    subject: string
    issuer: string
    ends_at: string
    /** From the server's own upwards, as sent */
    chain: string[]
    /** By the authorities that this machine believes */
    trusted: boolean
    trouble: string | null
  } | null
}

export type MailTest = { taken: boolean; answer: string; email: string }

export type Samples = { dataset_id: string }

export type AnyWebhooks = { webhooks: AnyWebhook[]; total: number; next_cursor: string | null }

export type AnyWebhook = {
  webhook_id: string
  tenant_id: string
  tenant_name: string
  /** Of the address, without its path */
  origin: string
  description: string
  /** Of events that it hears of; 0: all */
  kinds: number
  state: 'active' | 'paused' | 'disabled'
  /**
   * gone (410), not_answering (for three days), operator who paused it, or
   * maker_lost_rights
   */
  reason: string | null
  created_at: string
}

export type AnyWebhookDeliveries = {
  deliveries: AnyWebhookDelivery[]
  next_cursor: string | null
  /** Of all tenants, whichever were asked for */
  counts: { waiting: number; failed: number }
}

export type AnyWebhookDelivery = {
  delivery_id: string
  webhook_id: string
  tenant_id: string
  tenant_name: string
  event_type: string
  event_number: number | null
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
  created_at: string
  last_try_at: string | null
  next_try_at: string | null
  /** Why the last try was not taken */
  problem: string | null
  /** Of the last try */
  answer_status: number | null
}

export type Works = { work: Work[] }

export type MarketSearchResults = {
  results: MarketHit[]
  total: number
  total_relation: 'exact' | 'approximate'
  has_more: boolean
  offset: number
  next_cursor: string | null
  retrieval_mode: 'lexical' | 'dense' | 'hybrid' | 'auto'
  search_id: string
  facets: {
    modality: { [name: string]: number }
    kind: { [name: string]: number }
    /** By the code of the language; und where it is not known */
    lang: { [name: string]: number }
    /** Those with the most matches, at most 50 */
    dataset: { dataset_id: string; name: string; count: number }[]
  } | null
  charged_credits: number
  available_credits?: number | undefined
  /**
   * What this key may still spend this month, by its budget or that of a key that it
   * comes from; absent without a budget
   */
  budget_left_credits?: number | undefined
  corrected_query?: string | undefined
  /**
   * What of the query, or of the asset to be compared, could not be searched for;
   * absent where there is nothing to say
   */
  warnings?: string[] | undefined
  took_ms: number
}

export type MarketHit = {
  asset_id: string
  passage_id: string
  dataset_id: string
  tenant_id: string
  title: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  kind: 'transcript' | 'caption' | 'ocr' | 'doc_chunk' | 'user_text' | 'metadata'
  lang: string
  modality: 'audio' | 'image' | 'video' | 'document' | 'text'
  page: number | null
  time_start_ms: number | null
  time_end_ms: number | null
  /** 0 to 1, comparable within one mode */
  score: number
  snippet: string
  /** Names this hit of this search */
  retrieval_event_id: string
  /**
   * So many passages are left out: equal ones, of other assets too and wherever they
   * rank, and nearly equal ones of the same asset on this page
   */
  similar_count?: number | undefined
  /**
   * Other assets that have the same passage, at most 100; it is charged once, and
   * not at all where one of them is yours
   */
  also_in?: string[] | undefined
  /** Whether GET /v1/objects/{id}/preview-image gives a picture of the asset */
  has_preview: boolean
}

export type Suggestions = {
  /** Queries, the likeliest first */ completions: string[]
  /** The query with its unknown words replaced; null when there is nothing to mend */
  did_you_mean: string | null
}

export type AssetWithPassages = {
  asset_id: string
  tenant_id: string
  dataset_id: string
  title: string
  filename: string
  /** Where the file lay in the folder that it came from, parted by slashes */
  folder: string | null
  content_type: string
  modality: 'audio' | 'image' | 'video' | 'document' | 'text'
  /** und when it is not known */
  lang: string
  source: 'upload' | 'gdrive'
  status: 'indexed' | 'pending' | 'review' | 'rejected' | 'failed'
  size_bytes: number
  checksum_sha256: string
  duration_ms: number | null
  page_count: number | null
  passage_count: number
  /** Unix seconds */
  uploaded_at: number
  indexed_at: number | null
  /** Why it could not be indexed */
  error: string | null
  /** What was odd about the file, and indexed */
  warnings: string[]
  passages: Passage[]
}

export type SimilarAssets = {
  results: MarketHit[]
  total: number
  total_relation: 'exact' | 'approximate'
  has_more: boolean
  limit: number
  offset: number
  /** The mode that was used: keyword for a hybrid search without the vectors at hand */
  mode: 'keyword' | 'semantic' | 'hybrid'
  /** Names this search for downloads; that of a search without a key names nothing */
  search_id: string
  facets: {
    modality: { [name: string]: number }
    kind: { [name: string]: number }
    /** By the code of the language; und where it is not known */
    lang: { [name: string]: number }
    /** Those with the most matches, at most 50 */
    dataset: { dataset_id: string; name: string; count: number }[]
  } | null
  charged_credits: number
  /** Absent without a key */
  available_credits?: number | undefined
  /**
   * What this key may still spend this month, by its budget or that of a key that it
   * comes from; absent without a budget
   */
  budget_left_credits?: number | undefined
  /** What was searched for instead, where nothing of a plain query is anywhere */
  corrected_query?: string | undefined
  /**
   * What of the query, or of the asset to be compared, could not be searched for;
   * absent where there is nothing to say
   */
  warnings?: string[] | undefined
  took_ms: number
}

export type DownloadLink = {
  /** good for one fetch, without a credential */ url: string
  ttl_seconds: number
  expires_at: string
  /** what the fetch will cost, in cents */
  estimated_credits: number
  /** what is on the balance, in cents */
  available_credits: number
  /**
   * What this key may still spend this month, by its budget or that of a key that it
   * comes from; absent without a budget
   */
  budget_left_credits?: number | undefined
  size_bytes: number
  /** why a fetch would be refused as of now */
  warning?: string | undefined
  /** why the download is not attributed to the search that was named */
  note?: string | undefined
}

export type OpenedBrowserSession = {
  user_id: string
  tenant_id: string
  expires_at: string
  display_name: string
  email: string
  /** To be sent with the next login of this device */
  device_token: string
  failed_logins: FailedLogins
}

export type BrowserSession = {
  /** Null for a browser that is not logged in */ session: Me | null
  /** Somebody is logged in whose tenant is suspended: session is null, too */
  suspended: boolean
  /** Whether the first administrator is still to come */
  setup: boolean
  signup: 'open' | 'invite' | 'closed'
  /** Whether this server sends letters */
  mail: boolean
  version: string
  /** The language of the account, or else the best of Accept-Language */
  locale: string
}

export type BrowserLoggedOut = {
  /** Null but after a log-in by a provider */ continue_at: string | null
}

export type SignInProviders = { providers: { id: string; name: string }[] }

export type SignInBegun = { continue_at: string }

export type SignedIn = {
  return_to: string
  /** For who has one that the provider did not ask for: there is no session yet */
  second_factor?: FactorChallenge | undefined
}

export type Health = { status: string; version: string }

export type ManagementOperations = {
  /** Sign up: a new user with a new tenant, and a session of 7 days */
  signUp: { input: SignUp; reply: LoggedIn }
  /** Log in: a session of 7 days */
  logIn: { input: LogIn; reply: LoggedIn }
  /** Ask what a log-in is answered by: a passkey alone, or the second factor */
  askSignIn: { input: AskSignIn; reply: FactorChallenge }
  /** Answer what a log-in asks: a session of 7 days */
  answerSignIn: { input: AnswerSignIn; reply: LoggedIn }
  /** Log out: ends this session */
  logOut: { input: undefined; reply: { [name: string]: never } }
  /** Set another password with a code from an administrator */
  resetPassword: { input: PasswordReset; reply: PasswordWasReset }
  /** Have a letter sent to me that shows that I read the mail of my address */
  requestEmailVerification: { input: undefined; reply: { [name: string]: never } }
  /** Have another address, once its mail was seen to be read */
  changeEmail: { input: ChangeEmail; reply: { [name: string]: never } }
  /** Say the code of a letter: its address is verified, or takes the place of the old one */
  verifyEmail: { input: EmailVerification; reply: EmailWasVerified }
  /** Have a code for another password sent to me by mail */
  requestPasswordReset: { input: RequestPasswordReset; reply: { [name: string]: never } }
  /** Who I am and what I may do */
  getMe: { input: undefined; reply: Me }
  /** Change my password; my other sessions end */
  changePassword: { input: ChangePassword; reply: { [name: string]: never } }
  /** My sessions that are live, the newest first */
  listSessions: {
    input: { cursor?: string | undefined; limit?: number | undefined }
    reply: Sessions
  }
  /** End all my other sessions */
  endOtherSessions: { input: undefined; reply: { sessions_ended: number } }
  /** End a session of mine */
  endSession: { input: { id: string }; reply: undefined }
  /** What happened that I may see, the last of it first, with what I have read */
  listNotices: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      /** Only these types, with commas between */
      types?: string | undefined
      /** Only what was not read yet */
      unread?: boolean | undefined
    }
    reply: Notices
  }
  /** Say that I have read some notices, or all that there are now */
  markNoticesRead: {
    input: MarkNoticesRead
    reply: {
      /** Counted up to 1000 */ unread: number
    }
  }
  /** What is sent to me by mail, and in which language */
  getNotifications: { input: undefined; reply: Notifications }
  /** Choose what is sent to me by mail, at once or as one letter a day */
  changeNotifications: { input: ChangeNotifications; reply: Notifications }
  /** What I show besides a password, or instead of one */
  listSecondFactors: { input: undefined; reply: SecondFactors }
  /** Begin to have an app make codes */
  beginTotp: { input: undefined; reply: BegunTotp }
  /** Take the app for codes away */
  removeTotp: { input: undefined; reply: undefined }
  /** Show the first code of the app: from now on it is a second factor */
  finishTotp: { input: TotpCode; reply: RecoveryCodes }
  /** Have other recovery codes; those of before open nothing any more */
  renewRecoveryCodes: { input: undefined; reply: RecoveryCodes }
  /** Begin to add a passkey: what the browser makes it by */
  beginPasskey: { input: undefined; reply: BegunPasskey }
  /** Add the passkey that the browser made */
  addPasskey: { input: AddPasskey; reply: AddedPasskey }
  /** Give a passkey of mine another name */
  renamePasskey: { input: { id: string } & RenamePasskey; reply: Passkey }
  /** Take a passkey of mine away */
  removePasskey: { input: { id: string }; reply: undefined }
  /** Ask by what I can show again who I am */
  askToConfirm: { input: undefined; reply: FactorChallenge }
  /** Show again who sits here: for ten minutes nothing asks */
  confirm: { input: Confirm; reply: Confirmed }
  /** Create an empty dataset */
  createDataset: { input: CreateDataset; reply: Dataset }
  /** The tenant's datasets, newest first */
  listDatasets: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      status?:
        | 'draft'
        | 'ingesting'
        | 'active'
        | 'paused'
        | 'archived'
        | 'suspended'
        | 'pending_deletion'
        | 'deleted'
        | undefined
      visibility?: 'private' | 'restricted' | 'listed' | undefined
    }
    reply: Datasets
  }
  /** Give several datasets one price */
  priceDatasets: { input: PriceDatasets; reply: PricedDatasets }
  /** One dataset of the tenant */
  getDataset: { input: { id: string }; reply: DatasetDetail }
  /** Change a dataset; only the fields sent change */
  patchDataset: { input: { id: string } & PatchDataset; reply: Dataset }
  /** Delete a dataset with everything in it, for good */
  deleteDataset: { input: { id: string }; reply: { [name: string]: never } }
  /** Read the objects of a dataset anew; old passages serve until the new ones are there */
  reprocessDataset: { input: { id: string } & ReprocessRequest; reply: Reprocess }
  /** How far the last reprocessing of a dataset is */
  getReprocess: { input: { id: string }; reply: Reprocess }
  /** What the downloads of the last 30 days would have brought at other prices */
  simulatePrices: { input: { id: string } & SimulatePrices; reply: PriceSimulation }
  /** Let a tenant into a dataset */
  grantAccess: { input: { id: string } & GrantAccess; reply: DatasetAccess }
  /** The tenants that were let into a dataset */
  listAccess: {
    input: { id: string; cursor?: string | undefined; limit?: number | undefined }
    reply: DatasetAccessList
  }
  /** Change when a tenant's access ends */
  changeAccess: { input: { id: string; tenant_id: string } & ChangeAccess; reply: DatasetAccess }
  /** Take a tenant's access away, at once */
  revokeAccess: { input: { id: string; tenant_id: string }; reply: undefined }
  /** What is on offer in the marketplace, newest first */
  listCatalog: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      /** Words that all stand in the name, the description or the tags */
      q?: string | undefined
      /** Has objects of this modality */
      modality?: 'audio' | 'image' | 'video' | 'document' | 'text' | undefined
      /** Has objects in this language */
      lang?: string | undefined
      /** All of these, with commas between */
      tags?: string | undefined
    }
    reply: Catalog
  }
  /** One dataset on offer, with up to three sample passages */
  getCatalogDataset: { input: { id: string }; reply: CatalogDataset }
  /** Ask the provider of a restricted dataset to be let in */
  requestAccess: { input: { id: string } & RequestAccess; reply: AccessRequest }
  /** The datasets that the tenant asked to be let into, newest first */
  listOwnAccessRequests: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      status?: 'pending' | 'approved' | 'rejected' | undefined
    }
    reply: OwnAccessRequests
  }
  /** Who asked to be let into a dataset, newest first */
  listAccessRequests: {
    input: {
      id: string
      cursor?: string | undefined
      limit?: number | undefined
      status?: 'pending' | 'approved' | 'rejected' | undefined
    }
    reply: AccessRequests
  }
  /** Who asked to be let into any dataset of the tenant, newest first */
  listAccessInbox: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      offset?: number | undefined
      status?: 'pending' | 'approved' | 'rejected' | undefined
    }
    reply: AccessInbox
  }
  /** Approve or reject a request; an approval lets the tenant in */
  decideAccess: {
    input: { id: string; access_request_id: string } & DecideAccess
    reply: AccessRequest
  }
  /** Announce a file and get the URLs to send it to */
  initiateUpload: { input: { dataset_id: string } & InitiateUpload; reply: InitiatedUpload }
  /** Announce up to 100 files at once */
  announceUploads: { input: { dataset_id: string } & AnnounceUploads; reply: AnnouncedUploads }
  /** Confirm up to 100 files at once that were sent whole */
  confirmUploads: { input: { dataset_id: string } & ConfirmUploads; reply: ConfirmedUploads }
  /** Which of these files a dataset has already, by their SHA-256 */
  knownObjects: { input: { dataset_id: string } & KnownContent; reply: KnownObjects }
  /** The same, with the dataset in the body */
  createUpload: { input: CreateUpload; reply: InitiatedUpload }
  /** What came of a file so far, and new URLs for the rest */
  getUpload: {
    input: {
      id: string
      /**
       * For a file in parts: the SHA-256 of some that are about to be sent, up to 50, as
       * 1:9f86…,2:6030…. A store of files that takes them by itself then takes these
       * bytes alone
       */
      part_sha256?: string | undefined
    }
    reply: OpenUpload
  }
  /** Give up an upload that is not confirmed */
  cancelUpload: { input: { id: string }; reply: { [name: string]: never } }
  /** Confirm that all bytes are there; the object goes to review */
  confirmUpload: { input: { id: string } & ConfirmUpload; reply: ConfirmedObject }
  /** The same, by the id of the upload */
  completeUpload: { input: { upload_id: string } & ConfirmUpload; reply: ConfirmedObject }
  /** The objects of a dataset, newest first */
  listObjects: {
    input: {
      dataset_id: string
      cursor?: string | undefined
      limit?: number | undefined
      /** Something in the name, whatever its case */
      q?: string | undefined
      status?: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted' | undefined
      index_state?: 'none' | 'queued' | 'indexed' | 'failed' | 'removing' | undefined
      /** What is taken down, or all that is not */
      taken_down?: boolean | undefined
      /** The default is newest */
      sort?: 'newest' | 'oldest' | 'name' | 'name_desc' | 'largest' | 'smallest' | undefined
      /** So many are left out; not beside a cursor */
      offset?: number | undefined
    }
    reply: Objects
  }
  /** The objects of a dataset as rows of a table, up to a thousand at once */
  listObjectRows: {
    input: {
      dataset_id: string
      cursor?: string | undefined
      limit?: number | undefined
      /** Something in the name, whatever its case */
      q?: string | undefined
      status?: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted' | undefined
      index_state?: 'none' | 'queued' | 'indexed' | 'failed' | 'removing' | undefined
      /** What is taken down, or all that is not */
      taken_down?: boolean | undefined
      /** The default is newest */
      sort?: 'newest' | 'oldest' | 'name' | 'name_desc' | 'largest' | 'smallest' | undefined
      /** So many are left out; not beside a cursor */
      offset?: number | undefined
    }
    reply: ObjectRows
  }
  /** The objects of all datasets, newest first */
  listOwnObjects: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      dataset_id?: string | undefined
      folder?: string | undefined
      index_state?: 'none' | 'queued' | 'indexed' | 'failed' | 'removing' | undefined
      status?: 'initiated' | 'staged' | 'active' | 'rejected' | 'expired' | 'deleted' | undefined
      /** What is taken down, or all that is not */
      taken_down?: boolean | undefined
    }
    reply: Objects
  }
  /** One object of the tenant */
  getObject: { input: { id: string }; reply: ObjectDetail }
  /** Delete an object; its passages leave the index */
  deleteObject: { input: { id: string }; reply: { [name: string]: never } }
  /** A URL for the bytes, good for an hour */
  downloadObject: { input: { id: string }; reply: ObjectDownload }
  /** A small picture of an object that one owns or may find by a search */
  previewImage: { input: { id: string }; reply: Response }
  /** What can be looked at of an object, page by page */
  listPages: { input: { id: string }; reply: ObjectPages }
  /** A page of an object as a picture */
  pageImage: {
    input: {
      id: string
      page: number
      /** In dots */
      width?: '400' | '800' | '1600' | undefined
    }
    reply: Response
  }
  /** Where the recognised words are on a scanned page or in a picture */
  wordBoxes: { input: { id: string; page?: number | undefined }; reply: WordBoxes }
  /** What was read in an object, passage by passage */
  listOwnPassages: {
    input: { id: string; offset?: number | undefined; limit?: number | undefined }
    reply: OwnPassages
  }
  /** Put subtitles beside a recording */
  attachSidecar: { input: { id: string } & AttachSidecar; reply: ConfirmedObject }
  /** The subtitles beside a recording, in whatever state */
  listSidecars: { input: { id: string }; reply: Sidecars }
  /** Put an object whose review expired into the queue again, within 7 days */
  resubmitObject: { input: { id: string }; reply: KontorObject }
  /** Put up to 200 objects whose review expired into the queue again */
  resubmitObjects: { input: { dataset_id: string } & ChosenObjects; reply: ResubmittedObjects }
  /** Read one object anew; its old passages serve until the new ones are there */
  reprocessObject: { input: { id: string }; reply: ObjectReprocessing }
  /** Delete up to 200 objects of a dataset */
  deleteObjects: { input: { dataset_id: string } & ChosenObjects; reply: DeletedObjects }
  /** How far enqueued work is; finished jobs are kept for 30 days */
  getJob: { input: { job_id: string }; reply: Job }
  /** The same each time it changes, until the work is over (server-sent events) */
  streamJob: { input: { job_id: string }; reply: Response }
  /** What is done with an object, and how far it is; the newest first */
  listObjectJobs: { input: { id: string }; reply: ObjectJobs }
  /** Who did what to an object, the last deed first */
  listObjectHistory: {
    input: { id: string; offset?: number | undefined; limit?: number | undefined }
    reply: ObjectHistory
  }
  /** The folders of this server that the caller may import from */
  listImportRoots: { input: undefined; reply: ImportRoots }
  /** What lies in a folder below a root: the folders by name, the files by number */
  getImportFolder: {
    input: {
      id: string
      /** From the root on, parted by slashes; empty: the root itself */
      folder?: string | undefined
      cursor?: string | undefined
    }
    reply: ImportFolder
  }
  /** Take a folder of this server into a dataset, or say what would be taken */
  startFolderImport: { input: StartFolderImport; reply: FolderImport }
  /** Imports of folders that are under way or kept, the newest first */
  listFolderImports: { input: undefined; reply: FolderImports }
  /** How far one of them is, and what came of it so far */
  getFolderImport: { input: { id: string }; reply: FolderImport }
  /** The files of one outcome: taken, there already, refused with the reason, and so on */
  listFolderImportFiles: {
    input: {
      id: string
      cursor?: string | undefined
      limit?: number | undefined
      outcome?: 'new' | 'changed' | 'unchanged' | 'refused' | 'missing' | 'deleted' | undefined
    }
    reply: FolderImportFiles
  }
  /** What became of every file, as JSON Lines or CSV to keep */
  exportFolderImport: {
    input: { id: string; format?: 'jsonl' | 'csv' | undefined }
    reply: Response
  }
  /** End an import that is under way; what was taken stays */
  cancelFolderImport: { input: { id: string }; reply: FolderImport }
  /** Keep taking what is new in a folder of this server into a dataset */
  startFolderWatch: { input: StartFolderWatch; reply: FolderWatch }
  /** The folders that the server watches, with how it stands and what went wrong lately */
  listFolderWatches: { input: undefined; reply: FolderWatches }
  /** Stop watching a folder; what was taken stays */
  stopFolderWatch: { input: { id: string }; reply: undefined }
  /** Objects that wait for review, the oldest first */
  reviewQueue: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      tenant_id?: string | undefined
      dataset_id?: string | undefined
      modality?: 'audio' | 'image' | 'video' | 'document' | 'text' | undefined
      /** Something in the name of the file or of its dataset */
      q?: string | undefined
      /** The default is oldest */
      sort?: 'oldest' | 'newest' | 'deadline' | 'largest' | 'name' | undefined
      /** So many are left out; not beside a cursor */
      offset?: number | undefined
    }
    reply: ReviewQueue
  }
  /** One object with what its inspection found */
  reviewDetail: { input: { tenant_id: string; object_id: string }; reply: ReviewDetail }
  /** Let an object into the index */
  approveObject: {
    input: { tenant_id: string; object_id: string } & Approve
    reply: ApprovedObject
  }
  /** Keep an object out of the index */
  rejectObject: { input: { tenant_id: string; object_id: string } & Reject; reply: KontorObject }
  /** A URL that shows the file in a browser, good for 15 minutes */
  reviewPreview: { input: { tenant_id: string; object_id: string }; reply: Preview }
  /** Tell other reviewers that one looks at an object */
  claimReview: { input: { tenant_id: string; object_id: string } & ClaimReview; reply: ReviewClaim }
  /** Look at it no more */
  releaseReview: { input: { tenant_id: string; object_id: string }; reply: undefined }
  /** Decide on up to 100 objects at once */
  decideReviews: { input: DecideReviews; reply: DecisionOutcomes }
  /** What was decided, by whom and why, the last decision first */
  listDecisions: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      decision?: 'approved' | 'rejected' | undefined
      reviewer_id?: string | undefined
      tenant_id?: string | undefined
      q?: string | undefined
    }
    reply: DecidedReviews
  }
  /** Objects that wait for review, the oldest first */
  listStagedObjects: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      tenant_id?: string | undefined
      dataset_id?: string | undefined
      modality?: 'audio' | 'image' | 'video' | 'document' | 'text' | undefined
      /** Something in the name of the file or of its dataset */
      q?: string | undefined
      /** The default is oldest */
      sort?: 'oldest' | 'newest' | 'deadline' | 'largest' | 'name' | undefined
      /** So many are left out; not beside a cursor */
      offset?: number | undefined
    }
    reply: ReviewQueue
  }
  /** One object with what its inspection found */
  getStagedObject: { input: { object_id: string }; reply: ReviewDetail }
  /** Let an object into the index */
  approveStagedObject: { input: { object_id: string } & Approve; reply: ApprovedObject }
  /** Keep an object out of the index */
  rejectStagedObject: { input: { object_id: string } & Reject; reply: KontorObject }
  /** Take an approved object out of sight, at once */
  takeDownObject: { input: { tenant_id: string; object_id: string } & Reason; reply: KontorObject }
  /** Show an object again that was taken down */
  restoreObject: { input: { tenant_id: string; object_id: string } & Note; reply: KontorObject }
  /** Datasets of all tenants, newest first */
  listAnyDatasets: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      tenant_id?: string | undefined
      /** All of it, letter by letter; several may have it */
      name?: string | undefined
    }
    reply: Datasets
  }
  /** One dataset of any tenant */
  getAnyDataset: { input: { dataset_id: string }; reply: Dataset }
  /** Mark a dataset of any tenant as curated, or take the mark away */
  curateDataset: { input: { dataset_id: string } & Curation; reply: Dataset }
  /** What is taken down, of all tenants, the last one first */
  listTakenDown: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      tenant_id?: string | undefined
      dataset_id?: string | undefined
    }
    reply: TakenDownObjects
  }
  /** One object of any tenant that was sent */
  getAnyObject: { input: { object_id: string }; reply: AnyObject }
  /** Shut a dataset of any tenant: nobody sees its content */
  suspendDataset: { input: { dataset_id: string } & Reason; reply: Dataset }
  /** Put a suspended dataset back to where it was */
  resumeDataset: { input: { dataset_id: string } & Note; reply: Dataset }
  /** What an asset costs: a passage, the whole file, a clip */
  getPrices: {
    input: { asset_id: string; start_ms?: number | undefined; end_ms?: number | undefined }
    reply: Prices
  }
  /** Say that a passage was used in an answer */
  createCitation: { input: NewCitation; reply: Citation }
  /** Say what a passage brought in */
  createOutcome: { input: NewOutcome; reply: Outcome }
  /** Turn a voucher into credits */
  redeemVoucher: { input: RedeemVoucher; reply: Redemption }
  /** Payments that Stripe reports become credits */
  receiveStripeEvent: { input: undefined; reply: StripeOutcome }
  /** The months that the tenant has invoices of, newest first */
  listInvoices: { input: undefined; reply: Invoices }
  /** What the tenant used and paid in a month */
  getInvoice: {
    input: {
      /** A UTC month such as 2026-10 */ period: string
    }
    reply: Invoice
  }
  /** The same as a page to print */
  getInvoicePage: {
    input: {
      /** A UTC month such as 2026-10 */ period: string
      /** The language of the page; that of Accept-Language unless it is given */
      lang?: 'en' | 'de' | 'es' | 'fr' | undefined
    }
    reply: Response
  }
  /** A month of metered events as CSV or JSON Lines */
  exportUsage: {
    input: {
      /** A UTC month such as 2026-10 */ period: string
      format?: 'csv' | 'jsonl' | undefined
      /** What the tenant used, or what others paid for of its data */
      side?: 'buyer' | 'provider' | undefined
    }
    reply: Response
  }
  /** Proof that a charge or a transfer is in the ledger */
  getReceipt: { input: { id: string }; reply: Receipt }
  /** The public key that heads of the ledger are signed with */
  getSigningKey: { input: undefined; reply: SigningKey }
  /** The last signed head: who keeps it sees later whether anything was rewritten */
  getLedgerHead: { input: undefined; reply: SignedHead }
  /** Where the tenant is paid */
  getPayoutAccount: { input: undefined; reply: PayoutAccount }
  /** Say where the tenant is paid */
  setPayoutAccount: { input: PayoutAccountChange; reply: PayoutAccount }
  /** What is coming to the tenant, when, and to which account */
  getPayoutOutlook: { input: undefined; reply: PayoutOutlook }
  /** One payout statement, with when and why */
  getPayoutStatement: { input: { id: string }; reply: PayoutStatementDetail }
  /** Every charge that a statement is made of, newest first */
  listStatementEvents: {
    input: {
      id: string
      cursor?: string | undefined
      limit?: number | undefined
      offset?: number | undefined
    }
    reply: PayoutStatementEvents
  }
  /** What each dataset of the tenant brought */
  getEarnings: {
    input: {
      /** A date (from its start) or a time, inclusive */ from?: string | undefined
      /** A date (to its end) or a time, exclusive */
      to?: string | undefined
    }
    reply: Earnings
  }
  /** Put a tenant on a plan */
  changePlan: { input: { id: string } & PlanChange; reply: TenantPlan }
  /** One tenant, with what it keeps */
  getTenant: { input: { id: string }; reply: Tenant }
  /** Put credits (cents) on the balance of a tenant */
  grantCredits: { input: { id: string } & { credits: number; reason: string }; reply: CreditGrant }
  /** Make vouchers for credits; the codes are in this answer only */
  createVouchers: { input: NewVouchers; reply: Vouchers }
  /** All vouchers, the newest first, and what became of them */
  listVouchers: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      /** What has expired is listed with the open ones */
      status?: 'open' | 'redeemed' | 'revoked' | undefined
    }
    reply: VoucherList
  }
  /** Revoke a voucher that nobody has redeemed */
  revokeVoucher: { input: { id: string }; reply: Voucher }
  /** What somebody was charged, and what became of it */
  getCharge: { input: { event_id: string }; reply: Charge }
  /** Give a charge back, whole and once, by counter-entries */
  refundCharge: { input: NewRefund; reply: Refund }
  /** Charges that were given back, the newest first */
  listRefunds: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      tenant_id?: string | undefined
    }
    reply: Refunds
  }
  /** Where the credits of tenants came from, the newest first */
  listPayments: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      source?: 'stripe' | 'x402' | 'grant' | 'voucher' | undefined
      tenant_id?: string | undefined
    }
    reply: Payments
  }
  /** Payments that were sent with requests (x402) and are not credited, unclear ones first */
  listOpenPayments: { input: { limit?: number | undefined }; reply: OpenPayments }
  /** What the books say against what statements and payments say, with the head of them */
  getReconciliation: {
    input: {
      /** A UTC month such as 2026-10 */ before?: string | undefined
    }
    reply: Reconciliation
  }
  /** Contest a charge */
  openDispute: { input: NewDispute; reply: Dispute }
  /** Disputes, newest first */
  listDisputes: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      state?: 'open' | 'rejected' | 'refunded' | undefined
    }
    reply: Disputes
  }
  /** End a dispute: the charge stands, or is given back */
  resolveDispute: { input: { id: string } & ResolveDispute; reply: Dispute }
  /** The payout statements of all providers, newest first */
  listAllPayouts: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      status?:
        | 'pending'
        | 'approved'
        | 'processing'
        | 'paid'
        | 'failed'
        | 'held'
        | 'reversed'
        | undefined
      /** A UTC month such as 2026-10 */
      period?: string | undefined
      tenant_id?: string | undefined
    }
    reply: AdminPayoutStatements
  }
  /** Take a payout statement one step further */
  changePayout: { input: { id: string } & StatementChange; reply: AdminPayoutStatement }
  /** How much the next batch would be */
  getPayoutDue: { input: undefined; reply: PayoutDue }
  /** Put what is due together for the bank */
  createPayoutBatch: { input: NewPayoutBatch; reply: NewPayoutBatchResult }
  /** The batches for the bank, the newest first */
  listPayoutBatches: {
    input: { cursor?: string | undefined; limit?: number | undefined }
    reply: PayoutBatches
  }
  /** A batch as it was told to the bank */
  getPayoutBatch: { input: { id: string }; reply: PayoutBatch }
  /** The bank has carried out what is under way of a batch */
  payPayoutBatch: { input: { id: string }; reply: PaidPayoutBatch }
  /** The payments of a batch as CSV */
  getPayoutBatchCsv: { input: { id: string }; reply: Response }
  /** The payments of a batch as a SEPA credit transfer (pain.001.001.09) */
  getPayoutBatchSepa: { input: { id: string }; reply: Response }
  /** A month of transfers of all accounts as CSV or JSON Lines */
  exportLedger: {
    input: {
      /** A UTC month such as 2026-10 */ period: string
      format?: 'csv' | 'jsonl' | undefined
    }
    reply: Response
  }
  /** The payout statements of a month, of all providers, as CSV or JSON Lines */
  exportStatements: {
    input: {
      /** A UTC month such as 2026-10 */ period: string
      format?: 'csv' | 'jsonl' | undefined
    }
    reply: Response
  }
  /** Create an API key; the secret is in this answer only */
  createApiKey: { input: CreateApiKey; reply: CreatedApiKey }
  /** The tenant's API keys, newest first, revoked ones included */
  listApiKeys: {
    input: { cursor?: string | undefined; limit?: number | undefined }
    reply: ApiKeys
  }
  /** One API key */
  getApiKey: { input: { id: string }; reply: ApiKey }
  /** Change an API key; only the fields sent change */
  patchApiKey: { input: { id: string } & PatchApiKey; reply: ApiKey }
  /** Revoke an API key at once */
  revokeApiKey: { input: { id: string; descendants?: boolean | undefined }; reply: undefined }
  /** Add one dataset to a key with an allow-list */
  addGrant: { input: { id: string } & AddGrant; reply: Grant }
  /** Take an added dataset from a key again */
  removeGrant: { input: { id: string; grant_id: string }; reply: undefined }
  /** Who wants to be let in, as the console shows it */
  askAuthorization: {
    input: {
      client_id: string
      redirect_uri: string
      response_type?: string | undefined
      code_challenge?: string | undefined
      code_challenge_method?: string | undefined
      state?: string | undefined
      scope?: string | undefined
      resource?: string | undefined
    }
    reply: AuthorizationAsked
  }
  /** Let a program search and buy over MCP, up to a sum a month */
  approveAuthorization: { input: ApproveAuthorization; reply: AuthorizationApproved }
  /** What the tenant offers, in numbers */
  getProviderDashboard: { input: undefined; reply: ProviderDashboard }
  /** What a dataset holds, in numbers */
  getDatasetAnalytics: { input: { id: string }; reply: DatasetAnalytics }
  /** Use and revenue of the tenant's data, day by day */
  getProviderAnalytics: {
    input: {
      dataset_id?: string | undefined
      /** A date (from its start) or a time, inclusive */
      from?: string | undefined
      /** A date (to its end) or a time, exclusive */
      to?: string | undefined
    }
    reply: ProviderAnalytics
  }
  /** The tenant's payout statements, newest first */
  listPayouts: {
    input: { cursor?: string | undefined; limit?: number | undefined }
    reply: Payouts
  }
  /** Keys, credits and use of the tenant in this month */
  getBuyerDashboard: { input: undefined; reply: BuyerDashboard }
  /** The searches of the tenant, newest first */
  listSearchActivity: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      api_key_id?: string | undefined
      /** A date (from its start) or a time, inclusive */
      from?: string | undefined
      /** A date (to its end) or a time, exclusive */
      to?: string | undefined
    }
    reply: SearchActivities
  }
  /** The assets that the tenant read and downloaded, newest first */
  listAccessActivity: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      api_key_id?: string | undefined
      /** A date (from its start) or a time, inclusive */
      from?: string | undefined
      /** A date (to its end) or a time, exclusive */
      to?: string | undefined
    }
    reply: AccessActivities
  }
  /** The files and moments that the tenant bought, newest first */
  listPurchases: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      offset?: number | undefined
      api_key_id?: string | undefined
      /** A date (from its start) or a time, inclusive */
      from?: string | undefined
      /** A date (to its end) or a time, exclusive */
      to?: string | undefined
    }
    reply: Purchases
  }
  /** One purchase, by the id of its receipt */
  getPurchase: { input: { receipt_id: string }; reply: Purchase }
  /** The licences that the caller bought on Surface C, newest first */
  listLicences: {
    input: { limit?: number | undefined; offset?: number | undefined }
    reply: BoughtLicences
  }
  /** What the tenant spent, by day, dataset or API key */
  getSpend: {
    input: {
      group_by?: 'day' | 'dataset' | 'api_key' | undefined
      /** A date (from its start) or a time, inclusive */
      from?: string | undefined
      /** A date (to its end) or a time, exclusive */
      to?: string | undefined
    }
    reply: Spend
  }
  /** What this month will have cost if it goes on like this */
  projectSpend: { input: undefined; reply: SpendProjection }
  /** The people of the tenant, who joined first comes first */
  listMembers: {
    input: { cursor?: string | undefined; limit?: number | undefined }
    reply: Members
  }
  /** Give a member other roles */
  patchMember: { input: { id: string } & PatchMember; reply: ChangedMember }
  /** Remove a member, or leave; its sessions end at once */
  removeMember: {
    input: { id: string; api_keys?: 'revoke' | 'take_over' | undefined }
    reply: undefined
  }
  /** Invite somebody into the tenant; the code is in this answer only */
  createInvitation: { input: Invite; reply: CreatedInvitation }
  /** The invitations of the tenant, newest first, used and ended ones included */
  listInvitations: {
    input: { cursor?: string | undefined; limit?: number | undefined }
    reply: Invitations
  }
  /** Revoke an invitation that was not used */
  revokeInvitation: { input: { id: string }; reply: undefined }
  /** Go to the tenant that invites me, with the account that I have */
  acceptInvitation: { input: AcceptInvitation; reply: AcceptedInvitation }
  /** What would go if I closed my tenant, and what is in the way */
  getClosingPlan: { input: undefined; reply: ClosingPlan }
  /** Close my tenant, for good: its people, keys, files and searches go */
  closeTenant: { input: TenantClosing; reply: TenantClosed }
  /** Who did what to which of the tenant's things, the last deed first */
  listAuditEvents: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      /** An action such as api_key.revoked, or its noun for all actions of it */
      action?: string | undefined
      /** A date (from its start) or a time, inclusive */
      from?: string | undefined
      /** A date (to its end) or a time, exclusive */
      to?: string | undefined
    }
    reply: AuditEvents
  }
  /** What happens in the tenant, as it happens (server-sent events) */
  streamEvents: {
    input: {
      /** Where to go on, for who cannot send the header Last-Event-ID */
      last_event_id?: string | undefined
    }
    reply: Response
  }
  /** Have events sent to an address; the secret is in this answer only */
  createWebhook: { input: NewWebhook; reply: WebhookWithSecret }
  /** The addresses that events of the tenant are sent to, the newest first */
  listWebhooks: {
    input: { cursor?: string | undefined; limit?: number | undefined }
    reply: Webhooks
  }
  /** One of those addresses */
  getWebhook: { input: { id: string }; reply: Webhook }
  /** Change, pause or go on with a webhook */
  patchWebhook: { input: { id: string } & WebhookPatch; reply: Webhook }
  /** Remove a webhook with its deliveries */
  deleteWebhook: { input: { id: string }; reply: undefined }
  /** A new secret; that of before is signed with as well for a while */
  rotateWebhookSecret: { input: { id: string } & RotateWebhookSecret; reply: WebhookWithSecret }
  /** Send a webhook of the type webhook.test, of which nothing happened */
  testWebhook: { input: { id: string }; reply: WebhookDelivery }
  /** What was and is to be sent to webhooks, the last one first */
  listWebhookDeliveries: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      webhook_id?: string | undefined
      state?: 'waiting' | 'delivered' | 'failed' | undefined
    }
    reply: WebhookDeliveries
  }
  /** One delivery, with the last request and its answer */
  getWebhookDelivery: { input: { id: string }; reply: WebhookDelivery }
  /** Send a delivery once more, or at once, under its old id */
  sendWebhookAgain: { input: { id: string }; reply: WebhookDelivery }
  /** Create a tenant, with an invitation for its owner */
  createTenant: { input: CreateTenant; reply: CreatedTenant }
  /** All tenants, newest first */
  listTenants: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      /** The beginning of the name, or the id */
      q?: string | undefined
      suspended?: boolean | undefined
    }
    reply: Tenants
  }
  /** Another invitation for the owner of a tenant that nobody is in */
  inviteOwner: { input: { id: string } & InviteOwner; reply: CreatedInvitation }
  /** Take back the invitations for the owner of a tenant that nobody is in */
  revokeOwnerInvitations: { input: { id: string }; reply: undefined }
  /** Say how much a tenant may keep */
  changeStorageQuota: { input: { id: string } & StorageQuotaChange; reply: Tenant }
  /** Shut a tenant out, and take what it offers off the market */
  suspendTenant: { input: { id: string } & Reason; reply: Tenant }
  /** Take the suspension of a tenant back */
  resumeTenant: { input: { id: string } & Note; reply: Tenant }
  /** What a tenant used in this month, what it has, and what plans would cost it */
  getTenantUsage: { input: { id: string }; reply: TenantUsage }
  /** What would go if a tenant were erased, and what is in the way */
  getErasurePlan: { input: { id: string }; reply: ErasurePlan }
  /** Erase a tenant with its people and files, for good; the books stay */
  eraseTenant: { input: { id: string } & TenantErasure; reply: Work }
  /** Put everything of a tenant into an archive that it can take along */
  exportTenant: { input: { id: string }; reply: Work }
  /** The archive of a tenant that was made last, as a tar */
  fetchTenantExport: { input: { id: string }; reply: Response }
  /** Everybody with an account, the newest first */
  listUsers: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      /** The beginning of the address, or the id */
      q?: string | undefined
      tenant_id?: string | undefined
      platform_admin?: boolean | undefined
    }
    reply: People
  }
  /** One person with an account */
  getUser: { input: { id: string }; reply: Person }
  /** A code with which a person who lost a password sets another one */
  createResetLink: { input: { id: string }; reply: ResetLink }
  /** The live sessions of a person, the newest first */
  listUserSessions: {
    input: { id: string; cursor?: string | undefined; limit?: number | undefined }
    reply: Sessions
  }
  /** Log a person out everywhere */
  endUserSessions: { input: { id: string }; reply: SessionsEnded }
  /** End one session of a person */
  endUserSession: { input: { id: string; session_id: string }; reply: undefined }
  /** Let nobody in as this person */
  lockUser: { input: { id: string } & Reason; reply: Person }
  /** Let a person in again */
  unlockUser: { input: { id: string } & Note; reply: Person }
  /** Take all second factors of a person away who lost them */
  resetSecondFactors: { input: { id: string }; reply: SecondFactorsReset }
  /** Make a person a platform administrator, or an ordinary one again */
  changePlatformAdmin: { input: { id: string } & PlatformAdminChange; reply: Person }
  /** Erase a person, for good; the books stay and name nobody */
  eraseUser: { input: { id: string } & UserErasure; reply: UserErased }
  /** The work of all tenants that is in a state, the newest first */
  listJobs: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      state?: 'queued' | 'running' | 'done' | 'failed' | undefined
      kind?:
        | 'remove-passages'
        | 'delete-dataset'
        | 'erase-person'
        | 'erase-tenant'
        | 'advance-submission'
        | 'inspect-object'
        | 'ingest-object'
        | 'reprocess-dataset'
        | 'reprocess-object'
        | 'describe-asset'
        | 'send-mail'
        | 'purge-blob'
        | undefined
    }
    reply: AnyJobs
  }
  /** Have a job tried at once that waits or was given up */
  retryJob: { input: { job_id: string }; reply: AnyJob }
  /** Give a job up that waits */
  cancelJob: { input: { job_id: string }; reply: AnyJob }
  /** Who did what to which thing of any tenant, the last deed first */
  listAllAuditEvents: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      /** An action such as api_key.revoked, or its noun for all actions of it */
      action?: string | undefined
      /** A date (from its start) or a time, inclusive */
      from?: string | undefined
      /** A date (to its end) or a time, exclusive */
      to?: string | undefined
      /** Of one tenant alone */
      tenant_id?: string | undefined
      /** What one person or key did */
      actor_id?: string | undefined
      /** What befell one thing */
      subject_id?: string | undefined
      /** What one request did */
      request_id?: string | undefined
    }
    reply: AnyAuditEvents
  }
  /** The same as JSON Lines, all of it */
  exportAuditEvents: {
    input: {
      /** An action such as api_key.revoked, or its noun for all actions of it */
      action?: string | undefined
      /** A date (from its start) or a time, inclusive */
      from?: string | undefined
      /** A date (to its end) or a time, exclusive */
      to?: string | undefined
      /** Of one tenant alone */
      tenant_id?: string | undefined
      /** What one person or key did */
      actor_id?: string | undefined
      /** What befell one thing */
      subject_id?: string | undefined
      /** What one request did */
      request_id?: string | undefined
    }
    reply: Response
  }
  /** What was asked of this server since it started, the busiest route first */
  getTraffic: { input: undefined; reply: Traffic }
  /** How the server did in the last hours, days or years */
  getMetrics: { input: { hours?: number | undefined }; reply: MetricsHistory }
  /** The settings that this server was started with; secrets masked */
  getSettings: { input: undefined; reply: SettingsInForce }
  /** How far the vectors of the passages are, and which models there are */
  getIndexState: { input: undefined; reply: IndexState }
  /** What lies on the disk, whose it is, and what waits to be removed */
  getStorage: { input: { limit?: number | undefined; offset?: number | undefined }; reply: Storage }
  /** The backups of this server in the folder of the settings, the newest first */
  listBackups: { input: undefined; reply: Backups }
  /** What a restore of a backup would give, as its own manifest says */
  getBackup: { input: { name: string }; reply: Backup }
  /** What the server's log has said lately, the newest first */
  getLogs: {
    input: {
      /** This one and what is worse */ level?: 'debug' | 'info' | 'warn' | 'error' | undefined
      request_id?: string | undefined
      /** Requests and statements that took as long, by what the line says */
      slower_than_ms?: number | undefined
      /** A date (from its start) or a time, inclusive */
      since?: string | undefined
      limit?: number | undefined
    }
    reply: Logs
  }
  /** The requests of the trace that one of them is part of, the earliest first */
  getTrace: { input: { request_id: string }; reply: Trace }
  /** Which secrets sign, which of before are taken, and what opens them */
  getSecrets: { input: undefined; reply: SecretsState }
  /** What is to be set up, and how far that is */
  getFirstHour: { input: undefined; reply: FirstHour }
  /** Put the list aside, or take it up again */
  changeFirstHour: { input: ChangeFirstHour; reply: FirstHour }
  /** Ask the server's public address as its clients do, and look at its certificate */
  tryAddress: { input: undefined; reply: AddressCheck }
  /** Send a letter to whoever asks, and say what the server for mail answered */
  tryMail: { input: undefined; reply: MailTest }
  /** Put invented documents into a private dataset of the own tenant, to try things with */
  addSamples: { input: undefined; reply: Samples }
  /** Take them away, with their dataset and all that was put into it */
  removeSamples: { input: undefined; reply: undefined }
  /** Where events of all tenants are sent to, the newest first */
  listAllWebhooks: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      /** Of one tenant alone */
      tenant_id?: string | undefined
      state?: 'active' | 'paused' | 'disabled' | undefined
    }
    reply: AnyWebhooks
  }
  /** Pause a webhook of any tenant, or go on with it */
  patchAnyWebhook: { input: { id: string } & AnyWebhookPatch; reply: AnyWebhook }
  /** What was and is to be sent for all tenants, the last one first */
  listAllWebhookDeliveries: {
    input: {
      cursor?: string | undefined
      limit?: number | undefined
      /** Of one tenant alone */
      tenant_id?: string | undefined
      webhook_id?: string | undefined
      state?: 'waiting' | 'delivered' | 'failed' | undefined
    }
    reply: AnyWebhookDeliveries
  }
  /** Send a delivery of any tenant once more, or at once, under its old id */
  sendAnyWebhookAgain: { input: { id: string }; reply: AnyWebhookDelivery }
  /** Start work that looks after the server: a backup, a check, a settlement and the like */
  startWork: { input: StartWork; reply: Work }
  /** The work that was started since the server started, the newest first */
  listWork: { input: undefined; reply: Works }
  /** How far one of them is, and what came of it */
  getWork: { input: { id: string }; reply: Work }
  /** Search passages across datasets */
  searchMarket: { input: MarketSearch; reply: MarketSearchResults }
  /** How a query may go on, and what it may have been meant to be */
  suggestQueries: { input: { q: string; limit?: number | undefined }; reply: Suggestions }
  /** One asset with all its passages in reading order */
  readAsset: { input: { id: string }; reply: AssetWithPassages }
  /** Passages of other assets that are like those of an asset */
  findSimilar: {
    input: {
      id: string
      modality?: 'audio' | 'image' | 'video' | 'document' | 'text' | undefined
      kind?: 'transcript' | 'caption' | 'ocr' | 'doc_chunk' | 'user_text' | 'metadata' | undefined
      lang?: string | undefined
      source?: 'upload' | 'gdrive' | undefined
      /** Created at or after this unix second */
      after?: number | undefined
      /** Created at or before this unix second */
      before?: number | undefined
      limit?: number | undefined
      offset?: number | undefined
      /**
       * Send the same value again only when retrying the same search: it is then billed
       * once. The header x-request-id does the same and wins.
       */
      request_id?: string | undefined
      /** What is like it in this dataset alone */
      dataset_id?: string | undefined
      /** Count what is like it by modality, kind, language and dataset */
      facets?: boolean | undefined
    }
    reply: SimilarAssets
  }
  /** A single-use link to the original bytes of an asset, or to a moment of a recording */
  createDownload: { input: MintDownload; reply: DownloadLink }
  /** Log a browser in: the session comes as a cookie */
  openBrowserSession: { input: LogIn; reply: OpenedBrowserSession }
  /** Who this browser is logged in as, and what the first page needs to know */
  getBrowserSession: { input: undefined; reply: BrowserSession }
  /** Log this browser out */
  endBrowserSession: { input: undefined; reply: BrowserLoggedOut }
  /** Ask what a log-in is answered by: a passkey alone, or the second factor */
  askBrowserSignIn: { input: AskSignIn; reply: FactorChallenge }
  /** Answer what a log-in asks: the session comes as a cookie */
  answerBrowserSignIn: { input: AnswerSignIn; reply: OpenedBrowserSession }
  /** Show again who sits here: for ten minutes nothing asks */
  confirmBrowserSession: { input: Confirm; reply: Confirmed }
  /** The providers that people may log in by, for buttons */
  listSignInProviders: { input: undefined; reply: SignInProviders }
  /** Log a browser in by a provider: sends it there */
  beginSignIn: {
    input: {
      id: string
      /** Path of this server to be shown then */
      return_to?: string | undefined
      invitation?: string | undefined
    }
    reply: SignInBegun
  }
  /** Where a provider sends the browser back to: the session comes as a cookie */
  finishSignIn: {
    input: {
      id: string
      state: string
      code?: string | undefined
      error?: string | undefined
      iss?: string | undefined
    }
    reply: SignedIn
  }
  /** For providers: ends the sessions that came from one of theirs */
  endByProvider: { input: { id: string } & BackChannelLogout; reply: { [name: string]: never } }
  /** Send the bytes of an announced file */
  putBlob: {
    input: {
      object_id: string
      purpose?: string | undefined
      part?: string | undefined
      limit?: string | undefined
      expires?: string | undefined
      signature?: string | undefined
      bytes: Uint8Array | Blob | ReadableStream<Uint8Array>
    }
    reply: Response
  }
  /** The bytes behind a download or preview URL */
  getBlob: {
    input: {
      object_id: string
      purpose?: string | undefined
      part?: string | undefined
      limit?: string | undefined
      expires?: string | undefined
      signature?: string | undefined
    }
    reply: Response
  }
  /** Whether the service is healthy, and its version */
  health: { input: undefined; reply: Health }
}

export const managementOperations = {
  signUp: { method: 'POST', path: '/v1/auth/signup', takes: 'body', answers: 'data' },
  logIn: { method: 'POST', path: '/v1/auth/login', takes: 'body', answers: 'data' },
  askSignIn: { method: 'POST', path: '/v1/auth/challenges', takes: 'body', answers: 'data' },
  answerSignIn: {
    method: 'POST',
    path: '/v1/auth/challenges/answer',
    takes: 'body',
    answers: 'data',
  },
  logOut: { method: 'POST', path: '/v1/auth/logout', answers: 'data' },
  resetPassword: {
    method: 'POST',
    path: '/v1/auth/password-reset',
    takes: 'body',
    answers: 'data',
  },
  requestEmailVerification: { method: 'POST', path: '/v1/me/email-verification', answers: 'data' },
  changeEmail: { method: 'PUT', path: '/v1/me/email', takes: 'body', answers: 'data' },
  verifyEmail: {
    method: 'POST',
    path: '/v1/auth/email-verification',
    takes: 'body',
    answers: 'data',
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/v1/auth/password-reset/request',
    takes: 'body',
    answers: 'data',
  },
  getMe: { method: 'GET', path: '/v1/me', answers: 'data' },
  changePassword: { method: 'POST', path: '/v1/me/password', takes: 'body', answers: 'data' },
  listSessions: {
    method: 'GET',
    path: '/v1/me/sessions',
    query: ['cursor', 'limit'],
    answers: 'data',
  },
  endOtherSessions: { method: 'DELETE', path: '/v1/me/sessions', answers: 'data' },
  endSession: { method: 'DELETE', path: '/v1/me/sessions/{id}', answers: 'nothing' },
  listNotices: {
    method: 'GET',
    path: '/v1/me/notices',
    query: ['cursor', 'limit', 'types', 'unread'],
    answers: 'data',
  },
  markNoticesRead: { method: 'POST', path: '/v1/me/notices/read', takes: 'body', answers: 'data' },
  getNotifications: { method: 'GET', path: '/v1/me/notifications', answers: 'data' },
  changeNotifications: {
    method: 'PATCH',
    path: '/v1/me/notifications',
    takes: 'body',
    answers: 'data',
  },
  listSecondFactors: { method: 'GET', path: '/v1/me/second-factors', answers: 'data' },
  beginTotp: { method: 'POST', path: '/v1/me/second-factors/totp', answers: 'data' },
  removeTotp: { method: 'DELETE', path: '/v1/me/second-factors/totp', answers: 'nothing' },
  finishTotp: {
    method: 'POST',
    path: '/v1/me/second-factors/totp/confirm',
    takes: 'body',
    answers: 'data',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/v1/me/second-factors/recovery-codes',
    answers: 'data',
  },
  beginPasskey: { method: 'POST', path: '/v1/me/passkeys/challenge', answers: 'data' },
  addPasskey: { method: 'POST', path: '/v1/me/passkeys', takes: 'body', answers: 'data' },
  renamePasskey: { method: 'PATCH', path: '/v1/me/passkeys/{id}', takes: 'body', answers: 'data' },
  removePasskey: { method: 'DELETE', path: '/v1/me/passkeys/{id}', answers: 'nothing' },
  askToConfirm: { method: 'POST', path: '/v1/me/confirm/challenge', answers: 'data' },
  confirm: { method: 'POST', path: '/v1/me/confirm', takes: 'body', answers: 'data' },
  createDataset: { method: 'POST', path: '/v1/datasets', takes: 'body', answers: 'data' },
  listDatasets: {
    method: 'GET',
    path: '/v1/datasets',
    query: ['cursor', 'limit', 'status', 'visibility'],
    answers: 'data',
  },
  priceDatasets: { method: 'POST', path: '/v1/datasets/prices', takes: 'body', answers: 'data' },
  getDataset: { method: 'GET', path: '/v1/datasets/{id}', answers: 'data' },
  patchDataset: { method: 'PATCH', path: '/v1/datasets/{id}', takes: 'body', answers: 'data' },
  deleteDataset: { method: 'DELETE', path: '/v1/datasets/{id}', answers: 'data' },
  reprocessDataset: {
    method: 'POST',
    path: '/v1/datasets/{id}/reprocess',
    takes: 'body',
    answers: 'data',
  },
  getReprocess: { method: 'GET', path: '/v1/datasets/{id}/reprocess', answers: 'data' },
  simulatePrices: {
    method: 'POST',
    path: '/v1/datasets/{id}/price-simulation',
    takes: 'body',
    answers: 'data',
  },
  grantAccess: { method: 'POST', path: '/v1/datasets/{id}/access', takes: 'body', answers: 'data' },
  listAccess: {
    method: 'GET',
    path: '/v1/datasets/{id}/access',
    query: ['cursor', 'limit'],
    answers: 'data',
  },
  changeAccess: {
    method: 'PATCH',
    path: '/v1/datasets/{id}/access/{tenant_id}',
    takes: 'body',
    answers: 'data',
  },
  revokeAccess: {
    method: 'DELETE',
    path: '/v1/datasets/{id}/access/{tenant_id}',
    answers: 'nothing',
  },
  listCatalog: {
    method: 'GET',
    path: '/v1/catalog/datasets',
    query: ['cursor', 'limit', 'q', 'modality', 'lang', 'tags'],
    answers: 'data',
  },
  getCatalogDataset: { method: 'GET', path: '/v1/catalog/datasets/{id}', answers: 'data' },
  requestAccess: {
    method: 'POST',
    path: '/v1/catalog/datasets/{id}/access-requests',
    takes: 'body',
    answers: 'data',
  },
  listOwnAccessRequests: {
    method: 'GET',
    path: '/v1/catalog/access-requests',
    query: ['cursor', 'limit', 'status'],
    answers: 'data',
  },
  listAccessRequests: {
    method: 'GET',
    path: '/v1/datasets/{id}/access-requests',
    query: ['cursor', 'limit', 'status'],
    answers: 'data',
  },
  listAccessInbox: {
    method: 'GET',
    path: '/v1/access-requests',
    query: ['cursor', 'limit', 'offset', 'status'],
    answers: 'data',
  },
  decideAccess: {
    method: 'PATCH',
    path: '/v1/datasets/{id}/access-requests/{access_request_id}',
    takes: 'body',
    answers: 'data',
  },
  initiateUpload: {
    method: 'POST',
    path: '/v1/datasets/{dataset_id}/objects/upload',
    takes: 'body',
    answers: 'data',
  },
  announceUploads: {
    method: 'POST',
    path: '/v1/datasets/{dataset_id}/objects/uploads',
    takes: 'body',
    answers: 'data',
  },
  confirmUploads: {
    method: 'POST',
    path: '/v1/datasets/{dataset_id}/objects/confirm',
    takes: 'body',
    answers: 'data',
  },
  knownObjects: {
    method: 'POST',
    path: '/v1/datasets/{dataset_id}/objects/known',
    takes: 'body',
    answers: 'data',
  },
  createUpload: { method: 'POST', path: '/v1/uploads', takes: 'body', answers: 'data' },
  getUpload: {
    method: 'GET',
    path: '/v1/objects/{id}/upload',
    query: ['part_sha256'],
    answers: 'data',
  },
  cancelUpload: { method: 'DELETE', path: '/v1/objects/{id}/upload', answers: 'data' },
  confirmUpload: {
    method: 'POST',
    path: '/v1/objects/{id}/confirm',
    takes: 'body',
    answers: 'data',
  },
  completeUpload: {
    method: 'POST',
    path: '/v1/uploads/{upload_id}/complete',
    takes: 'body',
    answers: 'data',
  },
  listObjects: {
    method: 'GET',
    path: '/v1/datasets/{dataset_id}/objects',
    query: ['cursor', 'limit', 'q', 'status', 'index_state', 'taken_down', 'sort', 'offset'],
    answers: 'data',
  },
  listObjectRows: {
    method: 'GET',
    path: '/v1/datasets/{dataset_id}/objects/rows',
    query: ['cursor', 'limit', 'q', 'status', 'index_state', 'taken_down', 'sort', 'offset'],
    answers: 'data',
  },
  listOwnObjects: {
    method: 'GET',
    path: '/v1/objects',
    query: ['cursor', 'limit', 'dataset_id', 'folder', 'index_state', 'status', 'taken_down'],
    answers: 'data',
  },
  getObject: { method: 'GET', path: '/v1/objects/{id}', answers: 'data' },
  deleteObject: { method: 'DELETE', path: '/v1/objects/{id}', answers: 'data' },
  downloadObject: { method: 'GET', path: '/v1/objects/{id}/download', answers: 'data' },
  previewImage: { method: 'GET', path: '/v1/objects/{id}/preview-image', answers: 'bytes' },
  listPages: { method: 'GET', path: '/v1/objects/{id}/pages', answers: 'data' },
  pageImage: {
    method: 'GET',
    path: '/v1/objects/{id}/pages/{page}/image',
    query: ['width'],
    answers: 'bytes',
  },
  wordBoxes: {
    method: 'GET',
    path: '/v1/objects/{id}/word-boxes',
    query: ['page'],
    answers: 'data',
  },
  listOwnPassages: {
    method: 'GET',
    path: '/v1/objects/{id}/passages',
    query: ['offset', 'limit'],
    answers: 'data',
  },
  attachSidecar: {
    method: 'POST',
    path: '/v1/objects/{id}/sidecars',
    takes: 'body',
    answers: 'data',
  },
  listSidecars: { method: 'GET', path: '/v1/objects/{id}/sidecars', answers: 'data' },
  resubmitObject: { method: 'POST', path: '/v1/objects/{id}/resubmit', answers: 'data' },
  resubmitObjects: {
    method: 'POST',
    path: '/v1/datasets/{dataset_id}/objects/resubmit',
    takes: 'body',
    answers: 'data',
  },
  reprocessObject: { method: 'POST', path: '/v1/objects/{id}/reprocess', answers: 'data' },
  deleteObjects: {
    method: 'POST',
    path: '/v1/datasets/{dataset_id}/objects/delete',
    takes: 'body',
    answers: 'data',
  },
  getJob: { method: 'GET', path: '/v1/jobs/{job_id}', answers: 'data' },
  streamJob: { method: 'GET', path: '/v1/jobs/{job_id}/events', answers: 'bytes' },
  listObjectJobs: { method: 'GET', path: '/v1/objects/{id}/jobs', answers: 'data' },
  listObjectHistory: {
    method: 'GET',
    path: '/v1/objects/{id}/history',
    query: ['offset', 'limit'],
    answers: 'data',
  },
  listImportRoots: { method: 'GET', path: '/v1/import-roots', answers: 'data' },
  getImportFolder: {
    method: 'GET',
    path: '/v1/import-roots/{id}/folders',
    query: ['folder', 'cursor'],
    answers: 'data',
  },
  startFolderImport: { method: 'POST', path: '/v1/folder-imports', takes: 'body', answers: 'data' },
  listFolderImports: { method: 'GET', path: '/v1/folder-imports', answers: 'data' },
  getFolderImport: { method: 'GET', path: '/v1/folder-imports/{id}', answers: 'data' },
  listFolderImportFiles: {
    method: 'GET',
    path: '/v1/folder-imports/{id}/files',
    query: ['cursor', 'limit', 'outcome'],
    answers: 'data',
  },
  exportFolderImport: {
    method: 'GET',
    path: '/v1/folder-imports/{id}/report',
    query: ['format'],
    answers: 'bytes',
  },
  cancelFolderImport: { method: 'POST', path: '/v1/folder-imports/{id}/cancel', answers: 'data' },
  startFolderWatch: { method: 'POST', path: '/v1/folder-watches', takes: 'body', answers: 'data' },
  listFolderWatches: { method: 'GET', path: '/v1/folder-watches', answers: 'data' },
  stopFolderWatch: { method: 'DELETE', path: '/v1/folder-watches/{id}', answers: 'nothing' },
  reviewQueue: {
    method: 'GET',
    path: '/v1/admin/review/queue',
    query: ['cursor', 'limit', 'tenant_id', 'dataset_id', 'modality', 'q', 'sort', 'offset'],
    answers: 'data',
  },
  reviewDetail: {
    method: 'GET',
    path: '/v1/admin/review/objects/{tenant_id}/{object_id}',
    answers: 'data',
  },
  approveObject: {
    method: 'POST',
    path: '/v1/admin/review/objects/{tenant_id}/{object_id}/approve',
    takes: 'body',
    answers: 'data',
  },
  rejectObject: {
    method: 'POST',
    path: '/v1/admin/review/objects/{tenant_id}/{object_id}/reject',
    takes: 'body',
    answers: 'data',
  },
  reviewPreview: {
    method: 'GET',
    path: '/v1/admin/review/objects/{tenant_id}/{object_id}/preview',
    answers: 'data',
  },
  claimReview: {
    method: 'POST',
    path: '/v1/admin/review/objects/{tenant_id}/{object_id}/claim',
    takes: 'body',
    answers: 'data',
  },
  releaseReview: {
    method: 'DELETE',
    path: '/v1/admin/review/objects/{tenant_id}/{object_id}/claim',
    answers: 'nothing',
  },
  decideReviews: {
    method: 'POST',
    path: '/v1/admin/review/decisions',
    takes: 'body',
    answers: 'data',
  },
  listDecisions: {
    method: 'GET',
    path: '/v1/admin/review/decided',
    query: ['cursor', 'limit', 'decision', 'reviewer_id', 'tenant_id', 'q'],
    answers: 'data',
  },
  listStagedObjects: {
    method: 'GET',
    path: '/v1/admin/staged-objects',
    query: ['cursor', 'limit', 'tenant_id', 'dataset_id', 'modality', 'q', 'sort', 'offset'],
    answers: 'data',
  },
  getStagedObject: { method: 'GET', path: '/v1/admin/staged-objects/{object_id}', answers: 'data' },
  approveStagedObject: {
    method: 'POST',
    path: '/v1/admin/staged-objects/{object_id}/approve',
    takes: 'body',
    answers: 'data',
  },
  rejectStagedObject: {
    method: 'POST',
    path: '/v1/admin/staged-objects/{object_id}/reject',
    takes: 'body',
    answers: 'data',
  },
  takeDownObject: {
    method: 'POST',
    path: '/v1/admin/objects/{tenant_id}/{object_id}/takedown',
    takes: 'body',
    answers: 'data',
  },
  restoreObject: {
    method: 'POST',
    path: '/v1/admin/objects/{tenant_id}/{object_id}/restore',
    takes: 'body',
    answers: 'data',
  },
  listAnyDatasets: {
    method: 'GET',
    path: '/v1/admin/datasets',
    query: ['cursor', 'limit', 'tenant_id', 'name'],
    answers: 'data',
  },
  getAnyDataset: { method: 'GET', path: '/v1/admin/datasets/{dataset_id}', answers: 'data' },
  curateDataset: {
    method: 'PATCH',
    path: '/v1/admin/datasets/{dataset_id}',
    takes: 'body',
    answers: 'data',
  },
  listTakenDown: {
    method: 'GET',
    path: '/v1/admin/taken-down',
    query: ['cursor', 'limit', 'tenant_id', 'dataset_id'],
    answers: 'data',
  },
  getAnyObject: { method: 'GET', path: '/v1/admin/objects/{object_id}', answers: 'data' },
  suspendDataset: {
    method: 'POST',
    path: '/v1/admin/datasets/{dataset_id}/suspend',
    takes: 'body',
    answers: 'data',
  },
  resumeDataset: {
    method: 'POST',
    path: '/v1/admin/datasets/{dataset_id}/resume',
    takes: 'body',
    answers: 'data',
  },
  getPrices: {
    method: 'GET',
    path: '/v1/prices',
    query: ['asset_id', 'start_ms', 'end_ms'],
    answers: 'data',
  },
  createCitation: { method: 'POST', path: '/v1/citations', takes: 'body', answers: 'data' },
  createOutcome: { method: 'POST', path: '/v1/outcomes', takes: 'body', answers: 'data' },
  redeemVoucher: { method: 'POST', path: '/v1/vouchers/redeem', takes: 'body', answers: 'data' },
  receiveStripeEvent: { method: 'POST', path: '/v1/webhooks/stripe', answers: 'data' },
  listInvoices: { method: 'GET', path: '/v1/invoices', answers: 'data' },
  getInvoice: { method: 'GET', path: '/v1/invoices/{period}', answers: 'data' },
  getInvoicePage: {
    method: 'GET',
    path: '/v1/invoices/{period}/html',
    query: ['lang'],
    answers: 'bytes',
  },
  exportUsage: {
    method: 'GET',
    path: '/v1/exports/usage',
    query: ['period', 'format', 'side'],
    answers: 'bytes',
  },
  getReceipt: { method: 'GET', path: '/v1/receipts/{id}', answers: 'data' },
  getSigningKey: { method: 'GET', path: '/v1/ledger/key', answers: 'data' },
  getLedgerHead: { method: 'GET', path: '/v1/ledger/head', answers: 'data' },
  getPayoutAccount: { method: 'GET', path: '/v1/provider/payout-account', answers: 'data' },
  setPayoutAccount: {
    method: 'PUT',
    path: '/v1/provider/payout-account',
    takes: 'body',
    answers: 'data',
  },
  getPayoutOutlook: { method: 'GET', path: '/v1/provider/payout-outlook', answers: 'data' },
  getPayoutStatement: { method: 'GET', path: '/v1/provider/payouts/{id}', answers: 'data' },
  listStatementEvents: {
    method: 'GET',
    path: '/v1/provider/payouts/{id}/events',
    query: ['cursor', 'limit', 'offset'],
    answers: 'data',
  },
  getEarnings: {
    method: 'GET',
    path: '/v1/provider/earnings',
    query: ['from', 'to'],
    answers: 'data',
  },
  changePlan: { method: 'PATCH', path: '/v1/admin/tenants/{id}', takes: 'body', answers: 'data' },
  getTenant: { method: 'GET', path: '/v1/admin/tenants/{id}', answers: 'data' },
  grantCredits: {
    method: 'POST',
    path: '/v1/admin/tenants/{id}/credits',
    takes: 'body',
    answers: 'data',
  },
  createVouchers: { method: 'POST', path: '/v1/admin/vouchers', takes: 'body', answers: 'data' },
  listVouchers: {
    method: 'GET',
    path: '/v1/admin/vouchers',
    query: ['cursor', 'limit', 'status'],
    answers: 'data',
  },
  revokeVoucher: { method: 'DELETE', path: '/v1/admin/vouchers/{id}', answers: 'data' },
  getCharge: { method: 'GET', path: '/v1/admin/charges/{event_id}', answers: 'data' },
  refundCharge: { method: 'POST', path: '/v1/admin/refunds', takes: 'body', answers: 'data' },
  listRefunds: {
    method: 'GET',
    path: '/v1/admin/refunds',
    query: ['cursor', 'limit', 'tenant_id'],
    answers: 'data',
  },
  listPayments: {
    method: 'GET',
    path: '/v1/admin/payments',
    query: ['cursor', 'limit', 'source', 'tenant_id'],
    answers: 'data',
  },
  listOpenPayments: {
    method: 'GET',
    path: '/v1/admin/open-payments',
    query: ['limit'],
    answers: 'data',
  },
  getReconciliation: {
    method: 'GET',
    path: '/v1/admin/reconciliation',
    query: ['before'],
    answers: 'data',
  },
  openDispute: { method: 'POST', path: '/v1/admin/disputes', takes: 'body', answers: 'data' },
  listDisputes: {
    method: 'GET',
    path: '/v1/admin/disputes',
    query: ['cursor', 'limit', 'state'],
    answers: 'data',
  },
  resolveDispute: {
    method: 'POST',
    path: '/v1/admin/disputes/{id}/resolve',
    takes: 'body',
    answers: 'data',
  },
  listAllPayouts: {
    method: 'GET',
    path: '/v1/admin/payouts',
    query: ['cursor', 'limit', 'status', 'period', 'tenant_id'],
    answers: 'data',
  },
  changePayout: {
    method: 'POST',
    path: '/v1/admin/payouts/{id}/status',
    takes: 'body',
    answers: 'data',
  },
  getPayoutDue: { method: 'GET', path: '/v1/admin/payout-due', answers: 'data' },
  createPayoutBatch: {
    method: 'POST',
    path: '/v1/admin/payout-batches',
    takes: 'body',
    answers: 'data',
  },
  listPayoutBatches: {
    method: 'GET',
    path: '/v1/admin/payout-batches',
    query: ['cursor', 'limit'],
    answers: 'data',
  },
  getPayoutBatch: { method: 'GET', path: '/v1/admin/payout-batches/{id}', answers: 'data' },
  payPayoutBatch: { method: 'POST', path: '/v1/admin/payout-batches/{id}/paid', answers: 'data' },
  getPayoutBatchCsv: { method: 'GET', path: '/v1/admin/payout-batches/{id}/csv', answers: 'bytes' },
  getPayoutBatchSepa: {
    method: 'GET',
    path: '/v1/admin/payout-batches/{id}/sepa',
    answers: 'bytes',
  },
  exportLedger: {
    method: 'GET',
    path: '/v1/exports/ledger',
    query: ['period', 'format'],
    answers: 'bytes',
  },
  exportStatements: {
    method: 'GET',
    path: '/v1/exports/statements',
    query: ['period', 'format'],
    answers: 'bytes',
  },
  createApiKey: { method: 'POST', path: '/v1/api-keys', takes: 'body', answers: 'data' },
  listApiKeys: { method: 'GET', path: '/v1/api-keys', query: ['cursor', 'limit'], answers: 'data' },
  getApiKey: { method: 'GET', path: '/v1/api-keys/{id}', answers: 'data' },
  patchApiKey: { method: 'PATCH', path: '/v1/api-keys/{id}', takes: 'body', answers: 'data' },
  revokeApiKey: {
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    query: ['descendants'],
    answers: 'nothing',
  },
  addGrant: { method: 'POST', path: '/v1/api-keys/{id}/grants', takes: 'body', answers: 'data' },
  removeGrant: {
    method: 'DELETE',
    path: '/v1/api-keys/{id}/grants/{grant_id}',
    answers: 'nothing',
  },
  askAuthorization: {
    method: 'GET',
    path: '/v1/oauth/authorization',
    query: [
      'client_id',
      'redirect_uri',
      'response_type',
      'code_challenge',
      'code_challenge_method',
      'state',
      'scope',
      'resource',
    ],
    answers: 'data',
  },
  approveAuthorization: {
    method: 'POST',
    path: '/v1/oauth/authorization',
    takes: 'body',
    answers: 'data',
  },
  getProviderDashboard: { method: 'GET', path: '/v1/provider/dashboard', answers: 'data' },
  getDatasetAnalytics: {
    method: 'GET',
    path: '/v1/provider/datasets/{id}/analytics',
    answers: 'data',
  },
  getProviderAnalytics: {
    method: 'GET',
    path: '/v1/provider/analytics',
    query: ['dataset_id', 'from', 'to'],
    answers: 'data',
  },
  listPayouts: {
    method: 'GET',
    path: '/v1/provider/payouts',
    query: ['cursor', 'limit'],
    answers: 'data',
  },
  getBuyerDashboard: { method: 'GET', path: '/v1/buyer/dashboard', answers: 'data' },
  listSearchActivity: {
    method: 'GET',
    path: '/v1/agent/activity/searches',
    query: ['cursor', 'limit', 'api_key_id', 'from', 'to'],
    answers: 'data',
  },
  listAccessActivity: {
    method: 'GET',
    path: '/v1/agent/activity/accesses',
    query: ['cursor', 'limit', 'api_key_id', 'from', 'to'],
    answers: 'data',
  },
  listPurchases: {
    method: 'GET',
    path: '/v1/purchases',
    query: ['cursor', 'limit', 'offset', 'api_key_id', 'from', 'to'],
    answers: 'data',
  },
  getPurchase: { method: 'GET', path: '/v1/purchases/{receipt_id}', answers: 'data' },
  listLicences: {
    method: 'GET',
    path: '/v1/licences',
    query: ['limit', 'offset'],
    answers: 'data',
  },
  getSpend: {
    method: 'GET',
    path: '/v1/agent/spend',
    query: ['group_by', 'from', 'to'],
    answers: 'data',
  },
  projectSpend: { method: 'GET', path: '/v1/agent/spend/projection', answers: 'data' },
  listMembers: {
    method: 'GET',
    path: '/v1/tenant/members',
    query: ['cursor', 'limit'],
    answers: 'data',
  },
  patchMember: { method: 'PATCH', path: '/v1/tenant/members/{id}', takes: 'body', answers: 'data' },
  removeMember: {
    method: 'DELETE',
    path: '/v1/tenant/members/{id}',
    query: ['api_keys'],
    answers: 'nothing',
  },
  createInvitation: {
    method: 'POST',
    path: '/v1/tenant/invitations',
    takes: 'body',
    answers: 'data',
  },
  listInvitations: {
    method: 'GET',
    path: '/v1/tenant/invitations',
    query: ['cursor', 'limit'],
    answers: 'data',
  },
  revokeInvitation: { method: 'DELETE', path: '/v1/tenant/invitations/{id}', answers: 'nothing' },
  acceptInvitation: { method: 'POST', path: '/v1/me/invitation', takes: 'body', answers: 'data' },
  getClosingPlan: { method: 'GET', path: '/v1/tenant/closing', answers: 'data' },
  closeTenant: { method: 'POST', path: '/v1/tenant/closing', takes: 'body', answers: 'data' },
  listAuditEvents: {
    method: 'GET',
    path: '/v1/audit',
    query: ['cursor', 'limit', 'action', 'from', 'to'],
    answers: 'data',
  },
  streamEvents: { method: 'GET', path: '/v1/events', query: ['last_event_id'], answers: 'bytes' },
  createWebhook: { method: 'POST', path: '/v1/webhooks', takes: 'body', answers: 'data' },
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    query: ['cursor', 'limit'],
    answers: 'data',
  },
  getWebhook: { method: 'GET', path: '/v1/webhooks/{id}', answers: 'data' },
  patchWebhook: { method: 'PATCH', path: '/v1/webhooks/{id}', takes: 'body', answers: 'data' },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{id}', answers: 'nothing' },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/{id}/secret',
    takes: 'body',
    answers: 'data',
  },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{id}/test', answers: 'data' },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhook-deliveries',
    query: ['cursor', 'limit', 'webhook_id', 'state'],
    answers: 'data',
  },
  getWebhookDelivery: { method: 'GET', path: '/v1/webhook-deliveries/{id}', answers: 'data' },
  sendWebhookAgain: {
    method: 'POST',
    path: '/v1/webhook-deliveries/{id}/send-again',
    answers: 'data',
  },
  createTenant: { method: 'POST', path: '/v1/admin/tenants', takes: 'body', answers: 'data' },
  listTenants: {
    method: 'GET',
    path: '/v1/admin/tenants',
    query: ['cursor', 'limit', 'q', 'suspended'],
    answers: 'data',
  },
  inviteOwner: {
    method: 'POST',
    path: '/v1/admin/tenants/{id}/invitations',
    takes: 'body',
    answers: 'data',
  },
  revokeOwnerInvitations: {
    method: 'DELETE',
    path: '/v1/admin/tenants/{id}/invitations',
    answers: 'nothing',
  },
  changeStorageQuota: {
    method: 'PUT',
    path: '/v1/admin/tenants/{id}/storage-quota',
    takes: 'body',
    answers: 'data',
  },
  suspendTenant: {
    method: 'POST',
    path: '/v1/admin/tenants/{id}/suspend',
    takes: 'body',
    answers: 'data',
  },
  resumeTenant: {
    method: 'POST',
    path: '/v1/admin/tenants/{id}/resume',
    takes: 'body',
    answers: 'data',
  },
  getTenantUsage: { method: 'GET', path: '/v1/admin/tenants/{id}/usage', answers: 'data' },
  getErasurePlan: { method: 'GET', path: '/v1/admin/tenants/{id}/erasure', answers: 'data' },
  eraseTenant: {
    method: 'POST',
    path: '/v1/admin/tenants/{id}/erasure',
    takes: 'body',
    answers: 'data',
  },
  exportTenant: { method: 'POST', path: '/v1/admin/tenants/{id}/export', answers: 'data' },
  fetchTenantExport: { method: 'GET', path: '/v1/admin/tenants/{id}/export', answers: 'bytes' },
  listUsers: {
    method: 'GET',
    path: '/v1/admin/users',
    query: ['cursor', 'limit', 'q', 'tenant_id', 'platform_admin'],
    answers: 'data',
  },
  getUser: { method: 'GET', path: '/v1/admin/users/{id}', answers: 'data' },
  createResetLink: { method: 'POST', path: '/v1/admin/users/{id}/reset-link', answers: 'data' },
  listUserSessions: {
    method: 'GET',
    path: '/v1/admin/users/{id}/sessions',
    query: ['cursor', 'limit'],
    answers: 'data',
  },
  endUserSessions: { method: 'DELETE', path: '/v1/admin/users/{id}/sessions', answers: 'data' },
  endUserSession: {
    method: 'DELETE',
    path: '/v1/admin/users/{id}/sessions/{session_id}',
    answers: 'nothing',
  },
  lockUser: { method: 'POST', path: '/v1/admin/users/{id}/lock', takes: 'body', answers: 'data' },
  unlockUser: {
    method: 'POST',
    path: '/v1/admin/users/{id}/unlock',
    takes: 'body',
    answers: 'data',
  },
  resetSecondFactors: {
    method: 'DELETE',
    path: '/v1/admin/users/{id}/second-factors',
    answers: 'data',
  },
  changePlatformAdmin: {
    method: 'PUT',
    path: '/v1/admin/users/{id}/platform-admin',
    takes: 'body',
    answers: 'data',
  },
  eraseUser: {
    method: 'POST',
    path: '/v1/admin/users/{id}/erasure',
    takes: 'body',
    answers: 'data',
  },
  listJobs: {
    method: 'GET',
    path: '/v1/admin/jobs',
    query: ['cursor', 'limit', 'state', 'kind'],
    answers: 'data',
  },
  retryJob: { method: 'POST', path: '/v1/admin/jobs/{job_id}/retry', answers: 'data' },
  cancelJob: { method: 'POST', path: '/v1/admin/jobs/{job_id}/cancel', answers: 'data' },
  listAllAuditEvents: {
    method: 'GET',
    path: '/v1/admin/audit',
    query: [
      'cursor',
      'limit',
      'action',
      'from',
      'to',
      'tenant_id',
      'actor_id',
      'subject_id',
      'request_id',
    ],
    answers: 'data',
  },
  exportAuditEvents: {
    method: 'GET',
    path: '/v1/admin/audit/export',
    query: ['action', 'from', 'to', 'tenant_id', 'actor_id', 'subject_id', 'request_id'],
    answers: 'bytes',
  },
  getTraffic: { method: 'GET', path: '/v1/admin/traffic', answers: 'data' },
  getMetrics: { method: 'GET', path: '/v1/admin/metrics', query: ['hours'], answers: 'data' },
  getSettings: { method: 'GET', path: '/v1/admin/settings', answers: 'data' },
  getIndexState: { method: 'GET', path: '/v1/admin/index', answers: 'data' },
  getStorage: {
    method: 'GET',
    path: '/v1/admin/storage',
    query: ['limit', 'offset'],
    answers: 'data',
  },
  listBackups: { method: 'GET', path: '/v1/admin/backups', answers: 'data' },
  getBackup: { method: 'GET', path: '/v1/admin/backups/{name}', answers: 'data' },
  getLogs: {
    method: 'GET',
    path: '/v1/admin/logs',
    query: ['level', 'request_id', 'slower_than_ms', 'since', 'limit'],
    answers: 'data',
  },
  getTrace: { method: 'GET', path: '/v1/admin/traces/{request_id}', answers: 'data' },
  getSecrets: { method: 'GET', path: '/v1/admin/secrets', answers: 'data' },
  getFirstHour: { method: 'GET', path: '/v1/admin/first-hour', answers: 'data' },
  changeFirstHour: {
    method: 'PATCH',
    path: '/v1/admin/first-hour',
    takes: 'body',
    answers: 'data',
  },
  tryAddress: { method: 'POST', path: '/v1/admin/first-hour/address', answers: 'data' },
  tryMail: { method: 'POST', path: '/v1/admin/first-hour/mail', answers: 'data' },
  addSamples: { method: 'POST', path: '/v1/admin/first-hour/samples', answers: 'data' },
  removeSamples: { method: 'DELETE', path: '/v1/admin/first-hour/samples', answers: 'nothing' },
  listAllWebhooks: {
    method: 'GET',
    path: '/v1/admin/webhooks',
    query: ['cursor', 'limit', 'tenant_id', 'state'],
    answers: 'data',
  },
  patchAnyWebhook: {
    method: 'PATCH',
    path: '/v1/admin/webhooks/{id}',
    takes: 'body',
    answers: 'data',
  },
  listAllWebhookDeliveries: {
    method: 'GET',
    path: '/v1/admin/webhook-deliveries',
    query: ['cursor', 'limit', 'tenant_id', 'webhook_id', 'state'],
    answers: 'data',
  },
  sendAnyWebhookAgain: {
    method: 'POST',
    path: '/v1/admin/webhook-deliveries/{id}/send-again',
    answers: 'data',
  },
  startWork: { method: 'POST', path: '/v1/admin/work', takes: 'body', answers: 'data' },
  listWork: { method: 'GET', path: '/v1/admin/work', answers: 'data' },
  getWork: { method: 'GET', path: '/v1/admin/work/{id}', answers: 'data' },
  searchMarket: { method: 'POST', path: '/v1/search', takes: 'body', answers: 'data' },
  suggestQueries: {
    method: 'GET',
    path: '/v1/search/suggest',
    query: ['q', 'limit'],
    answers: 'data',
  },
  readAsset: { method: 'GET', path: '/v1/assets/{id}', answers: 'data' },
  findSimilar: {
    method: 'GET',
    path: '/v1/assets/{id}/similar',
    query: [
      'modality',
      'kind',
      'lang',
      'source',
      'after',
      'before',
      'limit',
      'offset',
      'request_id',
      'dataset_id',
      'facets',
    ],
    answers: 'data',
  },
  createDownload: { method: 'POST', path: '/v1/downloads', takes: 'body', answers: 'data' },
  openBrowserSession: { method: 'POST', path: '/console/session', takes: 'body', answers: 'data' },
  getBrowserSession: { method: 'GET', path: '/console/session', answers: 'data' },
  endBrowserSession: { method: 'DELETE', path: '/console/session', answers: 'data' },
  askBrowserSignIn: {
    method: 'POST',
    path: '/console/session/challenge',
    takes: 'body',
    answers: 'data',
  },
  answerBrowserSignIn: {
    method: 'POST',
    path: '/console/session/answer',
    takes: 'body',
    answers: 'data',
  },
  confirmBrowserSession: {
    method: 'POST',
    path: '/console/session/confirm',
    takes: 'body',
    answers: 'data',
  },
  listSignInProviders: { method: 'GET', path: '/console/oidc', answers: 'data' },
  beginSignIn: {
    method: 'GET',
    path: '/console/oidc/{id}/start',
    query: ['return_to', 'invitation'],
    answers: 'data',
  },
  finishSignIn: {
    method: 'GET',
    path: '/console/oidc/{id}/callback',
    query: ['state', 'code', 'error', 'iss'],
    answers: 'data',
  },
  endByProvider: {
    method: 'POST',
    path: '/console/oidc/{id}/backchannel-logout',
    takes: 'fields',
    answers: 'data',
  },
  putBlob: {
    method: 'PUT',
    path: '/blobs/{object_id}',
    query: ['purpose', 'part', 'limit', 'expires', 'signature'],
    takes: 'bytes',
    answers: 'bytes',
  },
  getBlob: {
    method: 'GET',
    path: '/blobs/{object_id}',
    query: ['purpose', 'part', 'limit', 'expires', 'signature'],
    answers: 'bytes',
  },
  health: { method: 'GET', path: '/health', answers: 'json' },
} as const
