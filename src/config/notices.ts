import { isAlmost } from '../base/almost.ts'
import { environmentName } from './names.ts'

type Environment = Readonly<Record<string, string | undefined>>

type Halves = {
  llmUrl?: string | undefined
  llmModel?: string | undefined
  adminEmail?: string | undefined
  adminPassword?: string | undefined
  adminPasswordFile?: string | undefined
  s3AccessKey?: string | undefined
  blobs?: string | undefined
  blobsOld?: string | undefined
  lease?: string | undefined
  engine?: string | undefined
}

/** What is set and does nothing. The server runs without it, so it is told and not refused. */
export function noticesOf(
  values: Halves,
  { environment, names }: { environment: Environment; names: readonly string[] },
): readonly string[] {
  const known = names.map(environmentName)
  return [
    ...strangeNames(environment, known).map((one) => told(one, known)),
    ...halvesIn(values),
    ...endingKeys(environment, values),
  ]
}

/** What programs of ours read that are no settings: the command line, the single file, scripts. */
const ours =
  /^KONTOR_((SERVER|KEY|URL|CACHE_DIR|BEGUN_ANEW)$|(TEST|BENCH|ENGINES|NETWORK|SETUP)(_|$))/
/** What Kubernetes and Docker set for each service, here for one called kontor or kontor-web. */
const ofService = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/
const addressOfService = /^(tcp|udp|sctp):\/\//

/** Names that begin as those of settings do, and are none. */
function strangeNames(environment: Environment, known: readonly string[]): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const isMeant = name.startsWith('KONTOR_') && value !== undefined && value !== ''
    if (!isMeant || known.includes(name) || ours.test(name)) return []
    return ofService.test(name) || addressOfService.test(value) ? [] : [name]
  })
}

function told(name: string, known: readonly string[]): string {
  const alike = known.filter((one) => isAlmost({ known: one, typed: name }))
  if (alike.length === 0) return `${name} is no setting. kontor help settings shows them.`
  return `${name} is no setting: ${alike.join(' or ')}?`
}

function halvesIn(values: Halves): string[] {
  const { llmUrl, llmModel, adminEmail, adminPassword, adminPasswordFile } = values
  const password = adminPassword ?? adminPasswordFile
  const passwordName = `KONTOR_ADMIN_PASSWORD${adminPassword === undefined ? '_FILE' : ''}`
  return [
    ...(llmUrl && !llmModel ? idle({ name: 'KONTOR_LLM_URL', without: 'KONTOR_LLM_MODEL' }) : []),
    ...(llmModel && !llmUrl ? idle({ name: 'KONTOR_LLM_MODEL', without: 'KONTOR_LLM_URL' }) : []),
    ...(adminEmail && !password
      ? idle({ name: 'KONTOR_ADMIN_EMAIL', without: 'KONTOR_ADMIN_PASSWORD (or _FILE)' })
      : []),
    ...(password && !adminEmail ? idle({ name: passwordName, without: 'KONTOR_ADMIN_EMAIL' }) : []),
  ]
}

/** S3 takes such keys with their token alone, and for some hours. */
function endingKeys(environment: Environment, values: Halves): string[] {
  const { s3AccessKey: used, blobs, blobsOld, lease, engine } = values
  const isS3 = [blobs, blobsOld, lease, engine].some((place) => place?.includes('s3://'))
  const { AWS_SESSION_TOKEN: token, AWS_ACCESS_KEY_ID: ending } = environment
  if (!isS3 || !token || used === undefined || used !== ending?.trim()) return []
  return [
    'AWS_SESSION_TOKEN is not read: the keys of AWS_ACCESS_KEY_ID end and want it, so S3 will ' +
      'refuse them. Give keys that do not end in KONTOR_S3_ACCESS_KEY and KONTOR_S3_SECRET_KEY.',
  ]
}

function idle({ name, without }: { name: string; without: string }): string[] {
  return [`${name} does nothing without ${without}.`]
}
