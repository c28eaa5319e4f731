import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import type { AcmeSettings } from './base/acme-settings.ts'
import type { OidcProvider } from './base/oidc-settings.ts'
import { type BlobStores, blobStoresOf, keysOfAws } from './config/blobs.ts'
import { acmeOf, addressOf } from './config/certificates.ts'
import { configFileIn, settingsInFile } from './config/config-file.ts'
import { type EnginePlace, enginePlaceOf } from './config/engine.ts'
import { type LeaseSettings, leaseOf } from './config/lease.ts'
import { refuseHalfPayer, refuseHalfTill } from './config/money.ts'
import { environmentName, isLoopback, kebab } from './config/names.ts'
import { noticesOf } from './config/notices.ts'
import { oidcOf, withoutSecret } from './config/oidc.ts'
import { type Origin, originsOf } from './config/origins.ts'
import { inWords } from './config/rules.ts'
import { refuseOpenNodes } from './config/search-nodes.ts'
import { settings } from './config/settings.ts'
import { refuseHalfChain } from './config/wallet.ts'

type Settings = typeof settings
export type SettingName = keyof Settings
type Plain = { [K in SettingName]: z.output<Settings[K]['rule']> }

/** Their defaults depend on where the server stands. */
type WithDefaultOfPlace =
  | 'localDeposits'
  | 'signup'
  | 'welcomeCredits'
  | 'loginAttemptsPerAddress'
  | 'signupsPerHour'

export type Config = Readonly<
  Omit<Plain, WithDefaultOfPlace> & {
    localDeposits: 'open' | 'admin'
    signup: 'open' | 'invite' | 'closed'
    welcomeCredits: number
    loginAttemptsPerAddress: number
    signupsPerHour: number
    /** How certificates are got; undefined: not by ACME. */
    acme: AcmeSettings | undefined
    /** Where files lie, in the order in which they are looked for. */
    blobStores: BlobStores
    /** A search engine of others; undefined: the embedded one is all there is. */
    enginePlace: EnginePlace | undefined
    /** By what this server knows that no other writes; undefined: there is but one machine. */
    leasing: LeaseSettings | undefined
    /** What the file of sign-in providers says. */
    oidc: readonly OidcProvider[]
    /** Whether it listens on this machine alone. */
    loopback: boolean
    /** Who can reach the server, itself or through a proxy: it decides some of the defaults. */
    reach: Reach
    /** Where each setting was read. */
    origins: Readonly<Record<string, Origin>>
    /** For people: what was set and does nothing. */
    notices: readonly string[]
  }
>

export type Reach = {
  readonly who: 'this machine' | 'others'
  /** For people: the setting that says so. */
  readonly because: string
}

/** A setting that cannot be used; the message names it and says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type ConfigSources = {
  /** The data folder where none is named, instead of that of a server. */
  usualFolder?: string | undefined
  flags?: Readonly<Record<string, unknown>>
  environment?: Readonly<Record<string, string | undefined>>
}

/** On this machine alone everybody has one address, and it is the operator's. */
const notLimited = 1_000_000

/**
 * Reads, checks and freezes the configuration. Order: flag, environment, `kontor.json` in the data
 * folder, default. Nobody else reads the environment. Throws ConfigError.
 */
export function readConfig(sources: ConfigSources): Config {
  const {
    flags = {},
    environment = {},
    usualFolder = settings.dataDir.rule.parse(undefined),
  } = sources
  const asked = { environment: fromEnvironment(environment), flag: withoutUndefined(flags) }
  const given = { ...asked.environment, ...asked.flag }
  const dataDir = String(given.dataDir ?? usualFolder)
  const file = fromFile(dataDir)
  const names = Object.keys(settings)
  const origins = originsOf(names, { ...asked, file })
  const own = { dataDir, ...file, ...given }
  const written = { ...keysOfAws(environment, own), ...own }
  const checked = check(written, { origins, dataDir })
  const acme = acmeOf(checked, refuseSetting)
  const values = { ...checked, baseUrl: checked.baseUrl ?? (acme && addressOf(acme, checked.port)) }
  const loopback = isLoopback(values.host)
  const reach = reachOf(values)
  const alone = reach.who === 'this machine'
  refuseUnsafe(values, loopback)
  refuseHalfTill(values, refuseSetting)
  refuseHalfPayer(values, refuseSetting)
  refuseHalfChain(values, refuseSetting)
  refuseOpenNodes(values, refuseSetting)
  return Object.freeze({
    ...values,
    acme,
    blobStores: blobStoresOf(values, refuseSetting),
    enginePlace: enginePlaceOf(values, refuseSetting),
    leasing: leaseOf(values, refuseSetting),
    oidc: oidcOf(values, refuseSetting),
    adminPassword: values.adminPassword ?? passwordFrom(values.adminPasswordFile),
    loopback,
    reach,
    origins,
    notices: noticesOf(values, { environment, names }),
    localDeposits: values.localDeposits ?? (alone ? 'open' : 'admin'),
    signup: values.signup ?? (alone ? 'open' : 'invite'),
    welcomeCredits: values.welcomeCredits ?? (alone ? 500 : 0),
    loginAttemptsPerAddress: values.loginAttemptsPerAddress ?? (alone ? notLimited : 50),
    signupsPerHour: values.signupsPerHour ?? (alone ? notLimited : 20),
  })
}

