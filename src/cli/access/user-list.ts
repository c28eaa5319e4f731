import { isoOf } from '../../base/clock.ts'
import type { FolderCommand } from '../command.ts'
import { limitOption, listLimits } from '../limit-option.ts'

/** Shows who has an account. */
export const userList: FolderCommand = {
  name: 'user list',
  use: 'read',
  anySchema: true,
  summary: 'show the people with an account',
  examples: ['kontor user list', 'kontor user list --tenant "Ada Ltd" --json'],
  options: {
    tenant: { type: 'string', help: 'of one tenant: id or name', value: '<tenant>' },
    limit: { type: 'string', help: `how many at most (${listLimits.standard})`, value: '<number>' },
  },
  async act({ rooms: { identity } }, values) {
    const { tenant } = values
    const tenantId = typeof tenant === 'string' ? identity.tenantNamed(tenant).tenantId : undefined
    const people = identity.listPeople({ tenantId, limit: limitOption(values, listLimits) })
    const lines = people.map((one) => {
      const admin = one.isPlatformAdmin ? ', platform administrator' : ''
      return `${one.email} ${one.userId} ${one.roles.join('+')} of ${one.tenantId}${admin}`
    })
    const none = tenantId ? 'This tenant has nobody.' : 'Nobody has an account yet.'
    return {
      lines: lines.length === 0 ? [none] : lines,
      data: {
        users: people.map(({ userId, tenantId: of, email, displayName, roles, ...rest }) => ({
          user_id: userId,
          tenant_id: of,
          email,
          display_name: displayName,
          roles,
          is_platform_admin: rest.isPlatformAdmin,
          created_at: isoOf(rest.createdAtMs),
        })),
      },
    }
  },
}
