import { type MarketCommand, requireOption, tenantOption, UsageError } from '../command.ts'
import { datasetIdOf } from '../market/names.ts'
import { datasetFields, datasetOptions } from './dataset-fields.ts'
import { datasetLines } from './dataset-show.ts'

/** Changes what was said of a dataset; what is not named stays. */
export const datasetSet: MarketCommand = {
  name: 'dataset set',
  summary: 'change the name, price, visibility or status of a dataset',
  examples: [
    'kontor dataset set "Pump reports" --visibility listed --price 15',
    'kontor dataset set "Pump reports" --status paused',
    'kontor dataset set dset_01jn9z… --name "Reports of pumps"',
  ],
  options: {
    dataset: { type: 'string', help: 'id or name', value: '<dataset>' },
    name: { type: 'string', help: 'another name' },
    status: { type: 'string', help: 'draft, active, paused or archived', value: '<status>' },
    ...datasetOptions,
    tenant: tenantOption,
  },
  operand: 'dataset',
  async ask({ client }, values) {
    const named = requireOption(values, 'dataset')
    const { name } = values
    const fields = { ...datasetFields(values), ...(typeof name === 'string' ? { name } : {}) }
    if (Object.keys(fields).length === 0) {
      throw new UsageError('nothing to set. Try: kontor dataset set --help')
    }
    const changed = await client.patchDataset({ id: await datasetIdOf(client, named), ...fields })
    return { lines: datasetLines(changed), data: changed }
  },
}
