import type { ComponentChildren } from 'preact'
import type { Reply } from '../../../client/index.ts'
import { bytes, clock, number } from '../../ui/format.ts'
import { Badge, FactList } from '../../ui/parts.tsx'
import { FileType } from '../object/file-type.tsx'
import { withoutCode } from '../object/without-code.ts'
import { w } from './words.ts'

export type Detail = Reply<'getStagedObject'>

/** What a reviewer must not overlook, in colour and in words. */
export function Alarms({ content_type: declared, sniffed_content_type: is, ...rest }: Detail) {
  const { same_content: same } = rest
  // Those with the same bytes have a line of their own.
  const isSaid = (warning: string) => same.some(({ object_id: id }) => warning.includes(id))
  const warnings = rest.warnings.filter((warning) => !isSaid(warning))
  const isOther = is !== null && is !== declared
  if (!isOther && same.length === 0 && warnings.length === 0) return null
  return (
    <div class="alarms">
      <p class="alarm-badges">
        {isOther && <Badge tone="bad">{w().mismatch}</Badge>}
        {same.map(({ object_id: id, filename }) => (
          <Badge key={id} tone="warn">
            {w().duplicate} <bdi>{filename}</bdi>
          </Badge>
        ))}
      </p>
      {warnings.length > 0 && (
        <>
          <h3>{w().warnings}</h3>
          <ul class="plain">
            {warnings.map((warning) => (
              <li key={warning}>{withoutCode(warning)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** What is known of it before anybody decides. */
export function Facts(detail: Detail) {
  const { content_type: declared, sniffed_content_type: is, duration_ms: length } = detail
  const facts: [string, ComponentChildren][] = [
    [w().of, detail.tenant_name],
    [w().dataset, detail.dataset_name],
    [w().folder, detail.folder],
    [w().visibility, w().visibilities[detail.dataset_visibility]],
    [w().declared, <FileType key="declared" of={declared} />],
    [
      w().is,
      detail.inspection === 'pending' ? null : is === null ? (
        w().unknown
      ) : (
        <FileType key="is" of={is} />
      ),
    ],
    [w().size, bytes(detail.size_bytes)],
    [w().pages, detail.page_count === null ? null : number(detail.page_count)],
    [w().length, length === null ? null : clock(length)],
  ]
  return <FactList facts={facts} />
}
