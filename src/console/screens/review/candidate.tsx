import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Reply } from '../../../client/index.ts'
import { kontor, ownUrl } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { announce } from '../../app/announce.tsx'
import { bytes, clock, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge, FactList, Skeleton } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import type { QueueItem } from './desk.ts'
import { w } from './words.ts'

type Detail = Reply<'reviewDetail'>
type Target = { tenant_id: string; object_id: string }

/** A claim is good for five minutes. */
const claimAgainMs = 4 * 60_000

/** The file as the server drew and read it: nobody opens it here. */
export function Candidate({ item }: { item: QueueItem }) {
  const { tenant_id, object_id } = item
  const target = { tenant_id, object_id }
  const isAnothers = item.claim !== null && !item.claim.is_mine
  const detail = useResource((until) => kontor.reviewDetail(target, { signal: until }), ['queue'])
  useEffect(() => {
    if (isAnothers) return
    const claim = () => void kontor.claimReview(target).catch(() => {})
    claim()
    const timer = setInterval(claim, claimAgainMs)
    return () => {
      clearInterval(timer)
      void kontor.releaseReview(target).catch(() => {})
    }
  }, [object_id, isAnothers])
  return (
    <Show of={detail} waiting={<Skeleton lines={8} tall />}>
      {(data) => (
        <>
          <section class="candidate-picture" aria-label={w().picture} tabIndex={0}>
            {hasPicture(data) ? <Picture {...data} /> : <Said {...data} />}
          </section>
          <section class="candidate" aria-labelledby="candidate" tabIndex={0}>
            <h2 id="candidate">
              <bdi>{data.filename}</bdi>
            </h2>
            {isAnothers && <Claimed name={item.claim?.name ?? null} target={target} />}
            <Alarms {...data} />
            <Facts {...data} />
            {data.user_text && (
              <>
                <h3>{w().notes}</h3>
                <p class="passage-text">{data.user_text}</p>
              </>
            )}
            {hasPicture(data) && <Said {...data} />}
          </section>
        </>
      )}
    </Show>
  )
}

function hasPicture({ preview, preview_image_url: url }: Detail): boolean {
  return preview !== null && url !== null
}

function Picture({ preview, preview_image_url: url }: Detail) {
  const { width, height } = preview ?? {}
  return <img src={ownUrl(url ?? '')} width={width} height={height} alt={w().picture} />
}

/** Where nothing was drawn this is all that there is to look at. */
function Said(detail: Detail) {
  const { preview_problem: problem, inspection, text_sample: text } = detail
  return (
    <div class="said">
      <h2>{w().text}</h2>
      {inspection === 'pending' && <p class="faint">{w().inspecting}</p>}
      {problem && <p class="faint">{problem}</p>}
      <p class="passage-text">{text || w().noText}</p>
    </div>
  )
}

function Claimed({ name, target }: { name: string | null; target: Target }) {
  const take = () => {
    kontor.claimReview({ ...target, take_over: true }).then(
      () => changed('queue'),
      (error: Error) => announce(error.message, 'bad'),
    )
  }
  return (
    <p class="hint claimed">
      <Icon name="person" size={16} />
      <span>{w().claimedBy(name ?? w().somebody)}</span>
      <button type="button" class="button" onClick={take}>
        {w().takeOver}
      </button>
    </p>
  )
}

/** What a reviewer must not overlook, in colour and in words. */
function Alarms({ content_type: declared, sniffed_content_type: is, ...rest }: Detail) {
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
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Facts(detail: Detail) {
  const { content_type: declared, sniffed_content_type: is, duration_ms: length } = detail
  const facts: [string, ComponentChildren][] = [
    [w().of, detail.tenant_name],
    [w().dataset, detail.dataset_name],
    [w().folder, detail.folder],
    [w().visibility, w().visibilities[detail.dataset_visibility]],
    [w().declared, declared],
    [w().is, detail.inspection === 'pending' ? null : (is ?? w().unknown)],
    [w().size, bytes(detail.size_bytes)],
    [w().pages, detail.page_count === null ? null : number(detail.page_count)],
    [w().length, length === null ? null : clock(length)],
  ]
  return <FactList facts={facts} />
}
