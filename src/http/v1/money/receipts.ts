import { isoOf } from '../../../base/clock.ts'
import { requireEveryDataset } from '../../../domain/identity/index.ts'
import { get } from '../../route.ts'
import { HeadReply, ReceiptParams, ReceiptReply, SigningKeyReply } from './receipts.schema.ts'

export const getReceipt = get('/v1/receipts/:id', {
  id: 'getReceipt',
  summary: 'Proof that a charge or a transfer is in the ledger',
  description:
    'A signed head with the way of each row to it: whoever knows the public key checks it ' +
    'without asking anybody. A charge, its parts and its refund are shown to their buyer, other ' +
    'transfers to their two sides. What a row says of one party alone (what an account has ' +
    'after a transfer, what a provider sold so far in the month) is shown to that party; others ' +
    'get the commitment that the hash covers. Rows of before commitments show such numbers. ' +
    'The id of an access (`dlv_…`) names its download.',
  tag: 'Proofs',
  access: { scope: 'billing:read' },
  params: ReceiptParams,
  reply: ReceiptReply,
  errors: [400, 401, 403, 404],
  run({ rooms, principal, params }) {
    requireEveryDataset(principal)
    return rooms.ledger.receiptFor(principal, params.id)
  },
  present: (receipt) => receipt,
})

export const getSigningKey = get('/v1/ledger/key', {
  id: 'getSigningKey',
  summary: 'The public key that heads of the ledger are signed with',
  description: 'Ed25519. Needs no credential: receipts and heads are checked by whoever has them.',
  tag: 'Proofs',
  access: 'none',
  reply: SigningKeyReply,
  errors: [],
  run: ({ rooms }) => rooms.ledger.signingKey(),
  present: ({ keyId, publicKeyPem, previous }) => ({
    key_id: keyId,
    algorithm: 'Ed25519',
    public_key: publicKeyPem,
    previous_keys: previous.map((one) => ({
      key_id: one.keyId,
      public_key: one.publicKeyPem,
      retired_at: one.retiredAtMs === null ? null : isoOf(one.retiredAtMs),
    })),
  }),
})

export const getLedgerHead = get('/v1/ledger/head', {
  id: 'getLedgerHead',
  summary: 'The last signed head: who keeps it sees later whether anything was rewritten',
  description: 'Needs no credential.',
  tag: 'Proofs',
  access: 'none',
  reply: HeadReply,
  errors: [],
  run: ({ rooms }) => rooms.ledger.lastHead(),
  present: (head) => head,
})
