import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery, to } from '../../app/address.ts'
import { t } from '../../i18n/index.ts'
import { bytes, number } from '../../ui/format.ts'
import { Show } from '../../ui/show.tsx'
import type { FolderImport } from './import-row.tsx'
import { w } from './words.ts'

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
  const files = useResource((until) => {
    const named = outcomes.find((known) => known === query.value.get('outcome')) ?? outcome
    return filesOf({ id: one.import_id, outcome: named }, pages.value, until)
  })
  const choose = (chosen: Outcome) => {
    pages.value = 1
    setQuery({ outcome: chosen })
  }
  return (
    <div class="stack row-small">
      <fieldset class="segments">
        <legend class="sr">{w().outcome}</legend>
        {some.map((known) => (
          <label key={known}>
            <input
              type="radio"
              name="outcome"
              checked={known === outcome}
              onChange={() => choose(known)}
            />
            <span>
              {w().outcomes[known]} {number(one.sums[known].files)}
            </span>
          </label>
        ))}
      </fieldset>
      <Show of={files}>
        {({ list, hasMore }) => (
          <>
            {list.length === 0 && <p class="faint">{w().nothing}</p>}
            <ul class="rows">
              {list.map((file) => (
                <FileRow key={file.object_id ?? file.file_path} file={file} />
              ))}
            </ul>
            {hasMore && (
              <button type="button" class="button" onClick={() => void pages.value++}>
                {t().buttons.more}
              </button>
            )}
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
  const list: File[] = []
  let answer: Reply<'listFolderImportFiles'> | undefined
  for (let page = 0; page < pages && answer?.next_cursor !== null; page++) {
    const from = answer ? { cursor: answer.next_cursor } : {}
    const next = { ...asked, limit: filesAtOnce, ...from }
    answer = await kontor.listFolderImportFiles(next, { signal })
    list.push(...answer.files)
  }
  return { list, hasMore: answer?.next_cursor != null }
}
