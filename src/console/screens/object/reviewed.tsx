import type { Reply } from '../../../client/index.ts'
import { to } from '../../app/address.ts'
import { bytes, moment } from '../../ui/format.ts'
import { Badge, Box, FactList, ScreenHead } from '../../ui/parts.tsx'
import { stateOf, toneOf } from '../dataset/states.ts'
import { w as stateWords } from '../dataset/words.ts'
import { w as datasetWords } from '../datasets/words.ts'
import { Down, TakeDown } from '../operate/off-market/off-market.tsx'
import { w as marketWords } from '../operate/off-market/words.ts'
import { Alarms, type Detail, Facts } from '../review/findings.tsx'
import { w as reviewWords } from '../review/words.ts'
import { FileType } from './file-type.tsx'
import { Past } from './past.tsx'
import { Picture } from './picture.tsx'
import { Text } from './text.tsx'
import { w } from './words.ts'

/** A file of another house, for who reviews: all of it but the file itself. */
export function Reviewed({ detail }: { detail: Detail }) {
  const { object_id: id, filename, status, sniffed_content_type: type } = detail
  const { taken_down_at: down, takedown_reason: why, dataset_status: dataset } = detail
  const state = stateOf(detail)
  return (
    <>
      <ScreenHead title={filename}>
        <Badge tone={toneOf[state]}>
          {status === 'active' && down === null
            ? reviewWords().decisions.approved
            : stateWords().states[state]}
        </Badge>
        {dataset !== 'active' && <Badge tone="warn">{datasetWords().statuses[dataset]}</Badge>}
        {status === 'staged' && (
          <a class="button button-main" href={to(`/review?object=${id}`)}>
            {w().decide}
          </a>
        )}
        <TakeDown
          id={id}
          tenantId={detail.tenant_id}
          name={filename}
          status={status}
          isDown={down !== null}
        />
      </ScreenHead>
      <p class="faint">
        {w().reviewed} <a href={to(`/data/${detail.dataset_id}`)}>{marketWords().toDataset}</a>
      </p>
      <Down when={down} why={why} />
      <div class="two">
        <div class="stack">
          <Picture object={{ ...detail, content_type: type ?? '' }} />
          <Box id="text" title={w().text}>
            <Text id={id} />
          </Box>
        </div>
        <div class="stack">
          <Box id="facts" title={w().facts}>
            <Alarms {...detail} />
            <Facts {...detail} />
          </Box>
          <Past id={id} />
        </div>
      </div>
    </>
  )
}

/** What its owner deleted and who bought it may fetch: enough of it to take it down. */
export function Deleted(file: Reply<'getAnyObject'>) {
  const { object_id: id, taken_down_at: down, bytes_kept_until: kept } = file
  // Its name went with it.
  const filename = file.filename || id
  return (
    <>
      <ScreenHead title={filename}>
        <TakeDown
          id={id}
          tenantId={file.tenant_id}
          name={filename}
          status={kept === null ? '' : 'active'}
          isDown={down !== null}
        />
      </ScreenHead>
      <p class="faint">{marketWords().kept(kept === null ? '' : moment(kept))}</p>
      <Down when={down} why={file.takedown_reason} />
      <Box id="facts" title={w().facts}>
        <FactList
          facts={[
            [w().inDataset, file.dataset_name],
            [w().folder, file.folder],
            [w().type, <FileType key="type" of={file.content_type} />],
            [w().size, bytes(file.size_bytes)],
          ]}
        />
      </Box>
    </>
  )
}
