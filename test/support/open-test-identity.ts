import { type DatasetId, newId } from '../../src/base/ids.ts'
import { secretsFrom } from '../../src/base/secrets.ts'
import type { AnonymousCommand, Command } from '../../src/domain/command.ts'
import {
  type CreatedApiKey,
  type Identity,
  type IdentityDeps,
  openIdentity,
  type Principal,
} from '../../src/domain/identity/index.ts'
import { openTestStore, type TestStore } from './open-test-store.ts'

export const goodPassword = 'a violin in the attic'

export type TestIdentity = Identity & {
  store: TestStore
  /** Datasets that tenants may know; others do not exist. */
  datasets: Set<DatasetId>
  /** A signed-up owner. */
  owner(email?: string): Promise<Principal>
  /** The principal of a new key that `maker` makes. */
  keyOf(maker: Principal, part?: Partial<Parameters<Identity['createApiKey']>[1]>): Promise<KeyHeld>
  /** A command of this principal. */
  as(principal: Principal): Command
  anonymous(): AnonymousCommand
  audited(): { action: string; subjectId: string; actorType: string; details: string }[]
  [Symbol.dispose](): void
}

export type KeyHeld = { key: CreatedApiKey; principal: Principal }

/** Identity alone on a real store, with cheap passwords: `using room = openTestIdentity()`. */
export function openTestIdentity(part: Partial<IdentityDeps> = {}): TestIdentity {
  const store = openTestStore()
  const datasets = new Set<DatasetId>()
  const identity = openIdentity({
    store,
    clock: store.clock,
    secrets: secretsFrom(Buffer.alloc(32, 7)),
    settings: {
      signup: 'open',
      region: 'eu-central',
      searchRatePerMinute: 120,
      storageQuotaBytes: 0,
      sessionIdleMs: 12 * 3_600_000,
    },
    knowsDataset: (_db, _principal, id) => datasets.has(id),
    passwordCost: { logN: 10, r: 8, p: 1 },
    ...part,
  })
  const anonymous = () => ({
    requestId: newId('req', store.clock.nowMs()),
    write: store.write,
  })
  const as = (principal: Principal) => ({ ...anonymous(), principal })
  return {
    ...identity,
    store,
    datasets,
    anonymous,
    as,
    async owner(email = 'owner@example.eu') {
      const { sessionToken } = await identity.signUp(anonymous(), accountOf(email))
      return identity.principalOfToken(sessionToken) as Principal
    },
    async keyOf(maker, asked = {}) {
      const key = await identity.createApiKey(as(maker), { name: 'a key', ...asked })
      return { key, principal: identity.principalOfKey(key.key) as Principal }
    },
    audited: () =>
      store.raw
        .prepare(
          `SELECT action, subject_id AS subjectId, actor_type AS actorType, details
           FROM audit_event ORDER BY audit_no`,
        )
        .all() as ReturnType<TestIdentity['audited']>,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

export function accountOf(email: string) {
  return { email, password: goodPassword, displayName: 'Ada', tenantName: 'Ada and sons' }
}

/** What a promise or function was refused with: name and telling fields of the error. */
export async function refusalOf(attempt: () => unknown): Promise<string> {
  try {
    await attempt()
  } catch (error) {
    const { name, field, reason } = error as Error & { field?: string; reason?: string }
    return [name, field, reason].filter(Boolean).join(' ')
  }
  return 'not refused'
}
