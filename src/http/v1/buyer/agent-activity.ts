import type * as z from 'zod'
import type { ApiKeyId } from '../../../base/ids.ts'
import { get } from '../../route.ts'
import { periodIn } from '../period.ts'
import * as schemas from './agent-activity.schema.ts'
import { presentAccesses, presentSearches, presentSpend } from './present-activity.ts'

const whose = 'A key with an allow-list sees its own activity only.'

export const listSearchActivity = get('/v1/agent/activity/searches', {
  id: 'listSearchActivity',
  summary: 'The searches of the tenant, newest first',
  description: whose,
  tag: 'Reporting',
  access: { scope: 'usage:read' },
  query: schemas.HistoryQuery,
  reply: schemas.SearchesReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.reports.listSearches(principal, historyIn(query)),
  present: presentSearches,
})

export const listAccessActivity = get('/v1/agent/activity/accesses', {
  id: 'listAccessActivity',
  summary: 'The assets that the tenant read and downloaded, newest first',
  description: whose,
  tag: 'Reporting',
  access: { scope: 'usage:read' },
  query: schemas.HistoryQuery,
  reply: schemas.AccessesReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.reports.listAccesses(principal, historyIn(query)),
  present: presentAccesses,
})

export const getSpend = get('/v1/agent/spend', {
  id: 'getSpend',
  summary: 'What the tenant spent, by day, dataset or API key',
  description:
    'The last 30 UTC days unless from and to say otherwise; at most 366 days. ' +
    'Of datasets and keys the 1000 dearest are told one by one, the rest as others.',
  tag: 'Reporting',
  access: { scope: 'billing:read' },
  query: schemas.SpendQuery,
  reply: schemas.SpendReply,
  errors: [400, 401, 403],
  async run({ rooms, principal, query }) {
    const groupBy = query.group_by
    const spent = await rooms.reports.spend(principal, { groupBy, ...periodIn(query) })
    return { groupBy, ...spent }
  },
  present: presentSpend,
})

function historyIn(query: z.output<typeof schemas.HistoryQuery>) {
  const { cursor, limit, api_key_id } = query
  return { cursor, limit, apiKeyId: api_key_id as ApiKeyId | undefined, ...periodIn(query) }
}
