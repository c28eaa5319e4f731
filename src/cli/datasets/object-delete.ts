import { type MarketCommand, requireOption, tenantOption } from '../command.ts'
import { pathOf } from '../market/names.ts'
import { keptForHolders } from './dataset-delete.ts'

/** Shows which file it is, and takes it away when that is really meant. */
export const objectDelete: MarketCommand = {
  name: 'object delete',
  summary: 'delete a file, for good',
  examples: ['kontor object delete obj_01jn9z…', 'kontor object delete obj_01jn9z… --yes'],
  options: {
    object: { type: 'string', help: 'its id', value: '<id>' },
    yes: { type: 'boolean', help: 'really: there is no way back' },
    tenant: tenantOption,
  },
  operand: 'object',
  async ask({ client }, values) {
    const id = requireOption(values, 'object')
    const object = await client.getObject({ id })
    const { object_id, dataset_id, filename } = object
    const isReally = values.yes === true
    if (isReally) await client.deleteObject({ id })
    const path = pathOf(object)
    return {
      lines: isReally
        ? [`${path} is deleted. ${keptForHolders}`]
        : [`${path}, in ${dataset_id}. ${keptForHolders}`, 'Nothing was deleted. Really: --yes'],
      data: { dry_run: !isReally, object_id, dataset_id, filename },
    }
  },
}
