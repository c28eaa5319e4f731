import { type FolderCommand, requireOption, UsageError } from '../command.ts'

/** Erases what is known of a person; the books stay as they are, and name nobody. */
export const erase: FolderCommand = {
  name: 'erase',
  use: 'write',
  summary: 'erase a person; the ledger stays valid',
  examples: ['kontor erase --user ada@example.eu --yes'],
  options: {
    user: { type: 'string', help: 'address that the person logs in with', value: '<address>' },
    forfeit: { type: 'boolean', help: 'give up the SOL that is left' },
    yes: { type: 'boolean', help: 'really: there is no way back' },
  },
  async act({ rooms }, values) {
    const address = requireOption(values, 'user')
    if (values.yes !== true) throw new UsageError('--yes is required: there is no way back.')
    const { userId, tenantId, sessionsEnded, keysRevoked } = await rooms.erasure.erasePerson({
      email: address,
      forfeit: values.forfeit === true,
    })
    return {
      lines: [
        `${userId} of ${tenantId} names nobody any more.`,
        `Sessions that ended: ${sessionsEnded}. API keys that ended: ${keysRevoked.length}.`,
        'Backups that were made before still have the address: let them expire.',
      ],
      data: {
        user_id: userId,
        tenant_id: tenantId,
        sessions_ended: sessionsEnded,
        api_keys_revoked: keysRevoked,
      },
    }
  },
}
