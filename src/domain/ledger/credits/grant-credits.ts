import { InvalidInput } from '../../../base/errors.ts'
import type { RequestId, TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import { type AuditActor, recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { actorOf, requirePlatformAdmin } from '../../identity/index.ts'
import { granted, spendable, welcomed } from '../books/account.ts'
import { post } from '../books/post.ts'
import { grantMaxCredits, grantMinCredits } from '../limits.ts'
import type { PlanOf } from '../room.ts'
import { creditsOf } from './credits.ts'

export type GrantRequest = { tenantId: TenantId; credits: number; reason: string }

export type CreditGrant = {
  tenantId: TenantId
  transferId: string
  credits: Cents
  availableCredits: Cents
  reason: string
  grantedAtMs: number
}

type Known = { planOf: PlanOf; nowMs: number }

/**
 * Gives a tenant credits, recorded in the audit log. Throws Forbidden unless a platform admin
 * asks, NotFound for an unknown tenant, InvalidInput for an amount outside 1..10^9.
 */
export async function grantCredits(
  cmd: Command,
  request: GrantRequest,
  known: Known,
): Promise<CreditGrant> {
  const { principal, requestId } = cmd
  requirePlatformAdmin(principal)
  const actor = actorOf(principal)
  return cmd.write((tx) => grant(tx, request, { ...known, actor, requestId }))
}

/** The same for whoever holds the data folder: the command line. */
export function grantCreditsAsOperator(
  cmd: AnonymousCommand,
  request: GrantRequest,
  known: Known,
): Promise<CreditGrant> {
  const actor = { type: 'operator' as const, id: null }
  const { requestId } = cmd
  return cmd.write((tx) => grant(tx, request, { ...known, actor, requestId }))
}

/** What a new tenant starts with; once, whatever calls it again. Nothing when it is 0. */
export function grantWelcome(
  tx: Tx,
  welcome: { tenantId: TenantId; credits: Cents; nowMs: number },
): void {
  const { tenantId, credits, nowMs } = welcome
  if (credits === 0) return
  const transferId = `welcome:${tenantId}`
  post(tx, {
    transferId,
    groupId: transferId,
    debit: welcomed,
    credit: spendable(tenantId),
    amountMinor: credits,
    code: 'welcome',
    ref: tenantId,
    atMs: nowMs,
  })
}

function grant(
  tx: Tx,
  { tenantId, credits, reason }: GrantRequest,
  context: Known & { actor: AuditActor; requestId: RequestId },
): CreditGrant {
  const { planOf, nowMs, actor, requestId } = context
  requireAmount(credits)
  // Asked only for its refusal: credits for a tenant that does not exist could never be spent.
  planOf(tx, tenantId)
  // One request grants once: its id is the server's own and never comes again.
  const transferId = `grant:${requestId}`
  post(tx, {
    transferId,
    groupId: transferId,
    debit: granted,
    credit: spendable(tenantId),
    amountMinor: credits,
    code: 'grant',
    ref: tenantId,
    atMs: nowMs,
  })
  recordAudit(tx, {
    atMs: nowMs,
    tenantId,
    actor,
    action: 'credits.granted',
    subject: { type: 'tenant', id: tenantId },
    details: { credits, reason, transferId },
    requestId,
  })
  const availableCredits = creditsOf(tx, tenantId)
  return {
    tenantId,
    transferId,
    credits: cents(credits),
    availableCredits,
    reason,
    grantedAtMs: nowMs,
  }
}

function requireAmount(credits: number): void {
  if (Number.isSafeInteger(credits) && credits >= grantMinCredits && credits <= grantMaxCredits) {
    return
  }
  throw new InvalidInput({
    field: 'credits',
    reason: 'out_of_range',
    message: `credits must be a whole number from ${grantMinCredits} to ${grantMaxCredits}.`,
  })
}
