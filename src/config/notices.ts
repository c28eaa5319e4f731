import { isAlmost } from '../base/almost.ts'
import { environmentName } from './names.ts'

type Environment = Readonly<Record<string, string | undefined>>

type Halves = {
  llmUrl?: string | undefined
  llmModel?: string | undefined
  adminEmail?: string | undefined
  adminPassword?: string | undefined
  adminPasswordFile?: string | undefined
}

/** What is set and does nothing. The server runs without it, so it is told and not refused. */
export function noticesOf(
  values: Halves,
  { environment, names }: { environment: Environment; names: readonly string[] },
): readonly string[] {
  const known = names.map(environmentName)
  return [...strangeNames(environment, known).map((one) => told(one, known)), ...halvesIn(values)]
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

function idle({ name, without }: { name: string; without: string }): string[] {
  return [`${name} does nothing without ${without}.`]
}
