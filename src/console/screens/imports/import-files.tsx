import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { pagesInTurn } from '../../api/pages.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery, to } from '../../app/address.ts'
import { bytes, number } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

export type FolderImport = Reply<'listFolderImports'>['imports'][number]

type File = Reply<'listFolderImportFiles'>['files'][number]
type Outcome = File['outcome']

export const outcomes: readonly Outcome[] = [
  'new',
  'changed',
  'unchanged',
  'refused',
  'missing',
  'deleted',
]
const filesAtOnce = 100

/** The files of an import, those of one outcome at a time and a page at a time. */
export function ImportFiles({ one }: { one: FolderImport }) {
  const pages = useSignal(1)
  const some = outcomes.filter((outcome) => one.sums[outcome].files > 0)
  const asked = query.value.get('outcome')
  const outcome = outcomes.find((known) => known === asked) ?? some[0] ?? 'new'
  // A row that shows more by now has more files, too.
  const now = [one.state, ...outcomes.map((known) => one.sums[known].files)].join()
  const stand = useSignal(now)
  useEffect(() => {
    stand.value = now
  }, [now])
  const files = useResource((until) => {
    stand.value
    const named = outcomes.find((known) => known === query.value.get('outcome')) ?? outcome
    return filesOf({ id: one.import_id, outcome: named }, pages.value, until)
  })
  const choose = (chosen: Outcome) => {
    pages.value = 1
    setQuery({ outcome: chosen })
  }
  return (
    <div class="stack row-small">
      <Segments
        name="outcome"
        legend={w().outcome}
        options={some.map((known) => [
          known,
          `${w().outcomes[known]} ${number(one.sums[known].files)}`,
        ])}
        chosen={outcome}
        choose={choose}
      />
      <Show of={files}>
        {({ list, hasMore }) => (
          <>
            {list.length === 0 && <p class="faint">{w().nothing}</p>}
            <ul class="rows">
              {list.map((file) => (
                <FileRow key={file.object_id ?? file.file_path} file={file} />
              ))}
            </ul>
            {hasMore && <More show={() => void pages.value++} />}
          </>
        )}
      </Show>
    </div>
  )
}

function FileRow({ file: { file_path: path, object_id: id, reason, size_bytes } }: { file: File }) {
  const isGone = path === ''
  return (
    <li class="row row-wraps">
      <div>
        <p>
          {isGone && <span class="faint">{w().fileGone}</span>}
          {!isGone && id === null && <bdi>{path}</bdi>}
          {!isGone && id !== null && <a href={to(`/objects/${id}`)}>{path}</a>}
        </p>
        {reason !== null && <p class="faint">{reason}</p>}
      </div>
      <span class="nums faint">{bytes(size_bytes)}</span>
    </li>
  )
}

type Asked = { id: string; outcome: Outcome }

async function filesOf(asked: Asked, pages: number, signal: AbortSignal) {
  const { all, hasMore } = await pagesInTurn(pages, (from) =>
    kontor.listFolderImportFiles({ ...asked, limit: filesAtOnce, ...from }, { signal }),
  )
  return { list: all.flatMap(({ files }) => files), hasMore }
}
