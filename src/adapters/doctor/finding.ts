import type { BlobPlace } from '../blobs/read-blobs.ts'

/** Something that an operator should know, with what to do about it. */
export type Finding = {
  check: string
  /** `error`: something is lost, open or does not work. `warning`: it will be, or may be. */
  level: 'error' | 'warning'
  message: string
  remedy: string
}

export type Examination = BlobPlace & {
  nowMs: number
  /** How long a server has served from the folder; null or missing where none does. */
  servingMs?: number | null
  /** `last`: the newest set of this house's own. */
  backup: { folder: string; hours: number; last: string | null } | null
  /** Fingerprint of a master key from outside, where none lies in the folder. */
  masterKey: string | null
  /** Of the one that is given beside it. */
  previousMasterKey: string | null
  /** Whether the server gets its certificate by ACME. */
  acme?: boolean
  /** How many programs may be registered; missing where none are let in. */
  oauthProgramsMax?: number | undefined
  diskMinBytes: number
  walMaxBytes: number
}

/** Of many things so many are named. */
export const namedMax = 5

export function some(names: readonly string[]): string {
  const rest = names.length - namedMax
  return names.slice(0, namedMax).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
