import { type FolderCommand, requireOption } from '../command.ts'
import { askKeyRevoke } from '../market/ask-keys.ts'

/** Ends an API key of any tenant, at once and for good. */
export const keyRevoke: FolderCommand = {
  name: 'key revoke',
  use: 'write',
  summary: 'end an API key',
  examples: ['kontor key revoke --key key_01m9hcxfpw5kz96adft6e0bjbs'],
  operand: 'key',
  options: { key: { type: 'string', help: 'its id (kontor key list)', value: '<id>' } },
  ask: askKeyRevoke,
  async act({ rooms }, values) {
    const apiKeyId = requireOption(values, 'key')
    await rooms.identity.revokeKeyAsOperator(apiKeyId)
    return { lines: [`${apiKeyId} is ended.`], data: { api_key_id: apiKeyId, revoked: true } }
  },
}
