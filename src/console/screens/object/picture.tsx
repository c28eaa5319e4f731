import { prefix } from '../../api/kontor.ts'
import type { ObjectDetail } from './object.tsx'
import { isPaged, Pages } from './pages.tsx'
import { w } from './words.ts'

type Shown = Pick<ObjectDetail, 'object_id' | 'preview' | 'preview_problem' | 'content_type'>

/** What the server drew of the file: its pages, or the one picture that there is of it. */
export function Picture({ object }: { object: Shown }) {
  const { object_id: id, preview, preview_problem: problem, content_type: type } = object
  return (
    <section class="box" aria-labelledby="preview">
      <h2 id="preview">{w().preview}</h2>
      {isPaged(type) ? (
        <Pages id={id} shape={preview} />
      ) : preview ? (
        <div class="picture">
          <img
            src={`${prefix}/v1/objects/${id}/preview-image`}
            width={preview.width}
            height={preview.height}
            alt={w().preview}
          />
        </div>
      ) : (
        <p class="faint">{problem ?? w().noPreview}</p>
      )}
    </section>
  )
}
