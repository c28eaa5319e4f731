import { Conflict } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { type AuditActor, type AuditEntry, recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import { actorOf } from '../../principal.ts'
import { isPlatformAdminIn } from '../people/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { deleteSuspension, findSuspension, insertSuspension } from './suspension.ts'
import { getTenant } from './tenant.ts'
import { getTenantRecord, type TenantRecord } from './tenant-record.ts'

export type Suspending = { readonly tenantId: TenantId; readonly reason: string }
export type Lifting = { readonly tenantId: TenantId; readonly note?: string | undefined }

/**
 * Its people and keys may do nothing from now on, and what it offers is not for sale. Sessions,
 * keys, prices, plan and balance stay as they are. Throws Forbidden unless a platform admin asks,
 * NotFound, and Conflict where it is suspended already or a platform admin is in it.
 */
export function suspendTenant(
  room: IdentityRoom,
  cmd: Command,
  suspending: Suspending,
): Promise<TenantRecord> {
  requirePlatformAdmin(cmd.principal)
  const by = actorOf(cmd.principal)
  return cmd.write((tx) => suspend(room, tx, { ...suspending, by, requestId: cmd.requestId }))
}

/** The same for whoever holds the data folder: the command line. */
export function suspendTenantAsOperator(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  suspending: Suspending,
): Promise<TenantRecord> {
  const { requestId } = cmd
  return cmd.write((tx) => suspend(room, tx, { ...suspending, by: operator, requestId }))
}

/**
 * All is as it was before the suspension. Throws Forbidden unless a platform admin asks, NotFound,
 * and Conflict where it is not suspended.
 */
export function liftSuspension(
  room: IdentityRoom,
  cmd: Command,
  lifting: Lifting,
): Promise<TenantRecord> {
  requirePlatformAdmin(cmd.principal)
  const by = actorOf(cmd.principal)
  return cmd.write((tx) => lift(room, tx, { ...lifting, by, requestId: cmd.requestId }))
}

/** The same for whoever holds the data folder: the command line. */
export function liftSuspensionAsOperator(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  lifting: Lifting,
): Promise<TenantRecord> {
  const { requestId } = cmd
  return cmd.write((tx) => lift(room, tx, { ...lifting, by: operator, requestId }))
}

type By = { readonly by: AuditActor; readonly requestId: Command['requestId'] }

const operator: AuditActor = { type: 'operator', id: null }

function suspend(
  room: IdentityRoom,
  tx: Tx,
  { tenantId, reason, by: actor, requestId }: Suspending & By,
): TenantRecord {
  getTenant(tx, tenantId)
  if (findSuspension(tx, tenantId)) throw unfit('already_suspended', 'suspended already')
  if (isPlatformAdminIn(tx, tenantId)) {
    const message = 'A platform administrator is in this tenant: nobody would be let in to lift it.'
    throw new Conflict({ reason: 'has_platform_admin', message })
  }
  const atMs = room.clock.nowMs()
  insertSuspension(tx, { tenantId, suspendedAt: atMs, reason })
  note(room, tx, {
    tenantId,
    atMs,
    actor,
    action: 'tenant.suspended',
    details: { reason },
    requestId,
  })
  return getTenantRecord(room, tx, tenantId)
}

function lift(
  room: IdentityRoom,
  tx: Tx,
  { tenantId, note: why, by: actor, requestId }: Lifting & By,
): TenantRecord {
  getTenant(tx, tenantId)
  if (!findSuspension(tx, tenantId)) throw unfit('not_suspended', 'not suspended')
  deleteSuspension(tx, tenantId)
  const atMs = room.clock.nowMs()
  const details = why === undefined ? {} : { note: why }
  note(room, tx, { tenantId, atMs, actor, action: 'tenant.resumed', details, requestId })
  return getTenantRecord(room, tx, tenantId)
}

type Noted = Omit<AuditEntry, 'tenantId' | 'action' | 'subject'> & {
  tenantId: TenantId
  action: 'tenant.suspended' | 'tenant.resumed'
}

/** Why is the operator's: the log keeps it from the tenant, and nothing else has it. */
function note(room: IdentityRoom, tx: Tx, { tenantId, action, ...entry }: Noted): void {
  recordAudit(tx, { ...entry, tenantId, action, subject: { type: 'tenant', id: tenantId } })
  const data = { tenant_id: tenantId }
  recordEvent(tx, { stream: tenantId, type: action, atMs: entry.atMs, data })
  const { name } = getTenant(tx, tenantId)
  room.tellManagers?.(tx, { tenantId, type: action, name, place: '/' })
}

function unfit(reason: 'already_suspended' | 'not_suspended', what: string): Conflict {
  return new Conflict({ reason, message: `This tenant is ${what}.` })
}
