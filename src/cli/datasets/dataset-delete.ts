import type { Management } from '../../client/index.ts'
import { soldBytesKeptMs } from '../../domain/catalog/index.ts'
import {
  type MarketCommand,
  type Outcome,
  requireOption,
  tenantOption,
  UsageError,
} from '../command.ts'
import { datasetIdOf } from '../market/names.ts'

/** Shows what goes with a dataset, and takes it away when its name is given once more. */
export const datasetDelete: MarketCommand = {
  name: 'dataset delete',
  summary: 'delete a dataset with every file in it, for good',
  examples: [
    'kontor dataset delete "Pump reports"',
    'kontor dataset delete "Pump reports" --confirm "Pump reports"',
  ],
  options: {
    dataset: { type: 'string', help: 'id or name', value: '<dataset>' },
    confirm: {
      type: 'string',
      help: 'its name: really, there is no way back; without it nothing happens',
      value: '<name>',
    },
    tenant: tenantOption,
  },
  operand: 'dataset',
  async ask({ client }, values) {
    const id = await datasetIdOf(client, requireOption(values, 'dataset'))
    const dataset = await client.getDataset({ id })
    const { name } = dataset
    if (values.confirm === undefined) return shown(dataset)
    if (values.confirm !== name) {
      throw new UsageError(`--confirm must be the name of the dataset: ${name}`)
    }
    await client.deleteDataset({ id })
    return {
      lines: [`${name} is deleted, with ${filesIn(dataset)}.`],
      data: { dry_run: false, ...countsIn(dataset) },
    }
  },
}

/** What a deletion leaves to whoever bought a licence before. */
export const keptForHolders =
  `Who bought a licence may fetch its file for ${soldBytesKeptMs / 86_400_000} days more. What ` +
  'was paid stays paid.'

function shown(dataset: Management.Dataset): Outcome {
  const { name, status } = dataset
  return {
    lines: [
      `${name}: ${filesIn(dataset)}, ${dataset.total_bytes} bytes. All of it leaves every search.`,
      status === 'suspended'
        ? 'Of a suspended dataset nothing is kept for buyers.'
        : keptForHolders,
      `Nothing was deleted. Really: --confirm "${name}"`,
    ],
    data: { dry_run: true, ...countsIn(dataset) },
  }
}

/** What is still being sent goes, too. */
function filesIn({ object_count: sent, object_states: { initiated } }: Management.Dataset): string {
  const files = sent === 1 ? '1 file' : `${sent} files`
  return initiated === 0 ? files : `${files} and ${initiated} unfinished uploads`
}

function countsIn(dataset: Management.Dataset) {
  const { dataset_id, name, object_count, total_bytes } = dataset
  return { dataset_id, name, object_count, total_bytes }
}
