// The same (said-of-whole-ledger.ts) of statements, and of what was signed.
type Said = readonly [title: string, sql: string, ...lines: string[]]

/** Statements of settled months. */
export const saidOfPeriods: readonly Said[] = [
  [
    'a gross',
    'UPDATE payout_statement SET gross_cents = gross_cents + 1 WHERE tenant_id = {due}',
    'payout_statement -: due 2026-03 shows gross 131, its events give 130',
  ],
  [
    'the part of the house',
    'UPDATE payout_statement SET seller_cents = seller_cents + 1 WHERE tenant_id = {due}',
    'payout_statement -: due 2026-03 shows 79 for the provider, its events give 78',
    'payout_statement -: due 2026-03 is approved and shows other amounts than 0 and 61',
    'payout_statement -: due 2026-03 is approved and has 60 of 61, 0 of 0 set aside',
  ],
  [
    'what was taken back',
    'UPDATE payout_progress SET reversed_cents = 17 WHERE reversed_cents = 18',
    'payout_statement -: due 2026-03 shows 17 taken back, its refunds give 18',
  ],
  [
    'what was taken back of one that was reversed',
    'UPDATE payout_progress SET reversed_cents = 59 WHERE reversed_cents = 60',
    'payout_statement -: reversed 2026-03 shows 59 taken back, its refunds give 60',
  ],
  [
    'what is held',
    'UPDATE payout_statement SET held_cents = 1 WHERE tenant_id = {due}',
    'payout_statement -: due 2026-03 is approved and shows other amounts than 0 and 60',
  ],
  [
    'what is released',
    'UPDATE payout_statement SET released_cents = 61 WHERE tenant_id = {paid}',
    'payout_statement -: paid 2026-03 is paid and shows other amounts than 0 and 60',
  ],
  [
    'a statement that is held and was released',
    "UPDATE payout_statement SET status = 'held' WHERE tenant_id = {due}",
    'payout_statement -: due 2026-03 is held and shows other amounts than 60 and 0',
  ],
  [
    'a statement that is pending and was released',
    "UPDATE payout_statement SET status = 'pending' WHERE tenant_id = {due}",
    'payout_statement -: due 2026-03 is pending and shows other amounts than 60 and 0',
  ],
  [
    'a statement that is due and was held',
    "UPDATE payout_statement SET status = 'approved' WHERE tenant_id = {held}",
    'payout_statement -: held 2026-03 is approved and shows other amounts than 0 and 128',
  ],
  [
    'a statement that is paid and was not',
    "UPDATE payout_statement SET status = 'paid' WHERE tenant_id = {due}",
    'payout_statement -: due 2026-03 is paid and has 60 of 0, 0 of 0 set aside',
  ],
  [
    'a statement that is failed and was paid',
    "UPDATE payout_statement SET status = 'failed' WHERE tenant_id = {paid}",
    'payout_statement -: paid 2026-03 is failed and has 0 of 60, 0 of 0 set aside',
  ],
  [
    'a statement that is under way and failed',
    "UPDATE payout_statement SET status = 'processing' WHERE tenant_id = {failed}",
    'payout_statement -: failed 2026-03 is processing and has 60 of 60, 0 of 60 set aside',
  ],
  [
    'a statement that is failed and under way',
    "UPDATE payout_statement SET status = 'failed' WHERE tenant_id = {under way}",
    'payout_statement -: under way 2026-03 is failed and has 60 of 60, 60 of 0 set aside',
  ],
  [
    'a statement that is reversed and was not',
    "UPDATE payout_statement SET status = 'reversed' WHERE tenant_id = {due}",
    'payout_statement -: due 2026-03 shows 18 taken back, its refunds give 78',
    'payout_statement -: due 2026-03 is reversed and shows other amounts than 0 and 0',
    'payout_statement -: due 2026-03 is reversed and has 60 of 0, 0 of 0 set aside',
  ],
  [
    'a statement that is pending and was reversed',
    "UPDATE payout_statement SET status = 'pending' WHERE tenant_id = {reversed}",
    'payout_statement -: reversed 2026-03 shows 60 taken back, its refunds give 0',
    'payout_statement -: reversed 2026-03 is pending and shows other amounts than 60 and 0',
    'payout_statement -: reversed 2026-03 is pending and has 0 of 60, 0 of 0 set aside',
  ],
  [
    'a statement that is gone',
    'DELETE FROM payout_statement WHERE tenant_id = {due}',
    'payout_statement -: due 2026-03 has no statement',
  ],
  [
    'what there is to pay from',
    "UPDATE account SET posted = posted + 1 WHERE owner = {due} AND kind LIKE 'payable:%'",
    'payout_statement -: due 2026-03 is approved and has 61 of 60, 0 of 0 set aside',
  ],
  [
    'what is set aside',
    "UPDATE account SET held = 0 WHERE owner = {under way} AND kind LIKE 'payable:%'",
    'payout_statement -: under way 2026-03 is processing and has 60 of 60, 0 of 60 set aside',
  ],
  [
    'an account that is gone',
    "DELETE FROM account WHERE owner = {due} AND kind LIKE 'payable:%'",
    'payout_statement -: due 2026-03 is approved and has 0 of 60, 0 of 0 set aside',
  ],
  [
    'a refund before the settlement that is gone',
    "DELETE FROM refund WHERE source = 'earned'",
    'payout_statement -: due 2026-03 shows gross 130, its events give 180',
    'payout_statement -: due 2026-03 shows 78 for the provider, its events give 108',
  ],
  [
    'a refund after it that is gone',
    "DELETE FROM refund WHERE source = 'payable'",
    'payout_statement -: due 2026-03 shows 18 taken back, its refunds give 0',
    'payout_statement -: due 2026-03 is approved and shows other amounts than 0 and 78',
    'payout_statement -: due 2026-03 is approved and has 60 of 78, 0 of 0 set aside',
  ],
  [
    'a refund from elsewhere',
    "UPDATE refund SET source = 'platform' WHERE source = 'payable'",
    'payout_statement -: due 2026-03 shows 18 taken back, its refunds give 0',
    'payout_statement -: due 2026-03 is approved and shows other amounts than 0 and 78',
    'payout_statement -: due 2026-03 is approved and has 60 of 78, 0 of 0 set aside',
  ],
  [
    'a refund of another house',
    "UPDATE refund SET provider_tenant_id = {waiting} WHERE source = 'payable'",
    'payout_statement -: waiting 2026-03 shows 0 taken back, its refunds give 18',
    'payout_statement -: waiting 2026-03 is pending and shows other amounts than 42 and 0',
    'payout_statement -: waiting 2026-03 is pending and has 60 of 42, 0 of 0 set aside',
    'payout_statement -: due 2026-03 shows 18 taken back, its refunds give 0',
    'payout_statement -: due 2026-03 is approved and shows other amounts than 0 and 78',
    'payout_statement -: due 2026-03 is approved and has 60 of 78, 0 of 0 set aside',
  ],
  [
    'a refund of another month',
    "UPDATE refund SET period = '2026-05' WHERE source = 'earned'",
    'payout_statement -: due 2026-03 shows gross 130, its events give 180',
    'payout_statement -: due 2026-03 shows 78 for the provider, its events give 108',
  ],
  [
    'a refund of another price',
    "UPDATE refund SET charge_cents = 51 WHERE source = 'earned'",
    'payout_statement -: due 2026-03 shows gross 130, its events give 129',
  ],
  [
    'a refund of another part',
    "UPDATE refund SET provider_cents = 31 WHERE source = 'earned'",
    'payout_statement -: due 2026-03 shows 78 for the provider, its events give 77',
  ],
  [
    'a charge',
    'UPDATE meter_event SET charge_cents = charge_cents + 1 WHERE seq = 15',
    'payout_statement -: due 2026-03 has running sums of 130, its events give 131',
    'payout_statement -: due 2026-03 shows gross 130, its events give 131',
  ],
  [
    'a part of a charge',
    'UPDATE meter_event SET provider_cents = provider_cents + 1 WHERE seq = 15',
    'payout_statement -: due 2026-03 has running sums of 130, its events give 130',
    'payout_statement -: due 2026-03 shows 78 for the provider, its events give 79',
  ],
  [
    'the last running sum',
    'UPDATE meter_event SET gross_after_cents = gross_after_cents + 2 WHERE seq = 15',
    'payout_statement -: due 2026-03 has running sums of 132, its events give 130',
  ],
  [
    'a month that was closed and not settled',
    "INSERT INTO closed_period VALUES ('2026-05', 0)",
    'payout_statement -: held 2026-05 has no statement',
  ],
  ['a month that was closed with nothing in it', "INSERT INTO closed_period VALUES ('2026-04', 0)"],
]

