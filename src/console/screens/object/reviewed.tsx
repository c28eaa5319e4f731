import { to } from '../../app/address.ts'
import { Badge, Box, ScreenHead } from '../../ui/parts.tsx'
import { stateOf, toneOf } from '../dataset/states.ts'
import { w as stateWords } from '../dataset/words.ts'
import { Alarms, type Detail, Facts } from '../review/findings.tsx'
import { w as reviewWords } from '../review/words.ts'
import { Past } from './past.tsx'
import { Picture } from './picture.tsx'
import { Text } from './text.tsx'
import { w } from './words.ts'

/** A file of another house, for who reviews: all of it but the file itself. */
export function Reviewed({ detail }: { detail: Detail }) {
  const { object_id: id, filename, status, sniffed_content_type: type } = detail
  const state = stateOf({ status, index_state: 'indexed', taken_down_at: null })
  return (
    <>
      <ScreenHead title={filename}>
        <Badge tone={toneOf[state]}>
          {status === 'active' ? reviewWords().decisions.approved : stateWords().states[state]}
        </Badge>
        {status === 'staged' && (
          <a class="button button-main" href={to(`/review?object=${id}`)}>
            {w().decide}
          </a>
        )}
      </ScreenHead>
      <p class="faint">{w().reviewed}</p>
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
