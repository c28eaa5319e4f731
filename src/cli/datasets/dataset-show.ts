import type { Management } from '../../client/index.ts'
import { type MarketCommand, requireOption, tenantOption } from '../command.ts'
import { datasetIdOf } from '../market/names.ts'
import { priceText } from './dataset-fields.ts'

/** Shows one dataset with all that is known of it. */
export const datasetShow: MarketCommand = {
  name: 'dataset show',
  summary: 'show a dataset with its price, rules and counts',
  examples: ['kontor dataset show "Pump reports"', 'kontor dataset show dset_01jn9z… --json'],
  options: {
    dataset: { type: 'string', help: 'id or name', value: '<dataset>' },
    tenant: tenantOption,
  },
  operand: 'dataset',
  async ask({ client }, values) {
    const id = await datasetIdOf(client, requireOption(values, 'dataset'))
    const dataset = await client.getDataset({ id })
    return { lines: datasetLines(dataset), data: dataset }
  },
}

export function datasetLines(one: Management.Dataset): string[] {
  const rows: [string, string][] = [
    ['dataset', one.dataset_id],
    ['name', one.name],
    ['description', one.description ?? '(none)'],
    ['status', one.status + (one.suspension_reason ? `: ${one.suspension_reason}` : '')],
    ['visibility', one.visibility],
    ['price', `${priceText(one)}, ${one.pricing_model}, ${one.monetization_mode}`],
    ['holds', `${one.object_count} files, ${one.total_bytes} bytes, ${one.source_modality}`],
    ['searchable', `${one.active_object_count} of them`],
    ['licence', one.license ?? '(none told)'],
    ['tags', one.tags.join(', ') || '(none)'],
    ['made', one.created_at],
    ['last file', one.last_ingest_at ?? '(none yet)'],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
}