/** Signed heads and trees. */
export const saidOfHeads: readonly Said[] = [
  [
    'a signature',
    'UPDATE ledger_head SET signature = zeroblob(64) WHERE head_no = 2',
    'ledger_head 2: is not signed with its key',
  ],
  [
    'a time',
    'UPDATE ledger_head SET signed_at = signed_at + 1 WHERE head_no = 1',
    'ledger_head 1: is not signed with its key',
  ],
  [
    'a key',
    'UPDATE ledger_head SET public_key = zeroblob(32) WHERE head_no = 1',
    'ledger_head 1: is not signed with its key',
  ],
  [
    'a count of transfers',
    'UPDATE ledger_head SET transfers = transfers - 1 WHERE head_no = 2',
    'ledger_head 2: is not signed with its key',
    'ledger_head 2: was signed over another transfer 34',
  ],
  [
    'a count of events',
    'UPDATE ledger_head SET events = events - 1 WHERE head_no = 2',
    'ledger_head 2: is not signed with its key',
    'ledger_head 2: was signed over another event 14',
  ],
  [
    'a root of transfers',
    'UPDATE ledger_head SET transfer_root = zeroblob(32) WHERE head_no = 3',
    'ledger_head 3: is not signed with its key',
    'ledger_head 3: its tree of transfers has another root',
  ],
  [
    'a root of events',
    'UPDATE ledger_head SET event_root = zeroblob(32) WHERE head_no = 3',
    'ledger_head 3: is not signed with its key',
    'ledger_head 3: its tree of events has another root',
  ],
  [
    'a link of transfers',
    'UPDATE ledger_head SET transfer_chain = zeroblob(32) WHERE head_no = 3',
    'ledger_head 3: is not signed with its key',
    'ledger_head 3: was signed over another transfer 84',
  ],
  [
    'a link of events',
    'UPDATE ledger_head SET event_chain = zeroblob(32) WHERE head_no = 3',
    'ledger_head 3: is not signed with its key',
    'ledger_head 3: was signed over another event 55',
  ],
  [
    'the first one',
    'DELETE FROM ledger_head WHERE head_no = 1',
    'ledger_head 2: head 1 is missing',
  ],
  [
    'one in the middle',
    'DELETE FROM ledger_head WHERE head_no = 2',
    'ledger_head 3: head 2 is missing',
  ],
  ['all of them', 'DELETE FROM ledger_head'],
  [
    'one over nothing',
    `UPDATE ledger_head SET transfers = 0, transfer_chain = zeroblob(32), events =
     0, event_chain = zeroblob(32) WHERE head_no = 1`,
    'ledger_head 1: is not signed with its key',
  ],
  [
    'the last one over nothing',
    'UPDATE ledger_head SET transfers = 0, transfer_chain = zeroblob(32) WHERE head_no = 3',
    'ledger_head 3: is not signed with its key',
    'ledger_head 3: its tree of transfers has another root',
  ],
  [
    'a subtree of transfers',
    `UPDATE merkle_node SET hash = zeroblob(32) WHERE log = 'transfer' AND level =
     5 AND place = 1`,
    'ledger_head 3: keeps another subtree of transfers up to 64',
  ],
  [
    'the subtree above',
    "UPDATE merkle_node SET hash = zeroblob(32) WHERE log = 'transfer' AND level = 6",
    'ledger_head 3: keeps another subtree of transfers up to 64',
  ],
  [
    'a subtree of events',
    "UPDATE merkle_node SET hash = zeroblob(32) WHERE log = 'event'",
    'ledger_head 3: keeps another subtree of events up to 32',
  ],
  ['subtrees that were never kept', 'DELETE FROM merkle_node'],
  ['a subtree that is none', "UPDATE merkle_node SET level = 4 WHERE log = 'event'"],
  [
    'a transfer',
    'UPDATE transfer SET hash = zeroblob(32) WHERE seq = 10',
    'ledger_head 3: keeps another subtree of transfers up to 32',
    'ledger_head 3: keeps another subtree of transfers up to 64',
    'ledger_head 3: its tree of transfers has another root',
  ],
  [
    'an event',
    'UPDATE meter_event SET hash = zeroblob(32) WHERE seq = 40',
    'ledger_head 3: its tree of events has another root',
  ],
  [
    'the last transfers',
    'DELETE FROM transfer WHERE seq > 80',
    'ledger_head 3: was signed over another transfer 84',
    'ledger_head 3: its tree of transfers has another root',
  ],
  [
    'the last events',
    'DELETE FROM meter_event WHERE seq > 50',
    'ledger_head 3: was signed over another event 55',
    'ledger_head 3: its tree of events has another root',
  ],
]

