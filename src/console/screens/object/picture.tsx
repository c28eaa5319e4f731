import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor, prefix } from '../../api/kontor.ts'
import { announce } from '../../app/announce.tsx'
import type { ObjectDetail } from './object.tsx'
import { w } from './words.ts'

/** What the server drew of the file, with the words that it recognised where they are. */
export function Picture({ object }: { object: ObjectDetail }) {
  const words = useSignal<Reply<'wordBoxes'> | undefined>(undefined)
  const { object_id: id, preview, preview_problem: problem } = object
  const hasWords = /^(application\/pdf|image\/)/.test(object.content_type)
  const show = () => {
    if (words.value) words.value = undefined
    else {
      kontor.wordBoxes({ id }).then(
        (found) => {
          words.value = found
        },
        (error: Error) => announce(error.message, 'bad'),
      )
    }
  }
  return (
    <section class="box" aria-labelledby="preview">
      <h2 id="preview">{w().preview}</h2>
      {preview ? (
        <div class="picture">
          <img
            src={`${prefix}/v1/objects/${id}/preview-image`}
            width={preview.width}
            height={preview.height}
            alt={w().preview}
          />
          {words.value && <Boxes {...words.value} />}
        </div>
      ) : (
        <p class="faint">{problem ?? w().noPreview}</p>
      )}
      {preview && hasWords && object.index_state === 'indexed' && (
        <button type="button" class="button button-quiet" onClick={show}>
          {words.value ? w().noBoxes : w().boxes}
        </button>
      )}
    </section>
  )
}

function Boxes({ width, height, words }: Reply<'wordBoxes'>) {
  const named = words.map((box, place) => ({ ...box, place }))
  return (
    <svg class="boxes" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {named.map(({ place, left, top, width: wide, height: high, word }) => (
        <rect key={place} x={left} y={top} width={wide} height={high}>
          <title>{word}</title>
        </rect>
      ))}
    </svg>
  )
}
