import { type MarketCommand, requireOption, tenantOption } from '../command.ts'
import { datasetIdOf, everyPage } from '../market/names.ts'
import { tableOf } from '../table.ts'

/** Shows which tenants were let into a dataset. */
export const accessList: MarketCommand = {
  name: 'access list',
  summary: 'show who was let into a dataset',
  examples: ['kontor access list "Pump reports"', 'kontor access list dset_01jn9z… --json'],
  options: {
    dataset: { type: 'string', help: 'id or name', value: '<dataset>' },
    tenant: tenantOption,
  },
  operand: 'dataset',
  async ask({ client }, values) {
    const id = await datasetIdOf(client, requireOption(values, 'dataset'))
    const access = await everyPage(
      (cursor) => client.listAccess({ id, cursor }),
      (page) => page.access,
    )
    const rows = access.map((one) => [one.tenant_id, one.granted_at, one.tenant_name])
    const lines = tableOf(['buyer', 'since', 'name'], rows)
    return { lines: rows.length === 0 ? ['Nobody was let in.'] : lines, data: { access } }
  },
}
