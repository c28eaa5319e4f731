import type { ComponentChildren } from 'preact'
import type { Reply } from '../../../client/index.ts'
import { kontor, ownUrl, prefix } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { Box, Skeleton } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { isPaged, Pages } from './pages.tsx'
import { w } from './words.ts'

export type ObjectDetail = Reply<'getObject'>

type Shown = Pick<ObjectDetail, 'object_id' | 'preview' | 'preview_problem' | 'content_type'>

type PictureProps = { object: Shown; children?: ComponentChildren }

/**
 * What the server drew of the file: its pages, or the one picture that there is of it; or what is
 * shown in its place.
 */
export function Picture({ object, children }: PictureProps) {
  const { object_id: id, preview, preview_problem: problem, content_type: type } = object
  return (
    <Box id="preview" title={w().preview}>
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
        children || <p class="faint">{problem ?? w().noPreview}</p>
      )}
    </Box>
  )
}

/** The first pictures of a film are often black. */
const posterSeconds = 0.1

/** The server decodes no H.264: the browser shows a picture of one's own film, and plays it. */
export function Film({ id }: { id: string }) {
  const film = useResource((signal) => kontor.downloadObject({ id }, { signal }))
  return (
    <Show of={film} waiting={<Skeleton lines={4} tall />}>
      {({ download_url: url }) => (
        // biome-ignore lint/a11y/useMediaCaption: what is said in it stands below
        <video
          class="quote-film"
          src={`${ownUrl(url)}#t=${posterSeconds}`}
          preload="metadata"
          aria-label={w().preview}
          controls
        />
      )}
    </Show>
  )
}
