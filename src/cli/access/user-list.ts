import { isoOf } from '../../base/clock.ts'
import { type FolderCommand, UsageError, type Values } from '../command.ts'

const limitDefault = 200
const limitMax = 100_000

/** Shows who has an account. */
export const userList: FolderCommand = {
  name: 'user list',
  needsFolder: true,
  summary: 'show the people with an account',
  examples: ['kontor user list', 'kontor user list --tenant "Ada Ltd" --json'],
  options: {
    tenant: { type: 'string', help: 'of one tenant: id or name', value: '<tenant>' },
    limit: { type: 'string', help: `how many at most (${limitDefault})`, value: '<number>' },
  },
  async act({ rooms: { identity } }, values) {
    const { tenant } = values
    const tenantId = typeof tenant === 'string' ? identity.tenantNamed(tenant).tenantId : undefined
    const people = identity.listPeople({ tenantId, limit: limitIn(values) })
    return {
      lines: people.map((one) => {
        const admin = one.isPlatformAdmin ? ', platform administrator' : ''
        return `${one.email} ${one.userId} ${one.roles.join('+')} of ${one.tenantId}${admin}`
      }),
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

export function limitIn({ limit }: Values): number {
  if (limit === undefined) return limitDefault
  const value = /^\d{1,6}$/.test(String(limit)) ? Number(limit) : 0
  if (value >= 1 && value <= limitMax) return value
  throw new UsageError(`--limit must be a whole number from 1 to ${limitMax}.`)
}
