import { errorOf } from '../../dialects.ts'
import { del, get, post } from '../../route.ts'
import { presentClaim, presentDecided } from './present-review.ts'
import * as schemas from './review.schema.ts'
import { targetOf } from './review.ts'

const one = '/v1/admin/review/objects/:tenant_id/:object_id/claim'

export const claimReview = post(one, {
  id: 'claimReview',
  summary: 'Tell other reviewers that one looks at an object',
  description:
    'For five minutes, and again with each claim. It binds nobody: whoever decides first has ' +
    'decided. 409 where somebody else has it, unless it is taken over.',
  tag: 'Review',
  access: 'platform_admin',
  params: schemas.ReviewParams,
  body: schemas.ClaimBody,
  reply: schemas.ClaimReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, principal, params, body }) =>
    rooms.review.claim(principal, { ...targetOf(params), takeOver: body.take_over ?? false }),
  present: presentClaim,
})

export const releaseReview = del(one, {
  id: 'releaseReview',
  summary: 'Look at it no more',
  description: "Somebody else's claim stays.",
  tag: 'Review',
  access: 'platform_admin',
  params: schemas.ReviewParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.review.release(principal, targetOf(params)),
})

export const decideReviews = post('/v1/admin/review/decisions', {
  id: 'decideReviews',
  summary: 'Decide on up to 100 objects at once',
  description:
    'Each as by itself, in one transaction: one that a colleague decided on already says so and ' +
    'keeps none of the others. A decision is for good.',
  tag: 'Review',
  access: 'platform_admin',
  body: schemas.DecideBody,
  reply: schemas.DecidedManyReply,
  errors: [400, 401, 403],
  run: ({ rooms, cmd, body }) =>
    rooms.review.decideMany(
      cmd,
      body.decisions.map(({ object_id, decision, note, reason }) => ({
        objectId: object_id,
        decision,
        note: (decision === 'approved' ? note : reason) ?? null,
      })),
    ),
  present: (outcomes, moment) => ({
    outcomes: outcomes.map((outcome) => ({
      object_id: outcome.objectId,
      review_state: 'object' in outcome ? outcome.object.reviewState : null,
      error: 'refusal' in outcome ? errorOf(outcome.refusal, moment) : null,
    })),
  }),
})

export const listDecisions = get('/v1/admin/review/decided', {
  id: 'listDecisions',
  summary: 'What was decided, by whom and why, the last decision first',
  description: 'Of all tenants; what was deleted since is not among them.',
  tag: 'Review',
  access: 'platform_admin',
  query: schemas.DecidedQuery,
  reply: schemas.DecidedReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => {
    const { reviewer_id: reviewerId, tenant_id: tenantId, ...rest } = query
    return rooms.review.decided(principal, { ...rest, reviewerId, tenantId })
  },
  present: presentDecided,
})
