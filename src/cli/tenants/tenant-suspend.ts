import { newId } from '../../base/ids.ts'
import { type FolderCommand, requireOption } from '../command.ts'
import { anyTenantId } from '../market/names.ts'

/** Shuts a tenant out: its people and keys may do nothing, and what it offers is not for sale. */
export const tenantSuspend: FolderCommand = {
  name: 'tenant suspend',
  use: 'write',
  summary: 'shut a tenant out, and take what it offers off the market',
  examples: ['kontor tenant suspend --tenant "Ada Ltd" --reason "invoice 2026-17 is unpaid"'],
  operand: 'tenant',
  options: {
    tenant: { type: 'string', help: 'id or name', value: '<tenant>', isAbout: true },
    reason: { type: 'string', help: 'why' },
  },
  async ask({ client }, values) {
    const reason = requireOption(values, 'reason')
    const id = await anyTenantId(client, requireOption(values, 'tenant'))
    return isShut(await client.suspendTenant({ id, reason }), reason)
  },
  async act(app, values) {
    const { identity } = app.rooms
    const { tenantId, name } = identity.tenantNamed(requireOption(values, 'tenant'))
    const reason = requireOption(values, 'reason')
    const cmd = { requestId: newId('req', app.clock.nowMs()), write: app.store.write }
    await identity.suspendTenantAsOperator(cmd, { tenantId, reason })
    return isShut({ tenant_id: tenantId, name }, reason)
  },
}

function isShut({ tenant_id: id, name }: { tenant_id: string; name: string }, reason: string) {
  return {
    lines: [`${name} is suspended. kontor tenant lift --tenant ${id} takes it back.`],
    data: { tenant_id: id, suspended: true, reason },
  }
}
