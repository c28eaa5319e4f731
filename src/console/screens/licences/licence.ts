import type { Reply } from '../../../client/index.ts'
import { kontor, ownUrl } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { saveAs } from '../../ui/save-as.ts'

export type Licence = Reply<'getMicroip'>
export type BoughtLicence = Reply<'listLicences'>['licences'][number]

/** Which assets somebody has a licence on already: those cost nothing any more. */
export async function boughtIds(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (let offset = 0, total = 1; offset < total; offset += atOnce) {
    const page = await kontor.listLicences({ limit: atOnce, offset }, { signal })
    for (const { asset_id: id } of page.licences) ids.add(id)
    total = Math.min(page.total, most)
  }
  return ids
}

const atOnce = 100
const most = 1_000

/** Buys the licence, or fetches what it is of again; the file goes to the disk. */
export async function fetchLicensed(given: {
  asset_id: string
  filename: string
  max_price: number
}): Promise<void> {
  const { filename, ...asked } = given
  const { download_url: url } = await kontor.downloadMicroip(asked)
  saveAs({ url: ownUrl(url), filename })
  changed('sol')
}
