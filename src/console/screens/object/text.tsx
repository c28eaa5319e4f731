import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { clock, number } from '../../ui/format.ts'
import { Show } from '../../ui/show.tsx'
import type { FileState } from '../dataset/states.ts'
import { unlessLeaving } from './leaving.ts'
import { w } from './words.ts'

const firstPassages = 20
const passagesMax = 100

/** What was read in the file: what buyers find and pay for, for its owner to check. */
export function Text({ id, state }: { id: string; state?: FileState }) {
  const limit = useSignal(firstPassages)
  const passages = useResource(
    (until) => {
      const asked = { id, limit: limit.value }
      return unlessLeaving(id, () => kontor.listOwnPassages(asked, { signal: until }))
    },
    ['objects'],
  )
  return (
    <Show of={passages}>
      {({ passages: shown, total }) => (
        <>
          {total === 0 && <p class="faint">{whyNone(state)}</p>}
          <ol class="own-passages">
            {shown.map((passage) => (
              <li key={passage.passage_id}>
                <p class="faint row-small">
                  {w().kinds[passage.kind]}
                  {passage.page !== null && ` · ${w().page(number(passage.page))}`}
                  {passage.time_start_ms !== null && ` · ${clock(passage.time_start_ms)}`}
                </p>
                <p lang={passage.lang === 'und' ? undefined : passage.lang} class="passage-text">
                  {passage.text}
                </p>
              </li>
            ))}
          </ol>
          {shown.length < total && limit.value < passagesMax && (
            <button
              type="button"
              class="button"
              onClick={() => {
                limit.value = passagesMax
              }}
            >
              {w().more(number(total))}
            </button>
          )}
        </>
      )}
    </Show>
  )
}

function whyNone(state: FileState | undefined): string {
  if (state === 'rejected') return w().notRead
  return state === 'reading' ? w().isReading : w().noText
}
