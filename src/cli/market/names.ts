import type { Kontor, Management } from '../../client/index.ts'
import { NotThere, UsageError } from '../command.ts'

type Page = { next_cursor: string | null }

/** Every page of a list. */
export async function everyPage<P extends Page, T>(
  read: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => T[],
): Promise<T[]> {
  const found: T[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    found.push(...itemsOf(page))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

const limit = 100

export function everyDataset(client: Kontor): Promise<Management.Dataset[]> {
  return everyPage(
    (cursor) => client.listDatasets({ cursor, limit }),
    ({ datasets }) => datasets,
  )
}

/** Of two files of one name each says where it lay. */
export function pathOf({ folder, filename }: { folder: string | null; filename: string }): string {
  return folder ? `${folder}/${filename}` : filename
}

type Meant = { named: string; what: string; choices: readonly Choice[] }
type Choice = { id: string; name: string; about?: string }

/** The one that has the id or the name. Throws NotThere; UsageError with the ids of several. */
export function oneNamed({ named, what, choices }: Meant): string {
  const known = choices.find(({ id }) => id === named)
  const [first, ...others] = known ? [known] : choices.filter(({ name }) => name === named)
  if (!first) throw new NotThere(`there is no ${what} '${named}'.`)
  if (others.length === 0) return first.id
  const ids = [first, ...others].map(({ id, about }) => (about ? `${id} (${about})` : id))
  throw new UsageError(`several have the name '${named}'. Give the id: ${ids.join(', ')}.`)
}

/** The id of one's own dataset, by its id or its name. Throws UsageError. */
export async function datasetIdOf(client: Kontor, named: string): Promise<string> {
  if (/^dset_\w{26}$/.test(named)) return named
  const choices = (await everyDataset(client)).map((one) => ({
    id: one.dataset_id,
    name: one.name,
    about: one.status,
  }))
  return oneNamed({ named, what: 'dataset', choices })
}

/** The id of a tenant, by its id or its name, for platform administrators. Throws UsageError. */
export async function anyTenantId(client: Kontor, named: string): Promise<string> {
  if (/^tnt_\w{26}$/.test(named)) return named
  const found = await everyPage(
    (cursor) => client.listTenants({ q: named, cursor, limit }),
    ({ tenants }) => tenants,
  )
  const choices = found.map(({ tenant_id: id, name }) => ({ id, name }))
  return oneNamed({ named, what: 'tenant', choices })
}
