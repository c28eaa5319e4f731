import { type FolderCommand, requireOption, type Values } from '../command.ts'
import { passwordIn } from './password-file.ts'

/** Adds a person with a tenant of their own; the platform's first administrator too. */
export const userAdd: FolderCommand = {
  name: 'user add',
  use: 'write',
  summary: 'add a person with a tenant',
  examples: [
    'kontor user add --email ada@example.eu --name Ada --tenant "Ada Ltd" --password-file pw.txt',
    'kontor user add --email root@example.eu --password-file pw.txt --platform-admin',
  ],
  operand: 'email',
  options: {
    email: { type: 'string', help: 'address to log in with', value: '<address>' },
    'password-file': { type: 'string', help: 'file that holds the password', value: '<file>' },
    password: { type: 'string', help: 'the password itself (a file leaks less)' },
    name: { type: 'string', help: 'name to show (the address)' },
    tenant: { type: 'string', help: 'name of the tenant (the name)' },
    'platform-admin': { type: 'boolean', help: 'may review, grant credits and run the platform' },
  },
  async act(app, values) {
    const email = requireOption(values, 'email')
    const displayName = optional(values, 'name') ?? email
    const platformAdmin = values['platform-admin'] === true
    const tenantName = optional(values, 'tenant') ?? displayName
    const password = passwordOf(values)
    const { identity } = app.rooms
    const user = await identity.addUser({ email, password, displayName, tenantName, platformAdmin })
    return {
      lines: [
        `Added ${user.email} (${user.userId}) with the tenant ${tenantName} (${user.tenantId}).`,
        ...(platformAdmin ? ['This account is a platform administrator.'] : []),
      ],
      data: {
        user_id: user.userId,
        tenant_id: user.tenantId,
        email: user.email,
        is_platform_admin: platformAdmin,
      },
    }
  },
}

function optional(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function passwordOf(values: Values): string {
  const file = optional(values, 'password-file')
  return file === undefined ? requireOption(values, 'password') : passwordIn(file)
}
