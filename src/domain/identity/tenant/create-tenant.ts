import { Conflict } from '../../../base/errors.ts'
import { newId, type TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { normaliseEmail } from '../account/email.ts'
import { requireFreeEmail } from '../account/make-account.ts'
import { insertTenant } from '../account/queries.ts'
import {
  type CreatedInvitation,
  expiryOf,
  insertNewInvitation,
  requireSignupPossible,
} from '../member/invite.ts'
import { countMembers, listOpenInvitations } from '../member/queries.ts'
import { endInvitation } from '../member/revoke-invitation.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin, type SessionPrincipal } from '../scopes.ts'
import { getTenant } from './tenant.ts'
import { getTenantRecord, type TenantRecord } from './tenant-record.ts'

export type InviteOwnerRequest = {
  /** Only who signs up with this address becomes the owner; left out, whoever has the code. */
  readonly ownerEmail?: string | undefined
  readonly expiresAtMs?: number | undefined
}

export type CreateTenantRequest = InviteOwnerRequest & {
  readonly name: string
  readonly storageQuotaBytes?: number | null | undefined
}

/** The code with which its owner signs up is part of this answer and of no other. */
export type CreatedTenant = TenantRecord & { readonly invitation: CreatedInvitation }

/**
 * A tenant that nobody is in yet, with the invitation for its owner: how tenants begin where
 * signing up takes an invitation. Throws Forbidden unless a platform admin asks and where nobody
 * can sign up, InvalidInput for the address and the expiry, Conflict for an address that has an
 * account.
 */
export function createTenant(
  room: IdentityRoom,
  cmd: Command,
  request: CreateTenantRequest,
): Promise<CreatedTenant> {
  const { principal, requestId, spoken } = cmd
  requirePlatformAdmin(principal)
  requireSignupPossible(room)
  const createdAt = room.clock.nowMs()
  const { name, storageQuotaBytes = null } = request
  return cmd.write((tx) => {
    const tenantId = newId('tnt', createdAt)
    const { region } = room.settings
    insertTenant(tx, { tenantId, name, region, plan: 'free', createdAt, storageQuotaBytes })
    room.welcome?.(tx, tenantId)
    recordDeed(tx, cmd, {
      atMs: createdAt,
      tenantId,
      action: 'tenant.created',
      subject: { type: 'tenant', id: tenantId },
      details: { storage_quota_bytes: storageQuotaBytes },
    })
    const inviting = { principal, tenantId, request, requestId, spoken }
    const invitation = inviteOwnerInto(room, tx, inviting)
    return { ...getTenantRecord(room, tx, tenantId), invitation }
  })
}

/**
 * Another invitation for the owner of a tenant that nobody has joined, in place of those before.
 * Throws like createTenant, NotFound, and Conflict once somebody is in it, who can invite others.
 */
export function inviteOwner(
  room: IdentityRoom,
  cmd: Command,
  { tenantId, ...request }: InviteOwnerRequest & { tenantId: TenantId },
): Promise<CreatedInvitation> {
  const { principal, requestId, spoken } = cmd
  requirePlatformAdmin(principal)
  requireSignupPossible(room)
  return cmd.write((tx) => {
    requireNobodyIn(tx, tenantId)
    revokeOpen(room, tx, { cmd, tenantId })
    return inviteOwnerInto(room, tx, { principal, tenantId, request, requestId, spoken })
  })
}

/**
 * Nobody becomes the owner by an invitation of before. Twice is the same as once. Throws Forbidden
 * unless a platform admin asks, NotFound, and Conflict once somebody is in it.
 */
export function revokeOwnerInvitations(
  room: IdentityRoom,
  cmd: Command,
  { tenantId }: { tenantId: TenantId },
): Promise<void> {
  requirePlatformAdmin(cmd.principal)
  return cmd.write((tx) => {
    requireNobodyIn(tx, tenantId)
    revokeOpen(room, tx, { cmd, tenantId })
  })
}

function requireNobodyIn(db: Db, tenantId: TenantId): void {
  getTenant(db, tenantId)
  if (countMembers(db, tenantId) === 0) return
  throw new Conflict({
    reason: 'has_members',
    message: 'Somebody is in this tenant: its owners invite the others.',
  })
}

type Revoking = { cmd: Command; tenantId: TenantId }

function revokeOpen({ clock }: IdentityRoom, tx: Tx, { cmd, tenantId }: Revoking): void {
  const atMs = clock.nowMs()
  for (const { invitationId } of listOpenInvitations(tx, { tenantId, nowMs: atMs })) {
    endInvitation(tx, cmd, { tenantId, invitationId, atMs })
  }
}

type Inviting = {
  principal: SessionPrincipal
  tenantId: TenantId
  request: InviteOwnerRequest
  requestId: Command['requestId']
  spoken: Command['spoken']
}

function inviteOwnerInto(room: IdentityRoom, tx: Tx, inviting: Inviting): CreatedInvitation {
  const { principal, tenantId, request, requestId, spoken } = inviting
  const email = request.ownerEmail === undefined ? null : normaliseEmail(request.ownerEmail)
  if (email !== null) requireFreeEmail(tx, email)
  return insertNewInvitation(room, tx, {
    by: principal,
    tenantId,
    roles: ['owner'],
    email,
    expiresAt: expiryOf(room, request),
    requestId,
    spoken,
  })
}
