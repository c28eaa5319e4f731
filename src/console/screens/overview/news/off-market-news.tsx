import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { changed } from '../../../api/resource.ts'
import { to } from '../../../app/address.ts'
import { moment, number } from '../../../ui/format.ts'
import { Box } from '../../../ui/parts.tsx'
import { w } from './words.ts'

type Notice = Reply<'listNotices'>['notices'][number]

const types =
  'object.taken_down,object.restored,dataset.suspended,dataset.resumed,tenant.suspended,' +
  'tenant.resumed'

/** Of so many it is said which file or dataset it was; the rest is counted. */
const namedMax = 5
/** As many as are marked as read at once. */
const shownMax = 100

export type News = Awaited<ReturnType<typeof askNews>>

/** What was taken off the market or put back, for who answers for the house, until it is read. */
export function OffMarketNews({ ids, named, more }: News) {
  const read = async () => {
    await kontor.markNoticesRead({ notice_ids: ids })
    changed('notices')
  }
  return (
    <Box id="off-market" title={w().title} stacked>
      <ul class="rows">
        {named.map((one) => (
          <Row key={one.notice_id} {...one} />
        ))}
        {more.map(([type, n]) => (
          <li key={type} class="row">
            <a href={to('/data')}>{w().more({ what: w().types[type], n, shown: number(n) })}</a>
          </li>
        ))}
      </ul>
      <div class="toolbar">
        <button type="button" class="button" onClick={() => void read()}>
          {w().read}
        </button>
      </div>
    </Box>
  )
}

type Type = keyof ReturnType<typeof w>['types']
type Named = { name: string; why: string | null; path: string | null }

function Row({ type, timestamp, name, why, path }: Notice & Named) {
  return (
    <li class="row row-wraps">
      <div>
        <p>
          {w().types[type as Type]}
          {path !== null && (
            <>
              {': '}
              <a href={to(path)}>{name}</a>
            </>
          )}
        </p>
        {why !== null && <p class="said-by">{why}</p>}
        <p class="faint row-small">{moment(timestamp)}</p>
      </div>
    </li>
  )
}

export async function askNews(signal: AbortSignal) {
  const { notices } = await kontor.listNotices({ unread: true, limit: shownMax, types }, { signal })
  const named = await Promise.all(
    notices.slice(0, namedMax).map(async (one) => {
      const { object_id: file, dataset_id: dataset } = one.data
      const known = await nameOf(one, signal).catch(() => undefined)
      const id = String(file ?? dataset ?? '')
      const place = typeof file === 'string' ? `/objects/${id}` : `/data/${id}`
      return { ...one, name: known?.name ?? id, why: known?.why ?? null, path: id ? place : null }
    }),
  )
  const rest = Map.groupBy(notices.slice(namedMax), ({ type }) => type as Type)
  const more = [...rest].map(([type, { length }]) => [type, length] as const)
  return { ids: notices.map(({ notice_id: id }) => id), named, more }
}

/** What it is called, and why it is off the market, where it is. */
async function nameOf({ type, data }: Notice, signal: AbortSignal) {
  if (typeof data.object_id === 'string') {
    const file = await kontor.getObject({ id: data.object_id }, { signal })
    return { name: file.filename, why: type === 'object.taken_down' ? file.takedown_reason : null }
  }
  if (typeof data.dataset_id !== 'string') return undefined
  const { name, suspension_reason: why } = await kontor.getDataset(
    { id: data.dataset_id },
    { signal },
  )
  return { name, why: type === 'dataset.suspended' ? why : null }
}
