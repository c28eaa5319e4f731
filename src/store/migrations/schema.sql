-- all migrations: a3a2d5c30791d9617077f82a30502d24540d363e85a0d65a9dde67aabc5698cc
CREATE TABLE audit_event (
  audit_no INTEGER PRIMARY KEY AUTOINCREMENT,
  audit_id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  tenant_id TEXT,                        -- the tenant whose thing it is, if any
  actor_type TEXT NOT NULL CHECK (actor_type IN ('user', 'api_key', 'operator', 'system')),
  actor_id TEXT,
  action TEXT NOT NULL,                  -- 'review.rejected', 'api_key.revoked', …
  subject_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details)),
  request_id TEXT
) STRICT;
CREATE TABLE idempotent_reply (
  reply_id BLOB PRIMARY KEY CHECK (length(reply_id) = 32),
  body_mac BLOB NOT NULL CHECK (length(body_mac) = 32),
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE job (
  job_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  subject_id TEXT NOT NULL,              -- the object, dataset or blob that it is about
  tenant_id TEXT,
  priority INTEGER NOT NULL,             -- smaller runs first
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  attempt INTEGER NOT NULL DEFAULT 0,    -- counts every lease; a result counts only with this number
  failures INTEGER NOT NULL DEFAULT 0,   -- counts towards giving up
  run_after_at INTEGER NOT NULL,
  lease_until_at INTEGER,
  error TEXT,                            -- of the last failure
  created_at INTEGER NOT NULL,
  started_at INTEGER,                    -- of the last attempt
  finished_at INTEGER, lane TEXT NOT NULL DEFAULT 'brief'
  CHECK (lane IN ('brief', 'text', 'ocr', 'media')),
  -- Invariant: a job has a lease exactly while it runs, and an end exactly when it is over.
  CHECK ((state = 'running') = (lease_until_at IS NOT NULL)),
  CHECK ((state IN ('done', 'failed')) = (finished_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE tenant (
  tenant_id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  region TEXT NOT NULL,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'starter', 'pro', 'unlimited')),
  created_at INTEGER NOT NULL
, erased_at INTEGER, storage_quota_bytes INTEGER CHECK (storage_quota_bytes >= 0)) STRICT;
CREATE TABLE user (
  user_id TEXT PRIMARY KEY,
  -- Trimmed and lower-cased, so that UNIQUE means one account per mailbox.
  email TEXT NOT NULL UNIQUE CHECK (email = lower(trim(email)) AND length(email) BETWEEN 3 AND 254),
  display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 100),
  password_hash TEXT NOT NULL CHECK (password_hash LIKE '$scrypt$%'),
  is_platform_admin INTEGER NOT NULL CHECK (is_platform_admin IN (0, 1)),
  created_at INTEGER NOT NULL,
  password_changed_at INTEGER NOT NULL
, failed_logins INTEGER NOT NULL DEFAULT 0 CHECK (failed_logins >= 0), last_failed_login_at INTEGER, email_verified_at INTEGER) STRICT;
CREATE TABLE membership (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  roles TEXT NOT NULL CHECK (json_type(roles) = 'array' AND json_array_length(roles) > 0),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE session (
  session_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (user_id),
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
, kind TEXT NOT NULL DEFAULT 'bearer'
  CHECK (kind IN ('bearer', 'browser')), address TEXT, user_agent TEXT, last_used_at INTEGER, confirmed_at INTEGER, factor TEXT
  CHECK (factor IN ('totp', 'passkey', 'recovery_code', 'provider'))) STRICT;
CREATE TABLE api_key (
  api_key_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  -- The principal that made the key: a user, another key, or `operator` for the command line.
  created_by TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Public part of the key and the way to its row.
  key_prefix TEXT NOT NULL UNIQUE,
  secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
  scopes TEXT NOT NULL CHECK (json_type(scopes) = 'array' AND json_array_length(scopes) > 0),
  dataset_access_mode TEXT NOT NULL CHECK (dataset_access_mode IN ('all_available', 'allow_list')),
  -- No reference to datasets: a restriction outlives what it names, and then admits nothing.
  dataset_ids TEXT NOT NULL CHECK (json_type(dataset_ids) = 'array'),
  rate_per_minute INTEGER CHECK (rate_per_minute > 0),
  monthly_budget_credits INTEGER CHECK (monthly_budget_credits >= 0),
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER, access_until INTEGER,
  -- A list of datasets that is not in force would be read as a restriction that does not exist.
  CHECK (dataset_access_mode = 'allow_list' OR dataset_ids = '[]')
) STRICT;
CREATE TABLE api_key_grant (
  grant_id TEXT PRIMARY KEY,
  api_key_id TEXT NOT NULL REFERENCES api_key (api_key_id),
  dataset_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- A dataset is granted to a key once.
  UNIQUE (api_key_id, dataset_id)
) STRICT;
CREATE TABLE setup_code (
  setup_code_no INTEGER PRIMARY KEY CHECK (setup_code_no = 1),
  code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE account (
  account_id INTEGER PRIMARY KEY,
  unit TEXT NOT NULL CHECK (unit IN ('CREDIT', 'SOL')),
  -- A tenant's id, `platform`, or `world` for everything outside the service. No reference to
  -- tenants: the books outlive whoever is erased.
  owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  -- Invariant: only the world owes.
  may_go_negative INTEGER NOT NULL CHECK (may_go_negative = (owner = 'world')),
  -- Credits less debits so far. `held` is the part of it that is set aside by open holds.
  posted INTEGER NOT NULL DEFAULT 0 CHECK (posted BETWEEN -9007199254740991 AND 9007199254740991),
  held INTEGER NOT NULL DEFAULT 0 CHECK (held BETWEEN 0 AND 9007199254740991),
  -- The seq of the transfer that moved this account last.
  version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
  UNIQUE (unit, owner, kind),
  -- Invariant: no overdraft, whatever the program does.
  CHECK (posted - held BETWEEN iif(may_go_negative, -9007199254740991, 0) AND 9007199254740991)
) STRICT;
CREATE TABLE billed_search (
  tenant_id TEXT NOT NULL,
  request_id TEXT NOT NULL CHECK (length(request_id) BETWEEN 1 AND 255),
  -- Hash of all parameters: another search under the same request id is another search.
  params_hash TEXT NOT NULL CHECK (length(params_hash) BETWEEN 1 AND 128),
  billed_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, request_id, params_hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE dataset (
  dataset_no INTEGER PRIMARY KEY,
  dataset_id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  name TEXT NOT NULL,
  description TEXT,
  source_modality TEXT NOT NULL
    CHECK (source_modality IN ('document', 'image', 'video', 'audio', 'text', 'mixed')),
  monetization_mode TEXT NOT NULL
    CHECK (monetization_mode IN ('open', 'premium', 'restricted', 'outcome_share')),
  pricing_model TEXT NOT NULL CHECK (pricing_model IN ('fixed', 'time_decay', 'demand_curve')),
  visibility TEXT NOT NULL CHECK (visibility IN ('private', 'restricted', 'listed')),
  status TEXT NOT NULL CHECK (status IN ('draft', 'ingesting', 'active', 'paused', 'archived',
    'suspended', 'pending_deletion', 'deleted')),
  base_price_cents INTEGER CHECK (base_price_cents >= 0),   -- NULL: the house price
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  curated INTEGER NOT NULL DEFAULT 0 CHECK (curated IN (0, 1)),
  first_confirmed_at INTEGER,            -- draft turns to ingesting once only, at this moment
  last_ingest_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
, sample_passage_ids TEXT NOT NULL DEFAULT '[]'
  CHECK (json_valid(sample_passage_ids) AND json_array_length(sample_passage_ids) <= 3), catalogue_text TEXT NOT NULL DEFAULT '', suspended_from TEXT
  CHECK (suspended_from IS NULL OR status = 'suspended'), suspension_reason TEXT
  CHECK (suspension_reason IS NULL OR status = 'suspended'), license TEXT CHECK (license IS NULL OR length(license) <= 300)) STRICT;
CREATE TABLE dataset_access (
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  granted_by TEXT NOT NULL,
  granted_at INTEGER NOT NULL, expires_at INTEGER,
  PRIMARY KEY (dataset_id, tenant_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE object (
  object_no INTEGER PRIMARY KEY AUTOINCREMENT,
  object_id TEXT NOT NULL UNIQUE,
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  filename TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL CHECK (size_bytes > 0),
  checksum_sha256 TEXT CHECK (length(checksum_sha256) = 64),
  blob_key TEXT,
  source TEXT NOT NULL CHECK (source IN ('upload', 'gdrive')),
  title TEXT,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  user_text TEXT,
  modality TEXT NOT NULL CHECK (modality IN ('audio', 'image', 'video', 'document', 'text')),
  status TEXT NOT NULL
    CHECK (status IN ('initiated', 'staged', 'active', 'rejected', 'expired', 'deleted')),
  review_state TEXT CHECK (review_state IN ('pending', 'approved', 'rejected', 'expired')),
  review_expires_at INTEGER,
  reviewed_at INTEGER,
  reviewed_by TEXT,
  review_note TEXT,                      -- the note of an approval, the reason of a rejection
  -- none: no passage in the index. queued: approved, passages come in slices. indexed: all there.
  -- failed: extraction gave up. removing: deleted, passages not all gone yet.
  index_state TEXT NOT NULL DEFAULT 'none'
    CHECK (index_state IN ('none', 'queued', 'indexed', 'failed', 'removing')),
  ingest_error TEXT,
  lang TEXT,
  page_count INTEGER,
  passage_count INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER,
  created_at INTEGER NOT NULL,
  uploaded_at INTEGER,
  first_indexed_at INTEGER,              -- the time of creation of its passages, kept afterwards
  indexed_at INTEGER,
  taken_down_at INTEGER,
  deleted_at INTEGER, taken_down_reason TEXT
  CHECK (taken_down_reason IS NULL OR taken_down_at IS NOT NULL), warnings TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(warnings)), review_warned_at INTEGER, bytes_kept_until INTEGER, exclusive_to TEXT, bytes_purged_at INTEGER, folder TEXT, document_title TEXT, part TEXT,
  -- Invariant: what is confirmed has its bytes, their checksum and a review state.
  CHECK (status = 'initiated' OR (checksum_sha256 IS NOT NULL AND blob_key IS NOT NULL
    AND uploaded_at IS NOT NULL AND review_state IS NOT NULL)),
  -- Invariant: status and review state agree.
  CHECK (CASE status
    WHEN 'initiated' THEN review_state IS NULL
    WHEN 'staged' THEN review_state = 'pending'
    WHEN 'active' THEN review_state = 'approved'
    WHEN 'rejected' THEN review_state = 'rejected'
    WHEN 'expired' THEN review_state = 'expired'
    ELSE 1 END),
  -- Invariant: nothing is indexed that was not approved.
  CHECK (index_state = 'none' OR review_state = 'approved')
) STRICT;
CREATE TABLE upload (
  upload_id TEXT PRIMARY KEY,
  object_id TEXT NOT NULL UNIQUE REFERENCES object (object_id) ON DELETE CASCADE,
  declared_sha256 TEXT CHECK (length(declared_sha256) = 64),
  part_size_bytes INTEGER,               -- NULL: one part holds the whole file
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
, blob_key TEXT
  CHECK ((blob_key IS NULL) = (part_size_bytes IS NULL))) STRICT, WITHOUT ROWID;
CREATE TABLE passage (
  passage_no INTEGER PRIMARY KEY,
  passage_id TEXT NOT NULL UNIQUE,
  object_no INTEGER NOT NULL REFERENCES object (object_no),
  object_id TEXT NOT NULL,
  dataset_no INTEGER NOT NULL REFERENCES dataset (dataset_no),
  dataset_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),   -- reading order within the object
  kind TEXT NOT NULL
    CHECK (kind IN ('transcript', 'caption', 'ocr', 'doc_chunk', 'user_text', 'metadata')),
  lang TEXT NOT NULL,
  modality TEXT NOT NULL CHECK (modality IN ('audio', 'image', 'video', 'document', 'text')),
  source TEXT NOT NULL CHECK (source IN ('upload', 'gdrive')),
  page INTEGER CHECK (page >= 1),
  time_start_ms INTEGER CHECK (time_start_ms >= 0),
  time_end_ms INTEGER CHECK (time_end_ms >= time_start_ms),
  text TEXT NOT NULL CHECK (text <> ''),
  created_at_s INTEGER NOT NULL            -- unix seconds: the unit of `after` and `before`
) STRICT;
CREATE VIRTUAL TABLE passage_fts USING fts5 (
  body, stem, tags,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
);
CREATE TABLE search_activity (
  search_activity_id TEXT PRIMARY KEY,
  search_id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  principal_id TEXT NOT NULL,
  api_key_id TEXT,
  query_text TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('keyword', 'semantic', 'hybrid')),
  params_hash TEXT NOT NULL CHECK (length(params_hash) = 64),
  request_id TEXT,                         -- the caller's own, by which a retry is known
  billed INTEGER NOT NULL CHECK (billed IN (0, 1)),
  charged_credits INTEGER NOT NULL DEFAULT 0 CHECK (charged_credits >= 0),
  result_count INTEGER NOT NULL CHECK (result_count >= 0),
  hits TEXT NOT NULL CHECK (json_valid(hits)),
  occurred_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE asset_access (
  access_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  principal_id TEXT NOT NULL,
  api_key_id TEXT,
  object_id TEXT NOT NULL,
  dataset_id TEXT NOT NULL,
  occurred_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE object_inspection (
  object_id TEXT PRIMARY KEY REFERENCES object (object_id) ON DELETE CASCADE,
  sniffed_content_type TEXT,
  page_count INTEGER CHECK (page_count >= 0),
  duration_ms INTEGER CHECK (duration_ms >= 0),
  text_sample TEXT NOT NULL CHECK (length(text_sample) <= 2000),
  warnings TEXT NOT NULL CHECK (json_valid(warnings)),
  inspected_at INTEGER NOT NULL
, failure TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE dl_link (
  -- SHA-256 of the token. The token itself (256 random bits) is known to the buyer alone.
  token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  buyer_tenant_id TEXT NOT NULL,
  -- The key that asked for the link: revoking it ends the link. NULL for a person's session.
  api_key_id TEXT,
  provider_tenant_id TEXT NOT NULL,
  dataset_id TEXT NOT NULL,
  asset_id TEXT NOT NULL,
  -- The moment that was asked for; both NULL for the whole file.
  start_ms INTEGER CHECK (start_ms >= 0),
  end_ms INTEGER CHECK (end_ms > start_ms),
  -- The search that led here, as far as the buyer said so.
  search_id TEXT,
  -- The price quoted is the price charged.
  price_cents INTEGER NOT NULL CHECK (price_cents BETWEEN 0 AND 9007199254740991),
  provider_share_bp INTEGER NOT NULL CHECK (provider_share_bp BETWEEN 0 AND 10000),
  -- The paid link whose delivery failed on our side and which this one makes good, at price 0.
  replaces BLOB REFERENCES dl_link (token_hash) CHECK (replaces IS NULL OR price_cents = 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  state TEXT NOT NULL DEFAULT 'minted' CHECK (state IN ('minted', 'used')),
  used_at INTEGER,
  -- How the delivery ended. NULL on a used link: it is under way, or the server died during it.
  outcome TEXT CHECK (outcome IN ('sent', 'aborted', 'failed')), user_id TEXT,
  CHECK ((state = 'used') = (used_at IS NOT NULL)),
  CHECK (outcome IS NULL OR state = 'used'),
  CHECK ((start_ms IS NULL) = (end_ms IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE clock_state (
  clock_state_no INTEGER PRIMARY KEY CHECK (clock_state_no = 1),
  -- The newest time that was believed; written down once an hour.
  seen_at INTEGER NOT NULL,
  -- Set while work that goes by the clock rests: why, what the clock showed when that was noticed,
  -- and what it should have shown (jumped) or was known to be past (behind).
  paused_reason TEXT CHECK (paused_reason IN ('jumped', 'behind')),
  shown_at INTEGER,
  expected_at INTEGER,
  -- Invariant: a pause has its reason and both times, or there is none.
  CHECK ((paused_reason IS NULL) = (shown_at IS NULL)),
  CHECK ((paused_reason IS NULL) = (expected_at IS NULL))
) STRICT;
CREATE TABLE "upload_part" (
  upload_id TEXT NOT NULL REFERENCES upload (upload_id) ON DELETE CASCADE,
  part_number INTEGER NOT NULL CHECK (part_number BETWEEN 0 AND 10000),
  blob_key TEXT UNIQUE,
  size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
  checksum_sha256 TEXT NOT NULL CHECK (length(checksum_sha256) = 64),
  received_at INTEGER NOT NULL,
  PRIMARY KEY (upload_id, part_number),
  -- Invariant: the whole file in one piece never lies among the parts.
  CHECK (part_number > 0 OR blob_key IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE access_request (
  access_request_id TEXT PRIMARY KEY,
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),   -- who asks
  requested_by TEXT NOT NULL,
  message TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_by TEXT, provider_tenant_id TEXT,
  -- Invariant: a decision has its time and its maker, or there is none.
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE search_reach (
  search_id TEXT NOT NULL,
  dataset_id TEXT NOT NULL,
  provider_tenant_id TEXT NOT NULL,
  buyer_tenant_id TEXT NOT NULL,
  passages INTEGER NOT NULL CHECK (passages > 0),
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (search_id, dataset_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE payout_statement (
  payout_statement_id TEXT PRIMARY KEY,
  -- No reference to tenants: the books outlive whoever is erased.
  tenant_id TEXT NOT NULL,
  period_start_at INTEGER NOT NULL,
  period_end_at INTEGER NOT NULL CHECK (period_end_at > period_start_at),
  gross_cents INTEGER NOT NULL CHECK (gross_cents BETWEEN 0 AND 9007199254740991),
  -- Invariant: the seller gets a part of what was charged, and no more than that is held or freed.
  seller_cents INTEGER NOT NULL CHECK (seller_cents BETWEEN 0 AND gross_cents),
  held_cents INTEGER NOT NULL CHECK (held_cents BETWEEN 0 AND seller_cents),
  released_cents INTEGER NOT NULL CHECK (released_cents BETWEEN 0 AND seller_cents),
  currency TEXT NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  status TEXT NOT NULL CHECK (status IN
    ('pending', 'approved', 'processing', 'paid', 'failed', 'held', 'reversed')),
  created_at INTEGER NOT NULL,
  -- Invariant: a month is settled with a provider once.
  UNIQUE (tenant_id, period_start_at)
) STRICT, WITHOUT ROWID;
CREATE TABLE invitation (
  invitation_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  -- A JSON array: the roles that the invited person will have.
  roles TEXT NOT NULL CHECK (json_type(roles) = 'array' AND json_array_length(roles) > 0),
  -- NULL: whoever brings the code. Otherwise only who signs up with this address.
  email TEXT CHECK (email = lower(trim(email))),
  created_by TEXT NOT NULL REFERENCES user (user_id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  used_at INTEGER,
  used_by TEXT REFERENCES user (user_id),
  revoked_at INTEGER,
  CHECK ((used_at IS NULL) = (used_by IS NULL)),
  -- Invariant: an invitation ends in one way.
  CHECK (used_at IS NULL OR revoked_at IS NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE index_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL CHECK (op IN ('add', 'remove', 'rebuild')),
  passage_no INTEGER,                    -- NULL: every passage was analysed anew
  CHECK ((op = 'rebuild') = (passage_no IS NULL))
) STRICT;
CREATE VIRTUAL TABLE passage_vocab USING fts5vocab (passage_fts, instance);
CREATE TABLE rate_card (
  price_version INTEGER PRIMARY KEY,
  -- For one passage among the results of a search.
  retrieval_standard_cents INTEGER NOT NULL CHECK (retrieval_standard_cents >= 0),
  retrieval_premium_cents INTEGER NOT NULL CHECK (retrieval_premium_cents >= 0),
  citation_cents INTEGER NOT NULL CHECK (citation_cents >= 0),
  -- Of the revenue that a buyer reports.
  outcome_fee_bp INTEGER NOT NULL CHECK (outcome_fee_bp BETWEEN 0 AND 10000),
  -- A whole file where its dataset names no price.
  download_cents INTEGER NOT NULL CHECK (download_cents >= 0),
  -- A month of a plan.
  plan_starter_cents INTEGER NOT NULL CHECK (plan_starter_cents >= 0),
  plan_pro_cents INTEGER NOT NULL CHECK (plan_pro_cents >= 0),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE plan_month (
  tenant_id TEXT NOT NULL,
  period TEXT NOT NULL CHECK (period GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  plan TEXT NOT NULL,
  fee_cents INTEGER NOT NULL CHECK (fee_cents BETWEEN 0 AND 9007199254740991),
  state TEXT NOT NULL CHECK (state IN ('included', 'paid', 'unpaid')),
  created_at INTEGER NOT NULL,
  -- Invariant: a month is billed once.
  PRIMARY KEY (tenant_id, period)
) STRICT, WITHOUT ROWID;
CREATE TABLE voucher (
  voucher_id TEXT PRIMARY KEY,
  -- SHA-256 of the code, which has 140 random bits and is shown once.
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  credits INTEGER NOT NULL CHECK (credits BETWEEN 1 AND 9007199254740991),
  note TEXT,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER CHECK (expires_at > created_at),
  redeemed_by_tenant_id TEXT,
  redeemed_at INTEGER, ended_at INTEGER
  CHECK (ended_at IS NULL OR redeemed_at IS NULL),
  CHECK ((redeemed_by_tenant_id IS NULL) = (redeemed_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE voucher_attempt (
  attempt_no INTEGER PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  attempted_at INTEGER NOT NULL
) STRICT;
CREATE TABLE closed_period (
  period TEXT PRIMARY KEY CHECK (period GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  closed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE payout_progress (
  payout_statement_id TEXT PRIMARY KEY REFERENCES payout_statement (payout_statement_id),
  period TEXT NOT NULL,
  -- Taken back by refunds of single charges, or all of it.
  reversed_cents INTEGER NOT NULL CHECK (reversed_cents BETWEEN 0 AND 9007199254740991),
  -- The end of the dispute window.
  release_at INTEGER NOT NULL,
  -- Why an administrator holds it; holds because of disputes end with them.
  hold_reason TEXT,
  -- The transfer that sets the amount aside while the payment is under way, and how often that was
  -- tried.
  hold_seq INTEGER,
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  batch_id TEXT REFERENCES payout_batch (batch_id),
  failure TEXT,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE payout_batch (
  batch_id TEXT PRIMARY KEY,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE payout_payment (
  batch_id TEXT NOT NULL REFERENCES payout_batch (batch_id),
  payout_statement_id TEXT NOT NULL REFERENCES payout_statement (payout_statement_id),
  tenant_id TEXT NOT NULL,
  holder_name TEXT NOT NULL,
  iban TEXT NOT NULL,
  bic TEXT,
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  PRIMARY KEY (batch_id, payout_statement_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE payout_account (
  tenant_id TEXT PRIMARY KEY,
  holder_name TEXT NOT NULL CHECK (length(holder_name) BETWEEN 1 AND 70),
  iban TEXT NOT NULL CHECK (length(iban) BETWEEN 15 AND 34),
  bic TEXT,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE dispute (
  dispute_id TEXT PRIMARY KEY,
  -- Invariant: a charge is disputed once.
  event_id TEXT NOT NULL UNIQUE,
  buyer_tenant_id TEXT NOT NULL,
  provider_tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  charge_cents INTEGER NOT NULL CHECK (charge_cents > 0),
  reason TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'rejected', 'refunded')),
  opened_by TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  resolved_at INTEGER,
  note TEXT,
  CHECK ((state = 'open') = (resolved_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE refund (
  -- Invariant: a charge is given back once.
  event_id TEXT PRIMARY KEY,
  buyer_tenant_id TEXT NOT NULL,
  provider_tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  charge_cents INTEGER NOT NULL CHECK (charge_cents > 0),
  provider_cents INTEGER NOT NULL CHECK (provider_cents BETWEEN 0 AND charge_cents),
  source TEXT NOT NULL CHECK (source IN ('earned', 'payable', 'reversals', 'platform')),
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE merkle_node (
  log TEXT NOT NULL CHECK (log IN ('transfer', 'event')),
  level INTEGER NOT NULL CHECK (level BETWEEN 5 AND 60),
  place INTEGER NOT NULL CHECK (place >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (log, level, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_head (
  head_no INTEGER PRIMARY KEY,
  transfers INTEGER NOT NULL CHECK (transfers >= 0),
  transfer_root BLOB NOT NULL CHECK (length(transfer_root) = 32),
  transfer_chain BLOB NOT NULL CHECK (length(transfer_chain) = 32),
  events INTEGER NOT NULL CHECK (events >= 0),
  event_root BLOB NOT NULL CHECK (length(event_root) = 32),
  event_chain BLOB NOT NULL CHECK (length(event_chain) = 32),
  signed_at INTEGER NOT NULL,
  -- Ed25519, raw.
  public_key BLOB NOT NULL CHECK (length(public_key) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT;
CREATE TABLE object_columns (
  object_id TEXT PRIMARY KEY REFERENCES object(object_id),
  profile TEXT NOT NULL CHECK (json_valid(profile))
, dataset_id TEXT REFERENCES dataset (dataset_id)) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE passage_words USING fts5vocab (passage_fts, col);
CREATE TABLE embedding_model (
  model_no INTEGER PRIMARY KEY AUTOINCREMENT,
  model TEXT NOT NULL UNIQUE CHECK (length(model) = 64),
  name TEXT NOT NULL,
  dimensions INTEGER NOT NULL CHECK (dimensions BETWEEN 1 AND 8192),
  source TEXT NOT NULL CHECK (json_valid(source)),   -- where to load it from again
  state TEXT NOT NULL CHECK (state IN ('making', 'serving', 'leaving')),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE vector_snapshot (
  model_no INTEGER PRIMARY KEY REFERENCES embedding_model (model_no),
  generation TEXT NOT NULL CHECK (generation GLOB '[0-9a-f]*'),
  made_at INTEGER NOT NULL
) STRICT;
CREATE TABLE x402_payment (
  payment_hash BLOB PRIMARY KEY CHECK (length(payment_hash) = 32),
  tenant_id TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits BETWEEN 1 AND 1000000000),
  -- What the facilitator was sent, as JSON: to ask again after an answer that never came.
  request TEXT NOT NULL CHECK (json_valid(request)),
  state TEXT NOT NULL CHECK (state IN ('settling', 'settled', 'refused', 'unclear')),
  attempts INTEGER NOT NULL CHECK (attempts >= 1),
  network TEXT NOT NULL,
  transaction_id TEXT UNIQUE,
  payer TEXT,
  reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((state = 'settled') = (transaction_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE watched_deposit (
  signature TEXT NOT NULL,
  instruction INTEGER NOT NULL CHECK (instruction >= 0),
  user_id TEXT NOT NULL,
  lamports INTEGER NOT NULL CHECK (lamports BETWEEN 1 AND 9007199254740991),
  transaction_hash TEXT NOT NULL,
  credited_at INTEGER NOT NULL,
  asked_for_at INTEGER,
  -- Invariant: a deposit is credited once.
  PRIMARY KEY (signature, instruction)
) STRICT, WITHOUT ROWID;
CREATE TABLE wallet_user (
  user_no INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE wallet (
  wallet_no INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL REFERENCES wallet_user (user_id),
  network TEXT NOT NULL CHECK (network IN ('solana', 'ethereum', 'bitcoin')),
  -- As the owner wrote it, and as all spellings of it are compared.
  address TEXT NOT NULL CHECK (length(address) BETWEEN 1 AND 100),
  address_key TEXT NOT NULL CHECK (length(address_key) BETWEEN 1 AND 100),
  label TEXT NOT NULL CHECK (length(label) <= 100),
  is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
  last_used_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Invariant: one owner per address.
  UNIQUE (network, address_key)
) STRICT;
CREATE TABLE wallet_challenge (
  user_id TEXT NOT NULL,
  network TEXT NOT NULL CHECK (network IN ('solana', 'ethereum', 'bitcoin')),
  address_key TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > issued_at),
  PRIMARY KEY (user_id, network, address_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE wallet_message (
  network TEXT NOT NULL CHECK (network IN ('solana', 'ethereum', 'bitcoin')),
  address_key TEXT NOT NULL,
  message_hash BLOB NOT NULL CHECK (length(message_hash) = 32),
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (network, address_key, message_hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE chain_block (
  height INTEGER PRIMARY KEY CHECK (height >= 0),
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  -- RFC 6962, over the records of this block.
  root BLOB NOT NULL CHECK (length(root) = 32),
  records INTEGER NOT NULL CHECK (records >= 1),
  created_at INTEGER NOT NULL,
  -- Ed25519, raw.
  public_key BLOB NOT NULL CHECK (length(public_key) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 64),
  -- Of the signed header with its signature: what the next block names.
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)
) STRICT;
CREATE TABLE chain_record (
  height INTEGER NOT NULL REFERENCES chain_block (height),
  place INTEGER NOT NULL CHECK (place >= 0),
  -- Hex of the hash of its leaf: every record is found by it, and every body has one of its own.
  transaction_hash TEXT NOT NULL UNIQUE CHECK (length(transaction_hash) = 64),
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  subject_id TEXT NOT NULL,
  -- Canonical JSON.
  body TEXT NOT NULL CHECK (json_valid(body)),
  PRIMARY KEY (height, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE chain_submission (
  submission_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('withdrawal', 'licence')),
  subject_id TEXT NOT NULL,
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  -- What is to be done, so that it can be signed anew after the first try has expired.
  work TEXT NOT NULL CHECK (json_valid(work)),
  signature TEXT NOT NULL UNIQUE,
  wire TEXT NOT NULL,
  last_valid_height INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('signed', 'final', 'failed', 'expired')),
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  UNIQUE (kind, subject_id, attempt),
  CHECK ((state = 'signed') = (settled_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE chain_deposit (
  signature TEXT NOT NULL,
  -- Which instruction of the transaction: one may pay several times.
  instruction INTEGER NOT NULL CHECK (instruction >= 0),
  from_address TEXT NOT NULL,
  lamports INTEGER NOT NULL CHECK (lamports BETWEEN 1 AND 9007199254740991),
  slot INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  -- Invariant: a deposit is credited once.
  claimed_by TEXT,
  claimed_at INTEGER,
  PRIMARY KEY (signature, instruction),
  CHECK ((claimed_by IS NULL) = (claimed_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE chain_cursor (
  name TEXT PRIMARY KEY,
  position TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sol_entry (
  entry_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('deposit', 'withdrawal', 'purchase', 'earnings')),
  -- What the balance gained or lost, apart from the fee.
  amount_lamports INTEGER NOT NULL CHECK (amount_lamports BETWEEN 1 AND 9007199254740991),
  -- On top of a withdrawal; out of what was earned before `amount` was.
  fee_lamports INTEGER NOT NULL CHECK (fee_lamports BETWEEN 0 AND 9007199254740991),
  status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'failed')),
  transaction_hash TEXT,
  wallet_address TEXT,
  asset_id TEXT,
  group_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Invariant: only a withdrawal takes time.
  CHECK (status = 'confirmed' OR type = 'withdrawal'),
  -- Invariant: what happened is on a chain.
  CHECK (status <> 'confirmed' OR transaction_hash IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE asset_card (
  asset_id TEXT PRIMARY KEY REFERENCES object (object_id),
  user_id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 3 AND 100),
  description TEXT NOT NULL CHECK (length(description) <= 500),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE microip (
  microip_no INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Invariant: one licence per asset.
  asset_id TEXT NOT NULL UNIQUE REFERENCES object (object_id),
  owner_user_id TEXT NOT NULL,
  owner_tenant_id TEXT NOT NULL,
  price_lamports INTEGER NOT NULL CHECK (price_lamports BETWEEN 1 AND 9007199254740991),
  license_type TEXT NOT NULL
    CHECK (license_type IN ('standard', 'commercial', 'exclusive', 'custom')),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  long_summary TEXT NOT NULL,
  tags TEXT NOT NULL CHECK (json_type(tags) = 'array'),
  category TEXT NOT NULL CHECK (category IN
    ('code', 'design', 'document', 'audio', 'video', 'image', 'dataset', 'other')),
  questions TEXT NOT NULL CHECK (json_type(questions) = 'array'),
  quality TEXT NOT NULL CHECK (quality IN ('premium', 'standard', 'basic')),
  -- What the owner wrote is not overwritten: the names of those members.
  corrected TEXT NOT NULL DEFAULT '[]' CHECK (json_type(corrected) = 'array'),
  -- waiting: the content is not in the index yet, and the words come from its name.
  metadata_status TEXT NOT NULL CHECK (metadata_status IN ('waiting', 'ready')),
  metadata_source TEXT NOT NULL CHECK (metadata_source IN ('name', 'extractive', 'llm')),
  on_chain_id TEXT NOT NULL,
  chain_status TEXT NOT NULL CHECK (chain_status IN ('pending', 'registered', 'failed')),
  transaction_hash TEXT NOT NULL,
  total_views INTEGER NOT NULL DEFAULT 0 CHECK (total_views >= 0),
  total_downloads INTEGER NOT NULL DEFAULT 0 CHECK (total_downloads >= 0),
  earned_lamports INTEGER NOT NULL DEFAULT 0
    CHECK (earned_lamports BETWEEN 0 AND 9007199254740991),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
, terms_changed_at INTEGER, dataset_no INTEGER REFERENCES dataset (dataset_no), sight TEXT NOT NULL DEFAULT 'nobody'
  CHECK (sight IN ('everybody', 'two', 'owner', 'nobody')), exclusive_to TEXT) STRICT;
CREATE TABLE microip_sale (
  sale_id TEXT PRIMARY KEY,
  asset_id TEXT NOT NULL REFERENCES microip (asset_id),
  buyer_user_id TEXT NOT NULL,
  buyer_tenant_id TEXT NOT NULL,
  license_type TEXT NOT NULL
    CHECK (license_type IN ('standard', 'commercial', 'exclusive', 'custom')),
  price_lamports INTEGER NOT NULL CHECK (price_lamports BETWEEN 1 AND 9007199254740991),
  fee_lamports INTEGER NOT NULL CHECK (fee_lamports BETWEEN 0 AND price_lamports),
  transaction_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Invariant: a licence is paid for once.
  UNIQUE (asset_id, buyer_user_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE microip_download (
  download_no INTEGER PRIMARY KEY AUTOINCREMENT,
  asset_id TEXT NOT NULL REFERENCES microip (asset_id),
  buyer_user_id TEXT NOT NULL,
  paid_lamports INTEGER NOT NULL CHECK (paid_lamports BETWEEN 0 AND 9007199254740991),
  fee_lamports INTEGER NOT NULL CHECK (fee_lamports BETWEEN 0 AND paid_lamports),
  transaction_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE object_preview (
  object_id TEXT PRIMARY KEY REFERENCES object (object_id) ON DELETE CASCADE,
  blob_key TEXT UNIQUE,
  content_type TEXT,
  width INTEGER CHECK (width > 0),
  height INTEGER CHECK (height > 0),
  size_bytes INTEGER CHECK (size_bytes > 0),
  problem TEXT,
  made_at INTEGER NOT NULL,
  -- Invariant: a picture with all that is known of it, or why there is none.
  CHECK (CASE WHEN blob_key IS NULL
    THEN problem IS NOT NULL AND content_type IS NULL AND width IS NULL AND height IS NULL
      AND size_bytes IS NULL
    ELSE problem IS NULL AND content_type IS NOT NULL AND width IS NOT NULL AND height IS NOT NULL
      AND size_bytes IS NOT NULL END)
) STRICT, WITHOUT ROWID;
CREATE TABLE sidecar (
  object_id TEXT PRIMARY KEY REFERENCES object (object_id) ON DELETE CASCADE,
  recording_id TEXT NOT NULL REFERENCES object (object_id) ON DELETE CASCADE,
  CHECK (object_id <> recording_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE word_boxes (
  object_id TEXT NOT NULL REFERENCES object (object_id) ON DELETE CASCADE,
  page INTEGER NOT NULL CHECK (page >= 1),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  words BLOB NOT NULL,
  PRIMARY KEY (object_id, page)
) STRICT, WITHOUT ROWID;
CREATE TABLE imported_file (
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  folder TEXT NOT NULL,
  -- From the folder on, with slashes.
  path TEXT NOT NULL,
  object_id TEXT NOT NULL REFERENCES object (object_id),
  checksum_sha256 TEXT NOT NULL CHECK (length(checksum_sha256) = 64),
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (dataset_id, folder, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE reprocess (
  dataset_id TEXT PRIMARY KEY REFERENCES dataset (dataset_id),
  which TEXT NOT NULL CHECK (which IN ('all', 'failed')),
  requested_at INTEGER NOT NULL,
  all_queued INTEGER NOT NULL DEFAULT 0 CHECK (all_queued IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE reprocess_object (
  dataset_id TEXT NOT NULL REFERENCES reprocess (dataset_id),
  object_id TEXT NOT NULL REFERENCES object (object_id),
  outcome TEXT NOT NULL
    CHECK (outcome IN ('waiting', 'changed', 'unchanged', 'failed', 'skipped')),
  PRIMARY KEY (dataset_id, object_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE transfer (
  -- Counts from 1 without gaps, so that a missing row shows.
  seq INTEGER PRIMARY KEY,
  -- The idempotency key of the transfer, made by the caller: `dl:<link>:buyer`.
  transfer_id TEXT NOT NULL UNIQUE CHECK (length(transfer_id) BETWEEN 1 AND 200),
  -- The transfers of one deed share a group: a charge and its splits.
  group_id TEXT NOT NULL CHECK (length(group_id) BETWEEN 1 AND 200),
  phase TEXT NOT NULL CHECK (phase IN ('post', 'hold', 'post_hold', 'void_hold')),
  debit_account_id INTEGER NOT NULL REFERENCES account (account_id),
  credit_account_id INTEGER NOT NULL REFERENCES account (account_id),
  amount_minor INTEGER NOT NULL CHECK (amount_minor BETWEEN 1 AND 9007199254740991),
  hold_seq INTEGER REFERENCES transfer (seq),
  code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 64),
  ref TEXT NOT NULL CHECK (length(ref) <= 500),
  body_hash BLOB NOT NULL CHECK (length(body_hash) = 32),
  created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
  -- What both accounts have available (posted - held) after this transfer.
  debit_after INTEGER NOT NULL,
  credit_after INTEGER NOT NULL,
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32), blind BLOB CHECK (length(blind) = 16),
  CHECK (debit_account_id <> credit_account_id),
  CHECK ((phase IN ('post_hold', 'void_hold')) = (hold_seq IS NOT NULL)),
  -- Invariant: the id is that of the group, or goes on from it after a colon.
  CHECK (substr(transfer_id || ':', 1, length(group_id) + 1) = group_id || ':')
) STRICT;
CREATE TABLE meter_event (
  seq INTEGER PRIMARY KEY,
  -- The idempotency key of the event: `dl:<link>`, `search:<search id>`.
  event_id TEXT NOT NULL UNIQUE CHECK (length(event_id) BETWEEN 1 AND 200),
  kind TEXT NOT NULL CHECK (kind IN ('search', 'retrieval_standard', 'retrieval_premium',
    'citation', 'download', 'outcome')),
  buyer_tenant_id TEXT NOT NULL,
  provider_tenant_id TEXT,
  dataset_id TEXT,
  asset_id TEXT,
  api_key_id TEXT,
  -- The search that led here, as far as the buyer said so.
  search_id TEXT,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 9007199254740991),
  -- Which rating rules gave the charge (limits.ts of the ledger).
  price_version INTEGER NOT NULL CHECK (price_version >= 1),
  charge_cents INTEGER NOT NULL CHECK (charge_cents BETWEEN 0 AND 9007199254740991),
  provider_share_bp INTEGER NOT NULL CHECK (provider_share_bp BETWEEN 0 AND 10000),
  provider_cents INTEGER NOT NULL CHECK (provider_cents BETWEEN 0 AND charge_cents),
  -- All charges so far for the same provider, month and share, this one included. The next split
  -- is rounded against it, so that many one-cent charges do not all round to nothing.
  gross_after_cents INTEGER NOT NULL CHECK (gross_after_cents BETWEEN 0 AND 9007199254740991),
  -- UTC month, `2026-11`.
  period TEXT NOT NULL CHECK (period GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32), blind BLOB CHECK (length(blind) = 16),
  -- Invariant: only another tenant's content costs anything. The transfers of a charge carry the
  -- event's id as their group; there are such transfers exactly when the charge is above zero.
  CHECK (charge_cents = 0
    OR (provider_tenant_id IS NOT NULL AND provider_tenant_id <> buyer_tenant_id))
) STRICT;
CREATE TABLE rated_passage (
  buyer_tenant_id TEXT NOT NULL,
  passage_id TEXT NOT NULL,
  rated_at INTEGER NOT NULL,
  retrieval_event_id TEXT NOT NULL,
  PRIMARY KEY (buyer_tenant_id, passage_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE imported_tenant (
  instance_id TEXT NOT NULL,
  source_tenant_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, source_tenant_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE imported_dataset (
  instance_id TEXT NOT NULL,
  source_dataset_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, source_dataset_id, tenant_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE signing_key (
  -- Names the key in heads and receipts.
  key_id TEXT PRIMARY KEY CHECK (length(key_id) = 16),
  public_key BLOB NOT NULL UNIQUE CHECK (length(public_key) = 32),
  -- Which secret of the folder it follows from; the first one has 0.
  generation INTEGER NOT NULL UNIQUE CHECK (generation >= 0),
  since_at INTEGER NOT NULL,
  -- From then on it signed nothing any more.
  retired_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE citation (
  citation_id TEXT PRIMARY KEY,
  -- Invariant: a retrieval is cited once.
  retrieval_event_id TEXT NOT NULL UNIQUE,
  buyer_tenant_id TEXT NOT NULL,
  passage_id TEXT NOT NULL,
  charge_cents INTEGER NOT NULL CHECK (charge_cents >= 0),
  -- Rated: it opened the 24 hours in which the same passage is cited for nothing.
  rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE outcome (
  outcome_id TEXT PRIMARY KEY,
  -- Invariant: the outcome of a retrieval is told once.
  retrieval_event_id TEXT NOT NULL UNIQUE,
  buyer_tenant_id TEXT NOT NULL,
  revenue_cents INTEGER NOT NULL CHECK (revenue_cents BETWEEN 0 AND 9007199254740991),
  charge_cents INTEGER NOT NULL CHECK (charge_cents BETWEEN 0 AND revenue_cents),
  note TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tally (
  tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  -- Searches of the tenant, cents that a key spent, or when a dataset was last paid for.
  kind TEXT NOT NULL CHECK (kind IN ('searches', 'spent', 'paid')),
  -- The key or the dataset; nothing for searches.
  subject TEXT NOT NULL CHECK ((subject = '') = (kind = 'searches')),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  PRIMARY KEY (tenant_id, period, kind, subject)
) STRICT, WITHOUT ROWID;
CREATE TABLE answer (
  -- The number of the search's event. Below zero where there is none: a search retried.
  answer_no INTEGER PRIMARY KEY CHECK (answer_no <> 0),
  search_id TEXT NOT NULL CHECK (length(search_id) BETWEEN 6 AND 64),
  buyer_tenant_id TEXT NOT NULL,
  api_key_id TEXT,
  -- In the order of their places: a passage_id with the first terms, or `[passage_id, place in
  -- terms]`. The place in this list ends the passage's retrieval_event_id.
  passages TEXT NOT NULL CHECK (json_array_length(passages) > 0),
  -- `[provider_tenant_id, dataset_id, asset_id, rate, provider_share_bp, charge_cents, event_id]`
  -- for passages that have all of it in common; event_id is null where nothing was metered.
  terms TEXT NOT NULL CHECK (json_array_length(terms) > 0),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE api_key_ancestor (
  api_key_id TEXT NOT NULL REFERENCES api_key (api_key_id),
  ancestor_id TEXT NOT NULL REFERENCES api_key (api_key_id),
  PRIMARY KEY (api_key_id, ancestor_id),
  CHECK (api_key_id <> ancestor_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE spent_below (
  tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  PRIMARY KEY (tenant_id, period, api_key_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE table_seal (
  seal_no INTEGER PRIMARY KEY CHECK (seal_no = 1),
  sealed BLOB NOT NULL
) STRICT;
CREATE TABLE dataset_holding (
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  status TEXT NOT NULL,
  index_state TEXT NOT NULL,
  is_down INTEGER NOT NULL CHECK (is_down IN (0, 1)),
  is_warned INTEGER NOT NULL CHECK (is_warned IN (0, 1)),
  modality TEXT NOT NULL,
  lang TEXT NOT NULL,
  objects INTEGER NOT NULL CHECK (objects >= 0),
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  passages INTEGER NOT NULL CHECK (passages >= 0),
  PRIMARY KEY (dataset_id, status, index_state, is_down, is_warned, modality, lang)
) STRICT, WITHOUT ROWID;
CREATE TABLE dataset_tag (
  tag TEXT NOT NULL,
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  PRIMARY KEY (tag, dataset_id)
) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE dataset_fts USING fts5 (
  catalogue_text, content = 'dataset', content_rowid = 'dataset_no', tokenize = 'trigram'
);
CREATE TABLE tenant_storage (
  tenant_id TEXT PRIMARY KEY REFERENCES tenant (tenant_id),
  bytes INTEGER NOT NULL CHECK (bytes BETWEEN 0 AND 9007199254740991)
) STRICT, WITHOUT ROWID;
CREATE TABLE reading_version (
  reading_no INTEGER PRIMARY KEY CHECK (reading_no = 1),
  version INTEGER NOT NULL,
  after_dataset_id TEXT NOT NULL
) STRICT;
CREATE TABLE replaced_file (
  object_id TEXT PRIMARY KEY REFERENCES object (object_id),
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  folder TEXT NOT NULL,
  path TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE analysis_version (
  analysis_no INTEGER PRIMARY KEY CHECK (analysis_no = 1),
  version INTEGER NOT NULL,
  after_passage_no INTEGER NOT NULL
) STRICT;
CREATE TABLE passage_vector (
  model_no INTEGER NOT NULL REFERENCES embedding_model (model_no),
  passage_no INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (model_no, passage_no)
) STRICT;
CREATE TABLE user_identity (
  issuer TEXT NOT NULL,
  subject_hash BLOB NOT NULL CHECK (length(subject_hash) = 32),
  user_id TEXT NOT NULL REFERENCES user (user_id),
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (issuer, subject_hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE sso_flow (
  state_hash BLOB PRIMARY KEY CHECK (length(state_hash) = 32),
  browser_hash BLOB NOT NULL CHECK (length(browser_hash) = 32),
  provider TEXT NOT NULL,
  return_to TEXT NOT NULL,
  invitation_hash BLOB,
  replaces TEXT,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE TABLE sso_session (
  session_id TEXT PRIMARY KEY REFERENCES session (session_id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  issuer TEXT NOT NULL,
  subject_hash BLOB NOT NULL CHECK (length(subject_hash) = 32),
  sid_hash BLOB,
  id_token BLOB,
  refresh_token BLOB,
  -- When the provider is asked again; NULL where there is nothing to ask with.
  refresh_at INTEGER
) STRICT;
CREATE TABLE sso_logout (
  jti_hash BLOB PRIMARY KEY CHECK (length(jti_hash) = 32),
  expires_at INTEGER NOT NULL
) STRICT;
CREATE TABLE password_pass (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  until INTEGER NOT NULL
) STRICT;
CREATE TABLE tenant_suspension (
  tenant_id TEXT PRIMARY KEY REFERENCES tenant (tenant_id),
  suspended_at INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE password_reset (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
  stream TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  data TEXT NOT NULL CHECK (json_valid(data)),
  PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE event_count (
  stream TEXT PRIMARY KEY,
  last_number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE webhook (
  webhook_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  url TEXT NOT NULL,
  types TEXT NOT NULL CHECK (json_valid(types)),
  description TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'disabled')),
  reason TEXT,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_number INTEGER NOT NULL,
  secret BLOB NOT NULL,
  old_secret BLOB,
  old_secret_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE webhook_delivery (
  delivery_id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  event_number INTEGER,
  event_type TEXT NOT NULL,
  about TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  tries INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  first_try_at INTEGER,
  last_try_at INTEGER,
  next_try_at INTEGER,
  request_headers TEXT,
  status INTEGER,
  answer_headers TEXT,
  answer_body TEXT,
  problem TEXT,
  UNIQUE (webhook_id, event_number)
) STRICT, WITHOUT ROWID;
CREATE TABLE notice_place (
  user_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  read_up_to INTEGER NOT NULL,
  PRIMARY KEY (user_id, stream)
) STRICT, WITHOUT ROWID;
CREATE TABLE notice_read (
  user_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (user_id, stream, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE totp (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  secret BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL,
  last_used_at INTEGER,
  failed INTEGER NOT NULL,
  failed_since INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE recovery_code (
  code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
  user_id TEXT NOT NULL REFERENCES user (user_id),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE passkey (
  passkey_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (user_id),
  credential_id BLOB NOT NULL UNIQUE,
  public_key BLOB NOT NULL,
  name TEXT NOT NULL,
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  backed_up INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
  sign_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE factor_challenge (
  challenge_hash BLOB PRIMARY KEY CHECK (length(challenge_hash) = 32),
  purpose TEXT NOT NULL CHECK (purpose IN ('log_in', 'second_factor', 'confirm', 'add_passkey')),
  user_id TEXT REFERENCES user (user_id),
  session_id TEXT,
  kind TEXT CHECK (kind IN ('bearer', 'browser')),
  carried BLOB,
  failed INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notification_choice (
  user_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'de', 'es', 'fr')),
  at_once TEXT NOT NULL CHECK (json_valid(at_once)),
  daily TEXT NOT NULL CHECK (json_valid(daily)),
  at_once_seen TEXT NOT NULL CHECK (json_valid(at_once_seen)),
  daily_seen TEXT NOT NULL CHECK (json_valid(daily_seen)),
  daily_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE known_problem (
  -- What was found, without its numbers.
  mark TEXT PRIMARY KEY,
  check_name TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('error', 'warning')),
  message TEXT NOT NULL,
  remedy TEXT NOT NULL,
  found_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE user_lock (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  locked_at INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE folder_order (
  order_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('import', 'watch')),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  root TEXT NOT NULL,
  path TEXT NOT NULL,
  remove INTEGER NOT NULL CHECK (remove IN (0, 1)),
  every_seconds INTEGER CHECK ((every_seconds IS NULL) = (kind = 'import')),
  ordered_by TEXT NOT NULL REFERENCES user (user_id),
  ordered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE visibility_change (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seq INTEGER NOT NULL
) STRICT;
CREATE TABLE first_hour (
  step TEXT PRIMARY KEY CHECK (step IN ('address', 'mail', 'samples', 'aside')),
  ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
  -- What was found, in JSON: of an address its certificate, of the samples their dataset.
  said TEXT NOT NULL CHECK (json_valid(said)),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE import_report (
  import_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  root TEXT NOT NULL,
  path TEXT NOT NULL,
  dry_run INTEGER NOT NULL CHECK (dry_run IN (0, 1)),
  remove INTEGER NOT NULL CHECK (remove IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('done', 'failed', 'cancelled')),
  error TEXT,
  sums TEXT NOT NULL CHECK (json_valid(sums)),
  files INTEGER NOT NULL,
  done INTEGER NOT NULL,
  started_by TEXT NOT NULL REFERENCES user (user_id),
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE import_report_file (
  import_id TEXT NOT NULL REFERENCES import_report (import_id) ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  no INTEGER NOT NULL,
  path TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  object_id TEXT,
  reason TEXT,
  PRIMARY KEY (import_id, outcome, no)
) STRICT, WITHOUT ROWID;
CREATE TABLE search_feed (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  what TEXT NOT NULL CHECK (what IN ('dataset', 'object', 'access', 'suspension', 'passage')),
  row_key TEXT NOT NULL CHECK (json_valid(row_key)),   -- a list: the values of the key
  takes INTEGER NOT NULL CHECK (takes IN (0, 1)),
  mark TEXT NOT NULL DEFAULT (hex(randomblob(8)))
) STRICT;
CREATE TABLE writer_epoch (
  epoch INTEGER PRIMARY KEY CHECK (epoch > 0),
  host TEXT NOT NULL,
  begun_at INTEGER NOT NULL                            -- milliseconds
) STRICT;
CREATE VIRTUAL TABLE microip_fts USING fts5 (
  name, description, long_summary, tags, questions, analysis,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
);
CREATE TABLE oauth_client (
  client_id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  redirect_uris TEXT NOT NULL CHECK (json_array_length(redirect_uris) BETWEEN 1 AND 10),
  created_at INTEGER NOT NULL,
  -- When somebody last let it in, or it last renewed a token. NULL: nobody did.
  used_at INTEGER
) STRICT;
CREATE TABLE oauth_code (
  code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL CHECK (length(challenge) = 43),
  resource TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  user_id TEXT NOT NULL REFERENCES user (user_id),
  monthly_budget_credits INTEGER NOT NULL CHECK (monthly_budget_credits >= 0),
  expires_at INTEGER NOT NULL,
  -- The key that was made of it.
  api_key_id TEXT REFERENCES api_key (api_key_id)
) STRICT;
CREATE TABLE oauth_grant (
  api_key_id TEXT PRIMARY KEY REFERENCES api_key (api_key_id),
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  -- Where its answers go: a host, or the scheme of a program.
  redirect_place TEXT NOT NULL,
  -- A refresh token has two secrets: one stays, the other changes with each use. Who knows the
  -- first and an old second one replays.
  family_hash BLOB NOT NULL CHECK (length(family_hash) = 32),
  turn_hash BLOB NOT NULL CHECK (length(turn_hash) = 32),
  refresh_until INTEGER NOT NULL
) STRICT;
CREATE TABLE passage_stems (
  passage_no INTEGER PRIMARY KEY,
  stems BLOB NOT NULL CHECK (length(stems) % 2 = 0)
) STRICT;
CREATE TABLE file_place (
  name TEXT PRIMARY KEY,
  place_id TEXT NOT NULL CHECK (length(place_id) BETWEEN 1 AND 64)
) STRICT, WITHOUT ROWID;
INSERT INTO "rate_card" VALUES (1, 0, 0, 0, 0, 25, 0, 0, 0);
INSERT INTO "visibility_change" VALUES (1, 1);
CREATE INDEX audit_event_by_tenant ON audit_event (tenant_id, audit_no);
CREATE INDEX audit_event_by_subject ON audit_event (subject_id, audit_no);
CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_event
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE INDEX idempotent_reply_by_expiry ON idempotent_reply (expires_at);
CREATE INDEX job_by_subject ON job (subject_id, job_id);
CREATE INDEX job_finished ON job (finished_at) WHERE finished_at IS NOT NULL;
CREATE TRIGGER job_over BEFORE UPDATE ON job WHEN old.state IN ('done', 'failed')
BEGIN SELECT RAISE(ABORT, 'a finished job does not change'); END;
CREATE TRIGGER job_attempt BEFORE UPDATE OF attempt ON job WHEN new.attempt < old.attempt
BEGIN SELECT RAISE(ABORT, 'the attempt number of a job only grows'); END;
CREATE TRIGGER job_open_stays BEFORE DELETE ON job WHEN old.state IN ('queued', 'running')
BEGIN SELECT RAISE(ABORT, 'an open job is not deleted'); END;
CREATE INDEX tenant_by_name ON tenant (name);
CREATE TRIGGER tenant_region_stays BEFORE UPDATE OF region ON tenant
WHEN NEW.region IS NOT OLD.region
BEGIN
  SELECT RAISE(ABORT, 'a tenant''s region is immutable');
END;
CREATE INDEX user_platform_admin ON user (user_id) WHERE is_platform_admin = 1;
CREATE INDEX session_by_expiry ON session (expires_at);
CREATE INDEX api_key_by_tenant ON api_key (tenant_id, api_key_id);
CREATE TRIGGER api_key_stays_revoked BEFORE UPDATE ON api_key
WHEN OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NOT OLD.revoked_at
BEGIN
  SELECT RAISE(ABORT, 'a revoked key stays revoked');
END;
CREATE TRIGGER account_no_delete BEFORE DELETE ON account
BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;
CREATE TRIGGER account_opens_empty BEFORE INSERT ON account
WHEN NEW.posted <> 0 OR NEW.held <> 0 OR NEW.version <> 0
  OR EXISTS (SELECT 1 FROM account WHERE account_id = NEW.account_id
    OR (unit = NEW.unit AND owner = NEW.owner AND kind = NEW.kind))
BEGIN SELECT RAISE(ABORT, 'accounts open empty and once'); END;
CREATE TRIGGER account_moves_by_transfer BEFORE UPDATE ON account
WHEN NEW.account_id <> OLD.account_id OR NEW.unit <> OLD.unit OR NEW.owner <> OLD.owner
  OR NEW.kind <> OLD.kind OR NEW.may_go_negative <> OLD.may_go_negative
  OR NEW.version <= OLD.version
  OR NOT EXISTS (
    SELECT 1 FROM transfer t
    WHERE t.seq = NEW.version AND t.seq = (SELECT max(seq) FROM transfer)
      AND (t.debit_account_id = NEW.account_id
        OR (t.credit_account_id = NEW.account_id AND t.phase IN ('post', 'post_hold'))))
BEGIN SELECT RAISE(ABORT, 'balances move by transfers alone'); END;
CREATE INDEX billed_search_by_time ON billed_search (billed_at);
CREATE INDEX dataset_by_tenant ON dataset (tenant_id, dataset_id);
CREATE INDEX dataset_on_offer ON dataset (visibility, dataset_no) WHERE status = 'active';
CREATE TRIGGER dataset_no_delete BEFORE DELETE ON dataset
BEGIN SELECT RAISE(ABORT, 'a dataset row is never removed'); END;
CREATE TRIGGER dataset_deletion_is_final BEFORE UPDATE OF status ON dataset
WHEN (OLD.status = 'pending_deletion' AND NEW.status NOT IN ('pending_deletion', 'deleted'))
  OR (OLD.status = 'deleted' AND NEW.status <> 'deleted')
BEGIN SELECT RAISE(ABORT, 'the deletion of a dataset is final'); END;
CREATE TRIGGER dataset_identity_is_fixed BEFORE UPDATE OF dataset_no, dataset_id, tenant_id
  ON dataset
BEGIN SELECT RAISE(ABORT, 'the identity of a dataset is fixed'); END;
CREATE INDEX dataset_access_by_tenant ON dataset_access (tenant_id, dataset_id);
CREATE INDEX object_by_upload ON object (tenant_id, uploaded_at / 1000, object_id)
  WHERE uploaded_at IS NOT NULL;
CREATE INDEX object_in_review ON object (uploaded_at, object_id) WHERE status = 'staged';
CREATE INDEX object_hidden ON object (dataset_id, object_no)
  WHERE index_state <> 'none'
    AND (index_state <> 'indexed' OR status <> 'active' OR taken_down_at IS NOT NULL);
CREATE UNIQUE INDEX object_by_blob ON object (blob_key) WHERE blob_key IS NOT NULL;
CREATE TRIGGER object_content_is_fixed BEFORE UPDATE OF filename, content_type, size_bytes,
  checksum_sha256, blob_key ON object
WHEN OLD.status <> 'initiated' AND NEW.status <> 'deleted'
BEGIN SELECT RAISE(ABORT, 'a confirmed object is immutable'); END;
CREATE TRIGGER object_identity_is_fixed BEFORE UPDATE OF object_no, object_id, dataset_id, tenant_id
  ON object
BEGIN SELECT RAISE(ABORT, 'the identity of an object is fixed'); END;
CREATE TRIGGER object_deletion_is_final BEFORE UPDATE OF status ON object
WHEN OLD.status = 'deleted' AND NEW.status <> 'deleted'
BEGIN SELECT RAISE(ABORT, 'the deletion of an object is final'); END;
CREATE TRIGGER object_no_delete BEFORE DELETE ON object WHEN OLD.status <> 'initiated'
BEGIN SELECT RAISE(ABORT, 'a confirmed object leaves a tombstone'); END;
CREATE UNIQUE INDEX passage_in_order ON passage (object_id, ordinal);
CREATE INDEX passage_by_dataset ON passage (dataset_no);
CREATE INDEX passage_by_lang ON passage (lang);
CREATE TRIGGER passage_leaves_the_index AFTER DELETE ON passage
BEGIN DELETE FROM passage_fts WHERE rowid = OLD.passage_no; END;
CREATE TRIGGER passage_is_fixed BEFORE UPDATE ON passage
BEGIN SELECT RAISE(ABORT, 'a passage never changes'); END;
CREATE TRIGGER object_inspection_goes AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM object_inspection WHERE object_id = new.object_id; END;
CREATE INDEX dl_link_unused ON dl_link (expires_at) WHERE state = 'minted';
CREATE INDEX dl_link_fetched ON dl_link (buyer_tenant_id, asset_id, used_at) WHERE state = 'used';
CREATE UNIQUE INDEX dl_link_made_good ON dl_link (replaces)
  WHERE state = 'used' AND replaces IS NOT NULL;
CREATE TRIGGER dl_link_one_way BEFORE UPDATE ON dl_link
WHEN NEW.token_hash <> OLD.token_hash
  OR NEW.buyer_tenant_id <> OLD.buyer_tenant_id
  OR NEW.api_key_id IS NOT OLD.api_key_id
  OR NEW.provider_tenant_id <> OLD.provider_tenant_id
  OR NEW.dataset_id <> OLD.dataset_id
  OR NEW.asset_id <> OLD.asset_id
  OR NEW.start_ms IS NOT OLD.start_ms
  OR NEW.end_ms IS NOT OLD.end_ms
  OR NEW.search_id IS NOT OLD.search_id
  OR NEW.price_cents <> OLD.price_cents
  OR NEW.provider_share_bp <> OLD.provider_share_bp
  OR NEW.replaces IS NOT OLD.replaces
  OR NEW.created_at <> OLD.created_at
  OR NEW.expires_at <> OLD.expires_at
  OR NOT (
    (OLD.state = 'minted' AND NEW.state = 'used' AND NEW.outcome IS NULL)
    OR (OLD.state = 'used' AND NEW.state = 'used' AND NEW.used_at = OLD.used_at
      AND OLD.outcome IS NULL AND NEW.outcome IS NOT NULL))
BEGIN
  SELECT RAISE(ABORT, 'a link is used once and otherwise stays as it is');
END;
CREATE TRIGGER dl_link_used_stays BEFORE DELETE ON dl_link WHEN OLD.state = 'used'
BEGIN
  SELECT RAISE(ABORT, 'used links are kept');
END;
CREATE TRIGGER dl_link_begins_unused BEFORE INSERT ON dl_link
WHEN NEW.state <> 'minted' OR EXISTS (SELECT 1 FROM dl_link WHERE token_hash = NEW.token_hash)
BEGIN
  SELECT RAISE(ABORT, 'a link begins unused and once');
END;
CREATE INDEX object_review_due ON object (review_expires_at) WHERE status = 'staged';
CREATE INDEX upload_by_expiry ON upload (expires_at);
CREATE UNIQUE INDEX upload_by_blob ON upload (blob_key) WHERE blob_key IS NOT NULL;
CREATE INDEX object_by_checksum ON object (tenant_id, checksum_sha256)
  WHERE checksum_sha256 IS NOT NULL;
CREATE UNIQUE INDEX access_request_open ON access_request (dataset_id, tenant_id)
  WHERE status = 'pending';
CREATE INDEX access_request_by_tenant ON access_request (tenant_id, dataset_id, access_request_id);
CREATE INDEX access_request_by_dataset ON access_request (dataset_id, access_request_id);
CREATE TRIGGER access_request_decided_once BEFORE UPDATE OF status, decided_at, decided_by
  ON access_request
WHEN OLD.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'an access request is decided once'); END;
CREATE INDEX search_reach_by_provider
  ON search_reach (provider_tenant_id, occurred_at, dataset_id, buyer_tenant_id, passages);
CREATE INDEX search_activity_by_time
  ON search_activity (tenant_id, occurred_at, search_activity_id, api_key_id);
CREATE INDEX asset_access_by_time
  ON asset_access (tenant_id, occurred_at, access_id, api_key_id);
CREATE INDEX asset_access_by_dataset ON asset_access (dataset_id, occurred_at, tenant_id);
CREATE INDEX payout_statement_by_tenant ON payout_statement (tenant_id, payout_statement_id);
CREATE INDEX invitation_by_tenant ON invitation (tenant_id, invitation_id);
CREATE INDEX invitation_open ON invitation (tenant_id, created_by)
  WHERE used_at IS NULL AND revoked_at IS NULL;
CREATE INDEX invitation_by_user ON invitation (used_by) WHERE used_by IS NOT NULL;
CREATE TRIGGER invitation_stays BEFORE UPDATE ON invitation
WHEN NEW.invitation_id <> OLD.invitation_id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.code_hash <> OLD.code_hash OR NEW.roles <> OLD.roles
  OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at
  OR NEW.expires_at <> OLD.expires_at
  OR (NEW.email IS NOT NULL AND NEW.email IS NOT OLD.email)
  OR (OLD.used_at IS NOT NULL
    AND (NEW.used_at IS NOT OLD.used_at OR NEW.used_by IS NOT OLD.used_by))
  OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NOT OLD.revoked_at)
BEGIN
  SELECT RAISE(ABORT, 'an invitation ends once and otherwise stays as it is');
END;
CREATE INDEX api_key_by_creator ON api_key (created_by);
CREATE TRIGGER tenant_keeps_an_owner BEFORE UPDATE OF roles, tenant_id ON membership
WHEN EXISTS (SELECT 1 FROM json_each(OLD.roles) WHERE value = 'owner')
  AND (NEW.tenant_id <> OLD.tenant_id
    OR NOT EXISTS (SELECT 1 FROM json_each(NEW.roles) WHERE value = 'owner'))
  AND NOT EXISTS (
    SELECT 1 FROM membership other, json_each(other.roles) role
    WHERE other.tenant_id = OLD.tenant_id AND other.user_id <> OLD.user_id
      AND role.value = 'owner')
BEGIN
  SELECT RAISE(ABORT, 'a tenant keeps an owner');
END;
CREATE TRIGGER tenant_keeps_its_last_owner BEFORE DELETE ON membership
WHEN EXISTS (SELECT 1 FROM json_each(OLD.roles) WHERE value = 'owner')
  AND NOT EXISTS (
    SELECT 1 FROM membership other, json_each(other.roles) role
    WHERE other.tenant_id = OLD.tenant_id AND other.user_id <> OLD.user_id
      AND role.value = 'owner')
BEGIN
  SELECT RAISE(ABORT, 'a tenant keeps an owner');
END;
CREATE TRIGGER passage_comes AFTER INSERT ON passage
BEGIN INSERT INTO index_change (op, passage_no) VALUES ('add', NEW.passage_no); END;
CREATE TRIGGER passage_goes AFTER DELETE ON passage
BEGIN INSERT INTO index_change (op, passage_no) VALUES ('remove', OLD.passage_no); END;
CREATE TRIGGER index_change_is_a_ring AFTER INSERT ON index_change
BEGIN DELETE FROM index_change WHERE seq <= NEW.seq - 50000; END;
CREATE INDEX passage_outline ON passage
  (passage_no, created_at_s, dataset_no, object_no, modality, kind, source, lang, page);
CREATE INDEX search_activity_by_request ON search_activity (tenant_id, request_id)
  WHERE request_id IS NOT NULL;
CREATE TRIGGER rate_card_no_update BEFORE UPDATE ON rate_card
BEGIN SELECT RAISE(ABORT, 'a rate card is never changed'); END;
CREATE TRIGGER rate_card_no_delete BEFORE DELETE ON rate_card
BEGIN SELECT RAISE(ABORT, 'a rate card is never removed'); END;
CREATE TRIGGER rate_card_follows BEFORE INSERT ON rate_card
WHEN NEW.price_version IS NOT (SELECT coalesce(max(price_version), 0) + 1 FROM rate_card)
BEGIN SELECT RAISE(ABORT, 'a rate card follows the last one'); END;
CREATE INDEX plan_month_by_period ON plan_month (period, state);
CREATE TRIGGER plan_month_no_update BEFORE UPDATE ON plan_month
BEGIN SELECT RAISE(ABORT, 'a billed month stays as it is'); END;
CREATE TRIGGER plan_month_no_delete BEFORE DELETE ON plan_month
BEGIN SELECT RAISE(ABORT, 'a billed month stays as it is'); END;
CREATE INDEX tenant_on_paid_plan ON tenant (tenant_id) WHERE plan IN ('starter', 'pro');
CREATE TRIGGER voucher_no_delete BEFORE DELETE ON voucher
BEGIN SELECT RAISE(ABORT, 'vouchers are kept'); END;
CREATE INDEX voucher_attempt_by_tenant ON voucher_attempt (tenant_id, attempted_at);
CREATE TRIGGER closed_period_no_update BEFORE UPDATE ON closed_period
BEGIN SELECT RAISE(ABORT, 'a closed month stays closed'); END;
CREATE TRIGGER closed_period_no_delete BEFORE DELETE ON closed_period
BEGIN SELECT RAISE(ABORT, 'a closed month stays closed'); END;
CREATE TRIGGER payout_statement_no_delete BEFORE DELETE ON payout_statement
BEGIN SELECT RAISE(ABORT, 'statements are kept'); END;
CREATE INDEX payout_statement_by_status ON payout_statement (status, payout_statement_id);
CREATE INDEX payout_statement_by_period ON payout_statement (period_start_at, tenant_id);
CREATE INDEX payout_progress_by_batch ON payout_progress (batch_id) WHERE batch_id IS NOT NULL;
CREATE TRIGGER payout_progress_no_delete BEFORE DELETE ON payout_progress
BEGIN SELECT RAISE(ABORT, 'statements are kept'); END;
CREATE TRIGGER payout_payment_no_update BEFORE UPDATE ON payout_payment
BEGIN SELECT RAISE(ABORT, 'what was told to the bank stays as it is'); END;
CREATE TRIGGER payout_payment_no_delete BEFORE DELETE ON payout_payment
BEGIN SELECT RAISE(ABORT, 'what was told to the bank stays as it is'); END;
CREATE INDEX dispute_open ON dispute (provider_tenant_id, period) WHERE state = 'open';
CREATE TRIGGER dispute_no_delete BEFORE DELETE ON dispute
BEGIN SELECT RAISE(ABORT, 'disputes are kept'); END;
CREATE INDEX refund_by_provider ON refund (provider_tenant_id, period);
CREATE INDEX refund_by_buyer ON refund (buyer_tenant_id, created_at);
CREATE TRIGGER refund_no_update BEFORE UPDATE ON refund
BEGIN SELECT RAISE(ABORT, 'refunds are append-only'); END;
CREATE TRIGGER refund_no_delete BEFORE DELETE ON refund
BEGIN SELECT RAISE(ABORT, 'refunds are append-only'); END;
CREATE TRIGGER merkle_node_no_update BEFORE UPDATE ON merkle_node
BEGIN SELECT RAISE(ABORT, 'the trees only grow'); END;
CREATE TRIGGER merkle_node_no_delete BEFORE DELETE ON merkle_node
BEGIN SELECT RAISE(ABORT, 'the trees only grow'); END;
CREATE TRIGGER ledger_head_no_update BEFORE UPDATE ON ledger_head
BEGIN SELECT RAISE(ABORT, 'a signed head stays'); END;
CREATE TRIGGER ledger_head_no_delete BEFORE DELETE ON ledger_head
BEGIN SELECT RAISE(ABORT, 'a signed head stays'); END;
CREATE TRIGGER ledger_head_follows BEFORE INSERT ON ledger_head
WHEN NEW.head_no IS NOT (SELECT coalesce(max(head_no), 0) + 1 FROM ledger_head)
  OR NEW.transfers < (SELECT max(transfers) FROM ledger_head)
  OR NEW.events < (SELECT max(events) FROM ledger_head)
BEGIN SELECT RAISE(ABORT, 'a head follows the last one'); END;
CREATE INDEX object_unwarned_review ON object (review_expires_at)
  WHERE status = 'staged' AND review_warned_at IS NULL;
CREATE UNIQUE INDEX embedding_model_by_state ON embedding_model (state)
  WHERE state IN ('making', 'serving');
CREATE INDEX x402_payment_open ON x402_payment (updated_at) WHERE state = 'settling';
CREATE TRIGGER x402_payment_settled_stays BEFORE UPDATE ON x402_payment
WHEN old.state = 'settled' OR new.payment_hash IS NOT old.payment_hash
  OR new.tenant_id IS NOT old.tenant_id OR new.credits IS NOT old.credits
BEGIN
  SELECT RAISE(ABORT, 'a settled payment is never changed');
END;
CREATE TRIGGER x402_payment_kept BEFORE DELETE ON x402_payment
BEGIN
  SELECT RAISE(ABORT, 'payments are never removed');
END;
CREATE TRIGGER x402_payment_settled_credited BEFORE UPDATE ON x402_payment
WHEN new.state = 'settled' AND NOT EXISTS (
  SELECT 1 FROM transfer JOIN account ON account.account_id = transfer.credit_account_id
  WHERE transfer.transfer_id = 'x402:' || new.transaction_id
    AND transfer.amount_minor = new.credits
    AND account.owner = new.tenant_id AND account.kind = 'balance'
)
BEGIN
  SELECT RAISE(ABORT, 'a payment is settled together with its credits');
END;
CREATE TRIGGER object_bytes_kept BEFORE UPDATE OF bytes_kept_until ON object
WHEN NEW.bytes_kept_until IS NOT NULL AND (NEW.status <> 'deleted'
  OR (OLD.bytes_kept_until IS NOT NULL AND NEW.bytes_kept_until > OLD.bytes_kept_until))
BEGIN SELECT RAISE(ABORT, 'only the bytes of a tombstone are kept, and not for longer'); END;
CREATE INDEX watched_deposit_open ON watched_deposit (user_id, lamports)
  WHERE asked_for_at IS NULL;
CREATE TRIGGER watched_deposit_asked_once BEFORE UPDATE ON watched_deposit
WHEN OLD.asked_for_at IS NOT NULL OR NEW.lamports <> OLD.lamports OR NEW.user_id <> OLD.user_id
BEGIN SELECT RAISE(ABORT, 'a deposit is asked for once'); END;
CREATE TRIGGER watched_deposit_no_delete BEFORE DELETE ON watched_deposit
BEGIN SELECT RAISE(ABORT, 'deposits are kept'); END;
CREATE TRIGGER wallet_user_stays BEFORE UPDATE ON wallet_user
BEGIN SELECT RAISE(ABORT, 'the number of a user stays'); END;
CREATE TRIGGER wallet_user_no_delete BEFORE DELETE ON wallet_user
BEGIN SELECT RAISE(ABORT, 'the number of a user stays'); END;
CREATE UNIQUE INDEX wallet_primary ON wallet (user_id, network) WHERE is_primary = 1;
CREATE INDEX wallet_by_user ON wallet (user_id, wallet_no);
CREATE TRIGGER wallet_identity_is_fixed
BEFORE UPDATE OF wallet_no, user_id, network, address, address_key ON wallet
BEGIN SELECT RAISE(ABORT, 'the identity of a wallet is fixed'); END;
CREATE INDEX wallet_challenge_by_expiry ON wallet_challenge (expires_at);
CREATE INDEX wallet_message_by_expiry ON wallet_message (expires_at);
CREATE INDEX chain_record_by_subject ON chain_record (subject_id, height);
CREATE TRIGGER chain_block_no_update BEFORE UPDATE ON chain_block
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
CREATE TRIGGER chain_block_no_delete BEFORE DELETE ON chain_block
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
CREATE TRIGGER chain_record_no_update BEFORE UPDATE ON chain_record
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
CREATE TRIGGER chain_record_no_delete BEFORE DELETE ON chain_record
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
CREATE TRIGGER chain_block_follows BEFORE INSERT ON chain_block
WHEN NEW.height IS NOT (SELECT coalesce(max(height), -1) + 1 FROM chain_block)
  OR NEW.prev IS NOT
    coalesce((SELECT hash FROM chain_block ORDER BY height DESC LIMIT 1), zeroblob(32))
BEGIN SELECT RAISE(ABORT, 'a block follows the last one'); END;
CREATE TRIGGER chain_record_follows BEFORE INSERT ON chain_record
WHEN NEW.height IS NOT (SELECT max(height) FROM chain_block)
  OR NEW.place >= (SELECT records FROM chain_block WHERE height = NEW.height)
BEGIN SELECT RAISE(ABORT, 'records come with their block'); END;
CREATE UNIQUE INDEX chain_submission_open ON chain_submission (kind, subject_id)
  WHERE state = 'signed';
CREATE TRIGGER chain_submission_final BEFORE INSERT ON chain_submission
WHEN EXISTS (SELECT 1 FROM chain_submission
  WHERE kind = NEW.kind AND subject_id = NEW.subject_id AND state IN ('signed', 'final'))
BEGIN SELECT RAISE(ABORT, 'this was sent already'); END;
CREATE TRIGGER chain_submission_settles BEFORE UPDATE ON chain_submission
WHEN OLD.state <> 'signed' OR NEW.signature <> OLD.signature OR NEW.wire <> OLD.wire
  OR NEW.work <> OLD.work OR NEW.subject_id <> OLD.subject_id
BEGIN SELECT RAISE(ABORT, 'an attempt settles once and keeps its bytes'); END;
CREATE TRIGGER chain_submission_no_delete BEFORE DELETE ON chain_submission
BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;
CREATE INDEX chain_deposit_open ON chain_deposit (from_address, slot) WHERE claimed_by IS NULL;
CREATE TRIGGER chain_deposit_claimed_once BEFORE UPDATE ON chain_deposit
WHEN OLD.claimed_by IS NOT NULL OR NEW.lamports <> OLD.lamports
  OR NEW.from_address <> OLD.from_address
BEGIN SELECT RAISE(ABORT, 'a deposit is credited once'); END;
CREATE TRIGGER chain_deposit_no_delete BEFORE DELETE ON chain_deposit
BEGIN SELECT RAISE(ABORT, 'deposits are kept'); END;
CREATE INDEX sol_entry_by_user ON sol_entry (user_id, entry_id);
CREATE INDEX sol_entry_sums ON sol_entry (user_id, type, status, amount_lamports);
CREATE UNIQUE INDEX sol_entry_of_group ON sol_entry (group_id, user_id);
CREATE TRIGGER sol_entry_no_delete BEFORE DELETE ON sol_entry
BEGIN SELECT RAISE(ABORT, 'entries of the balance are kept'); END;
CREATE INDEX microip_by_owner ON microip (owner_user_id, microip_no);
CREATE TRIGGER microip_identity_is_fixed
BEFORE UPDATE OF microip_no, asset_id, owner_user_id, owner_tenant_id, created_at ON microip
BEGIN SELECT RAISE(ABORT, 'the owner of a licence is fixed'); END;
CREATE TRIGGER microip_no_delete BEFORE DELETE ON microip
BEGIN SELECT RAISE(ABORT, 'a licence is not removed'); END;
CREATE TRIGGER microip_sale_is_exclusive BEFORE INSERT ON microip_sale
WHEN EXISTS (SELECT 1 FROM microip_sale WHERE asset_id = NEW.asset_id
  AND (license_type = 'exclusive' OR NEW.license_type = 'exclusive'))
BEGIN SELECT RAISE(ABORT, 'an exclusive licence is sold once and alone'); END;
CREATE TRIGGER microip_sale_no_update BEFORE UPDATE ON microip_sale
BEGIN SELECT RAISE(ABORT, 'sales are append-only'); END;
CREATE TRIGGER microip_sale_no_delete BEFORE DELETE ON microip_sale
BEGIN SELECT RAISE(ABORT, 'sales are append-only'); END;
CREATE INDEX microip_download_by_buyer ON microip_download (buyer_user_id, download_no);
CREATE INDEX microip_download_by_asset ON microip_download (asset_id, download_no);
CREATE TRIGGER microip_download_no_update BEFORE UPDATE ON microip_download
BEGIN SELECT RAISE(ABORT, 'downloads are append-only'); END;
CREATE TRIGGER microip_download_no_delete BEFORE DELETE ON microip_download
BEGIN SELECT RAISE(ABORT, 'downloads are append-only'); END;
CREATE INDEX object_exclusive ON object (object_no) WHERE exclusive_to IS NOT NULL;
CREATE TRIGGER object_exclusive_once BEFORE UPDATE OF exclusive_to ON object
WHEN OLD.exclusive_to IS NOT NULL AND NEW.exclusive_to IS NOT OLD.exclusive_to
BEGIN SELECT RAISE(ABORT, 'an exclusive licence is sold once'); END;
CREATE TRIGGER object_preview_goes AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM object_preview WHERE object_id = new.object_id; END;
CREATE INDEX sidecar_of_recording ON sidecar (recording_id);
CREATE TRIGGER word_boxes_go AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM word_boxes WHERE object_id = new.object_id; END;
CREATE INDEX imported_file_by_object ON imported_file (object_id);
CREATE TRIGGER imported_file_goes AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM imported_file WHERE object_id = new.object_id; END;
CREATE INDEX reprocess_outcome ON reprocess_object (dataset_id, outcome);
CREATE UNIQUE INDEX transfer_of_hold ON transfer (hold_seq) WHERE hold_seq IS NOT NULL;
CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER transfer_no_delete BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER transfer_follows BEFORE INSERT ON transfer
BEGIN
  SELECT RAISE(ABORT, 'a transfer follows the last one')
  WHERE NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM transfer)
     OR NEW.prev IS NOT coalesce((SELECT hash FROM transfer WHERE seq = NEW.seq - 1), zeroblob(32));
  SELECT RAISE(ABORT, 'this transfer exists')
  WHERE EXISTS (SELECT 1 FROM transfer WHERE transfer_id = NEW.transfer_id);
  SELECT RAISE(ABORT, 'a transfer stays within one unit')
  WHERE (SELECT unit FROM account WHERE account_id = NEW.debit_account_id)
     IS NOT (SELECT unit FROM account WHERE account_id = NEW.credit_account_id);
END;
CREATE TRIGGER transfer_resolves_hold BEFORE INSERT ON transfer WHEN NEW.hold_seq IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'this transfer exists')
  WHERE EXISTS (SELECT 1 FROM transfer WHERE hold_seq = NEW.hold_seq);
  SELECT RAISE(ABORT, 'no such open hold')
  WHERE NOT EXISTS (
    SELECT 1 FROM transfer held
    WHERE held.seq = NEW.hold_seq AND held.phase = 'hold'
      AND held.debit_account_id = NEW.debit_account_id
      AND held.credit_account_id = NEW.credit_account_id
      AND (NEW.amount_minor = held.amount_minor
        OR (NEW.phase = 'post_hold' AND NEW.amount_minor < held.amount_minor)));
END;
CREATE TRIGGER transfer_moves AFTER INSERT ON transfer
BEGIN
  UPDATE account SET version = NEW.seq,
    posted = posted - iif(NEW.phase IN ('post', 'post_hold'), NEW.amount_minor, 0),
    held = held + CASE WHEN NEW.phase = 'hold' THEN NEW.amount_minor
      WHEN NEW.phase = 'post' THEN 0
      ELSE -(SELECT amount_minor FROM transfer WHERE seq = NEW.hold_seq) END
  WHERE account_id = NEW.debit_account_id;
  UPDATE account SET version = NEW.seq, posted = posted + NEW.amount_minor
  WHERE account_id = NEW.credit_account_id AND NEW.phase IN ('post', 'post_hold');
  SELECT RAISE(ABORT, 'the balances differ from what the transfer says')
  WHERE NEW.debit_after IS NOT
      (SELECT posted - held FROM account WHERE account_id = NEW.debit_account_id)
     OR NEW.credit_after IS NOT
      (SELECT posted - held FROM account WHERE account_id = NEW.credit_account_id);
END;
CREATE INDEX meter_event_running_gross
  ON meter_event (provider_tenant_id, period, provider_share_bp, seq) WHERE charge_cents > 0;
CREATE INDEX meter_event_downloads ON meter_event (buyer_tenant_id, created_at, seq)
  WHERE kind = 'download';
CREATE INDEX meter_event_by_buyer_period ON meter_event (buyer_tenant_id, period, seq);
CREATE INDEX meter_event_sold ON meter_event (asset_id)
  WHERE kind = 'download' AND charge_cents > 0;
CREATE TRIGGER meter_event_no_update BEFORE UPDATE ON meter_event
BEGIN SELECT RAISE(ABORT, 'metered events are append-only'); END;
CREATE TRIGGER meter_event_no_delete BEFORE DELETE ON meter_event
BEGIN SELECT RAISE(ABORT, 'metered events are append-only'); END;
CREATE TRIGGER meter_event_follows BEFORE INSERT ON meter_event
BEGIN
  SELECT RAISE(ABORT, 'an event follows the last one')
  WHERE NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM meter_event)
     OR NEW.prev IS NOT
       coalesce((SELECT hash FROM meter_event WHERE seq = NEW.seq - 1), zeroblob(32));
  SELECT RAISE(ABORT, 'this event exists')
  WHERE EXISTS (SELECT 1 FROM meter_event WHERE event_id = NEW.event_id);
  SELECT RAISE(ABORT, 'no such rate card')
  WHERE NOT EXISTS (SELECT 1 FROM rate_card WHERE price_version = NEW.price_version);
  SELECT RAISE(ABORT, 'this month is closed')
  WHERE NEW.period <= (SELECT max(period) FROM closed_period);
END;
CREATE TRIGGER rated_passage_no_delete BEFORE DELETE ON rated_passage
BEGIN SELECT RAISE(ABORT, 'what was paid for stays so'); END;
CREATE INDEX imported_tenant_by_tenant ON imported_tenant (tenant_id);
CREATE INDEX imported_dataset_by_dataset ON imported_dataset (dataset_id);
CREATE TRIGGER tenant_stays_erased BEFORE UPDATE ON tenant
WHEN OLD.erased_at IS NOT NULL
  AND (NEW.erased_at IS NOT OLD.erased_at OR NEW.name <> OLD.name)
BEGIN SELECT RAISE(ABORT, 'what was erased does not come back'); END;
CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_event
WHEN NEW.details <> '{"erased":true}' OR NEW.audit_no <> OLD.audit_no
  OR NEW.audit_id <> OLD.audit_id OR NEW.at <> OLD.at OR NEW.tenant_id IS NOT OLD.tenant_id
  OR NEW.actor_type <> OLD.actor_type OR NEW.actor_id IS NOT OLD.actor_id
  OR NEW.action <> OLD.action OR NEW.subject_type <> OLD.subject_type
  OR NEW.subject_id <> OLD.subject_id OR NEW.request_id IS NOT OLD.request_id
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER dispute_one_way BEFORE UPDATE ON dispute
WHEN NEW.dispute_id <> OLD.dispute_id
  OR NEW.event_id <> OLD.event_id OR NEW.buyer_tenant_id <> OLD.buyer_tenant_id
  OR NEW.provider_tenant_id <> OLD.provider_tenant_id OR NEW.period <> OLD.period
  OR NEW.charge_cents <> OLD.charge_cents OR NEW.opened_by <> OLD.opened_by
  OR NEW.opened_at <> OLD.opened_at OR (NEW.reason <> OLD.reason AND NEW.reason <> '')
  OR (OLD.state = 'open' AND NEW.state = 'open')
  OR (OLD.state <> 'open' AND (NEW.state <> OLD.state OR NEW.resolved_at IS NOT OLD.resolved_at
    OR NEW.reason <> '' OR NEW.note IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'a dispute is resolved once and otherwise stays as it is'); END;
CREATE TRIGGER sol_entry_ends BEFORE UPDATE ON sol_entry
WHEN NEW.user_id <> OLD.user_id OR NEW.type <> OLD.type
  OR NEW.amount_lamports <> OLD.amount_lamports OR NEW.fee_lamports <> OLD.fee_lamports
  OR NEW.group_id <> OLD.group_id OR NEW.created_at <> OLD.created_at
  OR (OLD.status <> 'pending' AND (NEW.wallet_address IS NOT NULL OR NEW.status <> OLD.status
    OR NEW.transaction_hash IS NOT OLD.transaction_hash OR NEW.asset_id IS NOT OLD.asset_id
    OR NEW.updated_at <> OLD.updated_at))
BEGIN SELECT RAISE(ABORT, 'an entry of the balance is not rewritten'); END;
CREATE TRIGGER signing_key_retires BEFORE UPDATE ON signing_key
WHEN NEW.key_id <> OLD.key_id OR NEW.public_key <> OLD.public_key
  OR NEW.generation <> OLD.generation OR NEW.since_at <> OLD.since_at
  OR OLD.retired_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a signing key retires once and otherwise stays'); END;
CREATE TRIGGER signing_key_no_delete BEFORE DELETE ON signing_key
BEGIN SELECT RAISE(ABORT, 'signing keys are kept'); END;
CREATE INDEX meter_event_downloads_of ON meter_event (provider_tenant_id, created_at)
  WHERE kind = 'download';
CREATE INDEX transfer_by_credit ON transfer (credit_account_id, seq)
  WHERE code NOT IN ('provider_share', 'platform_share');
CREATE INDEX citation_rated ON citation (buyer_tenant_id, passage_id, created_at)
  WHERE rated = 1;
CREATE TRIGGER citation_no_update BEFORE UPDATE ON citation
BEGIN SELECT RAISE(ABORT, 'citations are append-only'); END;
CREATE TRIGGER citation_no_delete BEFORE DELETE ON citation
BEGIN SELECT RAISE(ABORT, 'citations are append-only'); END;
CREATE TRIGGER outcome_no_update BEFORE UPDATE ON outcome
WHEN NEW.note IS NOT NULL OR NEW.outcome_id <> OLD.outcome_id
  OR NEW.retrieval_event_id <> OLD.retrieval_event_id
  OR NEW.buyer_tenant_id <> OLD.buyer_tenant_id OR NEW.revenue_cents <> OLD.revenue_cents
  OR NEW.charge_cents <> OLD.charge_cents OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER outcome_no_delete BEFORE DELETE ON outcome
BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE INDEX tally_of_dataset ON tally (subject, period) WHERE kind = 'paid';
CREATE TRIGGER search_counted AFTER INSERT ON meter_event WHEN NEW.kind = 'search'
BEGIN
  INSERT INTO tally (tenant_id, period, kind, subject, amount)
  VALUES (NEW.buyer_tenant_id, NEW.period, 'searches', '', NEW.quantity)
  ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;
CREATE TRIGGER charge_counted AFTER INSERT ON meter_event WHEN NEW.charge_cents > 0
BEGIN
  INSERT INTO tally (tenant_id, period, kind, subject, amount)
  SELECT NEW.buyer_tenant_id, NEW.period, 'spent', NEW.api_key_id, NEW.charge_cents
  WHERE NEW.api_key_id IS NOT NULL
  ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
  INSERT INTO tally (tenant_id, period, kind, subject, amount)
  SELECT NEW.buyer_tenant_id, NEW.period, 'paid', NEW.dataset_id, NEW.created_at
  WHERE NEW.dataset_id IS NOT NULL
  ON CONFLICT DO UPDATE SET amount = max(amount, excluded.amount);
END;
CREATE UNIQUE INDEX answer_without_event ON answer (search_id) WHERE answer_no < 0;
CREATE VIEW retrieval AS
SELECT 'ret_' || substr(search_id, 6) || '_' || shown.key AS retrieval_event_id, search_id,
  buyer_tenant_id, api_key_id, term.value ->> 0 AS provider_tenant_id,
  term.value ->> 1 AS dataset_id, term.value ->> 2 AS asset_id,
  iif(shown.type = 'text', shown.value, shown.value ->> 0) AS passage_id,
  term.value ->> 3 AS rate, term.value ->> 4 AS provider_share_bp,
  term.value ->> 5 AS charge_cents, term.value ->> 6 AS event_id, created_at
FROM answer JOIN json_each(passages) AS shown
  JOIN json_each(terms) AS term ON term.key = iif(shown.type = 'text', 0, shown.value ->> 1);
CREATE TRIGGER citation_of_retrieval BEFORE INSERT ON citation
WHEN NOT EXISTS (SELECT 1 FROM answer JOIN json_each(passages) AS shown
  WHERE answer_no IN (
      SELECT seq FROM meter_event WHERE event_id IN (
        'ret:srch_' || substr(NEW.retrieval_event_id, 5, 26),
        'search:srch_' || substr(NEW.retrieval_event_id, 5, 26))
      UNION ALL SELECT answer_no FROM answer
      WHERE answer_no < 0 AND search_id = 'srch_' || substr(NEW.retrieval_event_id, 5, 26))
    AND buyer_tenant_id = NEW.buyer_tenant_id
    AND iif(shown.type = 'text', shown.value, shown.value ->> 0) = NEW.passage_id
    AND 'ret_' || substr(search_id, 6) || '_' || shown.key = NEW.retrieval_event_id)
BEGIN SELECT RAISE(ABORT, 'no such retrieval'); END;
CREATE TRIGGER outcome_of_retrieval BEFORE INSERT ON outcome
WHEN NOT EXISTS (SELECT 1 FROM answer JOIN json_each(passages) AS shown
  WHERE answer_no IN (
      SELECT seq FROM meter_event WHERE event_id IN (
        'ret:srch_' || substr(NEW.retrieval_event_id, 5, 26),
        'search:srch_' || substr(NEW.retrieval_event_id, 5, 26))
      UNION ALL SELECT answer_no FROM answer
      WHERE answer_no < 0 AND search_id = 'srch_' || substr(NEW.retrieval_event_id, 5, 26))
    AND buyer_tenant_id = NEW.buyer_tenant_id
    AND 'ret_' || substr(search_id, 6) || '_' || shown.key = NEW.retrieval_event_id)
BEGIN SELECT RAISE(ABORT, 'no such retrieval'); END;
CREATE TRIGGER answer_no_update BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;
CREATE TRIGGER answer_no_delete BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;
CREATE TRIGGER answer_is_new BEFORE INSERT ON answer
WHEN EXISTS (SELECT 1 FROM answer WHERE answer_no = NEW.answer_no)
  OR (NEW.answer_no < 0
    AND EXISTS (SELECT 1 FROM answer WHERE answer_no < 0 AND search_id = NEW.search_id))
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;
CREATE TRIGGER answer_to_its_search BEFORE INSERT ON answer
WHEN coalesce((SELECT seq FROM meter_event WHERE event_id = 'ret:' || NEW.search_id),
  min(NEW.answer_no, -1)) IS NOT NEW.answer_no
BEGIN SELECT RAISE(ABORT, 'an answer to another search'); END;
CREATE TRIGGER answer_in_order BEFORE INSERT ON answer
BEGIN
  SELECT RAISE(ABORT, 'a passage without terms') FROM json_each(NEW.passages) AS shown
  WHERE (shown.type = 'text' OR (typeof(shown.value ->> 0) = 'text'
    AND shown.value ->> 1 BETWEEN 0 AND json_array_length(NEW.terms) - 1)) IS NOT TRUE;
  SELECT RAISE(ABORT, 'terms that cannot be') FROM json_each(NEW.terms) AS term
  WHERE (typeof(term.value ->> 1) = 'text' AND typeof(term.value ->> 2) = 'text'
    AND term.value ->> 3 IN ('standard', 'premium')
    AND typeof(term.value ->> 4) = 'integer' AND term.value ->> 4 BETWEEN 0 AND 10000
    AND typeof(term.value ->> 5) = 'integer' AND term.value ->> 5 >= 0
    AND iif(term.value ->> 6 IS NULL, term.value ->> 5 = 0,
      term.value ->> 0 <> NEW.buyer_tenant_id)) IS NOT TRUE;
END;
CREATE TRIGGER payout_statement_steps BEFORE UPDATE ON payout_statement
WHEN NEW.payout_statement_id <> OLD.payout_statement_id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.period_start_at <> OLD.period_start_at OR NEW.period_end_at <> OLD.period_end_at
  OR NEW.gross_cents <> OLD.gross_cents OR NEW.seller_cents <> OLD.seller_cents
  OR NEW.currency <> OLD.currency OR NEW.created_at <> OLD.created_at
  OR (NEW.status <> OLD.status AND OLD.status || ' ' || NEW.status NOT IN (
    'pending approved', 'approved processing', 'processing paid', 'pending held', 'approved held',
    'held pending', 'held approved', 'held reversed', 'processing failed', 'failed processing',
    'failed held', 'paid reversed'))
BEGIN SELECT RAISE(ABORT, 'a statement goes step by step and otherwise stays as it is'); END;
CREATE INDEX api_key_descendant ON api_key_ancestor (ancestor_id);
CREATE TRIGGER api_key_has_ancestors AFTER INSERT ON api_key
WHEN EXISTS (SELECT 1 FROM api_key maker WHERE maker.api_key_id = NEW.created_by)
BEGIN
  INSERT INTO api_key_ancestor SELECT NEW.api_key_id, NEW.created_by;
  INSERT INTO api_key_ancestor
  SELECT NEW.api_key_id, ancestor_id FROM api_key_ancestor WHERE api_key_id = NEW.created_by;
END;
CREATE TRIGGER api_key_ancestor_no_update BEFORE UPDATE ON api_key_ancestor
BEGIN SELECT RAISE(ABORT, 'what a key comes from never changes'); END;
CREATE TRIGGER api_key_ancestor_no_delete BEFORE DELETE ON api_key_ancestor
BEGIN SELECT RAISE(ABORT, 'what a key comes from never changes'); END;
CREATE TRIGGER api_key_origin_stays BEFORE UPDATE OF created_by ON api_key
WHEN NEW.created_by <> OLD.created_by
  AND EXISTS (SELECT 1 FROM api_key_ancestor WHERE api_key_id = OLD.api_key_id)
BEGIN SELECT RAISE(ABORT, 'what a key comes from never changes'); END;
CREATE TRIGGER charge_counted_above AFTER INSERT ON meter_event
WHEN NEW.charge_cents > 0 AND NEW.api_key_id IS NOT NULL
BEGIN
  INSERT INTO spent_below (tenant_id, period, api_key_id, amount)
  SELECT NEW.buyer_tenant_id, NEW.period, ancestor_id, NEW.charge_cents
  FROM api_key_ancestor WHERE api_key_id = NEW.api_key_id
  ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;
CREATE TRIGGER microip_sight_of_new AFTER INSERT ON microip
BEGIN
  UPDATE microip SET (dataset_no, sight, exclusive_to) = (
    SELECT dataset.dataset_no,
      CASE
        WHEN object.status IN ('initiated', 'deleted') OR object.taken_down_at IS NOT NULL
          THEN 'nobody'
        WHEN object.status <> 'active' OR object.index_state <> 'indexed' THEN 'owner'
        WHEN object.exclusive_to IS NOT NULL THEN 'two'
        ELSE 'everybody' END,
      object.exclusive_to
    FROM object JOIN dataset USING (dataset_id) WHERE object.object_id = NEW.asset_id)
  WHERE microip_no = NEW.microip_no;
END;
CREATE TRIGGER microip_sight_of_object
AFTER UPDATE OF status, index_state, taken_down_at, exclusive_to ON object
BEGIN
  UPDATE microip SET exclusive_to = NEW.exclusive_to, sight = CASE
      WHEN NEW.status IN ('initiated', 'deleted') OR NEW.taken_down_at IS NOT NULL THEN 'nobody'
      WHEN NEW.status <> 'active' OR NEW.index_state <> 'indexed' THEN 'owner'
      WHEN NEW.exclusive_to IS NOT NULL THEN 'two'
      ELSE 'everybody' END
  WHERE asset_id = NEW.object_id;
END;
CREATE INDEX microip_for_everybody ON microip (microip_no, dataset_no) WHERE sight = 'everybody';
CREATE INDEX microip_of_owner ON microip (owner_tenant_id, microip_no, dataset_no)
  WHERE sight IN ('two', 'owner');
CREATE INDEX microip_of_licensee ON microip (exclusive_to, microip_no, dataset_no)
  WHERE sight = 'two';
CREATE INDEX audit_event_by_action ON audit_event (tenant_id, action, audit_no);
CREATE INDEX audit_event_by_noun
  ON audit_event (tenant_id, substr(action, 1, instr(action, '.')), audit_no);
CREATE INDEX audit_event_by_time ON audit_event (tenant_id, at, audit_no);
CREATE INDEX membership_by_tenant ON membership (tenant_id, user_id);
CREATE INDEX dispute_by_state ON dispute (state, dispute_id);
CREATE INDEX dataset_by_status ON dataset (tenant_id, status, dataset_id);
CREATE INDEX object_by_status ON object (dataset_id, status, object_id);
CREATE INDEX object_in_review_of_tenant ON object (tenant_id, uploaded_at, object_id)
  WHERE status = 'staged';
CREATE INDEX object_in_review_of_dataset ON object (dataset_id, uploaded_at, object_id)
  WHERE status = 'staged';
CREATE INDEX object_in_review_by_modality ON object (modality, uploaded_at, object_id)
  WHERE status = 'staged';
CREATE INDEX object_by_modality ON object (tenant_id, modality, uploaded_at / 1000, object_id)
  WHERE uploaded_at IS NOT NULL;
CREATE INDEX object_by_asset_state ON object (tenant_id,
  (CASE status
    WHEN 'active' THEN CASE index_state
      WHEN 'indexed' THEN 'indexed' WHEN 'failed' THEN 'failed' ELSE 'pending' END
    WHEN 'staged' THEN 'review'
    ELSE 'rejected' END),
  uploaded_at / 1000, object_id)
  WHERE uploaded_at IS NOT NULL;
CREATE INDEX object_by_state_and_modality ON object (tenant_id,
  (CASE status
    WHEN 'active' THEN CASE index_state
      WHEN 'indexed' THEN 'indexed' WHEN 'failed' THEN 'failed' ELSE 'pending' END
    WHEN 'staged' THEN 'review'
    ELSE 'rejected' END),
  modality, uploaded_at / 1000, object_id)
  WHERE uploaded_at IS NOT NULL;
CREATE INDEX access_request_of_tenant ON access_request (tenant_id, access_request_id);
CREATE INDEX access_request_of_tenant_by_status
  ON access_request (tenant_id, status, access_request_id);
CREATE INDEX access_request_by_status ON access_request (dataset_id, status, access_request_id);
CREATE INDEX search_activity_by_key ON search_activity (api_key_id, occurred_at, search_activity_id)
  WHERE api_key_id IS NOT NULL;
CREATE INDEX asset_access_by_key ON asset_access (api_key_id, occurred_at, access_id)
  WHERE api_key_id IS NOT NULL;
CREATE INDEX meter_event_downloads_by_key ON meter_event (api_key_id, created_at, seq)
  WHERE kind = 'download' AND api_key_id IS NOT NULL;
CREATE INDEX wallet_by_network ON wallet (user_id, network, wallet_no);
CREATE INDEX sol_entry_by_type ON sol_entry (user_id, type, entry_id);
CREATE INDEX sol_entry_by_transaction ON sol_entry (user_id, transaction_hash);
CREATE INDEX dataset_holding_by_modality ON dataset_holding (modality, dataset_id)
  WHERE status = 'active' AND index_state = 'indexed' AND is_down = 0;
CREATE INDEX dataset_holding_by_lang ON dataset_holding (lang, dataset_id)
  WHERE status = 'active' AND index_state = 'indexed' AND is_down = 0;
CREATE TRIGGER dataset_holding_of_new AFTER INSERT ON object
BEGIN
  INSERT INTO dataset_holding VALUES (NEW.dataset_id, NEW.status, NEW.index_state,
    NEW.taken_down_at IS NOT NULL, NEW.review_warned_at IS NOT NULL, NEW.modality,
    coalesce(NEW.lang, ''), 1, NEW.size_bytes, NEW.passage_count)
  ON CONFLICT DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes,
    passages = passages + excluded.passages;
END;
CREATE TRIGGER dataset_holding_of_gone AFTER DELETE ON object
BEGIN
  UPDATE dataset_holding SET objects = objects - 1, bytes = bytes - OLD.size_bytes,
    passages = passages - OLD.passage_count
  WHERE dataset_id = OLD.dataset_id AND status = OLD.status AND index_state = OLD.index_state
    AND is_down = (OLD.taken_down_at IS NOT NULL) AND is_warned = (OLD.review_warned_at IS NOT NULL)
    AND modality = OLD.modality AND lang = coalesce(OLD.lang, '');
  DELETE FROM dataset_holding WHERE dataset_id = OLD.dataset_id AND objects = 0;
END;
CREATE TRIGGER dataset_holding_of_changed AFTER UPDATE OF status, index_state, taken_down_at,
  review_warned_at, modality, lang, size_bytes, passage_count ON object
BEGIN
  UPDATE dataset_holding SET objects = objects - 1, bytes = bytes - OLD.size_bytes,
    passages = passages - OLD.passage_count
  WHERE dataset_id = OLD.dataset_id AND status = OLD.status AND index_state = OLD.index_state
    AND is_down = (OLD.taken_down_at IS NOT NULL) AND is_warned = (OLD.review_warned_at IS NOT NULL)
    AND modality = OLD.modality AND lang = coalesce(OLD.lang, '');
  INSERT INTO dataset_holding VALUES (NEW.dataset_id, NEW.status, NEW.index_state,
    NEW.taken_down_at IS NOT NULL, NEW.review_warned_at IS NOT NULL, NEW.modality,
    coalesce(NEW.lang, ''), 1, NEW.size_bytes, NEW.passage_count)
  ON CONFLICT DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes,
    passages = passages + excluded.passages;
  DELETE FROM dataset_holding WHERE dataset_id = OLD.dataset_id AND objects = 0;
END;
CREATE INDEX object_columns_of_dataset ON object_columns (dataset_id, object_id);
CREATE TRIGGER object_columns_dataset AFTER INSERT ON object_columns
BEGIN
  UPDATE object_columns SET dataset_id =
    (SELECT dataset_id FROM object WHERE object.object_id = NEW.object_id)
  WHERE object_id = NEW.object_id;
END;
CREATE INDEX dataset_tag_of ON dataset_tag (dataset_id);
CREATE TRIGGER dataset_tag_of_new AFTER INSERT ON dataset WHEN NEW.tags <> '[]'
BEGIN
  INSERT OR IGNORE INTO dataset_tag SELECT value, NEW.dataset_id FROM json_each(NEW.tags);
END;
CREATE TRIGGER dataset_tag_of_changed AFTER UPDATE OF tags ON dataset
WHEN NEW.tags <> OLD.tags
BEGIN
  DELETE FROM dataset_tag WHERE dataset_id = OLD.dataset_id;
  INSERT OR IGNORE INTO dataset_tag SELECT value, NEW.dataset_id FROM json_each(NEW.tags);
END;
CREATE TRIGGER dataset_fts_insert AFTER INSERT ON dataset
BEGIN
  INSERT INTO dataset_fts (rowid, catalogue_text) VALUES (NEW.dataset_no, NEW.catalogue_text);
END;
CREATE TRIGGER dataset_fts_update AFTER UPDATE OF catalogue_text ON dataset
BEGIN
  INSERT INTO dataset_fts (dataset_fts, rowid, catalogue_text)
  VALUES ('delete', OLD.dataset_no, OLD.catalogue_text);
  INSERT INTO dataset_fts (rowid, catalogue_text) VALUES (NEW.dataset_no, NEW.catalogue_text);
END;
CREATE TRIGGER object_is_stored AFTER INSERT ON object
BEGIN
  INSERT INTO tenant_storage (tenant_id, bytes) VALUES (NEW.tenant_id, NEW.size_bytes)
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER object_is_stored_still AFTER UPDATE OF status, bytes_purged_at, size_bytes ON object
BEGIN
  UPDATE tenant_storage SET bytes = bytes
    + iif(NEW.bytes_purged_at IS NULL OR NEW.status IN ('initiated', 'staged', 'active'),
      NEW.size_bytes, 0)
    - iif(OLD.bytes_purged_at IS NULL OR OLD.status IN ('initiated', 'staged', 'active'),
      OLD.size_bytes, 0)
  WHERE tenant_id = NEW.tenant_id;
END;
CREATE TRIGGER object_is_stored_no_more AFTER DELETE ON object
BEGIN
  UPDATE tenant_storage SET bytes = bytes - OLD.size_bytes WHERE tenant_id = OLD.tenant_id;
END;
CREATE TRIGGER voucher_one_way BEFORE UPDATE ON voucher
WHEN OLD.redeemed_at IS NOT NULL OR OLD.ended_at IS NOT NULL
  OR (NEW.redeemed_at IS NULL AND NEW.ended_at IS NULL)
  OR NEW.voucher_id <> OLD.voucher_id OR NEW.code_hash <> OLD.code_hash
  OR NEW.credits <> OLD.credits OR NEW.note IS NOT OLD.note OR NEW.created_by <> OLD.created_by
  OR NEW.created_at <> OLD.created_at OR NEW.expires_at IS NOT OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'a voucher is redeemed once and otherwise stays as it is'); END;
CREATE TRIGGER voucher_begins_open BEFORE INSERT ON voucher
WHEN NEW.redeemed_at IS NOT NULL OR NEW.ended_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM voucher WHERE voucher_id = NEW.voucher_id OR code_hash = NEW.code_hash)
BEGIN SELECT RAISE(ABORT, 'a voucher begins open and once'); END;
CREATE INDEX dataset_in_catalogue ON dataset (dataset_id, status, visibility)
  WHERE status = 'active' AND visibility IN ('listed', 'restricted');
CREATE INDEX dataset_by_visibility ON dataset (tenant_id, visibility, dataset_id, status);
CREATE INDEX object_by_tenant ON object (tenant_id, object_id);
CREATE INDEX object_by_folder ON object (tenant_id, folder, object_id) WHERE folder IS NOT NULL;
CREATE INDEX object_failed ON object (tenant_id, object_id) WHERE index_state = 'failed';
CREATE INDEX replaced_file_by_folder ON replaced_file (dataset_id, folder, path);
CREATE TRIGGER replaced_file_goes AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM replaced_file WHERE object_id = new.object_id; END;
CREATE INDEX object_of_status ON object (tenant_id, status, object_id);
CREATE INDEX object_of_dataset_status ON object (dataset_id, status, object_id);
CREATE TRIGGER passage_takes_its_vectors AFTER DELETE ON passage
BEGIN
  DELETE FROM passage_vector WHERE passage_no = OLD.passage_no
    AND model_no IN (SELECT model_no FROM embedding_model);
END;
CREATE TRIGGER passage_vector_is_fixed BEFORE UPDATE ON passage_vector
BEGIN SELECT RAISE(ABORT, 'a vector never changes'); END;
CREATE INDEX job_turn ON job (lane, priority, coalesce(tenant_id, ''), run_after_at, job_id)
  WHERE state = 'queued';
CREATE INDEX job_running ON job (lease_until_at) WHERE state = 'running';
CREATE TRIGGER dl_link_keeps_its_user BEFORE UPDATE OF user_id ON dl_link
WHEN NEW.user_id IS NOT OLD.user_id
BEGIN SELECT RAISE(ABORT, 'a link keeps who asked for it'); END;
CREATE TRIGGER dl_link_of_one BEFORE INSERT ON dl_link
WHEN NEW.user_id IS NOT NULL AND NEW.api_key_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a link is a key''s or a person''s'); END;
CREATE INDEX session_by_user ON session (user_id, session_id);
CREATE INDEX user_identity_by_user ON user_identity (user_id);
CREATE INDEX sso_flow_by_expiry ON sso_flow (expires_at);
CREATE INDEX sso_session_by_subject ON sso_session (issuer, subject_hash);
CREATE INDEX sso_session_by_sid ON sso_session (issuer, sid_hash) WHERE sid_hash IS NOT NULL;
CREATE INDEX sso_session_due ON sso_session (refresh_at) WHERE refresh_at IS NOT NULL;
CREATE INDEX sso_logout_by_expiry ON sso_logout (expires_at);
CREATE INDEX tenant_in_alphabet ON tenant (name COLLATE NOCASE, tenant_id)
  WHERE erased_at IS NULL;
CREATE INDEX job_in_state ON job (lower(state), job_id);
CREATE INDEX voucher_open ON voucher (voucher_id)
  WHERE redeemed_at IS NULL AND ended_at IS NULL;
CREATE INDEX voucher_redeemed ON voucher (voucher_id) WHERE redeemed_at IS NOT NULL;
CREATE INDEX voucher_revoked ON voucher (voucher_id) WHERE ended_at IS NOT NULL;
CREATE INDEX audit_event_of_action ON audit_event (action, audit_no);
CREATE INDEX audit_event_of_noun
  ON audit_event (substr(action, 1, instr(action, '.')), audit_no);
CREATE INDEX audit_event_of_time ON audit_event (at, audit_no);
CREATE INDEX event_at ON event (at);
CREATE INDEX webhook_tenant ON webhook (tenant_id, webhook_id);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_try_at)
  WHERE next_try_at IS NOT NULL;
CREATE INDEX webhook_delivery_line ON webhook_delivery (webhook_id, about, delivery_id)
  WHERE state = 'waiting';
CREATE INDEX webhook_delivery_tenant ON webhook_delivery (tenant_id, delivery_id);
CREATE INDEX webhook_delivery_over ON webhook_delivery (created_at) WHERE state <> 'waiting';
CREATE INDEX object_by_dataset ON object (dataset_id, object_id, status, index_state);
CREATE INDEX object_by_name
  ON object (dataset_id, filename COLLATE NOCASE, object_id, status, index_state);
CREATE INDEX object_by_size ON object (dataset_id, size_bytes, object_id, status, index_state);
CREATE INDEX object_decided ON object (reviewed_at, object_id) WHERE reviewed_at IS NOT NULL;
CREATE INDEX object_decided_by ON object (reviewed_by, reviewed_at, object_id)
  WHERE reviewed_by IS NOT NULL;
CREATE INDEX recovery_code_by_user ON recovery_code (user_id);
CREATE INDEX passkey_by_user ON passkey (user_id);
CREATE INDEX factor_challenge_by_expiry ON factor_challenge (expires_at);
CREATE INDEX factor_challenge_by_user ON factor_challenge (user_id);
CREATE INDEX object_in_part ON object (object_no) WHERE part IS NOT NULL;
CREATE INDEX access_request_of_provider ON access_request (provider_tenant_id, access_request_id);
CREATE INDEX access_request_of_provider_by_status
  ON access_request (provider_tenant_id, status, access_request_id);
CREATE INDEX dataset_access_ending ON dataset_access (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX transfer_paid_in ON transfer (seq) WHERE code IN ('stripe', 'x402', 'grant', 'voucher');
CREATE INDEX refund_by_time ON refund (created_at, event_id);
CREATE INDEX microip_download_paid ON microip_download (buyer_user_id, download_no)
  WHERE paid_lamports > 0;
CREATE INDEX dataset_for_everybody ON dataset (dataset_id)
  WHERE status = 'active' AND visibility = 'listed' AND monetization_mode = 'open';
CREATE INDEX job_of_kind_in_state ON job (lower(state), kind, job_id);
CREATE INDEX audit_event_of_actor ON audit_event (actor_id, audit_no);
CREATE INDEX folder_order_by_dataset ON folder_order (dataset_id);
CREATE TRIGGER folder_order_goes AFTER UPDATE OF status ON dataset
WHEN new.status IN ('pending_deletion', 'deleted')
BEGIN DELETE FROM folder_order WHERE dataset_id = new.dataset_id; END;
CREATE TRIGGER visibility_of_new_dataset AFTER INSERT ON dataset
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_gone_dataset AFTER DELETE ON dataset
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_dataset
AFTER UPDATE OF dataset_no, dataset_id, tenant_id, status, visibility, monetization_mode ON dataset
WHEN NEW.dataset_no IS NOT OLD.dataset_no OR NEW.dataset_id IS NOT OLD.dataset_id
  OR NEW.tenant_id IS NOT OLD.tenant_id OR NEW.status IS NOT OLD.status
  OR NEW.visibility IS NOT OLD.visibility OR NEW.monetization_mode IS NOT OLD.monetization_mode
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_new_access AFTER INSERT ON dataset_access
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_gone_access AFTER DELETE ON dataset_access
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_access AFTER UPDATE OF dataset_id, tenant_id ON dataset_access
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_new_suspension AFTER INSERT ON tenant_suspension
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_gone_suspension AFTER DELETE ON tenant_suspension
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_suspension AFTER UPDATE OF tenant_id ON tenant_suspension
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_new_object AFTER INSERT ON object
WHEN NEW.exclusive_to IS NOT NULL OR (NEW.index_state <> 'none'
  AND (NEW.index_state <> 'indexed' OR NEW.status <> 'active' OR NEW.taken_down_at IS NOT NULL))
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_gone_object AFTER DELETE ON object
WHEN OLD.exclusive_to IS NOT NULL OR (OLD.index_state <> 'none'
  AND (OLD.index_state <> 'indexed' OR OLD.status <> 'active' OR OLD.taken_down_at IS NOT NULL))
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_object
AFTER UPDATE OF status, index_state, taken_down_at, exclusive_to ON object
WHEN NEW.exclusive_to IS NOT OLD.exclusive_to
  OR (NEW.index_state <> 'none'
    AND (NEW.index_state <> 'indexed' OR NEW.status <> 'active' OR NEW.taken_down_at IS NOT NULL))
  IS NOT (OLD.index_state <> 'none'
    AND (OLD.index_state <> 'indexed' OR OLD.status <> 'active' OR OLD.taken_down_at IS NOT NULL))
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE INDEX audit_event_of_request ON audit_event (request_id, audit_no)
  WHERE request_id IS NOT NULL;
CREATE INDEX webhook_delivery_open ON webhook_delivery (state, delivery_id)
  WHERE state <> 'delivered';
CREATE INDEX import_report_of_tenant ON import_report (tenant_id, import_id);
CREATE INDEX import_report_by_dataset ON import_report (dataset_id);
CREATE INDEX import_report_file_by_object ON import_report_file (object_id)
  WHERE object_id IS NOT NULL;
CREATE TRIGGER import_report_file_nameless AFTER UPDATE OF status ON object
WHEN new.status = 'deleted'
BEGIN UPDATE import_report_file SET path = '' WHERE object_id = new.object_id; END;
CREATE TRIGGER import_report_file_unnamed AFTER INSERT ON import_report_file
WHEN EXISTS (SELECT 1 FROM object WHERE object_id = new.object_id AND status = 'deleted')
BEGIN UPDATE import_report_file SET path = ''
  WHERE import_id = new.import_id AND outcome = new.outcome AND no = new.no; END;
CREATE TRIGGER import_report_goes AFTER UPDATE OF status ON dataset WHEN new.status = 'deleted'
BEGIN DELETE FROM import_report WHERE dataset_id = new.dataset_id; END;
CREATE INDEX search_feed_takes ON search_feed (seq) WHERE takes = 1;
CREATE TRIGGER search_feed_is_a_ring AFTER INSERT ON search_feed
BEGIN DELETE FROM search_feed WHERE seq <= NEW.seq - 50000; END;
CREATE TRIGGER feed_of_new_dataset AFTER INSERT ON dataset
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('dataset', json_array(NEW.dataset_no), 0);
END;
CREATE TRIGGER feed_of_gone_dataset AFTER DELETE ON dataset
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('dataset', json_array(OLD.dataset_no), 1);
END;
CREATE TRIGGER feed_of_dataset
AFTER UPDATE OF dataset_no, dataset_id, tenant_id, status, visibility, monetization_mode, name, tags
ON dataset
WHEN NEW.dataset_no IS NOT OLD.dataset_no OR NEW.dataset_id IS NOT OLD.dataset_id
  OR NEW.tenant_id IS NOT OLD.tenant_id OR NEW.status IS NOT OLD.status
  OR NEW.visibility IS NOT OLD.visibility OR NEW.monetization_mode IS NOT OLD.monetization_mode
  OR NEW.name IS NOT OLD.name OR NEW.tags IS NOT OLD.tags
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  SELECT 'dataset', json_array(OLD.dataset_no), 1 WHERE NEW.dataset_no IS NOT OLD.dataset_no;
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('dataset', json_array(NEW.dataset_no),
    NEW.tenant_id IS NOT OLD.tenant_id OR NEW.status IS NOT OLD.status
    OR NEW.visibility IS NOT OLD.visibility
    OR NEW.monetization_mode IS NOT OLD.monetization_mode);
END;
CREATE TRIGGER feed_of_new_access AFTER INSERT ON dataset_access
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('access', json_array(NEW.dataset_id, NEW.tenant_id), 0);
END;
CREATE TRIGGER feed_of_gone_access AFTER DELETE ON dataset_access
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('access', json_array(OLD.dataset_id, OLD.tenant_id), 1);
END;
CREATE TRIGGER feed_of_access AFTER UPDATE OF dataset_id, tenant_id ON dataset_access
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('access', json_array(OLD.dataset_id, OLD.tenant_id), 1),
    ('access', json_array(NEW.dataset_id, NEW.tenant_id), 0);
END;
CREATE TRIGGER feed_of_new_suspension AFTER INSERT ON tenant_suspension
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('suspension', json_array(NEW.tenant_id), 1);
END;
CREATE TRIGGER feed_of_gone_suspension AFTER DELETE ON tenant_suspension
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('suspension', json_array(OLD.tenant_id), 0);
END;
CREATE TRIGGER feed_of_suspension AFTER UPDATE OF tenant_id ON tenant_suspension
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('suspension', json_array(OLD.tenant_id), 0),
    ('suspension', json_array(NEW.tenant_id), 1);
END;
CREATE TRIGGER feed_of_new_object AFTER INSERT ON object WHEN NEW.index_state <> 'none'
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('object', json_array(NEW.object_no), 0);
END;
CREATE TRIGGER feed_of_gone_object AFTER DELETE ON object WHEN OLD.index_state <> 'none'
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('object', json_array(OLD.object_no), 1);
END;
CREATE TRIGGER feed_of_object
AFTER UPDATE OF status, index_state, taken_down_at, exclusive_to, title, document_title, filename,
  folder, tags ON object
WHEN (NEW.index_state <> 'none' OR OLD.index_state <> 'none')
  AND (NEW.status IS NOT OLD.status OR NEW.index_state IS NOT OLD.index_state
    OR NEW.taken_down_at IS NOT OLD.taken_down_at OR NEW.exclusive_to IS NOT OLD.exclusive_to
    OR NEW.title IS NOT OLD.title OR NEW.document_title IS NOT OLD.document_title
    OR NEW.filename IS NOT OLD.filename OR NEW.folder IS NOT OLD.folder
    OR NEW.tags IS NOT OLD.tags)
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('object', json_array(NEW.object_no),
    NEW.exclusive_to IS NOT OLD.exclusive_to
    OR ((OLD.index_state = 'indexed' AND OLD.status = 'active' AND OLD.taken_down_at IS NULL)
      AND NOT (NEW.index_state = 'indexed' AND NEW.status = 'active'
        AND NEW.taken_down_at IS NULL)));
END;
CREATE TRIGGER feed_of_gone_passage AFTER DELETE ON passage
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('passage', json_array(OLD.passage_no), 1);
END;
CREATE TRIGGER writer_epoch_stays BEFORE UPDATE ON writer_epoch
BEGIN SELECT RAISE(ABORT, 'an epoch stays as it was written'); END;
CREATE TRIGGER writer_epoch_is_kept BEFORE DELETE ON writer_epoch
BEGIN SELECT RAISE(ABORT, 'an epoch is not removed'); END;
CREATE TRIGGER writer_epoch_grows BEFORE INSERT ON writer_epoch
WHEN NEW.epoch <= (SELECT max(epoch) FROM writer_epoch)
BEGIN SELECT RAISE(ABORT, 'an epoch is higher than those before it'); END;
CREATE TRIGGER microip_words_go
AFTER UPDATE OF name, description, long_summary, tags, questions ON microip
BEGIN DELETE FROM microip_fts WHERE rowid = NEW.microip_no; END;
CREATE INDEX dataset_by_name ON dataset (name, dataset_id);
CREATE INDEX object_taken_down ON object (dataset_id, object_id) WHERE taken_down_at IS NOT NULL;
CREATE INDEX oauth_client_by_use ON oauth_client (used_at, created_at);
CREATE INDEX oauth_code_by_expiry ON oauth_code (expires_at);
CREATE TRIGGER api_key_secret_stays
BEFORE UPDATE OF key_prefix, secret_hash, tenant_id, access_until ON api_key
WHEN NEW.key_prefix <> OLD.key_prefix OR NEW.tenant_id <> OLD.tenant_id
  OR (OLD.access_until IS NULL
    AND (NEW.access_until IS NOT NULL OR NEW.secret_hash <> OLD.secret_hash))
  OR (OLD.access_until IS NOT NULL AND NEW.access_until IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'the secret and the tenant of a key are immutable');
END;
CREATE TRIGGER answer_rates AFTER INSERT ON answer
WHEN EXISTS (SELECT 1 FROM json_each(NEW.terms) AS term WHERE term.value ->> 6 IS NOT NULL)
BEGIN
  INSERT INTO rated_passage (buyer_tenant_id, passage_id, rated_at, retrieval_event_id)
  SELECT NEW.buyer_tenant_id, iif(shown.type = 'text', shown.value, shown.value ->> 0),
    NEW.created_at, 'ret_' || substr(NEW.search_id, 6) || '_' || shown.key
  FROM json_each(NEW.passages) AS shown
  WHERE NEW.terms ->> iif(shown.type = 'text', '$[0][6]', '$[' || (shown.value ->> 1) || '][6]')
    IS NOT NULL
  ON CONFLICT (buyer_tenant_id, passage_id)
    DO UPDATE SET rated_at = excluded.rated_at, retrieval_event_id = excluded.retrieval_event_id
    WHERE excluded.rated_at >= rated_at;
END;
CREATE TRIGGER passage_takes_its_stems AFTER DELETE ON passage
BEGIN DELETE FROM passage_stems WHERE passage_no = OLD.passage_no; END;
