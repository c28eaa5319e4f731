import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { to } from '../../../app/address.ts'
import { number } from '../../../ui/format.ts'
import { Box, Meter } from '../../../ui/parts.tsx'
import { doneOf, putAside } from './standing.ts'
import { w } from './words.ts'

/** On the overview of who runs the server, until all is done or it was put aside. */
export function FirstHourTile() {
  const asked = useResource((signal) => kontor.getFirstHour(undefined, { signal }), ['first-hour'])
  const list = asked.loaded.value.data
  // Whoever comes for the figures is not held up by it, and not told where it does not come.
  if (!list || list.over || list.put_aside) return null
  const { done, all } = doneOf(list)
  const said = w().progress({ done: number(done), all: number(all) })
  const open = list.steps.filter(({ state }) => state === 'open')
  return (
    <Box id="first-hour" title={w().title} stacked>
      <Meter value={done} max={all} label={said} />
      <p>
        <strong class="nums">{said}</strong>{' '}
        <span class="faint">{open.map(({ step }) => w().steps[step]).join(' · ')}</span>
      </p>
      <div class="toolbar">
        <a class="button button-main" href={to('/first-hour')}>
          {w().open}
        </a>
        <button type="button" class="button button-quiet" onClick={() => void putAside(true)}>
          {w().aside}
        </button>
      </div>
    </Box>
  )
}
