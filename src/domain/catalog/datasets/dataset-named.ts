import { InvalidInput, NotFound } from '../../../base/errors.ts'
import type { DatasetId } from '../../../base/ids.ts'
import type { CatalogRoom } from '../room.ts'
import { listDatasetsNamed } from './queries.ts'

/**
 * The one dataset that an operator means by an id or a name, whoever's it is. Throws NotFound, or
 * InvalidInput with the ids when several have the name.
 */
export function datasetNamed({ store: { db } }: CatalogRoom, nameOrId: string): DatasetId {
  // Whether an id is that of a dataset is said by what is done with it.
  if (/^dset_/.test(nameOrId)) return nameOrId as DatasetId
  const [id, ...others] = listDatasetsNamed(db, nameOrId)
  if (id === undefined) throw new NotFound('dataset')
  if (others.length === 0) return id
  throw new InvalidInput({
    field: 'dataset',
    reason: 'ambiguous',
    message: `Several datasets have this name. Give the id: ${[id, ...others].join(', ')}.`,
  })
}
