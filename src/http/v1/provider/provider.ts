import type { DatasetId } from '../../../base/ids.ts'
import { requireEveryDataset } from '../../../domain/identity/index.ts'
import { get } from '../../route.ts'
import { DatasetParams } from '../datasets/datasets.schema.ts'
import { periodIn } from '../period.ts'
import {
  presentDatasetAnalytics,
  presentPayouts,
  presentProviderAnalytics,
  presentProviderDashboard,
} from './present-provider.ts'
import * as schemas from './provider.schema.ts'

export const getProviderDashboard = get('/v1/provider/dashboard', {
  id: 'getProviderDashboard',
  summary: 'What the tenant offers, in numbers',
  description:
    'Datasets, objects, storage, and how reviews stand. A key with an allow-list counts ' +
    'what is on its list.',
  tag: 'Reporting',
  access: { scope: 'usage:read' },
  reply: schemas.ProviderDashboardReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal }) => rooms.reports.providerDashboard(principal),
  present: presentProviderDashboard,
})

export const getDatasetAnalytics = get('/v1/provider/datasets/:id/analytics', {
  id: 'getDatasetAnalytics',
  summary: 'What a dataset holds, in numbers',
  description: 'Objects, those of them that are approved and indexed, and storage.',
  tag: 'Reporting',
  access: { scope: 'usage:read' },
  params: DatasetParams,
  reply: schemas.DatasetAnalyticsReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.reports.datasetAnalytics(principal, { datasetId: params.id }),
  present: presentDatasetAnalytics,
})

/** The changelog names it (spec 4.2); its shape is our choice. */
export const getProviderAnalytics = get('/v1/provider/analytics', {
  id: 'getProviderAnalytics',
  summary: "Use and revenue of the tenant's data, day by day",
  description: 'The last 30 UTC days unless from and to say otherwise; at most 366 days.',
  tag: 'Reporting',
  access: { scope: 'usage:read' },
  query: schemas.AnalyticsQuery,
  reply: schemas.ProviderAnalyticsReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, query }) =>
    rooms.reports.providerAnalytics(principal, {
      datasetId: query.dataset_id as DatasetId | undefined,
      ...periodIn(query),
    }),
  present: presentProviderAnalytics,
})

export const listPayouts = get('/v1/provider/payouts', {
  id: 'listPayouts',
  summary: "The tenant's payout statements, newest first",
  description: 'A key with an allow-list is refused: this is of the whole tenant.',
  tag: 'Reporting',
  access: { scope: 'billing:read' },
  query: schemas.PayoutsQuery,
  reply: schemas.PayoutsReply,
  errors: [400, 401, 403],
  run({ rooms, principal, query }) {
    requireEveryDataset(principal)
    return rooms.reports.listPayouts(principal, query)
  },
  present: presentPayouts,
})
