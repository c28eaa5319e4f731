import { isoOf } from '../../base/clock.ts'
import { passwordPassMaxHours } from '../../domain/identity/index.ts'
import { type FolderCommand, requireOption, UsageError } from '../command.ts'

/** The way in for whoever runs the platform, when the provider of single sign-on is away. */
export const userAllowPassword: FolderCommand = {
  name: 'user allow-password',
  use: 'write',
  summary: 'let a platform administrator log in by password though the domain has it off',
  examples: ['kontor user allow-password --email ada@example.eu --hours 2'],
  operand: 'email',
  options: {
    email: { type: 'string', help: 'address of the administrator', value: '<address>' },
    hours: { type: 'string', help: 'for so long (1)', value: '<number>' },
  },
  async act(app, values) {
    const hours = hoursIn(values.hours)
    const email = requireOption(values, 'email')
    const letIn = await app.rooms.identity.allowPassword({ email, forMs: hours * 3_600_000 })
    const until = isoOf(letIn.untilMs)
    return {
      lines: [`${letIn.email} (${letIn.userId}) may log in by password until ${until}.`],
      data: { user_id: letIn.userId, email: letIn.email, until },
    }
  },
}

function hoursIn(given: string | boolean | undefined): number {
  if (given === undefined) return 1
  const hours = /^\d{1,3}$/.test(String(given)) ? Number(given) : 0
  if (hours >= 1 && hours <= passwordPassMaxHours) return hours
  throw new UsageError(`--hours must be a whole number from 1 to ${passwordPassMaxHours}.`)
}
