import { type MarketCommand, requireOption, tenantOption } from '../command.ts'
import { datasetIdOf, everyPage, pathOf } from '../market/names.ts'
import { tableOf } from '../table.ts'

/** Shows the files of a dataset, and what became of each. */
export const objectList: MarketCommand = {
  name: 'object list',
  summary: 'show the files of a dataset and what became of each',
  examples: [
    'kontor object list "Pump reports"',
    'kontor object list "Pump reports" --status rejected --json',
    'kontor object list "Pump reports" --taken-down',
  ],
  options: {
    dataset: { type: 'string', help: 'id or name', value: '<dataset>' },
    status: {
      type: 'string',
      help: 'initiated, staged, active, rejected, expired or deleted',
      value: '<status>',
    },
    'taken-down': { type: 'boolean', help: 'only what is taken down' },
    tenant: tenantOption,
  },
  operand: 'dataset',
  async ask({ client }, values) {
    const id = await datasetIdOf(client, requireOption(values, 'dataset'))
    const { status } = values
    const said = {
      ...(typeof status === 'string' && { status: status as 'staged' }),
      ...(values['taken-down'] === true && { taken_down: true }),
    }
    const objects = await everyPage(
      (cursor) => client.listObjects({ dataset_id: id, cursor, limit: 100, ...said }),
      (page) => page.objects,
    )
    const rows = objects.map((one) => [
      one.object_id,
      one.status,
      one.taken_down_at === null ? one.index_state : 'taken down',
      pathOf(one),
      one.takedown_reason ?? one.error ?? one.review_reason ?? '',
    ])
    const lines = tableOf(['object', 'status', 'index', 'file', 'why'], rows)
    return { lines: rows.length === 0 ? ['No files.'] : lines, data: { objects } }
  },
}

/** Shows one file with all that is known of it. */
export const objectShow: MarketCommand = {
  name: 'object show',
  summary: 'show a file: its review, its index, what is wrong with it',
  examples: ['kontor object show obj_01jn9z…'],
  options: { object: { type: 'string', help: 'its id', value: '<id>' }, tenant: tenantOption },
  operand: 'object',
  async ask({ client }, values) {
    const object = await client.getObject({ id: requireOption(values, 'object') })
    const facts = Object.entries(object).filter(([, value]) => {
      return value !== null && (typeof value !== 'object' || Array.isArray(value))
    })
    const width = Math.max(...facts.map(([name]) => name.length))
    const shown = facts.map(
      ([name, value]) => `${name.padEnd(width)}  ${[value].flat().join(', ')}`,
    )
    return { lines: shown, data: object }
  },
}
