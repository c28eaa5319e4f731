import type { Management } from '../../client/index.ts'
import { type MarketCommand, type Outcome, requireOption, tenantOption } from '../command.ts'
import { datasetIdOf } from '../market/names.ts'

/** Has the files of a dataset read anew; what is there serves until then. */
export const datasetReprocess: MarketCommand = {
  name: 'dataset reprocess',
  summary: 'have the files of a dataset read anew; old text serves until then',
  examples: [
    'kontor dataset reprocess "Pump reports" --failed',
    'kontor dataset reprocess "Pump reports" --status',
  ],
  options: {
    dataset: { type: 'string', help: 'id or name', value: '<dataset>' },
    failed: { type: 'boolean', help: 'only those that could not be read' },
    status: { type: 'boolean', help: 'how far the last time is; nothing begins' },
    tenant: tenantOption,
  },
  operand: 'dataset',
  async ask({ client }, values) {
    const id = await datasetIdOf(client, requireOption(values, 'dataset'))
    if (values.status === true) return told(await client.getReprocess({ id }))
    const objects = values.failed === true ? 'failed' : 'all'
    return told(await client.reprocessDataset({ id, objects }))
  },
}

function told(run: Management.Reprocess): Outcome {
  const { total, waiting, changed, unchanged, failed, skipped } = run.progress
  const read = `${changed} changed, ${unchanged} unchanged`
  const sums = `${read}, ${failed} unreadable, ${skipped} skipped`
  const lines =
    run.status === 'done'
      ? [`Read anew: ${total}. ${sums}.`]
      : [
          `Being read anew: ${total - waiting} of ${total} so far. ${sums}.`,
          `kontor dataset reprocess ${run.dataset_id} --status tells how far it is.`,
        ]
  return { lines, data: run }
}
