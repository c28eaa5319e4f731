// What providers do with many objects at once, and what is shown of one.
const many = 'test/http/v1/objects/many-objects.test.ts'
const looks = 'test/http/v1/objects/looks.test.ts'
const pages = 'test/end-to-end/pages.test.ts'
const decisions = 'test/http/v1/admin/decisions.test.ts'
const objects = '/v1/datasets/{dataset_id}/objects'

/** Every status of these is asked for in the test that is named. */
export const providedElsewhere: Readonly<Record<string, string>> = {
  'POST /v1/datasets/prices': many,
  [`POST ${objects}/uploads`]: many,
  [`POST ${objects}/confirm`]: many,
  [`POST ${objects}/known`]: many,
  [`GET ${objects}/rows`]: many,
  [`POST ${objects}/delete`]: many,
  [`POST ${objects}/resubmit`]: many,
  'POST /v1/admin/review/objects/{tenant_id}/{object_id}/claim': decisions,
  'DELETE /v1/admin/review/objects/{tenant_id}/{object_id}/claim': decisions,
  'POST /v1/admin/review/decisions': decisions,
  'GET /v1/admin/review/decided': decisions,
  'GET /v1/objects/{id}/pages': pages,
  'GET /v1/objects/{id}/pages/{page}/image': pages,
  'GET /v1/objects/{id}/passages': looks,
  'GET /v1/objects/{id}/jobs': looks,
  'GET /v1/objects/{id}/history': looks,
}