/** Behind a proxy on this machine the callers are others, whatever address is listened on. */
function reachOf({ host, baseUrl, trustedProxies }: Plain): Reach {
  const others = (because: string): Reach => ({ who: 'others', because })
  if (!isLoopback(host)) return others(`KONTOR_HOST is ${host}`)
  if (trustedProxies.length > 0) return others('KONTOR_TRUSTED_PROXIES names a proxy')
  if (baseUrl !== undefined && !isLoopback(new URL(baseUrl).hostname)) {
    return others(`KONTOR_BASE_URL is ${baseUrl}`)
  }
  return { who: 'this machine', because: `it listens on ${host} and no setting names a proxy` }
}

/** Flag, environment name and help of every setting, for `--help` and the manual. */
export function describeSettings(): readonly SettingDescription[] {
  // Each command line asks several times, and what is a yes or no is found by trying.
  described ??= describe()
  return described
}

let described: readonly SettingDescription[] | undefined
type SettingDescription = ReturnType<typeof describe>[number]

function describe() {
  return (Object.keys(settings) as SettingName[]).map((name) => ({
    name,
    flag: `--${kebab(name)}`,
    environment: environmentName(name),
    help: settings[name].help,
    secret: 'secret' in settings[name],
    boolean: isTruth(name),
    default: defaultOf(name),
  }))
}

/** Every secret that was given, as it was written. */
export function secretsIn(
  config: Config,
  environment: ConfigSources['environment'] = {},
): string[] {
  const names = describeSettings().filter(({ secret }) => secret)
  const given = names.flatMap(({ name, environment: variable }) => [
    config[name],
    environment[variable],
  ])
  const ofProviders = config.oidc.map(({ clientSecret }) => clientSecret)
  return [...new Set([...given, ...ofProviders].filter((value) => typeof value === 'string'))]
}

/** The configuration as it may be shown: secrets masked, and what was made of them left out. */
export function maskedConfig(config: Config): Record<string, unknown> {
  const names = Object.keys(settings) as SettingName[]
  const entries = names.map((name) => {
    const value = config[name]
    return [name, 'secret' in settings[name] && value !== undefined ? '***' : value]
  })
  const { loopback, reach, oidc } = config
  return { ...Object.fromEntries(entries), oidc: oidc.map(withoutSecret), loopback, reach }
}

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>) {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(settings) as SettingName[]) {
    const value = environment[environmentName(name)]
    if (value !== undefined && value !== '') found[name] = value
  }
  return found
}

function fromFile(dataDir: string): Record<string, unknown> {
  const isSetting = (name: string) => name in settings
  return settingsInFile(dataDir, { isSetting, refuse: refuseSetting })
}

type Read = { origins: Config['origins']; dataDir: string }

function check(asked: Record<string, unknown>, { origins, dataDir }: Read): Plain {
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(settings) as SettingName[]) {
    const result = settings[name].rule.safeParse(asked[name], { error: inWords })
    if (!result.success) {
      const rule = result.error.issues[0]?.message ?? 'not valid'
      const shown = 'secret' in settings[name] ? '(secret)' : shownOf(asked[name])
      const isInFile = origins[name] === 'file'
      const place = isInFile ? `${name} in ${configFileIn(dataDir)}` : `flag --${kebab(name)}`
      throw new ConfigError(`${environmentName(name)} (${place}) cannot be ${shown}: ${rule}.`)
    }
    values[name] = result.data
  }
  return values as Plain
}

/** What was refused, without the password of an address that has one. */
function shownOf(value: unknown): string | undefined {
  return JSON.stringify(value)?.replaceAll(/\/\/[^/@\s"]+@/g, '//***@')
}

/** Spec 1: all traffic is HTTPS. Plain HTTP stays on this machine unless the operator insists. */
function refuseUnsafe(values: Plain, loopback: boolean) {
  if ((values.tlsCertFile === undefined) !== (values.tlsKeyFile === undefined)) {
    throw new ConfigError('KONTOR_TLS_CERT_FILE and KONTOR_TLS_KEY_FILE go together.')
  }
  const isOwn = values.tlsCertFile !== undefined || values.acmeEmail !== undefined
  const secure = isOwn || values.baseUrl?.startsWith('https://')
  if (loopback || secure || values.insecureHttp) return
  throw new ConfigError(
    `KONTOR_HOST ${values.host} is reachable from other machines, and this would be plain HTTP. ` +
      'Set KONTOR_TLS_CERT_FILE and KONTOR_TLS_KEY_FILE, or KONTOR_ACME_EMAIL, or an https ' +
      'KONTOR_BASE_URL (a proxy that ends TLS), or insist with --insecure-http.',
  )
}

function refuseSetting(why: string): never {
  throw new ConfigError(why)
}

function passwordFrom(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`KONTOR_ADMIN_PASSWORD_FILE ${file} cannot be read (${code}).`)
  }
}

function isTruth(name: SettingName): boolean {
  return (settings[name].rule as z.ZodType).safeParse(true).success
}

function defaultOf(name: SettingName): unknown {
  const result = (settings[name].rule as z.ZodType).safeParse(undefined)
  return result.success ? result.data : undefined
}

function withoutUndefined(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
}
