import { type MarketCommand, requireOption, tenantOption } from '../command.ts'

/** Has one file read anew; what is there serves until then. */
export const objectReprocess: MarketCommand = {
  name: 'object reprocess',
  summary: 'have one file read anew; its old text serves until then',
  examples: ['kontor object reprocess obj_01jn9z…'],
  options: { object: { type: 'string', help: 'its id', value: '<id>' }, tenant: tenantOption },
  operand: 'object',
  async ask({ client }, values) {
    const id = requireOption(values, 'object')
    const data = await client.reprocessObject({ id })
    const lines = [`${id} is being read anew. kontor object show ${id} tells what came of it.`]
    return { lines, data }
  },
}
