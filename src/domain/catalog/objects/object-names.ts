import { sql } from 'drizzle-orm'
import type { Db } from '../../../store/tx.ts'
import { titleShown } from '../title-shown.ts'
import { isOnShow } from '../visibility.ts'

/** What an object is called. */
export type ObjectNames = {
  readonly objectNo: number
  /** The provider's title, or else the document's own, or else the file name. */
  readonly title: string
  readonly filename: string
  /** Where it lay; '' where that is not known, too. */
  readonly folder: string
  /** Its own and those of its dataset. */
  readonly tags: readonly string[]
}

type Row = Omit<ObjectNames, 'tags'> & { tags: string; datasetTags: string }

/** The names of the objects on show in some datasets. */
export function listObjectNames(db: Db, datasetNos: readonly number[]): ObjectNames[] {
  const rows = db.all<Row>(sql`
    SELECT object.object_no AS objectNo, ${titleShown} AS title,
      object.filename, coalesce(object.folder, '') AS folder, object.tags,
      dataset.tags AS datasetTags
    FROM dataset JOIN object ON object.dataset_id = dataset.dataset_id
    WHERE dataset.dataset_no IN (SELECT value FROM json_each(${JSON.stringify(datasetNos)}))
      AND ${isOnShow}`)
  return rows.map(({ tags, datasetTags, ...names }) => ({
    ...names,
    tags: [...JSON.parse(tags), ...JSON.parse(datasetTags)],
  }))
}
