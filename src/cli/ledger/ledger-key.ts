import { isoOf } from '../../base/clock.ts'
import type { FolderCommand } from '../command.ts'

/** What receipts and heads are checked with; to be published where others find it. */
export const ledgerKey: FolderCommand = {
  name: 'ledger key',
  use: 'read',
  summary: 'print the public key that signs heads and receipts, then those of before',
  examples: ['kontor ledger key > kontor.pem'],
  options: {},
  async act(app) {
    const { keyId, publicKeyPem, previous } = app.rooms.ledger.signingKey()
    const pems = [publicKeyPem, ...previous.map((one) => one.publicKeyPem)]
    return {
      lines: pems.map((pem) => pem.trimEnd()),
      data: {
        key_id: keyId,
        algorithm: 'Ed25519',
        public_key: publicKeyPem,
        previous_keys: previous.map((one) => ({
          key_id: one.keyId,
          public_key: one.publicKeyPem,
          retired_at: one.retiredAtMs === null ? null : isoOf(one.retiredAtMs),
        })),
      },
    }
  },
}
