import type { DatasetId, ObjectId, SubmissionId } from '../../base/ids.ts'

/** Every kind of job and what it carries. A room may enqueue work of a room it does not know. */
export type JobPayloads = {
  'inspect-object': { objectId: ObjectId }
  'ingest-object': { objectId: ObjectId }
  'reprocess-dataset': { datasetId: DatasetId }
  'reprocess-object': { objectId: ObjectId }
  'remove-passages': { objectId: ObjectId }
  'purge-blob': { blobKey: string }
  'delete-dataset': { datasetId: DatasetId }
  'advance-submission': { submissionId: SubmissionId; looks: number }
  'describe-asset': { assetId: ObjectId; looks: number }
}

export type JobKind = keyof JobPayloads

export type JobPolicy = {
  /** Smaller runs first: what takes things away before what adds, short before long. */
  priority: number
  /** After so many failures the job is given up. */
  failuresMax: number
}

/** Clean-up must happen, whatever it takes; reading a file is given up after a while. */
export const jobPolicies: Record<JobKind, JobPolicy> = {
  'remove-passages': { priority: 0, failuresMax: 1000 },
  'delete-dataset': { priority: 1, failuresMax: 1000 },
  'advance-submission': { priority: 1, failuresMax: 1000 },
  'inspect-object': { priority: 2, failuresMax: 4 },
  'ingest-object': { priority: 3, failuresMax: 6 },
  'reprocess-dataset': { priority: 3, failuresMax: 20 },
  // What was never read goes first.
  'reprocess-object': { priority: 5, failuresMax: 6 },
  'describe-asset': { priority: 4, failuresMax: 20 },
  'purge-blob': { priority: 4, failuresMax: 1000 },
}

export const jobKinds = Object.keys(jobPolicies) as JobKind[]
