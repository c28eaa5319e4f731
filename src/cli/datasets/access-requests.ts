import type { Kontor, Management } from '../../client/index.ts'
import { type MarketCommand, tenantOption } from '../command.ts'
import { datasetIdOf, everyDataset, everyPage } from '../market/names.ts'
import { tableOf } from '../table.ts'

/** Shows who asks to be let in: into one dataset, or into any of them. */
export const accessRequests: MarketCommand = {
  name: 'access requests',
  summary: 'show who asks to be let into your datasets',
  examples: [
    'kontor access requests',
    'kontor access requests "Pump reports" --status approved --json',
  ],
  options: {
    dataset: { type: 'string', help: 'id or name (all of them)', value: '<dataset>' },
    status: {
      type: 'string',
      help: 'pending, approved or rejected (pending)',
      value: '<status>',
    },
    tenant: tenantOption,
  },
  operand: 'dataset',
  async ask({ client }, { dataset, status = 'pending' }) {
    const found = await requestsFor(client, { dataset, status: status as Status })
    const rows = found.map((one) => [
      one.access_request_id,
      one.status,
      one.dataset_name,
      one.tenant_name,
      one.message ?? '',
    ])
    const lines = tableOf(['request', 'status', 'dataset', 'who asks', 'message'], rows)
    return {
      lines: rows.length === 0 ? ['Nobody asks.'] : lines,
      data: { access_requests: found },
    }
  },
}

type Status = Management.AccessRequest['status']
export type FoundRequest = Management.AccessRequest & { dataset_name: string }

/** Of one dataset or of all. Throws UsageError for a name that none or several have. */
export async function requestsFor(
  client: Kontor,
  { dataset, status }: { dataset: string | boolean | undefined; status: Status },
): Promise<FoundRequest[]> {
  const all = await everyDataset(client)
  const named = typeof dataset === 'string' ? await datasetIdOf(client, dataset) : undefined
  // One that is not in the list is asked for all the same: the API says what is the matter.
  const ids = named === undefined ? all.map((one) => one.dataset_id) : [named]
  const found: FoundRequest[] = []
  for (const id of ids) {
    const name = all.find((one) => one.dataset_id === id)?.name ?? id
    const requests = await everyPage(
      (cursor) => client.listAccessRequests({ id, cursor, status }),
      (page) => page.access_requests,
    )
    found.push(...requests.map((one) => ({ ...one, dataset_name: name })))
  }
  return found
}
