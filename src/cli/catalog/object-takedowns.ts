import type { Management } from '../../client/index.ts'
import { anyObjectRow } from '../../domain/any-object-row.ts'
import type { FolderCommand, Outcome, Values } from '../command.ts'
import { limitOption, moreLine } from '../limit-option.ts'
import { pathOf } from '../market/names.ts'
import { tableOf } from '../table.ts'
import { anyDatasetId } from './dataset-suspend.ts'

const limits = { standard: 50, max: 1_000 }

/** Shows what is taken down, whosever it is. */
export const objectTakedowns: FolderCommand = {
  name: 'object takedowns',
  use: 'read',
  summary: 'show which files of any tenant are taken down, and why',
  examples: ['kontor object takedowns', 'kontor object takedowns --dataset "Pump reports"'],
  options: {
    dataset: { type: 'string', help: 'of one dataset: id or name', value: '<dataset>' },
    limit: { type: 'string', help: `how many at most (${limits.standard})`, value: '<number>' },
  },
  async ask({ client }, values) {
    const named = datasetIn(values)
    const of = named === undefined ? {} : { dataset_id: await anyDatasetId(client, named) }
    const most = limitOption(values, limits)
    const objects: Management.AnyObject[] = []
    let cursor: string | null | undefined
    let total = 0
    do {
      const limit = Math.min(100, most - objects.length)
      const page = await client.listTakenDown({ ...of, limit, ...(cursor && { cursor }) })
      objects.push(...page.objects)
      total = page.total
      cursor = page.next_cursor
    } while (cursor !== null && objects.length < most)
    return listed(objects, total)
  },
  async act(app, values) {
    const { catalog } = app.rooms
    const named = datasetIn(values)
    const { objects, total } = await catalog.listTakenDownAsOperator({
      ...(named === undefined ? {} : { datasetId: catalog.datasetNamed(named) }),
      limit: limitOption(values, limits),
    })
    return listed(objects.map(anyObjectRow), total)
  },
}

function datasetIn({ dataset }: Values): string | undefined {
  return typeof dataset === 'string' && dataset !== '' ? dataset : undefined
}

function listed(objects: readonly Management.AnyObject[], total: number): Outcome {
  const rows = objects.map((one) => [
    one.object_id,
    one.tenant_id,
    one.taken_down_at ?? '',
    `${one.dataset_name}: ${pathOf(one) || '(deleted)'}`,
    one.takedown_reason ?? '',
  ])
  const table = tableOf(['object', 'tenant', 'since', 'file', 'why'], rows)
  const lines = total === 0 ? ['Nothing is taken down.'] : table
  return {
    lines: [...lines, ...moreLine({ shown: objects.length, total })],
    data: { objects, total },
  }
}
