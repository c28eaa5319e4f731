import type { FolderCommand } from './command.ts'

/** What receipts and heads are checked with; to be published where others find it. */
export const ledgerKey: FolderCommand = {
  name: 'ledger key',
  summary: 'print the public key that heads and receipts are signed with',
  examples: ['kontor ledger key > kontor.pem'],
  options: {},
  async act(app) {
    const { keyId, publicKeyPem } = app.rooms.ledger.signingKey()
    return {
      lines: [publicKeyPem.trimEnd()],
      data: { key_id: keyId, algorithm: 'Ed25519', public_key: publicKeyPem },
    }
  },
}