/** What came after the 35th transfer, which a head was signed over. */
export const saidOfSince: readonly Said[] = [
  ['nothing', 'SELECT 1'],
  ['an amount of before', 'UPDATE transfer SET amount_minor = 1 WHERE seq = 34'],
  ['an event of before', 'UPDATE meter_event SET quantity = 9 WHERE seq = 15'],
  [
    'an amount',
    'UPDATE transfer SET amount_minor = 1 WHERE seq = 38',
    'transfer 38: content and hash of the body differ',
  ],
  [
    'a row that is missing',
    'DELETE FROM transfer WHERE seq = 45',
    'transfer 46: row 45 is missing',
    'transfer 46: does not follow the row before it',
  ],
  [
    'the first row',
    'DELETE FROM transfer WHERE seq = 36',
    'transfer 37: row 36 is missing',
    'transfer 37: does not follow the row before it',
  ],
  [
    'the last row',
    'DELETE FROM transfer WHERE seq = 84',
    'account -: CREDIT/buyer/balance has 8846, its last transfer says 8847',
    'account -: CREDIT/held/earned has 24, its last transfer says 23',
  ],
  [
    'a link',
    'UPDATE transfer SET prev = zeroblob(32) WHERE seq = 40',
    'transfer 40: content and hash differ',
    'transfer 40: does not follow the row before it',
  ],
  [
    'a group',
    "UPDATE transfer SET transfer_id = 'x' WHERE seq = 40",
    'transfer 40: content and hash differ',
    'transfer 40: is not of its group',
  ],
  [
    'a balance',
    "UPDATE account SET posted = posted + 1 WHERE owner = {held} AND kind = 'earned'",
    'account -: CREDIT/held/earned has 25, its last transfer says 24',
  ],
  [
    'a hold',
    "UPDATE account SET held = 0 WHERE owner = {under way} AND kind LIKE 'payable:%'",
    'account -: CREDIT/under way/payable:2026-03 has 60, its last transfer says 0',
  ],
  [
    'a balance that moved before alone',
    "UPDATE account SET posted = posted + 1 WHERE owner = {paid} AND kind = 'earned'",
  ],
  [
    'an event that is missing',
    'DELETE FROM meter_event WHERE seq = 20',
    'meter_event 21: row 20 is missing',
    'meter_event 21: does not follow the row before it',
    'meter_event 21: gives the provider 0, not 1',
  ],
  [
    'the first event',
    'DELETE FROM meter_event WHERE seq = 16',
    'meter_event 17: row 16 is missing',
    'meter_event 17: does not follow the row before it',
  ],
  [
    'an event of another buyer',
    "UPDATE meter_event SET buyer_tenant_id = 'x' WHERE seq = 20",
    'meter_event 20: content and hash differ',
  ],
  [
    'a link of events',
    'UPDATE meter_event SET prev = zeroblob(32) WHERE seq = 20',
    'meter_event 20: does not follow the row before it',
    'meter_event 20: content and hash differ',
  ],
  [
    'a part',
    'UPDATE meter_event SET provider_cents = 1 WHERE seq = 18',
    'meter_event 18: content and hash differ',
    'meter_event 18: gives the provider 1, not 0',
  ],
  [
    'a running sum',
    'UPDATE meter_event SET gross_after_cents = 9 WHERE seq = 18',
    'meter_event 18: content and hash differ',
    'meter_event 18: gives the provider 0, not 0',
    'meter_event 19: gives the provider 1, not 1',
  ],
  [
    'the first running sum',
    'UPDATE meter_event SET gross_after_cents = gross_after_cents + 5 WHERE seq = 16',
    'meter_event 16: content and hash differ',
    'meter_event 17: gives the provider 1, not 1',
  ],
  [
    'an event that costs nothing',
    'UPDATE meter_event SET charge_cents = 0 WHERE seq = 18',
    'meter_event 18: content and hash differ',
    'meter_event 19: gives the provider 1, not 0',
  ],
  [
    'another house',
    'UPDATE meter_event SET provider_tenant_id = {due} WHERE seq = 18',
    'meter_event 18: content and hash differ',
    'meter_event 19: gives the provider 1, not 0',
  ],
  [
    'another month',
    "UPDATE meter_event SET period = '2026-06' WHERE seq = 18",
    'meter_event 18: content and hash differ',
    'meter_event 19: gives the provider 1, not 0',
  ],
  [
    'another share',
    'UPDATE meter_event SET provider_share_bp = 7000 WHERE seq = 18',
    'meter_event 18: content and hash differ',
    'meter_event 18: gives the provider 0, not 1',
    'meter_event 19: gives the provider 1, not 0',
  ],
  [
    'the head itself',
    'UPDATE transfer SET hash = zeroblob(32) WHERE seq = 35',
    'ledger_head -: this head is not in the ledger: rows were cut off or changed',
  ],
  ['heads that were never kept', 'DELETE FROM ledger_head'],
  [
    'heads, and the first event',
    'DELETE FROM ledger_head; UPDATE meter_event SET prev = randomblob(32) WHERE seq = 1',
    'meter_event 1: does not follow the row before it',
    'meter_event 1: content and hash differ',
  ],
]

