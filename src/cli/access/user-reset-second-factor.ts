import { type FolderCommand, requireOption } from '../command.ts'

/** The way back in for who lost the phone, the key and the recovery codes. */
export const userResetSecondFactor: FolderCommand = {
  name: 'user reset-second-factor',
  use: 'write',
  summary: 'take all second factors of a person away, and end the sessions',
  examples: ['kontor user reset-second-factor --email ada@example.eu'],
  operand: 'email',
  options: { email: { type: 'string', help: 'address of the person', value: '<address>' } },
  async act(app, values) {
    const email = requireOption(values, 'email')
    const reset = await app.rooms.identity.resetFactorsAsOperator({ email })
    const { userId, totp, passkeys, sessionsEnded } = reset
    const gone = `${totp ? 'the app for codes' : 'no app for codes'}, passkeys: ${passkeys}`
    return {
      lines: [`${reset.email} (${userId}): ${gone}; sessions ended: ${sessionsEnded}.`],
      data: { user_id: userId, email: reset.email, totp, passkeys, sessions_ended: sessionsEnded },
    }
  },
}
