import { type MarketCommand, tenantOption } from '../command.ts'
import { everyDataset } from '../market/names.ts'
import { tableOf } from '../table.ts'

/** Shows one's own datasets. */
export const datasetList: MarketCommand = {
  name: 'dataset list',
  summary: 'show your datasets',
  examples: ['kontor dataset list', 'kontor dataset list --tenant "Ada Ltd" --json'],
  options: { tenant: tenantOption },
  async ask({ client }) {
    const datasets = await everyDataset(client)
    const rows = datasets.map((one) => [
      one.dataset_id,
      one.status,
      one.visibility,
      `${one.active_object_count} of ${one.object_count}`,
      one.name,
    ])
    const head = ['dataset', 'status', 'visibility', 'searchable', 'name']
    const none = 'There is no dataset yet: kontor dataset create "Reports" makes one.'
    return { lines: rows.length === 0 ? [none] : tableOf(head, rows), data: { datasets } }
  },
}
