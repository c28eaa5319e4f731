import { kontor } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { tell } from '../../app/announce.tsx'
import { bytes, moment, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge, FactList, Meter, type Tone } from '../../ui/parts.tsx'
import { saveAs } from '../../ui/save-as.ts'
import type { Root } from './folder-choice.tsx'
import { type FolderImport, ImportFiles, outcomes } from './import-files.tsx'
import { w } from './words.ts'

const tones = {
  waiting: 'neutral',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
} as const satisfies Record<FolderImport['state'], Tone>

type Props = { one: FolderImport; roots: readonly Root[] }

export function isOpen({ state }: Pick<FolderImport, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

/** One import or preview: how far it is, what came of it, and its report. */
export function ImportRow({ one, roots }: Props) {
  const { import_id: id, state, dry_run: isPreview, dataset_name: name, sums, error } = one
  const isShown = query.value.get('import') === id
  const facts = outcomes
    .filter((outcome) => sums[outcome].files > 0)
    .map((outcome) => {
      const { files, bytes: size } = sums[outcome]
      return [
        w().outcomes[outcome],
        w().amount({ files: number(files), size: bytes(size) }),
      ] as const
    })
  return (
    <li class="row row-wraps">
      <div class="stack">
        <p>
          <strong>
            <bdi>{placeOf(one, roots)}</bdi> <Icon name="forth" size={14} /> <bdi>{name}</bdi>
          </strong>{' '}
          <Badge tone={tones[state]}>{w().states[state]}</Badge>{' '}
          {isPreview && <Badge>{w().isPreview}</Badge>}
        </p>
        <p class="faint row-small">{moment(one.started_at)}</p>
        {isOpen(one) && <Progress one={one} />}
        {error !== null && <p class="row-small">{error}</p>}
        <FactList facts={facts} />
        {state === 'done' && !isPreview && sums.new.files + sums.changed.files > 0 && (
          <p class="faint row-small">{w().review}</p>
        )}
      </div>
      <Deeds one={one} isShown={isShown} />
      {isShown && <ImportFiles one={one} />}
    </li>
  )
}

export function placeOf(
  { root_id, folder }: { root_id: string | null; folder: string },
  roots: readonly Root[],
): string {
  const root = roots.find((known) => known.root_id === root_id)
  return [root?.name ?? '', folder].filter((part) => part !== '').join('/')
}

function Progress({ one: { progress } }: { one: FolderImport }) {
  if (progress === null) return <p class="faint row-small">{w().reading}</p>
  const { done, total } = progress
  const said = w().progress({ done: number(done), total: number(total) })
  return (
    <>
      <p class="row-small nums">{said}</p>
      <Meter value={done} max={total} label={said} />
    </>
  )
}

function Deeds({ one, isShown }: { one: FolderImport; isShown: boolean }) {
  const { import_id: id } = one
  const save = async (format: 'csv' | 'jsonl') => {
    const report = await kontor.exportFolderImport({ id, format })
    const url = URL.createObjectURL(await report.blob())
    saveAs({ url, filename: `kontor-import.${format}` })
    URL.revokeObjectURL(url)
  }
  const take = () => {
    const { root_id, folder, dataset_id, delete: remove } = one
    return kontor.startFolderImport({ root_id, folder, dataset_id, delete: remove })
  }
  return (
    <span class="toolbar">
      {one.state === 'done' && one.dry_run && (
        <Deed word={w().take} isMain deed={take} said={w().started} />
      )}
      <button
        type="button"
        class="button"
        aria-expanded={isShown}
        onClick={() => setQuery({ import: isShown ? undefined : id, outcome: undefined })}
      >
        {isShown ? w().hide : w().files}
      </button>
      {isOpen(one) ? (
        <Deed
          word={w().cancel}
          deed={() => kontor.cancelFolderImport({ id })}
          said={w().cancelled}
        />
      ) : (
        <>
          <Deed word={w().csv} deed={() => save('csv')} />
          <Deed word={w().jsonl} deed={() => save('jsonl')} />
        </>
      )}
    </span>
  )
}

type DeedProps = { word: string; isMain?: boolean; said?: string; deed(): Promise<unknown> }

function Deed({ word, isMain = false, said, deed }: DeedProps) {
  const press = () =>
    tell(async () => {
      await deed()
      if (said !== undefined) changed('imports')
      return said
    })
  return (
    <button
      type="button"
      class={isMain ? 'button button-main' : 'button'}
      onClick={() => void press()}
    >
      {word}
    </button>
  )
}
