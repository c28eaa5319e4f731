import { InvalidInput } from '../../../base/errors.ts'
import type { ObjectId } from '../../../base/ids.ts'
import type { Lamports } from '../../../base/lamports.ts'
import { type Principal, requireSession } from '../../identity/index.ts'
import { fold } from '../../search/index.ts'
import { requireCategory, requireQuality } from '../licence.ts'
import { searchedContents } from '../limits.ts'
import { type Fitting, findByWords, type LicenceFilters, listFitting } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'
import { licenceMatch } from './licence-match.ts'
import { type MicroIpPage, type Page, showTerms } from './read-microip.ts'
import { viewsOf } from './view.ts'

export type SearchMicroIpRequest = Page & {
  readonly query: string
  readonly category?: string | undefined
  readonly quality?: string | undefined
  readonly minPriceLamports?: Lamports | undefined
  readonly maxPriceLamports?: Lamports | undefined
  readonly tags?: readonly string[] | undefined
}

/**
 * Licensed assets that answer a question: by what was said of them and by what is in them, by
 * words and by meaning where there is a model, both rankings as one. Throws InvalidInput in the
 * words of the contract (spec 7.3), and Saturated.
 */
export async function searchMicroIp(
  room: MicroIpRoom,
  principal: Principal,
  request: SearchMicroIpRequest,
): Promise<MicroIpPage> {
  requireSession(principal)
  const { reading, store } = room
  const filters = filtersOf(request)
  const { query, page, limit } = request
  const match = licenceMatch(query)
  const listed = await listFitting(reading, principal, filters)
  const fitting = listed.filter(hasTags(request.tags ?? []))
  const said = match === undefined ? [] : await saidOf(room, { match, fitting })
  const inside = await room.search.findAssets(principal, {
    q: query,
    limit: searchedContents,
    objectNos: fitting.map(({ objectNo }) => objectNo),
  })
  const ids = new Set(fitting.map(({ assetId }) => assetId))
  const fits = fused([said, inside.map(({ objectId }) => objectId)]).filter((id) => ids.has(id))
  const items = viewsOf(store.db, principal, fits.slice((page - 1) * limit, page * limit))
  showTerms(room, principal, items)
  return { items, page, limit, total: fits.length }
}

/** Those whose words answer, the best first. */
async function saidOf(
  { reading }: MicroIpRoom,
  { match, fitting }: { match: string; fitting: readonly Fitting[] },
): Promise<ObjectId[]> {
  const byNo = new Map(fitting.map(({ microipNo, assetId }) => [microipNo, assetId]))
  const nos = await findByWords(reading, { match, microipNos: [...byNo.keys()] })
  return nos.map((no) => byNo.get(no) as ObjectId)
}

/** Reciprocal ranks added up: what both lists have early comes first. */
function fused(lists: readonly (readonly ObjectId[])[]): ObjectId[] {
  const scores = new Map<ObjectId, number>()
  for (const list of lists) {
    for (const [place, id] of list.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (60 + place))
    }
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}

function filtersOf(request: SearchMicroIpRequest): LicenceFilters {
  const category = request.category === undefined ? undefined : requireCategory(request.category)
  const quality = request.quality === undefined ? undefined : requireQuality(request.quality)
  const [leastLamports, mostLamports] = requireRange(request)
  return { category, quality, leastLamports, mostLamports }
}

/** All of them, however they are spelled. */
function hasTags(asked: readonly string[]): (licence: Fitting) => boolean {
  const tags = asked.map((tag) => fold(tag.trim()))
  if (tags.length === 0) return () => true
  return (licence) => {
    const own = (JSON.parse(licence.tags) as string[]).map(fold)
    return tags.every((tag) => own.includes(tag))
  }
}

function requireRange({ minPriceLamports, maxPriceLamports }: SearchMicroIpRequest) {
  const range = [minPriceLamports ?? 0, maxPriceLamports ?? Number.MAX_SAFE_INTEGER] as const
  if (range[0] >= 0 && range[0] <= range[1]) return range
  throw new InvalidInput({
    field: minPriceLamports === undefined ? 'max_price' : 'min_price',
    reason: 'invalid_range',
    message: 'Invalid price range specified',
  })
}
