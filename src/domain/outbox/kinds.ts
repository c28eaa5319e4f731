import type { DatasetId, ObjectId, SubmissionId, TenantId, UserId } from '../../base/ids.ts'

/** Every kind of job and what it carries. A room may enqueue work of a room it does not know. */
export type JobPayloads = {
  'inspect-object': { objectId: ObjectId }
  'ingest-object': { objectId: ObjectId }
  'reprocess-dataset': { datasetId: DatasetId }
  'reprocess-object': { objectId: ObjectId }
  'remove-passages': { objectId: ObjectId }
  'purge-blob': { blobKey: string }
  /** Withheld: it was suspended, and nobody fetches what was sold. */
  'delete-dataset': { datasetId: DatasetId; isWithheld?: boolean | undefined }
  'advance-submission': { submissionId: SubmissionId; looks: number }
  'describe-asset': { assetId: ObjectId; looks: number }
  /** Gathers: what comes before it is due is added to it. */
  'send-mail': { sealed: string; letterId: string; gathers?: true }
  'erase-person': { userId: UserId; tenantId: TenantId }
  'erase-tenant': {
    tenantId: TenantId
    forfeit: boolean
    dropSold: boolean
    actor: { type: 'user' | 'api_key' | 'operator' | 'system'; id: string | null }
    /** What there was when it began. */
    counts: Readonly<Record<ErasedThing, number>>
  }
}

type ErasedThing =
  | 'users'
  | 'apiKeys'
  | 'datasets'
  | 'objects'
  | 'bytes'
  | 'passages'
  | 'wallets'
  | 'searches'

export type JobKind = keyof JobPayloads

/**
 * Work of one weight waits for its like alone: `brief` is whatever reads no whole file, `text` what
 * is read as it stands there, `ocr` pictures of writing, `media` recordings.
 */
export const lanes = ['brief', 'text', 'ocr', 'media'] as const
export type Lane = (typeof lanes)[number]

export type JobPolicy = {
  /** Where it waits at first. What a file turns out to cost is known when it is looked at. */
  lane: Lane
  /**
   * Smaller runs first, short before long; of equal ones the tenants in turns. What a deletion
   * leaves to be cleared away is out of sight already, and may be a hundred thousand files: new
   * ones of others do not wait for it.
   */
  priority: number
  /** After so many failures the job is given up. */
  failuresMax: number
  /** Waits for somebody else, who may be slow: one at a time beside its lane, not in its place. */
  isBeside?: true
  /** What it carried opens something: that is gone when it is done. */
  forgets?: true
}

/** Clean-up must happen, whatever it takes; reading a file is given up after a while. */
export const jobPolicies: Record<JobKind, JobPolicy> = {
  'remove-passages': { lane: 'brief', priority: 2, failuresMax: 1000 },
  'delete-dataset': { lane: 'brief', priority: 2, failuresMax: 1000 },
  'erase-person': { lane: 'brief', priority: 2, failuresMax: 1000 },
  // It may take hours, and nobody else is to wait for them.
  'erase-tenant': { lane: 'brief', priority: -4, failuresMax: 1000, isBeside: true },
  'advance-submission': { lane: 'brief', priority: -2, failuresMax: 1000, isBeside: true },
  'inspect-object': { lane: 'brief', priority: 2, failuresMax: 4 },
  'ingest-object': { lane: 'text', priority: 3, failuresMax: 6 },
  'reprocess-dataset': { lane: 'brief', priority: 3, failuresMax: 20 },
  // What was never read goes first.
  'reprocess-object': { lane: 'text', priority: 5, failuresMax: 6 },
  // What takes nobody's place goes before all others, each kind by itself.
  'describe-asset': { lane: 'brief', priority: -1, failuresMax: 20, isBeside: true },
  // For about a day; but a code that comes after an hour of inspections opens nothing any more.
  'send-mail': { lane: 'brief', priority: -3, failuresMax: 100, isBeside: true, forgets: true },
  'purge-blob': { lane: 'brief', priority: 4, failuresMax: 1000 },
}

export const jobKinds = Object.keys(jobPolicies) as [JobKind, ...JobKind[]]

export type Rank = { readonly priority: number; readonly kinds: readonly JobKind[] }

/** The priorities that there are in each lane, in the order in which they run. */
export const ranksIn: Readonly<Record<Lane, readonly Rank[]>> = {
  brief: ranksOf('brief'),
  text: ranksOf('text'),
  ocr: ranksOf('ocr'),
  media: ranksOf('media'),
}

/** What reads a file may be moved from one lane to another; what is brief stays where it is. */
function ranksOf(lane: Lane): Rank[] {
  const isHere = (kind: JobKind) => (jobPolicies[kind].lane === 'brief') === (lane === 'brief')
  const kinds = Map.groupBy(jobKinds.filter(isHere), (kind) => jobPolicies[kind].priority)
  return [...kinds]
    .map(([priority, some]) => ({ priority, kinds: some }))
    .sort((one, other) => one.priority - other.priority)
}
