import { useSignal } from '@preact/signals'
import type { Input, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { pagesInTurn } from '../../api/pages.ts'
import { changed, useResource } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { bytes, counted } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { More } from '../../ui/more.tsx'
import { Box, Problem } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Show } from '../../ui/show.tsx'
import type { Dataset } from '../datasets/dataset-fields.tsx'
import { w } from './words.ts'

export type Root = Reply<'listImportRoots'>['roots'][number]
type Order = Pick<Input<'startFolderImport'>, 'root_id' | 'folder' | 'dataset_id' | 'delete'>
type Props = { roots: readonly Root[]; datasets: readonly Dataset[] }

/** A folder, and what is to be done with it. All of it stands in the address. */
export function FolderChoice({ roots, datasets }: Props) {
  const named = query.value.get('root')
  const root = roots.find(({ root_id }) => root_id === named) ?? roots[0]
  const into = query.value.get('into')
  const dataset = datasets.find(({ dataset_id }) => dataset_id === into) ?? datasets[0]
  if (!root || !dataset) return null
  const folder = query.value.get('folder') ?? ''
  const isRemoving = query.value.get('delete') === 'yes'
  const order: Order = {
    root_id: root.root_id,
    folder,
    dataset_id: dataset.dataset_id,
    delete: isRemoving,
  }
  return (
    <Box id="choose" title={w().choose} stacked>
      <Select
        label={w().root}
        chosen={root.root_id}
        options={roots.map((one) => [one.root_id, nameOf(one)])}
        choose={(id) => setQuery({ root: id, folder: undefined })}
      />
      <Place name={root.name} folder={folder} />
      <Folders rootId={root.root_id} folder={folder} />
      <Select
        label={w().into}
        chosen={dataset.dataset_id}
        options={datasets.map(({ dataset_id, name }) => [dataset_id, name])}
        choose={(id) => setQuery({ into: id })}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked={isRemoving}
          onChange={({ currentTarget: { checked } }) =>
            setQuery({ delete: checked ? 'yes' : undefined })
          }
        />
        <span>{w().remove}</span>
      </label>
      <Deeds order={order} />
    </Box>
  )
}

function nameOf({ name, location, tenant_id }: Root): string {
  const place = location ?? name
  return tenant_id !== null && location !== null ? `${place} · ${w().ofTenant}` : place
}

/** From the root down to here, each a way back. */
function Place({ name, folder }: { name: string; folder: string }) {
  const names = folder === '' ? [] : folder.split('/')
  const steps = [name, ...names].map((word, depth) => ({
    word,
    folder: names.slice(0, depth).join('/'),
  }))
  return (
    <nav class="toolbar" aria-label={w().where}>
      {steps.map(({ word, folder: there }, depth) => (
        <button
          key={there}
          type="button"
          class="button button-quiet"
          aria-current={depth === names.length ? 'location' : undefined}
          onClick={() => setQuery({ folder: there })}
        >
          <Icon name={depth === 0 ? 'folder' : 'forth'} size={16} />
          <bdi>{word}</bdi>
        </button>
      ))}
    </nav>
  )
}

type FoldersProps = { rootId: string; folder: string }

function Folders({ rootId, folder }: FoldersProps) {
  const pages = useSignal(1)
  const content = useResource((until) => {
    const place = { id: query.value.get('root') ?? rootId, folder: query.value.get('folder') ?? '' }
    return contentOf(place, pages.value, until)
  })
  return (
    <Show of={content}>
      {({ folders, files, bytes: size, hasMore }) => (
        <>
          <p class="faint">
            {counted(w().inIt, files)} · {bytes(size)}
          </p>
          {folders.length === 0 && <p class="faint">{w().noFolders}</p>}
          <ul class="chips">
            {folders.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  class="button"
                  aria-label={w().enter(name)}
                  onClick={() => setQuery({ folder: folder === '' ? name : `${folder}/${name}` })}
                >
                  <Icon name="folder" size={16} />
                  <bdi>{name}</bdi>
                </button>
              </li>
            ))}
          </ul>
          {hasMore && <More show={() => void pages.value++} />}
        </>
      )}
    </Show>
  )
}

async function contentOf(
  place: { id: string; folder: string },
  pages: number,
  signal: AbortSignal,
) {
  const { all, last, hasMore } = await pagesInTurn(pages, (from) =>
    kontor.getImportFolder({ ...place, ...from }, { signal }),
  )
  return {
    folders: all.flatMap(({ folders }) => folders),
    files: last.files,
    bytes: last.bytes,
    hasMore,
  }
}

function Deeds({ order }: { order: Order }) {
  const error = useSignal<Error | undefined>(undefined)
  const isBusy = useSignal(false)
  const press = (deed: () => Promise<unknown>, said: string) => async () => {
    isBusy.value = true
    error.value = undefined
    try {
      await deed()
      announce(said)
      changed('imports')
      changed('watches')
    } catch (thrown) {
      error.value = thrown as Error
    } finally {
      isBusy.value = false
    }
  }
  const preview = press(() => kontor.startFolderImport({ ...order, dry_run: true }), w().previewing)
  const start = press(() => kontor.startFolderImport(order), w().started)
  const watch = press(() => kontor.startFolderWatch(order), w().watched)
  return (
    <>
      <Problem error={error.value} />
      <div class="toolbar">
        <button type="button" class="button button-main" disabled={isBusy.value} onClick={preview}>
          {w().preview}
        </button>
        <button type="button" class="button" disabled={isBusy.value} onClick={start}>
          {w().start}
        </button>
        <button type="button" class="button" disabled={isBusy.value} onClick={watch}>
          {w().watch}
        </button>
      </div>
    </>
  )
}
