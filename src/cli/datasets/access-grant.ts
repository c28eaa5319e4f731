import { type MarketCommand, requireOption, tenantOption } from '../command.ts'
import { datasetIdOf, everyPage, oneNamed } from '../market/names.ts'
import { requestsFor } from './access-requests.ts'

const options = {
  dataset: { type: 'string', help: 'id or name', value: '<dataset>' },
  buyer: {
    type: 'string',
    help: 'id, or the name of one that asked or was let in',
    value: '<tenant>',
  },
  tenant: tenantOption,
} as const

/** Lets a tenant into a dataset that did not ask. */
export const accessGrant: MarketCommand = {
  name: 'access grant',
  summary: 'let a buyer into a dataset',
  examples: ['kontor access grant "Pump reports" --buyer tnt_01jn9z…'],
  options,
  operand: 'dataset',
  async ask({ client }, values) {
    const dataset = requireOption(values, 'dataset')
    const buyer = requireOption(values, 'buyer')
    const id = await datasetIdOf(client, dataset)
    const asked = isTenantId(buyer)
      ? []
      : await requestsFor(client, { dataset: id, status: 'pending' })
    const tenantId = isTenantId(buyer)
      ? buyer
      : oneNamed({
          named: buyer,
          what: 'buyer that asked for this dataset,',
          choices: asked.map((one) => ({ id: one.tenant_id, name: one.tenant_name })),
        })
    const granted = await client.grantAccess({ id, tenant_id: tenantId })
    return { lines: [`${granted.tenant_name} was let into ${dataset}.`], data: granted }
  },
}

/** Takes a tenant's access away. */
export const accessRevoke: MarketCommand = {
  name: 'access revoke',
  summary: "take a buyer's access away, at once",
  examples: ['kontor access revoke "Pump reports" --buyer "Buyer house"'],
  options,
  operand: 'dataset',
  async ask({ client }, values) {
    const dataset = requireOption(values, 'dataset')
    const buyer = requireOption(values, 'buyer')
    const id = await datasetIdOf(client, dataset)
    const access = await everyPage(
      (cursor) => client.listAccess({ id, cursor }),
      (page) => page.access,
    )
    const choices = access.map((one) => ({ id: one.tenant_id, name: one.tenant_name }))
    const tenantId = oneNamed({ named: buyer, what: 'buyer with access,', choices })
    await client.revokeAccess({ id, tenant_id: tenantId })
    return {
      lines: [`${buyer} has no access to ${dataset} any more.`],
      data: { dataset_id: id, tenant_id: tenantId, revoked: true },
    }
  },
}

function isTenantId(text: string): boolean {
  return /^tnt_\w{26}$/.test(text)
}
