import { useEffect } from 'preact/hooks'
import { type KontorError, kontor, ownUrl } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { tell } from '../../app/announce.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { isPaged, Pages } from '../object/pages.tsx'
import { Alarms, type Detail, Facts } from './findings.tsx'
import type { QueueItem } from './queue.ts'
import { w } from './words.ts'

type Target = { tenant_id: string; object_id: string }

/** A claim is good for five minutes. */
const claimAgainMs = 4 * 60_000

/** The file as the server drew and read it: nobody opens it here. */
export function Candidate({ item }: { item: QueueItem }) {
  const { tenant_id, object_id } = item
  const target = { tenant_id, object_id }
  const detail = useResource((until) => kontor.reviewDetail(target, { signal: until }), ['queue'])
  const { data: known } = detail.loaded.value
  const anothers = known?.claim?.is_mine === false ? known.claim : undefined
  const mayClaim = known !== undefined && anothers === undefined
  useEffect(() => {
    if (!mayClaim) return
    // Somebody was quicker, and is named in what is read anew.
    const isTaken = ({ status }: KontorError) => status === 409 && detail.again()
    const claim = () => void kontor.claimReview(target).catch(isTaken)
    claim()
    const timer = setInterval(claim, claimAgainMs)
    return () => {
      clearInterval(timer)
      void kontor.releaseReview(target).catch(() => {})
    }
  }, [object_id, mayClaim])
  return (
    <Show of={detail} waiting={<Skeleton lines={8} tall />}>
      {(data) => (
        <>
          <section class="candidate-picture" aria-label={w().picture} tabIndex={0}>
            <Look {...data} />
          </section>
          <section class="candidate" aria-labelledby="candidate" tabIndex={0}>
            <h2 id="candidate">
              <a href={to(`/objects/${object_id}`)}>
                <bdi>{data.filename}</bdi>
              </a>
            </h2>
            {anothers && <Claimed name={anothers.name} target={target} />}
            <Alarms {...data} />
            <Facts {...data} />
            {data.user_text && (
              <>
                <h3>{w().notes}</h3>
                <p class="passage-text">{data.user_text}</p>
              </>
            )}
            {isSeen(data) && <Said {...data} />}
          </section>
        </>
      )}
    </Show>
  )
}

/** Whether there is more to look at than text. */
function isSeen(detail: Detail): boolean {
  return isPaged(detail.sniffed_content_type) || detail.preview_image_url !== null
}

/** Its pages, or a frame of a film, or else what it says. */
function Look(detail: Detail) {
  const { object_id: id, preview, preview_image_url: url } = detail
  if (isPaged(detail.sniffed_content_type)) return <Pages key={id} id={id} shape={preview} />
  if (!preview || url === null) return <Said {...detail} />
  const { width, height } = preview
  return <img src={ownUrl(url)} width={width} height={height} alt={w().picture} />
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
  const take = () =>
    tell(async () => {
      await kontor.claimReview({ ...target, take_over: true })
      changed('queue')
    })
  return (
    <p class="hint claimed">
      <Icon name="person" size={16} />
      <span>{w().claimedBy(name ?? w().somebody)}</span>
      <button type="button" class="button" onClick={() => void take()}>
        {w().takeOver}
      </button>
    </p>
  )
}
