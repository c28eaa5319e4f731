import { type MarketCommand, requireOption, tenantOption } from '../command.ts'
import { oneNamed } from '../market/names.ts'
import { requestsFor } from './access-requests.ts'

/** Lets in who asked. */
export const accessApprove = deciding({
  name: 'access approve',
  summary: 'let in who asked',
  decision: 'approved',
})

/** Keeps out who asked. */
export const accessDecline = deciding({
  name: 'access decline',
  summary: 'keep out who asked',
  decision: 'rejected',
})

type Decision = { name: string; summary: string; decision: 'approved' | 'rejected' }

function deciding({ name, summary, decision }: Decision): MarketCommand {
  return {
    name,
    summary,
    examples: [
      `kontor ${name} "Buyer house" --dataset "Pump reports"`,
      `kontor ${name} acr_01jn9z…`,
    ],
    options: {
      request: {
        type: 'string',
        help: 'id of the request, or id or name of who asks',
        value: '<request>',
      },
      dataset: { type: 'string', help: 'id or name (all of them)', value: '<dataset>' },
      tenant: tenantOption,
    },
    operand: 'request',
    async ask({ client }, values) {
      const named = requireOption(values, 'request')
      const { dataset } = values
      const waiting = await requestsFor(client, { dataset, status: 'pending' })
      const choices = waiting.map((one) => ({
        id: one.access_request_id,
        name: one.tenant_id === named ? one.tenant_id : one.tenant_name,
        about: one.dataset_name,
      }))
      const id = oneNamed({ named, what: 'request that waits, of', choices })
      const meant = waiting.find((one) => one.access_request_id === id)
      const decided = await client.decideAccess({
        id: meant?.dataset_id ?? '',
        access_request_id: id,
        decision,
      })
      const way = decision === 'approved' ? 'was let into' : 'was not let into'
      return { lines: [`${decided.tenant_name} ${way} ${meant?.dataset_name}.`], data: decided }
    },
  }
}
