import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf, readRingTimes, ringName } from '../../base/secret-ring.ts'
import type { Examination, Finding } from './finding.ts'

const hourMs = 3_600_000
const overlapMaxMs = 31 * 24 * hourMs

type Ring = NonNullable<ReturnType<typeof readRingTimes>>

/** Whether what the folder has sealed can be opened, by whom, and for how long yet. */
export function secretFindings(examination: Examination): Finding[] {
  const { dataDir, masterKey, previousMasterKey } = examination
  const own = keyInFolder(dataDir)
  const ring = ringOf(dataDir)
  if (ring === 'damaged') return [damagedRing(dataDir)]
  const isLost = own === undefined && masterKey === null && previousMasterKey === null
  if (isLost) return []
  const inUse = masterKey ?? own ?? ''
  return [
    ...overlapFindings(examination, ring),
    ...(inUse === unreadable ? [] : sealFindings({ ring, inUse, examination })),
    ...(masterKey === null || own === undefined ? [] : [keyBeside({ dataDir, own, ring })]),
  ]
}

function damagedRing(dataDir: string): Finding {
  return {
    check: 'secrets',
    level: 'error',
    message: `${join(dataDir, ringName)} cannot be read.`,
    remedy: 'Put it back out of a backup, with the secret.key beside it, before a start.',
  }
}

/** An overlap that did not end when it should have, or that will not for long. */
function overlapFindings({ nowMs }: Examination, ring: Ring | undefined): Finding[] {
  const ends = (ring?.generations ?? []).flatMap(({ accepted_until: until }) => until ?? [])
  const over = ends.filter((until) => nowMs - until > hourMs).length
  const far = ends.filter((until) => until - nowMs > overlapMaxMs).length
  return [
    ...(over === 0 ? [] : [`${over} secrets of before a rotation lie there after their overlap.`]),
    ...(far === 0 ? [] : [`${far} secrets of before a rotation are taken for more than a month.`]),
  ].map((message) => ({
    check: 'rotation',
    level: 'warning' as const,
    message,
    remedy: 'kontor secrets rotate --end-overlap ends it now; a server that runs does when due.',
  }))
}

type Sealed = { ring: Ring | undefined; inUse: string; examination: Examination }

/** Which master keys open the secrets, against those that are given. */
function sealFindings({ ring, inUse, examination }: Sealed): Finding[] {
  const { previousMasterKey, masterKey } = examination
  const seals = ring?.masterKeys ?? (previousMasterKey === null ? [inUse] : [previousMasterKey])
  const opens = seals.includes(inUse)
  if (opens && seals.length === 1) return []
  if (!opens) return [previousMasterKey && seals.includes(previousMasterKey) ? needed : locked]
  if (masterKey === null && previousMasterKey === null) return [cutShort]
  return [seals[0] === inUse ? twoKeys : outdated]
}

const locked: Finding = {
  check: 'secrets',
  level: 'error',
  message: `${ringName} opens with none of the master keys that are there.`,
  remedy:
    'Put the key back that was used last, or secret.key and secret.ring out of one backup; where ' +
    'the key is new, KONTOR_PREVIOUS_MASTER_KEY takes the one of before.',
}

const needed: Finding = {
  check: 'rotation',
  level: 'warning',
  message: 'What is sealed still needs the master key of before.',
  remedy: 'Start the server (or kontor secrets status) with both: it is sealed for the new one.',
}

const cutShort: Finding = {
  check: 'rotation',
  level: 'warning',
  message: 'A rotation of the secrets was cut short.',
  remedy: 'The next start of the server finishes it, and so does kontor secrets status.',
}

const twoKeys: Finding = {
  check: 'rotation',
  level: 'warning',
  message: 'Two master keys open the secrets: that in use, and the one of before.',
  remedy:
    'When nothing has the old one any more, start without KONTOR_PREVIOUS_MASTER_KEY. Then ' +
    'kontor secrets rotate: it makes secrets that the old one never opened.',
}

const outdated: Finding = {
  check: 'rotation',
  level: 'warning',
  message: 'The master key that is given here is on its way out: the secrets have a newer one.',
  remedy: 'Give that one as KONTOR_MASTER_KEY here, too, before the old one opens nothing.',
}

type Beside = { dataDir: string; own: string; ring: Ring | undefined }

function keyBeside({ dataDir, own, ring }: Beside): Finding {
  const file = join(dataDir, 'secret.key')
  const isUsed = ring?.masterKeys.includes(own) === true
  return {
    check: 'secrets',
    level: 'warning',
    message: `${file} lies beside a master key that comes from outside.`,
    remedy: isUsed
      ? 'Start without KONTOR_PREVIOUS_MASTER_KEY, then remove the file.'
      : 'If the folder was made with it, give it as KONTOR_PREVIOUS_MASTER_KEY once. Then remove ' +
        'the file.',
  }
}

const unreadable = 'unreadable'

/** Its fingerprint; undefined where there is none. */
function keyInFolder(dataDir: string): string | undefined {
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) return undefined
  try {
    return fingerprintOf(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex'))
  } catch {
    return unreadable
  }
}

function ringOf(dataDir: string): Ring | undefined | 'damaged' {
  try {
    return readRingTimes(dataDir)
  } catch {
    return 'damaged'
  }
}
