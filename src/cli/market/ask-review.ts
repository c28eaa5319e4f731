import { type Kontor, KontorError, type Management } from '../../client/index.ts'
import { type Asks, type Outcome, requireOption, UsageError, type Values } from '../command.ts'
import { limitOption } from '../limit-option.ts'
import { stoppedAt } from '../stop.ts'
import { anyTenantId, everyPage, oneNamed, pathOf } from './names.ts'

const limits = { standard: 50, max: 1_000 }

/** `review list` at a server elsewhere, for its platform administrators. */
export const askReviewList: Asks = async ({ client }, values) => {
  const limit = limitOption(values, limits)
  const all = await waitingAt(client, values)
  const items = all.slice(0, limit)
  const more = all.length > limit ? [`… and ${all.length - limit} more (--limit)`] : []
  const lines = items.map((one) => {
    const file = `${pathOf(one)} (${one.content_type}, ${one.size_bytes} bytes)`
    return `${one.uploaded_at} ${one.object_id} ${file} in ${one.dataset_name} (${one.dataset_id})`
  })
  return {
    lines: lines.length === 0 ? ['Nothing waits for review.'] : [...lines, ...more],
    data: { items, total: all.length },
  }
}

export const askReviewApprove: Asks = ({ client, signal }, values) => {
  const { note } = values
  const said = typeof note === 'string' && note !== '' ? { note } : {}
  const approve = (id: string) => client.approveStagedObject({ object_id: id, ...said })
  return decideEach({ client, values, signal, word: 'approved', decide: approve })
}

export const askReviewReject: Asks = ({ client, signal }, values) => {
  const reason = requireOption(values, 'reason')
  const reject = (id: string) => client.rejectStagedObject({ object_id: id, reason })
  return decideEach({ client, values, signal, word: 'rejected', decide: reject })
}

type Deciding = {
  client: Kontor
  values: Values
  signal: AbortSignal | undefined
  word: 'approved' | 'rejected'
  decide(objectId: string): Promise<unknown>
}

/** What somebody else decided in between does not stop the rest. */
async function decideEach(deciding: Deciding): Promise<Outcome> {
  const { client, values, signal, word, decide } = deciding
  const done: string[] = []
  const refused: { object_id: string; message: string }[] = []
  const meant = await objectsMeant(client, values)
  for (const id of meant) {
    if (signal?.aborted) break
    try {
      await decide(id)
      done.push(id)
    } catch (error) {
      const isOfOne = error instanceof KontorError && [404, 409].includes(error.status)
      if (!isOfOne) throw error
      refused.push({ object_id: id, message: error.message })
    }
  }
  const outcome = {
    lines: [
      ...refused.map(({ object_id, message }) => `${object_id}: ${message}`),
      `${word === 'approved' ? 'Approved' : 'Rejected'}: ${done.length}.`,
    ],
    data: { [word]: done, refused },
    failed: refused.length > 0,
  }
  const [count, total] = [done.length + refused.length, meant.length]
  return count < total ? stoppedAt(outcome, { done: count, total }) : outcome
}

async function objectsMeant(client: Kontor, values: Values): Promise<string[]> {
  const { object, dataset, all } = values
  const isOne = object !== undefined && dataset === undefined && all !== true
  if (isOne) return [requireOption(values, 'object')]
  if (object !== undefined || all !== true) {
    throw new UsageError('Give either --object, or --dataset with --all.')
  }
  requireOption(values, 'dataset')
  return (await waitingAt(client, values)).map((one) => one.object_id)
}

/** The datasets that have something waiting are known by name, whoever's they are. */
async function waitingAt(client: Kontor, values: Values): Promise<Management.ReviewItem[]> {
  const { dataset, tenant } = values
  const of = typeof tenant === 'string' ? { tenant_id: await anyTenantId(client, tenant) } : {}
  const all = await everyPage(
    (cursor) => client.listStagedObjects({ ...of, cursor, limit: 100 }),
    ({ items }) => items,
  )
  if (typeof dataset !== 'string' || dataset === '') return all
  const names = new Map(all.map((one) => [one.dataset_id, one.dataset_name]))
  if (/^dset_\w{26}$/.test(dataset)) return all.filter((one) => one.dataset_id === dataset)
  const choices = [...names].map(([id, name]) => ({ id, name }))
  const id = oneNamed({ named: dataset, what: 'dataset with files that wait,', choices })
  return all.filter((one) => one.dataset_id === id)
}
