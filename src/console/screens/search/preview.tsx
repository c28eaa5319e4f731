import { useSignal } from '@preact/signals'
import { prefix } from '../../api/kontor.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Hit } from './ask.ts'

const icons: Readonly<Record<Hit['modality'], IconName>> = {
  document: 'file',
  text: 'file',
  image: 'image',
  audio: 'audio',
  video: 'video',
}

type PreviewProps = { hit: Hit; large?: boolean }

/** A small picture that the server drew of an asset; where there is none, what form it has. */
export function Preview({ hit, large = false }: PreviewProps) {
  const isThere = useSignal(hit.has_preview)
  if (large && !isThere.value) return null
  return (
    <div class={large ? 'preview preview-large' : 'preview'}>
      {isThere.value ? (
        <img
          src={`${prefix}/v1/objects/${hit.asset_id}/preview-image`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => {
            isThere.value = false
          }}
        />
      ) : (
        <Icon name={icons[hit.modality]} size={26} />
      )}
    </div>
  )
}