/** What a receipt of the 7th event, given by now, says of it. */
export const saidOfAgainst: readonly Said[] = [
  ['nothing', 'SELECT 1'],
  [
    'what came later',
    'DELETE FROM transfer WHERE seq > 84; DELETE FROM meter_event WHERE seq > 55',
  ],
  [
    'the last transfer',
    'DELETE FROM transfer WHERE seq = 84',
    'against -: the ledger has lost transfer 84, which it had',
  ],
  [
    'the last event',
    'DELETE FROM meter_event WHERE seq = 55',
    'against -: the ledger has lost event 55, which it had',
  ],
  [
    'another last transfer',
    'UPDATE transfer SET hash = zeroblob(32) WHERE seq = 84',
    'against -: the ledger has another transfer 84',
  ],
  [
    'another last event',
    'UPDATE meter_event SET hash = zeroblob(32) WHERE seq = 55',
    'against -: the ledger has another event 55',
  ],
  [
    'another transfer after what is kept',
    'UPDATE transfer SET hash = zeroblob(32) WHERE seq = 70',
    'against -: the transfers up to 84 have another root',
  ],
  [
    'another event after what is kept',
    'UPDATE meter_event SET hash = zeroblob(32) WHERE seq = 50',
    'against -: the events up to 55 have another root',
  ],
  [
    'another of its transfers',
    'UPDATE transfer SET hash = zeroblob(32) WHERE seq = 9',
    'against -: the ledger has another transfer 9, or none',
  ],
  [
    'its event',
    'DELETE FROM meter_event WHERE seq = 7',
    'against -: the ledger has another event 7, or none',
  ],
  [
    'another subtree',
    'UPDATE merkle_node SET hash = zeroblob(32) WHERE level = 6',
    'against -: the transfers up to 84 have another root',
  ],
]
