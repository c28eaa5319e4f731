import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Reply } from '../../../client/index.ts'
import { KontorError, kontor, ownUrl } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { go, to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import type { ScreenProps } from '../../app/screen.ts'
import { isOperator, may, me } from '../../app/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { bytes, list, moment } from '../../ui/format.ts'
import { Box, FactList, Problem, ScreenHead } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { w as deedWords } from '../dataset/deeds/words.ts'
import { StateBadge } from '../dataset/state-badge.tsx'
import { stateOf } from '../dataset/states.ts'
import { Deed } from '../operate/house/deed.tsx'
import { Down, TakeDown } from '../operate/off-market/off-market.tsx'
import { FileType } from './file-type.tsx'
import { leaving, unlessLeaving } from './leaving.ts'
import { Past } from './past.tsx'
import { Film, type ObjectDetail, Picture } from './picture.tsx'
import { Deleted, Reviewed } from './reviewed.tsx'
import { Text } from './text.tsx'
import { withoutCode } from './without-code.ts'
import { w } from './words.ts'

/** One file: what it looks like, what was read in it, and what befell it. */
export function ObjectScreen({ params: { id = '' } }: ScreenProps) {
  return isOperator.value ? <ForReviewer id={id} /> : <ForOwner id={id} />
}

/** Who reviews sees the files of all houses; of the own house like anybody else in it. */
function ForReviewer({ id }: { id: string }) {
  const detail = useResource((until) => askAny(id, until), ['shut'])
  return (
    <Show of={detail} isScreen>
      {(data) =>
        'bytes_kept_until' in data ? (
          <Deleted {...data} />
        ) : data.tenant_id === me.value?.tenant.tenant_id ? (
          <ForOwner id={id} />
        ) : (
          <Reviewed detail={data} />
        )
      }
    </Show>
  )
}

/** One that its owner deleted is there for who runs the platform while its bytes are kept. */
async function askAny(id: string, signal: AbortSignal) {
  const asked = { object_id: id }
  try {
    return await kontor.getStagedObject(asked, { signal })
  } catch (error) {
    if (!(error instanceof KontorError && error.status === 404)) throw error
    return await kontor.getAnyObject(asked, { signal }).catch(() => Promise.reject(error))
  }
}

function ForOwner({ id }: { id: string }) {
  const object = useResource((until) => unlessLeaving(id, () => askObject(id, until)), ['objects'])
  return (
    <Show of={object} isScreen>
      {({ one, dataset, sidecars }) => (
        <>
          <Head object={one} dataset={dataset} />
          <div class="two">
            <div class="stack">
              {dataset.status === 'suspended' && <InSuspended {...dataset} />}
              <Reasons {...one} />
              <Picture object={one}>{isFilm(one) && <Film id={id} />}</Picture>
              <Box id="text" title={w().text}>
                <Text id={id} state={stateOf(one)} />
              </Box>
            </div>
            <div class="stack">
              <Facts object={one} datasetName={dataset.name} />
              {sidecars.length > 0 && <Sidecars list={sidecars} dataset={dataset} />}
              <Past id={id} />
            </div>
          </div>
        </>
      )}
    </Show>
  )
}

/** One that has come and that nobody took away. */
function isFilm({ content_type: type, status, preview }: ObjectDetail): boolean {
  return type.startsWith('video/') && !preview && ['staged', 'active'].includes(status)
}

/** The subtitles of what can have some. */
async function askObject(id: string, signal: AbortSignal) {
  const one = await kontor.getObject({ id }, { signal })
  const isMedia = /^(audio|video)\//.test(one.content_type)
  const [dataset, subtitles] = await Promise.all([
    kontor.getDataset({ id: one.dataset_id }, { signal }),
    isMedia ? kontor.listSidecars({ id }, { signal }) : undefined,
  ])
  return { one, dataset, sidecars: subtitles?.sidecars ?? [] }
}

type HeadProps = { object: ObjectDetail; dataset: Reply<'getDataset'> }

function Head({ object, dataset }: HeadProps) {
  const { object_id: id, filename } = object
  const isShut = dataset.status === 'suspended'
  const { isOpen, open, close } = useOpen()
  const problem = useSignal<Error | undefined>(undefined)
  const state = stateOf(object)
  const perform = (work: () => Promise<unknown>) => {
    problem.value = undefined
    work().catch((error: Error) => {
      problem.value = error
    })
  }
  const remove = async () => {
    leaving.value = id
    try {
      await kontor.deleteObject({ id })
    } catch (error) {
      leaving.value = undefined
      throw error
    }
    announce(w().deleted(filename))
    go(`/data/${object.dataset_id}`)
  }
  const again = async () => {
    await kontor.resubmitObject({ id })
    announce(w().resubmitted)
    changed('objects')
  }
  const fetchIt = async () => {
    const { download_url: url } = await kontor.downloadObject({ id })
    location.assign(ownUrl(url))
  }
  const isSent = state !== 'open'
  return (
    <>
      <ScreenHead title={filename}>
        <StateBadge of={object} within={dataset} />
        {isSent && state !== 'rejected' && (
          <button type="button" class="button" onClick={() => perform(fetchIt)}>
            {w().download}
          </button>
        )}
        {may('objects:write') && state === 'expired' && !isShut && (
          <button type="button" class="button button-main" onClick={() => perform(again)}>
            {w().resubmit}
          </button>
        )}
        {!isShut && <Anew {...object} />}
        <TakeDown
          id={id}
          tenantId={me.value?.tenant.tenant_id ?? ''}
          name={filename}
          status={object.status}
          isDown={object.taken_down_at !== null}
        />
        {may('objects:write') && (
          <button type="button" class="button button-bad" onClick={open}>
            {w().delete}
          </button>
        )}
      </ScreenHead>
      {!isOpen && <Problem error={problem.value} />}
      <Dialog title={w().deleteTitle(filename)} open={isOpen} close={close}>
        <p>{w().deleteHint}</p>
        <Problem error={problem.value} />
        <div class="dialog-end">
          <button type="button" class="button button-bad" onClick={() => perform(remove)}>
            {w().delete}
          </button>
        </div>
      </Dialog>
    </>
  )
}

/** Whoever may do it with all of a dataset may do it with one of its files. */
function Anew({ object_id: id, filename, status, index_state: state }: ObjectDetail) {
  const wasRead = status === 'active' && (state === 'indexed' || state === 'failed')
  if (!may('datasets:write') || !wasRead) return null
  return (
    <Deed
      label={deedWords().anew}
      title={w().anewTitle(filename)}
      says={<p>{deedWords().anewHint}</p>}
      topics={['objects']}
      done={w().begun}
      send={() => kontor.reprocessObject({ id })}
    />
  )
}

function InSuspended({ dataset_id: id, name, suspension_reason: why }: Reply<'getDataset'>) {
  return (
    <div class="problem">
      <div>
        {w().inSuspended} <a href={to(`/data/${id}`)}>{name}</a>
        <p class="said-by">{why}</p>
      </div>
    </div>
  )
}

/** What somebody has to know before anything else. */
function Reasons(object: ObjectDetail) {
  const { review_reason, error, warnings, status, dataset_id: dataset } = object
  const reasons = [review_reason, error].filter((one) => one !== null)
  return (
    <>
      <Down when={object.taken_down_at} why={object.takedown_reason} isOwn />
      {reasons.map((reason) => (
        <p key={reason} class="problem">
          {withoutCode(reason)}
        </p>
      ))}
      {status === 'rejected' && may('objects:write') && (
        <p>
          {w().rejected} <a href={to(`/uploads?into=${dataset}`)}>{w().uploadAgain}</a>
        </p>
      )}
      {warnings.length > 0 && (
        <Box id="warnings" title={w().warnings}>
          <ul class="plain">
            {warnings.map((warning) => (
              <li key={warning}>{withoutCode(warning)}</li>
            ))}
          </ul>
        </Box>
      )}
    </>
  )
}

function Facts({ object, datasetName }: { object: ObjectDetail; datasetName: string }) {
  const when = (iso: string | null) => (iso === null ? null : moment(iso))
  const facts: [string, ComponentChildren][] = [
    [
      w().inDataset,
      <a key="dataset" href={to(`/data/${object.dataset_id}`)}>
        {datasetName}
      </a>,
    ],
    [w().folder, object.folder],
    [w().type, <FileType key="type" of={object.content_type} />],
    [w().size, bytes(object.size_bytes)],
    [w().uploaded, when(object.uploaded_at)],
    [w().reviewUntil, object.status === 'staged' ? when(object.review_expires_at) : null],
    [w().endsAt, when(object.upload_ends_at)],
    [w().tags, object.tags.length === 0 ? null : list(object.tags)],
    [w().sum, object.checksum_sha256],
  ]
  return (
    <Box id="facts" title={w().facts}>
      <FactList facts={facts} />
    </Box>
  )
}

type SidecarsProps = { list: Reply<'listSidecars'>['sidecars']; dataset: Reply<'getDataset'> }

function Sidecars({ list: files, dataset }: SidecarsProps) {
  return (
    <Box id="sidecars" title={w().sidecars}>
      <ul class="rows">
        {files.map((file) => (
          <li key={file.object_id} class="row">
            <div>
              <a href={to(`/objects/${file.object_id}`)}>{file.filename}</a>
            </div>
            <StateBadge of={file} within={dataset} />
          </li>
        ))}
      </ul>
    </Box>
  )
}
