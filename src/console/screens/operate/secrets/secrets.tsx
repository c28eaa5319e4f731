import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { to } from '../../../app/address.ts'
import { moment, number } from '../../../ui/format.ts'
import { Badge, Box, ScreenHead } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { afterWork, useWorks } from '../work/use-works.ts'
import { WorkDesk } from '../work/work-desk.tsx'
import { w } from './words.ts'

type State = Reply<'getSecrets'>

/** Which secrets sign and which are still taken, and how new ones are made. */
export function Secrets() {
  const works = useWorks()
  const known = useResource((signal) => kontor.getSecrets(undefined, { signal }), [afterWork])
  return (
    <>
      <p>
        <a href={to('/settings')}>{w().back}</a>
      </p>
      <ScreenHead title={w().title} />
      <p class="faint">{w().hint}</p>
      <WorkDesk title={w().works} works={works} kinds={['secrets_rotate', 'secrets_end_overlap']} />
      <Show of={known}>
        {(state) => (
          <div class="halves">
            <Generations {...state} />
            <Masters {...state} />
          </div>
        )}
      </Show>
    </>
  )
}

function Generations({ generations }: State) {
  return (
    <Box id="generations" title={w().generations}>
      <ul class="rows">
        {generations.map(({ generation, created_at: made, accepted_until: until }) => (
          <li key={generation} class="row row-wraps">
            <div>
              <p>
                <strong>{w().generation(number(generation))}</strong>{' '}
                <Badge tone={until === null ? 'good' : 'neutral'}>
                  {until === null ? w().signs : w().taken(moment(until))}
                </Badge>
              </p>
              <p class="faint row-small">{made === null ? w().first : w().made(moment(made))}</p>
            </div>
          </li>
        ))}
      </ul>
    </Box>
  )
}

function Masters({ master_keys: keys }: State) {
  return (
    <Box id="masters" title={w().masters}>
      <p class="faint">{w().mastersHint}</p>
      <ul class="rows">
        {keys.map((key) => (
          <li key={key} class="row mono row-small">
            {key}
          </li>
        ))}
      </ul>
    </Box>
  )
}
