import { useSignalEffect } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { Box, Empty, ScreenHead } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import type { Dataset } from '../datasets/dataset-fields.tsx'
import { allDatasets } from '../datasets/datasets.tsx'
import { FolderChoice, type Root } from './folder-choice.tsx'
import type { FolderImport } from './import-files.tsx'
import { ImportRow, isOpen } from './import-row.tsx'
import { type FolderWatch, WatchRow } from './watch-row.tsx'
import { w } from './words.ts'

const lookAgainMs = 1_000
const lookAtWatchesMs = 10_000

/** Folders of the server: what would be taken, taking it, and those that are watched. */
export function Imports() {
  const places = useResource(placesOf, ['datasets'])
  return (
    <>
      <ScreenHead title={w().title} />
      <p class="prose quiet">{w().hint}</p>
      <Show of={places}>
        {({ roots, datasets }) => <Inside roots={roots} datasets={datasets} />}
      </Show>
    </>
  )
}

async function placesOf(signal: AbortSignal) {
  const { roots } = await kontor.listImportRoots(undefined, { signal })
  return { roots, datasets: roots.length === 0 ? [] : await allDatasets(signal) }
}

type InsideProps = { roots: readonly Root[]; datasets: readonly Dataset[] }

function Inside({ roots, datasets }: InsideProps) {
  if (roots.length === 0) {
    return (
      <Empty icon="folder" title={w().none} hint={w().noneHint}>
        <a class="button button-main" href={to('/uploads')}>
          {w().uploads}
        </a>
      </Empty>
    )
  }
  if (datasets.length === 0) {
    return (
      <Empty icon="data" title={w().noDataset} hint={w().noDatasetHint}>
        <a class="button button-main" href={to('/data')}>
          {w().datasets}
        </a>
      </Empty>
    )
  }
  return (
    <>
      <FolderChoice roots={roots} datasets={datasets} />
      <ImportList roots={roots} />
      <WatchList roots={roots} />
    </>
  )
}

function ImportList({ roots }: { roots: readonly Root[] }) {
  const imports = useResource<FolderImport[]>(
    async (signal) => (await kontor.listFolderImports(undefined, { signal })).imports,
    ['imports'],
  )
  useSignalEffect(() => {
    const loaded = imports.loaded.value
    if (loaded.state !== 'ready' || !loaded.data.some(isOpen)) return
    const timer = setTimeout(imports.again, lookAgainMs)
    return () => clearTimeout(timer)
  })
  return (
    <Box id="imports" title={w().imports}>
      <Show of={imports}>
        {(list) => (
          <>
            {list.length === 0 && <p class="faint">{w().noImports}</p>}
            <ul class="rows">
              {list.map((one) => (
                <ImportRow key={one.import_id} one={one} roots={roots} />
              ))}
            </ul>
          </>
        )}
      </Show>
    </Box>
  )
}

function WatchList({ roots }: { roots: readonly Root[] }) {
  const watches = useResource<FolderWatch[]>(
    async (signal) => (await kontor.listFolderWatches(undefined, { signal })).watches,
    ['watches', 'jobs'],
  )
  useSignalEffect(() => {
    const loaded = watches.loaded.value
    if (loaded.state !== 'ready' || loaded.data.length === 0) return
    const timer = setTimeout(watches.again, lookAtWatchesMs)
    return () => clearTimeout(timer)
  })
  return (
    <Box id="watches" title={w().watches}>
      <Show of={watches}>
        {(list) => (
          <>
            {list.length === 0 && <p class="faint">{w().noWatches}</p>}
            <ul class="rows">
              {list.map((one) => (
                <WatchRow key={one.watch_id} one={one} roots={roots} />
              ))}
            </ul>
          </>
        )}
      </Show>
    </Box>
  )
}
