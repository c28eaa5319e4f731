import { newId } from '../../base/ids.ts'
import { noteIn } from '../as-operator.ts'
import { type FolderCommand, requireOption } from '../command.ts'
import { anyTenantId } from '../market/names.ts'

/** Takes a suspension back: everything is as it was before. */
export const tenantLift: FolderCommand = {
  name: 'tenant lift',
  use: 'write',
  summary: 'take the suspension of a tenant back',
  examples: ['kontor tenant lift --tenant "Ada Ltd" --note "paid on 2026-11-20"'],
  operand: 'tenant',
  options: {
    tenant: { type: 'string', help: 'id or name', value: '<tenant>', isAbout: true },
    note: { type: 'string', help: 'what the audit log says of it' },
  },
  async ask({ client }, values) {
    const id = await anyTenantId(client, requireOption(values, 'tenant'))
    return isOpen(await client.resumeTenant({ id, ...noteIn(values) }))
  },
  async act(app, values) {
    const { identity } = app.rooms
    const { tenantId, name } = identity.tenantNamed(requireOption(values, 'tenant'))
    const { note } = noteIn(values)
    const cmd = { requestId: newId('req', app.clock.nowMs()), write: app.store.write }
    await identity.liftSuspensionAsOperator(cmd, { tenantId, note })
    return isOpen({ tenant_id: tenantId, name })
  },
}

function isOpen({ tenant_id: id, name }: { tenant_id: string; name: string }) {
  return {
    lines: [`${name} is not suspended any more.`],
    data: { tenant_id: id, suspended: false },
  }
}
