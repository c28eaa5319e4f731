// What verifying says of a ledger whose third row was changed in one column; T is some tenant.
export const saidOf: Record<string, Record<string, string[]>> = {
  transfer: {
    seq: [
      'transfer 4: row 3 is missing',
      'transfer 4: does not follow the row before it',
      'transfer 4: shows 75 for CREDIT/T/balance, which had 90',
      'transfer 99: row 5 is missing',
      'transfer 99: does not follow the row before it',
      'transfer 99: content and hash differ',
      'account -: CREDIT/T/balance shows version 4, its transfers give 99',
      'account -: CREDIT/T/earned shows version 3, its transfers give 99',
    ],
    transfer_id: [
      'transfer 3: content and hash differ',
      'transfer 3: is not of its group',
      'meter_event 3: was charged otherwise',
    ],
    group_id: [
      'transfer 3: content and hash of the body differ',
      'transfer 3: is not of its group',
      'transfer 3: charges without a metered event',
      'meter_event 3: was charged otherwise',
    ],
    phase: [
      'transfer 3: content and hash of the body differ',
      'transfer 3: shows 15 for CREDIT/T/earned, which had 0',
      'account -: CREDIT/T/balance shows posted 75, its transfers give 90',
      'account -: CREDIT/T/balance shows held 0, its transfers give 15',
      'account -: CREDIT/T/earned shows posted 15, its transfers give 0',
      'account -: CREDIT/T/earned shows version 3, its transfers give 0',
    ],
    debit_account_id: [
      'transfer 3: content and hash of the body differ',
      'transfer 3: shows 85 for CREDIT/platform/revenue, which had -15',
      'transfer 3: overdraws CREDIT/platform/revenue to -15',
      'transfer 4: shows 75 for CREDIT/T/balance, which had 90',
      'account -: CREDIT/T/balance shows posted 75, its transfers give 90',
      'account -: CREDIT/platform/revenue shows posted 10, its transfers give -5',
      'meter_event 3: was charged otherwise',
    ],
    credit_account_id: [
      'transfer 3: names an account that does not exist',
      'account -: CREDIT/T/earned shows posted 15, its transfers give 0',
      'account -: CREDIT/T/earned shows version 3, its transfers give 0',
      'meter_event 3: was charged otherwise',
    ],
    amount_minor: [
      'transfer 3: content and hash of the body differ',
      'transfer 3: shows 85 for CREDIT/T/balance, which had 84',
      'transfer 3: shows 15 for CREDIT/T/earned, which had 16',
      'account -: CREDIT/T/balance shows posted 75, its transfers give 74',
      'account -: CREDIT/T/earned shows posted 15, its transfers give 16',
      'meter_event 3: was charged otherwise',
    ],
    hold_seq: [
      'transfer 3: content and hash of the body differ',
      'transfer 3: resolves a hold that is not open',
    ],
    code: ['transfer 3: content and hash of the body differ'],
    ref: ['transfer 3: content and hash of the body differ'],
    body_hash: [
      'transfer 3: content and hash of the body differ',
      'transfer 3: content and hash differ',
    ],
    created_at: ['transfer 3: content and hash differ'],
    debit_after: [
      'transfer 3: content and hash differ',
      'transfer 3: shows 86 for CREDIT/T/balance, which had 85',
    ],
    credit_after: [
      'transfer 3: content and hash differ',
      'transfer 3: shows 14 for CREDIT/T/earned, which had 15',
    ],
    prev: ['transfer 3: does not follow the row before it', 'transfer 3: content and hash differ'],
    hash: ['transfer 3: content and hash differ', 'transfer 4: does not follow the row before it'],
    blind: ['transfer 3: content and hash differ'],
  },
  meter_event: {
    seq: [
      'meter_event 4: row 3 is missing',
      'meter_event 4: does not follow the row before it',
      'meter_event 99: row 5 is missing',
      'meter_event 99: does not follow the row before it',
      'meter_event 99: content and hash differ',
    ],
    event_id: [
      'transfer 3: charges without a metered event',
      'transfer 4: charges without a metered event',
      'meter_event 3: content and hash differ',
      'meter_event 3: was never charged',
    ],
    kind: ['meter_event 3: content and hash differ'],
    buyer_tenant_id: [
      'meter_event 3: content and hash differ',
      'meter_event 3: was charged otherwise',
      'last_paid -: dset_1 by T 2026-03 shows then, its events give 0',
      'last_paid -: dset_1 by T shows then, its events give 0',
      'last_paid -: dset_1 by x shows 0, its events give then',
    ],
    provider_tenant_id: [
      'meter_event 3: content and hash differ',
      'meter_event 3: was charged otherwise',
    ],
    dataset_id: [
      'meter_event 3: content and hash differ',
      'last_paid -: dset_1 by T 2026-03 shows then, its events give 0',
      'last_paid -: dset_1 by T shows then, its events give 0',
      'last_paid -: x by T shows 0, its events give then',
    ],
    asset_id: ['meter_event 3: content and hash differ'],
    api_key_id: [
      'meter_event 3: content and hash differ',
      'key_spend -: x of T 2026-03 shows 0, its events give 25',
    ],
    search_id: ['meter_event 3: content and hash differ'],
    quantity: ['meter_event 3: content and hash differ'],
    price_version: [
      'meter_event 3: content and hash differ',
      'meter_event 3: was rated by card 3, which does not exist',
    ],
    charge_cents: [
      'meter_event 3: content and hash differ',
      'meter_event 3: gives the provider 15, not 15',
      'meter_event 3: was charged otherwise',
    ],
    provider_share_bp: [
      'meter_event 3: content and hash differ',
      'meter_event 3: gives the provider 15, not 0',
    ],
    provider_cents: [
      'meter_event 3: content and hash differ',
      'meter_event 3: gives the provider 16, not 15',
      'meter_event 3: was charged otherwise',
    ],
    gross_after_cents: [
      'meter_event 3: content and hash differ',
      'meter_event 3: gives the provider 15, not 15',
    ],
    period: [
      'meter_event 3: content and hash differ',
      'last_paid -: dset_1 by T 2026-03 shows then, its events give 0',
    ],
    created_at: [
      'meter_event 3: content and hash differ',
      'last_paid -: dset_1 by T 2026-03 shows then, its events give later',
      'last_paid -: dset_1 by T shows then, its events give later',
    ],
    prev: [
      'meter_event 3: does not follow the row before it',
      'meter_event 3: content and hash differ',
    ],
    hash: [
      'meter_event 3: content and hash differ',
      'meter_event 4: does not follow the row before it',
    ],
    blind: ['meter_event 3: content and hash differ'],
  },
}
