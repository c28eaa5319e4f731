// The rows of what providers do with many objects at once, and of what is shown of one.
import { about, byOperator, noDataset, noObject, type Row } from './words.ts'

const objects = '/v1/datasets/{dataset}/objects'

export const providing: Record<string, Row> = {
  priceDatasets: about('datasets:write', 'POST /v1/datasets/prices', noDataset, {
    dataset_ids: ['{dataset}'],
    base_price_credits: 1,
  }),
  announceUploads: about('objects:write', `POST ${objects}/uploads`, noDataset, {
    files: [{ filename: 'a.txt', content_type: 'text/plain', size_bytes: 1 }],
  }),
  confirmUploads: about('objects:write', `POST ${objects}/confirm`, noDataset, {
    object_ids: ['{staged}'],
  }),
  knownObjects: about('datasets:read', `POST ${objects}/known`, noDataset, {
    sha256: ['a'.repeat(64)],
  }),
  listObjectRows: about('datasets:read', `GET ${objects}/rows`, noDataset),
  deleteObjects: about('objects:write', `POST ${objects}/delete`, noDataset, {
    object_ids: ['{indexed}'],
  }),
  resubmitObjects: about('objects:write', `POST ${objects}/resubmit`, noDataset, {
    object_ids: ['{expired}'],
  }),
  listPages: about('datasets:read', 'GET /v1/objects/{indexed}/pages', noObject),
  pageImage: about('datasets:read', 'GET /v1/objects/{indexed}/pages/1/image', noObject),
  listOwnPassages: about('datasets:read', 'GET /v1/objects/{indexed}/passages', noObject),
  listObjectJobs: about('datasets:read', 'GET /v1/objects/{indexed}/jobs', noObject),
  listObjectHistory: about('datasets:read', 'GET /v1/objects/{indexed}/history', noObject),
}

const claim = '/v1/admin/review/objects/{tenant}/{staged}/claim'

export const reviewing: Record<string, Row> = {
  claimReview: byOperator(`POST ${claim}`, {}),
  releaseReview: byOperator(`DELETE ${claim}`),
  decideReviews: byOperator('POST /v1/admin/review/decisions', {
    decisions: [{ object_id: '{staged}', decision: 'approved' }],
  }),
  listDecisions: byOperator('GET /v1/admin/review/decided'),
}
