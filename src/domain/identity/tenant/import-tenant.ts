import { Conflict, DomainError } from '../../../base/errors.ts'
import { isId, newId, type TenantId, type UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand } from '../../command.ts'
import type { Role } from '../../principal.ts'
import { normaliseEmail } from '../account/email.ts'
import * as queries from '../account/queries.ts'
import { normaliseName } from '../name.ts'
import type { IdentityRoom } from '../room.ts'

export type ImportTenantRequest = {
  /** Where it comes from. */
  readonly instanceId: string
  readonly sourceTenantId: string
  readonly name: string
  readonly users: readonly ImportedUser[]
}

export type ImportedUser = {
  readonly userId: string
  readonly email: string
  readonly displayName: string
  readonly roles: readonly Role[]
}

export type ImportedTenant = {
  readonly tenantId: TenantId
  readonly isNew: boolean
  /** Who came along: each needs a password from the operator. */
  readonly users: readonly { readonly userId: UserId; readonly email: string }[]
  /** Who did not, and why. */
  readonly left: readonly { readonly email: string; readonly reason: string }[]
}

/**
 * Makes a tenant out of an archive's, with its people: under their own ids where those are free,
 * without passwords, without credits, on the free plan and in this installation's region. Given
 * again it is the one that was made before, and nothing changes. Throws InvalidInput for a name,
 * Conflict when no owner can come because their addresses have accounts here.
 */
export function importTenant(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  request: ImportTenantRequest,
): Promise<ImportedTenant> {
  const name = normaliseName('tenant_name', request.name)
  const passwordHash = room.passwords.unusable()
  return cmd.write((tx) => {
    const { known, coming, left } = whatComes(tx, request)
    if (known !== undefined) return { tenantId: known, isNew: false, users: [], left: [] }
    const createdAt = room.clock.nowMs()
    const tenantId = freeId(tx, request.sourceTenantId) ?? newId('tnt', createdAt)
    queries.insertTenant(tx, {
      tenantId,
      name,
      region: room.settings.region,
      plan: 'free',
      createdAt,
    })
    const users = coming.map((user) => insert(tx, { ...user, tenantId, passwordHash, createdAt }))
    const { instanceId, sourceTenantId } = request
    queries.putImportedTenant(tx, { instanceId, sourceTenantId, tenantId, importedAt: createdAt })
    recordAudit(tx, {
      atMs: createdAt,
      tenantId,
      actor: { type: 'operator', id: null },
      action: 'tenant.imported',
      subject: { type: 'tenant', id: tenantId },
      details: { from_instance: instanceId, from_tenant: sourceTenantId, users: users.length },
      requestId: cmd.requestId,
    })
    return { tenantId, isNew: true, users, left }
  })
}

/**
 * What an import would find: the tenant that was made before, or who would come along and who would
 * not. Throws what importTenant would.
 */
export function lookAtTenantImport({ store: { db } }: IdentityRoom, request: ImportTenantRequest) {
  normaliseName('tenant_name', request.name)
  return whatComes(db, request)
}

function whatComes(db: Db, request: ImportTenantRequest) {
  const known = queries.findImportedTenant(db, request)?.tenantId
  if (known !== undefined) return { known, coming: [], left: [] }
  const { coming, left } = whoComes(db, request.users)
  if (!coming.some(({ roles }) => roles.includes('owner'))) throw noOwner(left)
  return { known, coming, left }
}

function freeId(db: Db, wanted: string): TenantId | undefined {
  return isId('tnt', wanted) && !queries.findTenant(db, wanted) ? wanted : undefined
}

function whoComes(db: Db, users: readonly ImportedUser[]) {
  const left: { email: string; reason: string }[] = []
  const coming = users.flatMap((user) => {
    const reason = whyNot(db, user)
    if (reason === undefined) return [user]
    left.push({ email: user.email, reason })
    return []
  })
  return { coming, left }
}

function whyNot(db: Db, user: ImportedUser): string | undefined {
  try {
    normaliseName('display_name', user.displayName)
    const isTaken = queries.findUserByEmail(db, normaliseEmail(user.email)) !== undefined
    return isTaken ? 'There is an account with this e-mail address.' : undefined
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

type NewUser = ImportedUser & { tenantId: TenantId; passwordHash: string; createdAt: number }

function insert(tx: Tx, user: NewUser): { userId: UserId; email: string } {
  const { tenantId, passwordHash, createdAt, roles } = user
  const email = normaliseEmail(user.email)
  const displayName = normaliseName('display_name', user.displayName)
  const wanted = user.userId as UserId
  const userId = queries.findUser(tx, wanted) ? newId('usr', createdAt) : wanted
  const imported = { userId, email, displayName, passwordHash, createdAt }
  queries.insertUser(tx, { ...imported, tenantId, roles: [...roles] })
  return { userId, email }
}

function noOwner(left: readonly { email: string }[]): Conflict {
  const taken = left.map(({ email }) => email).join(', ')
  return new Conflict({
    reason: 'no_owner',
    message:
      `No owner of this tenant can come along (${taken}). ` +
      'Name a tenant of this installation that takes the datasets instead, with --into.',
  })
}
