import { type MarketCommand, requireOption, tenantOption } from '../command.ts'
import { datasetFields, datasetOptions, priceText } from './dataset-fields.ts'

/** Makes an empty dataset. */
export const datasetCreate: MarketCommand = {
  name: 'dataset create',
  summary: 'make a dataset for documents that you offer',
  examples: [
    'kontor dataset create "Pump reports" --visibility listed --price 10',
    'kontor dataset create "Pump reports" --tenant "Ada Ltd" --data-dir /var/lib/kontor',
    'kontor dataset create "Pump reports" --server https://data.example.eu --json',
  ],
  options: {
    name: { type: 'string', help: 'what buyers read' },
    ...datasetOptions,
    tenant: tenantOption,
  },
  operand: 'name',
  async ask({ client }, values) {
    const made = await client.createDataset({
      ...datasetFields(values),
      name: requireOption(values, 'name'),
    })
    const { dataset_id: id, name, visibility } = made
    return {
      lines: [
        `Dataset ${name} (${id}) is made: ${visibility}, ${priceText(made)}.`,
        `Fill it: kontor import ./folder --dataset ${id}`,
      ],
      data: made,
    }
  },
}
