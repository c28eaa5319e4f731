import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { isId } from '../base/ids.ts'
import type { OidcProvider } from '../base/oidc-settings.ts'
import { jsonIn } from './json-file.ts'
import { line, whole } from './rules.ts'

/** Single sign-on (OpenID Connect). The providers are a list of records: a file of their own. */
export const oidcSettings = {
  oidcProvidersFile: {
    rule: line.optional(),
    help: 'JSON file of the OpenID Connect providers that people may log in by',
  },
  oidcRefreshMinutes: {
    rule: whole(1, 10_080).default(60),
    help: 'minutes after which such a provider is asked whether a session goes on',
  },
} as const

const roles = ['owner', 'admin', 'seller_manager', 'buyer_manager', 'operator', 'viewer'] as const
const role = z.enum(roles, `must be one of ${roles.join(', ')}`)
const oneOrMore = z.array(line, 'must be a list of texts').min(1, 'must name at least one')
const domains = z
  .array(z.string().regex(/^[^\s@/]+\.[^\s@/]+$/, 'must be domains like example.eu'))
  .transform((given) => given.map((domain) => domain.toLowerCase()))
const tenant = z.custom<`tnt_${string}`>(
  (value) => typeof value === 'string' && isId('tnt', value),
  'must be the id of a tenant: tnt_…',
)

const Provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be small letters, digits and hyphens'),
  name: z.string().min(1).max(60).optional(),
  issuer: z.string().superRefine((value, { addIssue }) => {
    const wrong = wrongIssuer(value)
    if (wrong !== undefined) addIssue(wrong)
  }),
  clientId: line,
  clientSecret: line.optional(),
  clientSecretFile: line.optional(),
  scopes: oneOrMore.default(['openid', 'email', 'profile']),
  claims: z
    .strictObject({
      email: line.default('email'),
      emailVerified: line.default('email_verified'),
      name: line.default('name'),
      groups: line.default('groups'),
    })
    .prefault({}),
  trustEmail: z.boolean().default(false),
  emailDomains: domains.default([]),
  join: z.enum(['verified_email', 'invitation', 'create']),
  tenant: tenant.optional(),
  tenants: z.record(line, tenant).default({}),
  roles: z.record(line, z.array(role).min(1, 'must name a role')).optional(),
  defaultRoles: z.array(role).min(1, 'must name a role').default(['viewer']),
  platformAdmins: oneOrMore.optional(),
  allowedGroups: oneOrMore.optional(),
  passwordOffFor: domains.default([]),
  requiredAmr: z.array(line).default([]),
  requiredAcr: z.array(line).default([]),
  secondFactorAmr: z.array(line).default([]),
  secondFactorAcr: z.array(line).default([]),
  prompt: z.enum(['login', 'consent', 'select_account']).optional(),
  afterLogout: z
    .string()
    .regex(/^\/(?![/\\])/, 'must be a path of this server')
    .optional(),
})

const ProvidersFile = z.strictObject({ providers: z.array(Provider).max(20) })

type Given = { oidcProvidersFile?: string | undefined }
type Refuse = (why: string) => never

/** The providers of the file, each checked whole. What is wrong is named by provider and field. */
export function oidcOf({ oidcProvidersFile: file }: Given, refuse: Refuse): OidcProvider[] {
  if (file === undefined) return []
  const where = `KONTOR_OIDC_PROVIDERS_FILE ${file}`
  const result = ProvidersFile.safeParse(jsonIn({ file, where }, refuse))
  if (!result.success) {
    const [issue] = result.error.issues
    return refuse(`${where}: ${fieldOf(issue?.path ?? [])} ${issue?.message ?? 'is not valid'}.`)
  }
  const seen = new Set<string>()
  return result.data.providers.map(({ clientSecretFile, ...given }) => {
    const named = (why: string) => refuse(`${where}: provider ${given.id}: ${why}.`)
    if (seen.has(given.id)) named('id must be there once')
    seen.add(given.id)
    refuseContradictions({ ...given, clientSecretFile }, named)
    const secret = clientSecretFile && secretIn(resolve(dirname(file), clientSecretFile), named)
    return {
      ...given,
      name: given.name ?? given.id,
      clientSecret: secret ?? given.clientSecret,
      tenant: given.tenant,
      roles: given.roles,
      platformAdmins: given.platformAdmins,
      allowedGroups: given.allowedGroups,
      prompt: given.prompt,
      afterLogout: given.afterLogout,
    }
  })
}

/** As it may be shown. */
export function withoutSecret(provider: OidcProvider): OidcProvider {
  const { clientSecret } = provider
  return { ...provider, clientSecret: clientSecret === undefined ? undefined : '***' }
}

type GivenProvider = z.output<typeof Provider>

/** What is right by itself and not together. */
function refuseContradictions(given: GivenProvider, refuse: Refuse): void {
  const { join, trustEmail, tenant: one, tenants, roles: mapped } = given
  const hasTenant = one !== undefined || Object.keys(tenants).length > 0
  if (!given.scopes.includes('openid')) refuse('scopes must have openid')
  if (join === 'verified_email' && !trustEmail) refuse('join verified_email needs trustEmail true')
  if (join === 'create' && !hasTenant) refuse('join create needs tenant or tenants')
  if (mapped !== undefined && !hasTenant) refuse('roles needs tenant or tenants')
  if (given.clientSecret !== undefined && given.clientSecretFile !== undefined) {
    refuse('clientSecret and clientSecretFile exclude one another')
  }
}

/** Undefined for what may be asked who somebody is. */
function wrongIssuer(value: string): string | undefined {
  if (!URL.canParse(value)) return 'must be an address like https://login.example.eu'
  const { protocol, hostname, pathname, search, hash } = new URL(value)
  const isHere = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) return 'must be https'
  if (search !== '' || hash !== '') return 'must have no query and no fragment'
  // There every organisation of the world logs in, each under an issuer of its own.
  const isOfAll = /^\/(common|organizations|consumers)(\/|$)/.test(pathname)
  if (hostname === 'login.microsoftonline.com' && isOfAll) {
    return 'must name one directory: https://login.microsoftonline.com/<tenant id>/v2.0'
  }
  return undefined
}

function secretIn(file: string, refuse: Refuse): string {
  let text = ''
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch {
    refuse(`clientSecretFile ${file} cannot be read`)
  }
  return text === '' ? refuse(`clientSecretFile ${file} is empty`) : text
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the file' : path.join('.')
}
