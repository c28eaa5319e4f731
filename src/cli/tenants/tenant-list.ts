import { isoOf } from '../../base/clock.ts'
import type { FolderCommand } from '../command.ts'
import { limitOption, listLimits } from '../limit-option.ts'
import { tableOf } from '../table.ts'

/** Shows the tenants, whose names and ids other commands ask for. */
export const tenantList: FolderCommand = {
  name: 'tenant list',
  use: 'read',
  anySchema: true,
  summary: 'show the tenants',
  examples: ['kontor tenant list', 'kontor tenant list --limit 1000 --json'],
  options: {
    limit: { type: 'string', help: 'how many at most, the oldest first (200)', value: '<number>' },
  },
  async act({ rooms: { identity } }, values) {
    const tenants = identity.listTenants({ limit: limitOption(values, listLimits) })
    return {
      lines:
        tenants.length === 0
          ? ['There is no tenant yet: kontor serve shows how the first one signs up.']
          : tableOf(
              ['tenant', 'plan', 'since', 'name'],
              tenants.map((one) => [one.tenantId, one.plan, isoOf(one.createdAtMs), one.name]),
            ),
      data: {
        tenants: tenants.map(({ tenantId, name, plan, region, createdAtMs }) => ({
          tenant_id: tenantId,
          name,
          plan,
          region,
          created_at: isoOf(createdAtMs),
        })),
      },
    }
  },
}
