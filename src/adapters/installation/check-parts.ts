import { join } from 'node:path'
import { markerName } from '../../base/installation.ts'
import { ringName } from '../../base/secret-ring.ts'
import { anchorName } from '../anchor-file.ts'
import type { FoundParts } from './find-parts.ts'

/** A part of a data folder that is not there, or is not this installation's. */
export type PartProblem = { part: string; message: string; remedy: string }

/** `hasKey`: whether a master key comes from outside. */
type Given = { dataDir: string; hasKey: boolean }

/** Parts that the folder had and has no more. */
export function missingParts(found: FoundParts, { dataDir, hasKey }: Given): PartProblem[] {
  const { marker, database, ring, anchor } = found
  const had = typeof marker === 'object' ? marker.parts : []
  const lacks = (part: string) => ({ part, message: `${join(dataDir, part)} is missing.` })
  const problems: PartProblem[] = []
  if (!database?.isUsed) problems.push({ ...lacks('kontor.db'), remedy: remedies.database })
  if (!found.hasKey && !hasKey) {
    const key = join(dataDir, 'secret.key')
    const message = `${key} is missing, and no master key comes from outside.`
    problems.push({ part: 'secret.key', message, remedy: remedies.key })
  }
  if (!ring && had.includes(ringName)) {
    problems.push({ ...lacks(ringName), remedy: remedies.ring })
  }
  if (!anchor && had.includes(anchorName)) {
    problems.push({ ...lacks(anchorName), remedy: remedies.anchor })
  }
  return problems
}

const remedies = {
  database:
    'Put kontor.db back out of the last backup, with its secret.key, secret.ring and ' +
    'ledger.anchor, or restore the whole backup into another folder (kontor restore).',
  key:
    'Set KONTOR_MASTER_KEY where that has the key, or put secret.key back out of the last ' +
    'backup: with another one no session, API key, link or signature of before would count.',
  ring:
    'Put it back out of a backup that was made after the last kontor secrets rotate, with the ' +
    'secret.key beside it: it holds all secrets, and the key alone opens nothing.',
  anchor:
    'Put it back out of the last backup; where there is none, kontor ledger accept takes the ' +
    'database as it is and writes a new one.',
}

/**
 * Parts of another installation. `root`: of the secrets that the master key opens or is, where that
 * is known. Whose folder it is, most of the parts say; where they are even, the marker does.
 */
export function foreignParts(
  found: FoundParts,
  { dataDir, root }: { dataDir: string; root?: Root },
): PartProblem[] {
  const { marker, database, ring, anchor } = found
  if (marker === 'damaged') return [{ part: markerName, ...damaged(join(dataDir, markerName)) }]
  const claims: [part: string, id: string | undefined][] = [
    [markerName, marker?.id],
    ['kontor.db', database?.id],
    [ringName, ring && (root?.id ?? ring.id)],
    [masterKey, ring ? undefined : root?.id],
    [anchorName, anchor?.id],
  ]
  const said = claims.flatMap(([part, id]) => (id === undefined ? [] : [{ part, id }]))
  const own = mostNamed(said.map(({ id }) => id))
  const strange = said.filter(({ part, id }) => {
    return id !== own || (part === masterKey && root?.belongs === false)
  })
  return strange.map(({ part, id }) => ({
    part,
    message:
      part === masterKey
        ? `The master key (secret.key or KONTOR_MASTER_KEY) does not belong to ${dataDir}.`
        : `${join(dataDir, part)} is of installation ${id}, the rest of the folder of ${own}.`,
    remedy: part === markerName ? remedyOfMarker : remedyOf(part),
  }))
}

/** `belongs`: whether the heads in the database may have been signed with it. */
type Root = { id: string; belongs: boolean }

const masterKey = 'master key'

function remedyOf(part: string): string {
  if (part === masterKey) {
    return 'Put the key back that was used last: the last backup has it, or where you keep it.'
  }
  return (
    `Put the ${part} of this installation back out of its last backup; the other one belongs ` +
    'where it came from.'
  )
}

const remedyOfMarker = `Remove ${markerName}: the next start writes it anew out of the rest.`

function damaged(file: string) {
  return { message: `${file} is damaged.`, remedy: remedyOfMarker }
}

/** The first of those that are named most often. */
function mostNamed(ids: readonly string[]): string | undefined {
  const times = (id: string) => ids.filter((one) => one === id).length
  return ids.toSorted((left, right) => times(right) - times(left))[0]
}
