import { type Principal, requirePlatformAdmin } from '../identity/index.ts'
import type { Ability, AddressReport } from './ports.ts'
import { findStep } from './queries.ts'
import type { FirstHourRoom } from './room.ts'
import { samplesNow } from './samples.ts'

export const stepNames = [
  ...['administrator', 'second_factor', 'address', 'certificate', 'mail'],
  ...['backup', 'reviewer', 'samples', 'confinement', 'models'],
] as const
export type StepName =
  | 'administrator'
  | 'second_factor'
  | 'address'
  | 'certificate'
  | 'mail'
  | 'backup'
  | 'reviewer'
  | 'samples'
  | 'confinement'
  | 'models'

/** One thing to set up. `none`: it does not apply here, or is nobody's duty. */
export type Step = {
  readonly name: StepName
  readonly state: 'done' | 'open' | 'none'
  /** Why, in a word that stays. */
  readonly reason: string
  /** In the words of what was looked at; null where the reason says it all. */
  readonly detail: string | null
  /** Settings that are to be given, which no page can change. */
  readonly settings: readonly string[]
}

export type Checklist = {
  readonly steps: readonly Step[]
  readonly isOver: boolean
  readonly isAside: boolean
  readonly baseUrl: string | null
  readonly samplesDatasetId: string | null
  readonly address: (AddressReport & { readonly atMs: number }) | null
  readonly abilities: readonly Ability[]
}

/** How far the setting up is, as things stand now. Throws Forbidden. */
export async function readChecklist(room: FirstHourRoom, principal: Principal): Promise<Checklist> {
  requirePlatformAdmin(principal)
  const { store, house } = room
  const abilities = await house.abilities()
  const row = findStep(store.db, 'address')
  const report = row && (row.said as AddressReport)
  const address =
    report && row && report.url === house.baseUrl ? { ...report, atMs: row.atMs } : null
  const samples = samplesNow(room)
  const steps = [
    step('administrator', 'done', 'there'),
    secondFactorOf(room, principal),
    addressOf(room, address),
    certificateOf(room, address),
    mailOf(room),
    backupOf(room),
    reviewerOf(room, principal),
    samples ? step('samples', 'done', 'there') : step('samples', 'none', 'not_there'),
    confinementOf(abilities),
    modelsOf(abilities),
  ]
  return {
    steps,
    isOver: steps.every(({ state }) => state !== 'open'),
    isAside: findStep(store.db, 'aside')?.ok === true,
    baseUrl: house.baseUrl,
    samplesDatasetId: samples ?? null,
    address,
    abilities,
  }
}

type More = { detail?: string | null; settings?: readonly string[] }
type Said = Omit<Step, 'name' | 'state'>['reason']

function step(
  name: StepName,
  state: Step['state'],
  reason: Said,
  { detail = null, settings = [] }: More = {},
): Step {
  return { name, state, reason, detail, settings }
}

function secondFactorOf({ identity }: FirstHourRoom, principal: Principal): Step {
  const { totp, passkeys } = identity.listFactors(principal)
  const has = totp !== null || passkeys.length > 0
  return step('second_factor', has ? 'done' : 'open', has ? 'there' : 'missing')
}

type Looked = Checklist['address']

function addressOf({ house }: FirstHourRoom, looked: Looked): Step {
  const settings = ['KONTOR_BASE_URL']
  if (house.baseUrl === null) {
    // Whoever is alone with it comes by the address that it prints.
    return house.isReachable
      ? step('address', 'open', 'not_set', { settings })
      : step('address', 'none', 'this_machine', { settings })
  }
  if (looked === null) return step('address', 'open', 'not_checked')
  const wrong = looked.findings.filter(({ level }) => level === 'error')
  if (wrong.length === 0) return step('address', 'done', 'answers')
  return step('address', 'open', 'wrong', { detail: wrong[0]?.message ?? null })
}

const certificateDaysMin = 14
const dayMs = 86_400_000

function certificateOf({ house, clock }: FirstHourRoom, looked: Looked): Step {
  const settings = ['KONTOR_ACME_EMAIL', 'KONTOR_TLS_CERT_FILE', 'KONTOR_TLS_KEY_FILE']
  if (house.baseUrl === null && !house.isReachable) {
    return step('certificate', 'none', 'this_machine')
  }
  if (!house.baseUrl?.startsWith('https://')) {
    return step('certificate', 'open', 'plain_http', { settings })
  }
  if (looked === null) return step('certificate', 'open', 'not_checked')
  const { certificate } = looked
  if (certificate === null) return step('certificate', 'open', 'no_answer')
  if (!certificate.isTrusted) {
    return step('certificate', 'open', 'not_trusted', { detail: certificate.trouble, settings })
  }
  const isEnding = certificate.endMs - clock.nowMs() < certificateDaysMin * dayMs
  return step('certificate', isEnding ? 'open' : 'done', isEnding ? 'ends_soon' : 'valid')
}

function mailOf({ house, store }: FirstHourRoom): Step {
  if (!house.hasMail) {
    return step('mail', 'open', 'not_set', { settings: ['KONTOR_SMTP_URL', 'KONTOR_SMTP_FROM'] })
  }
  const tried = findStep(store.db, 'mail')
  if (!tried) return step('mail', 'open', 'not_tried')
  return step('mail', tried.ok ? 'done' : 'open', tried.ok ? 'taken' : 'not_taken')
}

function backupOf({ house }: FirstHourRoom): Step {
  const { folder, lastMadeMs, isVerified } = house.backups()
  if (folder === null) return step('backup', 'open', 'not_set', { settings: ['KONTOR_BACKUP_DIR'] })
  if (lastMadeMs === null) return step('backup', 'open', 'none_made')
  return step('backup', isVerified ? 'done' : 'open', isVerified ? 'verified' : 'not_verified')
}

/** Somebody besides who asks: nobody should have to judge their own uploads alone. */
function reviewerOf({ identity }: FirstHourRoom, principal: Principal): Step {
  const { total } = identity.pageOfPeople(principal, { isPlatformAdmin: true, limit: 1 })
  return step('reviewer', total > 1 ? 'done' : 'open', total > 1 ? 'there' : 'alone')
}

function confinementOf(abilities: readonly Ability[]): Step {
  const found = abilities.find(({ name }) => name === 'confinement')
  if (found?.state === 'ready') return step('confinement', 'done', 'there')
  return step('confinement', 'open', 'missing', { detail: found?.remedy ?? found?.detail ?? null })
}

/** Without them nothing is broken: searches go by words, and recordings are not read. */
function modelsOf(abilities: readonly Ability[]): Step {
  const broken = abilities.find(({ name, state }) => name !== 'confinement' && state === 'broken')
  if (broken) {
    return step('models', 'open', 'broken', { detail: `${broken.name}: ${broken.detail}` })
  }
  const embedder = abilities.find(({ name }) => name === 'embedder')
  return embedder?.state === 'ready'
    ? step('models', 'done', 'there', { detail: embedder.detail })
    : step('models', 'none', 'off', { detail: embedder?.detail ?? null })
}
