import type { Dataset } from './dataset-fields.tsx'
import type { en } from './en.ts'

export type Reason = keyof (typeof en)['keptBack']

/**
 * What stands between a dataset and its buyers, the first thing first; nothing where they find it,
 * and where it is said already: suspended, and being deleted.
 */
export function reasonOf(dataset: Dataset): Reason | undefined {
  const { status, visibility, object_states: n, object_count: sent } = dataset
  if (status === 'suspended' || status === 'pending_deletion') return undefined
  if (sent === 0) return n.initiated > 0 ? 'arriving' : 'empty'
  if (n.indexed === 0) {
    if (n.staged > 0) return 'review'
    return n.queued > 0 ? 'reading' : 'unusable'
  }
  if (n.indexed <= n.taken_down) return 'down'
  if (status === 'draft') return 'draft'
  if (status === 'paused' || status === 'archived') return 'aside'
  return visibility === 'private' ? 'hidden' : undefined
}
