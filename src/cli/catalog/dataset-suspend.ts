import type { Kontor } from '../../client/index.ts'
import { asOperator, noteIn, noteOption } from '../as-operator.ts'
import { type FolderCommand, type OptionHelp, requireOption } from '../command.ts'
import { everyPage, oneNamed } from '../market/names.ts'

const dataset = {
  type: 'string',
  help: 'id or name, of any tenant',
  value: '<dataset>',
} as const satisfies OptionHelp

/** Shuts a dataset, whosever it is: nobody sees its content, and it takes no uploads. */
export const datasetSuspend: FolderCommand = {
  name: 'dataset suspend',
  use: 'write',
  summary: 'shut a dataset of any tenant: nobody sees its content, its owner included',
  examples: ['kontor dataset suspend "Pump reports" --reason "not licensed"'],
  options: { dataset, reason: { type: 'string', help: 'why, for its owner' } },
  operand: 'dataset',
  async ask({ client }, values) {
    const reason = requireOption(values, 'reason')
    const dataset_id = await anyDatasetId(client, requireOption(values, 'dataset'))
    const { name } = await client.suspendDataset({ dataset_id, reason })
    return isShut({ dataset_id, name, reason })
  },
  async act(app, values) {
    const { catalog } = app.rooms
    const reason = requireOption(values, 'reason')
    const datasetId = catalog.datasetNamed(requireOption(values, 'dataset'))
    const request = { datasetId, reason }
    const { name } = await catalog.suspendDatasetAsOperator(asOperator(app), request)
    return isShut({ dataset_id: datasetId, name, reason })
  },
}

/** Puts it back to where it was. */
export const datasetResume: FolderCommand = {
  name: 'dataset resume',
  use: 'write',
  summary: 'put a dataset that was suspended back to where it was',
  examples: ['kontor dataset resume "Pump reports" --note "the licence was shown"'],
  options: { dataset, note: noteOption },
  operand: 'dataset',
  async ask({ client }, values) {
    const dataset_id = await anyDatasetId(client, requireOption(values, 'dataset'))
    return isOpen(await client.resumeDataset({ dataset_id, ...noteIn(values) }))
  },
  async act(app, values) {
    const { catalog } = app.rooms
    const datasetId = catalog.datasetNamed(requireOption(values, 'dataset'))
    const request = { datasetId, ...noteIn(values) }
    const { name, status } = await catalog.resumeDatasetAsOperator(asOperator(app), request)
    return isOpen({ dataset_id: datasetId, name, status })
  },
}

/** The id of a dataset of any tenant, by its id or its name. Throws UsageError. */
export async function anyDatasetId(client: Kontor, named: string): Promise<string> {
  if (/^dset_\w{26}$/.test(named)) return named
  const found = await everyPage(
    (cursor) => client.listAnyDatasets({ name: named, cursor, limit: 100 }),
    ({ datasets }) => datasets,
  )
  const choices = found.map((one) => ({
    id: one.dataset_id,
    name: one.name,
    about: `${one.status}, of ${one.tenant_id}`,
  }))
  return oneNamed({ named, what: 'dataset', choices })
}

function isShut({
  dataset_id: id,
  name,
  reason,
}: Record<'dataset_id' | 'name' | 'reason', string>) {
  return {
    lines: [`${name} is suspended. kontor dataset resume ${id} puts it back to where it was.`],
    data: { dataset_id: id, suspended: true, reason },
  }
}

function isOpen({
  dataset_id: id,
  name,
  status,
}: Record<'dataset_id' | 'name' | 'status', string>) {
  return {
    lines: [`${name} is ${status} again.`],
    data: { dataset_id: id, suspended: false, status },
  }
}
