import { NotFound } from '../base/errors.ts'
import type { ApiKeyId } from '../base/ids.ts'
import type { Principal, Scope } from '../domain/identity/index.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { WorkKind } from '../domain/running.ts'

/** What is known of a request when it is asked whether it needs to be confirmed. */
export type ConfirmationAsked = {
  readonly rooms: Rooms
  readonly principal: Principal
  readonly params: unknown
  readonly body: unknown
}

type Rule = {
  /** Always, unless this says when. */
  readonly when?: { readonly says: string; isSo(asked: ConfirmationAsked): boolean }
}

const always: Rule = {}

const writingScopes: readonly Scope[] = ['datasets:write', 'objects:write', 'keys:write', 'admin:*']

const withWritingScopes = {
  says: `where scopes has one of ${writingScopes.join(', ')}`,
  isSo: ({ body }: ConfirmationAsked) => canWrite((body as { scopes?: readonly Scope[] }).scopes),
}

function canWrite(scopes: readonly Scope[] = []): boolean {
  return scopes.some((scope) => writingScopes.includes(scope))
}

/** The end of a key that can write keeps it from writing, as its scopes do. */
const withWritingScopesOrLater: Rule = {
  when: {
    says: `${withWritingScopes.says}, or a key that has one of them gets a later end`,
    isSo: (asked) => withWritingScopes.isSo(asked) || prolongsWriting(asked),
  },
}

function prolongsWriting({ rooms, principal, params, body }: ConfirmationAsked): boolean {
  const { scopes, expires_at: end } = body as PatchedKey
  if (scopes !== undefined || end === undefined) return false
  const { id } = params as { id: ApiKeyId }
  const key = orNone(() => rooms.identity.getApiKey(principal, id))
  if (!key || key.expiresAtMs === null || !canWrite(key.scopes)) return false
  return end === null || end > key.expiresAtMs
}

type PatchedKey = { scopes?: readonly Scope[]; expires_at?: number | null }

const ofOwnTenant: Rule = {
  when: {
    says: 'where the object is of the own tenant',
    isSo({ rooms, principal, params }) {
      const { tenant_id, object_id } = params as { tenant_id?: string; object_id: string }
      if (tenant_id !== undefined) return tenant_id === principal.tenantId
      return isOwn({ rooms, principal }, object_id)
    },
  },
}

const someOfOwnTenant: Rule = {
  when: {
    says: 'where one of the objects is of the own tenant',
    isSo({ rooms, principal, body }) {
      const { decisions } = body as { decisions: readonly { object_id: string }[] }
      return decisions.some(({ object_id }) => isOwn({ rooms, principal }, object_id))
    },
  },
}

function isOwn(
  { rooms, principal }: Pick<ConfirmationAsked, 'rooms' | 'principal'>,
  objectId: string,
): boolean {
  const found = orNone(() => rooms.review.detail(principal, { objectId }))
  return found?.object.tenantId === principal.tenantId
}

/** What is not there is nobody's: the room says so to whoever asks for it. */
function orNone<T>(get: () => T): T | undefined {
  try {
    return get()
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}

/** What changes money or what opens things, or takes something away. */
const harmfulWork: readonly WorkKind[] = [
  'gc',
  'settle',
  'secrets_rotate',
  'secrets_end_overlap',
  'clock_confirm',
]

const ofHarm: Rule = {
  when: {
    says: `where kind is one of ${harmfulWork.join(', ')}`,
    isSo: ({ body }) => harmfulWork.includes((body as { kind: WorkKind }).kind),
  },
}

/**
 * Every operation, by its id, before which somebody who is logged in shows again who it is: what
 * sends money away, what gives power, what opens a way in, and what hurts many.
 */
export const confirmations: Readonly<Record<string, Rule>> = {
  // Money that leaves
  setPayoutAccount: always,
  withdraw: always,
  addWallet: always,

  // Keys and secrets
  createApiKey: { when: withWritingScopes },
  patchApiKey: withWritingScopesOrLater,
  approveAuthorization: always,
  createWebhook: always,
  rotateWebhookSecret: always,

  // People of the tenant
  patchMember: always,
  removeMember: always,
  createInvitation: always,
  acceptInvitation: always,
  closeTenant: always,

  // Ways in
  changeEmail: always,
  beginTotp: always,
  removeTotp: always,
  renewRecoveryCodes: always,
  beginPasskey: always,
  removePasskey: always,

  // Reviewing what is one's own
  approveObject: ofOwnTenant,
  rejectObject: ofOwnTenant,
  approveStagedObject: ofOwnTenant,
  rejectStagedObject: ofOwnTenant,
  decideReviews: someOfOwnTenant,

  // Running the platform
  takeDownObject: always,
  suspendDataset: always,
  inviteOwner: always,
  suspendTenant: always,
  exportTenant: always,
  eraseTenant: always,
  createResetLink: always,
  endUserSessions: always,
  endUserSession: always,
  lockUser: always,
  eraseUser: always,
  changePlatformAdmin: always,
  resetSecondFactors: always,
  changePlan: always,
  grantCredits: always,
  createVouchers: always,
  revokeVoucher: always,
  changePayout: always,
  createPayoutBatch: always,
  payPayoutBatch: always,
  resolveDispute: always,
  refundCharge: always,
  startWork: ofHarm,
}

/** Whether this request does. */
export function needsConfirmation(routeId: string, asked: ConfirmationAsked): boolean {
  const rule = ruleOf(routeId)
  return rule !== undefined && (rule.when?.isSo(asked) ?? true)
}

/** The same for people, as a sentence of the document; undefined for what needs none. */
export function confirmationText(routeId: string): string | undefined {
  const rule = ruleOf(routeId)
  if (!rule) return undefined
  const when = rule.when ? ` ${rule.when.says}` : ''
  return (
    `Asks again who sits there${when}: 403 confirmation_required where that was not shown ` +
    'within ten minutes. See POST /v1/me/confirm.'
  )
}

function ruleOf(routeId: string): Rule | undefined {
  return Object.hasOwn(confirmations, routeId) ? confirmations[routeId] : undefined
}
