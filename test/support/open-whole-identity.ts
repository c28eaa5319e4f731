// Identity with letters, passkeys and a provider: what they say is what a test tells them to say.
import type { OidcProvider } from '../../src/base/oidc-settings.ts'
import type { IdentityDeps, Principal } from '../../src/domain/identity/index.ts'
import type {
  PasskeyChecks,
  SsoClient,
  SsoLogin,
  SsoLogout,
  SsoRefreshed,
} from '../../src/domain/identity/ports.ts'
import { goodPassword, openTestIdentity, type TestIdentity } from './open-test-identity.ts'

export const place = { kind: 'bearer', address: '127.0.0.1', userAgent: 'a program' } as const
export const passkeyPlace = { id: 'market.example', origin: 'https://market.example' }

type Letter = { kind: string; email: string; code?: string } & Record<string, unknown>

/** What the provider says when it is asked. */
type Said = { login: SsoLogin; refreshed: SsoRefreshed; logout: SsoLogout }

export type WholeIdentity = TestIdentity & {
  letters: Letter[]
  said: Said
  /** How often a provider was asked whether a session goes on. */
  asked: { refresh: number }
  /** Somebody logs in at the provider `x`. */
  comeIn(claims: object, part?: Came): Promise<Awaited<ReturnType<TestIdentity['finishSignIn']>>>
  enter(email: string, part?: object): ReturnType<TestIdentity['logIn']>
  /** A platform admin with a session. */
  root(): Promise<Principal>
}

type Came = Partial<Omit<SsoLogin, 'claims'>> & { invitationCode?: string; replaces?: never }

export const provider: OidcProvider = {
  id: 'x',
  name: 'Example SSO',
  issuer: 'https://sso.example',
  clientId: 'kontor',
  clientSecret: undefined,
  scopes: [],
  claims: { email: 'email', emailVerified: 'email_verified', name: 'name', groups: 'groups' },
  trustEmail: true,
  emailDomains: [],
  join: 'verified_email',
  tenant: undefined,
  tenants: {},
  roles: undefined,
  defaultRoles: ['viewer'],
  platformAdmins: undefined,
  allowedGroups: undefined,
  passwordOffFor: [],
  requiredAmr: [],
  requiredAcr: [],
  secondFactorAmr: [],
  secondFactorAcr: [],
  prompt: undefined,
  afterLogout: undefined,
}

/** A passkey is good when it repeats the question. */
const passkeys: PasskeyChecks = {
  async registration({ answer, challenge }) {
    if (answer.response.challenge !== challenge) return undefined
    const credentialId = Buffer.from(answer.id, 'base64url')
    const publicKey = Buffer.from('public')
    return { credentialId, publicKey, signCount: 0, transports: ['usb'], backedUp: true }
  },
  async assertion({ answer, challenge }) {
    if (answer.response.challenge !== challenge) return undefined
    return { signCount: Number(answer.response.count ?? 0), backedUp: false }
  },
}

export function openWholeIdentity(part: Partial<IdentityDeps> = {}): WholeIdentity {
  const letters: Letter[] = []
  const write = (kind: string) => (_tx: unknown, letter: { email: string }) =>
    void letters.push({ kind, ...letter })
  const said = { login: loginOf({}), refreshed: { outcome: 'unknown' } } as Said
  const asked = { refresh: 0 }
  const client: SsoClient = {
    begin: async (_provider, { state, isAgain }) => `${state} ${isAgain}`,
    finish: async () => said.login,
    refresh: async () => {
      asked.refresh += 1
      return said.refreshed
    },
    readLogout: async () => said.logout,
    logOutAt: async (_provider, { idToken, returnTo }) => `${idToken} ${returnTo}`,
  }
  const room = openTestIdentity({
    letters: {
      isSet: () => true,
      invitation: write('invitation'),
      reset: write('reset'),
      verification: write('verification'),
      moved: write('moved'),
    },
    passkeys,
    sso: { providers: [provider], client, refreshMs: 3_600_000 },
    passwordCost: { logN: 4, r: 8, p: 1 },
    ...part,
  })
  const providers = part.sso?.providers
  const [first = provider] = providers ?? []
  if (part.sso) Object.assign(part.sso.client, client)
  const enter = (email: string, more: object = {}) =>
    room.logIn(room.anonymous(), { email, password: goodPassword, ...more })
  return Object.assign(room, {
    letters,
    said,
    asked,
    enter,
    async root() {
      await room.seedPlatformAdmin({ email: 'root@x.eu', password: goodPassword })
      const { sessionToken } = await enter('root@x.eu')
      return room.principalOfToken(sessionToken) as Principal
    },
    async comeIn(claims: object, { invitationCode, replaces, ...came }: Came = {}) {
      said.login = { ...loginOf(claims), ...came }
      const begun = await room.beginSignIn(room.anonymous(), {
        providerId: first.id,
        redirectUri: 'https://market.example/back',
        returnTo: '/console/',
        browserToken: undefined,
        invitationCode,
        replaces,
      })
      return room.finishSignIn(room.anonymous(), {
        providerId: first.id,
        state: begun.url.split(' ')[0] as string,
        browserToken: begun.browserToken,
        answer: new URL('https://market.example/back'),
        place,
        passkeys: passkeyPlace,
      })
    },
  })
}

function loginOf(claims: object): SsoLogin {
  return {
    issuer: provider.issuer,
    subject: 'ada-1',
    sid: undefined,
    claims: { ...claims },
    idToken: 'an id token',
    refreshToken: undefined,
  }
}
