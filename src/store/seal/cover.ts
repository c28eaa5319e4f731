/**
 * What shows that a hand other than the server's was on a table:
 * - `rows`: the seal, over every column or over those that are named;
 * - `last`: a chain of hashes over all rows, of which the seal has the last link;
 * - `books`: it is worked out again from tables that are covered;
 * - `nothing`: an alteration goes unseen. It moves no money and opens no door, or not for long.
 */
export type Cover =
  | { by: 'rows'; except?: readonly string[]; only?: readonly string[] }
  | { by: 'last'; order: string }
  | { by: 'books' }
  | { by: 'nothing' }

const rows: Cover = { by: 'rows' }
const books: Cover = { by: 'books' }
const nothing: Cover = { by: 'nothing' }

/** Every table of the database; a test holds it against the schema and the manual. */
export const covers: Readonly<Record<string, Cover>> = {
  // Money
  transfer: { by: 'last', order: 'seq' },
  meter_event: { by: 'last', order: 'seq' },
  chain_block: { by: 'last', order: 'height' },
  chain_record: books,
  account: books,
  tally: books,
  spent_below: books,
  merkle_node: books,
  rated_passage: books,
  ledger_head: rows,
  signing_key: rows,
  rate_card: rows,
  citation: rows,
  outcome: rows,
  plan_month: rows,
  voucher: rows,
  payout_statement: rows,
  payout_progress: rows,
  payout_batch: rows,
  payout_payment: rows,
  payout_account: rows,
  closed_period: rows,
  dispute: rows,
  refund: rows,
  x402_payment: rows,
  sol_entry: rows,
  microip: {
    by: 'rows',
    only: [
      ...['microip_no', 'asset_id', 'owner_user_id', 'owner_tenant_id', 'price_lamports'],
      ...['license_type', 'on_chain_id', 'chain_status', 'transaction_hash', 'earned_lamports'],
      ...['terms_changed_at', 'sight', 'exclusive_to'],
    ],
  },
  microip_sale: rows,
  microip_download: rows,
  dl_link: rows,
  chain_deposit: rows,
  chain_submission: rows,
  watched_deposit: rows,

  // Permission
  audit_event: rows,
  tenant: rows,
  user: { by: 'rows', except: ['failed_logins', 'last_failed_login_at'] },
  membership: rows,
  invitation: rows,
  setup_code: rows,
  session: { by: 'rows', except: ['last_used_at'] },
  user_identity: rows,
  sso_session: { by: 'rows', except: ['id_token', 'refresh_token', 'refresh_at'] },
  password_pass: rows,
  password_reset: rows,
  totp: { by: 'rows', except: ['last_step', 'last_used_at', 'failed', 'failed_since'] },
  recovery_code: rows,
  passkey: { by: 'rows', except: ['sign_count', 'backed_up', 'last_used_at'] },
  tenant_suspension: rows,
  user_lock: rows,
  api_key: { by: 'rows', except: ['last_used_at'] },
  api_key_grant: rows,
  api_key_ancestor: rows,
  dataset_access: rows,
  access_request: rows,
  dataset: {
    by: 'rows',
    only: [
      ...['dataset_id', 'tenant_id', 'monetization_mode', 'visibility', 'status'],
      ...['base_price_cents', 'deleted_at', 'suspended_from'],
    ],
  },
  object: {
    by: 'rows',
    only: [
      ...['object_id', 'dataset_id', 'tenant_id', 'checksum_sha256', 'review_state'],
      ...['reviewed_by', 'taken_down_at', 'deleted_at', 'exclusive_to'],
    ],
  },
  wallet: { by: 'rows', except: ['last_used_at', 'updated_at'] },
  wallet_user: rows,

  // Work, indexes, statistics
  answer: nothing,
  asset_access: nothing,
  asset_card: nothing,
  billed_search: nothing,
  chain_cursor: nothing,
  clock_state: nothing,
  dataset_holding: nothing,
  dataset_tag: nothing,
  embedding_model: nothing,
  idempotent_reply: nothing,
  imported_dataset: nothing,
  imported_file: nothing,
  analysis_version: nothing,
  imported_tenant: nothing,
  index_change: nothing,
  search_feed: nothing,
  writer_epoch: nothing,
  visibility_change: nothing,
  job: nothing,
  object_columns: nothing,
  object_inspection: nothing,
  object_preview: nothing,
  passage: nothing,
  passage_vector: nothing,
  reading_version: nothing,
  reprocess: nothing,
  reprocess_object: nothing,
  schema_migration: nothing,
  replaced_file: nothing,
  search_activity: nothing,
  search_reach: nothing,
  sidecar: nothing,
  event: nothing,
  folder_order: nothing,
  import_report: nothing,
  import_report_file: nothing,
  first_hour: nothing,
  event_count: nothing,
  known_problem: nothing,
  notice_place: nothing,
  notification_choice: nothing,
  notice_read: nothing,
  webhook: nothing,
  webhook_delivery: nothing,
  sso_flow: nothing,
  factor_challenge: nothing,
  sso_logout: nothing,
  table_seal: nothing,
  tenant_storage: nothing,
  upload: nothing,
  upload_part: nothing,
  vector_snapshot: nothing,
  voucher_attempt: nothing,
  wallet_challenge: nothing,
  wallet_message: nothing,
  word_boxes: nothing,
}
