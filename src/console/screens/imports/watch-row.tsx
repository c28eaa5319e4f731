import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { tell } from '../../app/announce.tsx'
import { counted, moment } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge, type Tone } from '../../ui/parts.tsx'
import type { Root } from './folder-choice.tsx'
import { placeOf } from './import-row.tsx'
import { w } from './words.ts'

export type FolderWatch = Reply<'listFolderWatches'>['watches'][number]

const tones = {
  watching: 'good',
  failing: 'bad',
  resting: 'warn',
} as const satisfies Record<FolderWatch['state'], Tone>

/** A folder that the server watches: how it stands, and what went wrong lately. */
export function WatchRow({ one, roots }: { one: FolderWatch; roots: readonly Root[] }) {
  const { watch_id: id, state, troubles, looked_at: lookedAt, root_id: rootId } = one
  const place = rootId === null ? one.folder : placeOf(one, roots)
  const stop = () =>
    tell(async () => {
      await kontor.stopFolderWatch({ id })
      changed('watches')
      return w().stopped
    })
  return (
    <li class="row row-wraps">
      <div class="stack">
        <p>
          <strong>
            <bdi>{place}</bdi> <Icon name="forth" size={14} /> <bdi>{one.dataset_name}</bdi>
          </strong>{' '}
          <Badge tone={tones[state]}>{w().watchStates[state]}</Badge>
        </p>
        <p class="faint row-small">
          {counted(w().every, one.every_seconds)} ·{' '}
          {lookedAt === null ? w().never : w().looked(moment(lookedAt))} ·{' '}
          {counted(w().taken, one.imported)}
        </p>
        {rootId === null && <p class="row-small">{w().gone}</p>}
        {troubles.length > 0 && (
          <details>
            <summary>{w().troubles}</summary>
            <ul class="rows row-small">
              {troubles.map(({ at, file_path: path, reason }) => (
                <li key={`${at} ${path}`} class="row row-wraps">
                  <span>
                    <bdi>{path ?? w().all}</bdi>: {reason}
                  </span>
                  <span class="faint">{moment(at)}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <span class="toolbar">
        <button
          type="button"
          class="button"
          aria-label={`${w().stop}: ${place}`}
          onClick={() => void stop()}
        >
          {w().stop}
        </button>
      </span>
    </li>
  )
}
