import { type FolderCommand, requireOption } from '../command.ts'
import { passwordIn } from './password-file.ts'

/** Another password for somebody who lost theirs; there is no mail that could do it. */
export const userResetPassword: FolderCommand = {
  name: 'user reset-password',
  use: 'write',
  summary: 'give a person another password',
  examples: ['kontor user reset-password --email ada@example.eu --password-file pw.txt'],
  operand: 'email',
  options: {
    email: { type: 'string', help: 'address that they log in with', value: '<address>' },
    'password-file': { type: 'string', help: 'file that holds the new password', value: '<file>' },
  },
  async act(app, values) {
    const email = requireOption(values, 'email')
    const newPassword = passwordIn(requireOption(values, 'password-file'))
    const reset = await app.rooms.identity.resetPassword({ email, newPassword })
    return {
      lines: [
        `${reset.email} (${reset.userId}) has the new password.`,
        `Sessions that ended: ${reset.sessionsEnded}.`,
      ],
      data: {
        user_id: reset.userId,
        email: reset.email,
        sessions_ended: reset.sessionsEnded,
      },
    }
  },
}
