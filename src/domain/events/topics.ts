import type { EventType } from './event-data.ts'
import type { KontorEvent } from './read-events.ts'

/** What somebody looks at that may have changed: `*` is everything. */
export type Topic = `objects:${string}` | 'queue' | 'jobs' | 'money' | 'keys' | 'access' | '*'

export const topicWords = ['objects:{dataset}', 'queue', 'jobs', 'money', 'keys', 'access', '*']

type Area = 'objects' | Exclude<Topic, `objects:${string}` | '*'>

const areas: Readonly<Record<EventType, readonly Area[]>> = {
  'object.uploaded': ['objects', 'jobs'],
  'object.approved': ['objects', 'jobs'],
  'object.rejected': ['objects'],
  'object.expired': ['objects'],
  'object.indexed': ['objects', 'jobs'],
  'object.failed': ['objects', 'jobs'],
  'object.deleted': ['objects'],
  'object.taken_down': ['objects'],
  'object.restored': ['objects'],
  'dataset.deleted': ['objects', 'jobs'],
  'dataset.suspended': ['objects'],
  'dataset.resumed': ['objects'],
  'tenant.suspended': [],
  'tenant.resumed': [],
  'dataset.access_requested': ['access'],
  'dataset.access_decided': ['access'],
  'dataset.access_ended': ['access'],
  'download.sold': ['money'],
  'licence.sold': ['money'],
  'credits.low': ['money'],
  'allowance.spent': ['money'],
  'key.created': ['keys'],
  'key.revoked': ['keys'],
  'member.joined': ['access'],
  'member.second_factor_changed': [],
  'statement.ready': ['money'],
  'payout.paid': ['money'],
  'dispute.opened': ['money'],
  'review.waiting': ['queue'],
  'review.expiring': ['objects'],
  'import.finished': ['objects', 'jobs'],
  'watch.failed': ['jobs'],
  'backup.failed': [],
  'doctor.problem': [],
  'doctor.solved': [],
  'webhook.disabled': [],
}

export function topicsOf({ type, data }: KontorEvent): Topic[] {
  return areas[type].map((area) => {
    if (area !== 'objects') return area
    return `objects:${'dataset_id' in data ? data.dataset_id : '*'}` as const
  })
}

/** Whatever tenant it happens in, the queue of those who review is another one then. */
export const changesQueue: ReadonlySet<EventType> = new Set([
  'object.approved',
  'object.rejected',
  'object.expired',
  'object.deleted',
  'dataset.deleted',
])
