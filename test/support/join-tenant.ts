import type { Principal, Role } from '../../src/domain/identity/index.ts'
import { accountOf, type TestIdentity } from './open-test-identity.ts'

/** Somebody who was invited into the maker's tenant and signed up. */
export async function joined(
  room: TestIdentity,
  maker: Principal,
  { email, roles }: { email: string; roles: readonly Role[] },
): Promise<Principal> {
  const { code } = await room.invite(room.as(maker), { roles })
  const account = { ...accountOf(email), invitationCode: code }
  const { sessionToken } = await room.signUp(room.anonymous(), account)
  return room.principalOfToken(sessionToken) as Principal
}
