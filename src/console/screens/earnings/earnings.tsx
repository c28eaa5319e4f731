import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { counted, date, money, month } from '../../ui/format.ts'
import { InParts } from '../../ui/in-parts.tsx'
import { Box, Meter, ScreenHead, Skeleton, Tile } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { Account } from './account.tsx'
import { Statements } from './statements.tsx'
import { w } from './words.ts'

type Outlook = Reply<'getPayoutOutlook'>
type Line = Reply<'getEarnings'>['datasets'][number]

/** What the house earned, what is on its way to it, and to which account. */
export function Earnings() {
  const outlook = useResource(
    (until) => kontor.getPayoutOutlook(undefined, { signal: until }),
    ['money'],
  )
  return (
    <>
      <ScreenHead title={w().title} />
      <Show of={outlook} waiting={<Skeleton lines={2} tall />}>
        {(data) => (
          <>
            <Tiles {...data} />
            <div class="two">
              <ByDataset />
              <Account account={data.account} />
            </div>
          </>
        )}
      </Show>
      <Box id="payouts" title={w().payouts}>
        <Statements />
      </Box>
    </>
  )
}

function Tiles({ period, seller_credits, held_credits, next_release_at: next, ...rest }: Outlook) {
  return (
    <div class="tiles">
      <Tile
        label={w().unsettled}
        value={money(seller_credits)}
        note={w().since(month(`${period}-01`))}
      />
      <Tile
        label={w().held}
        value={money(held_credits)}
        note={next === null ? w().heldNote : w().freeOn(date(next))}
      />
      <Tile label={w().released} value={money(rest.released_credits)} note={w().releasedNote} />
      <Tile label={w().paid} value={money(rest.paid_credits)} note={w().paidNote} />
    </div>
  )
}

function ByDataset() {
  const earnings = useResource(
    (until) => kontor.getEarnings({}, { signal: until }),
    ['money', 'datasets'],
  )
  return (
    <Box id="datasets" title={w().byDataset}>
      <p class="faint">{w().thirty}</p>
      <Show of={earnings}>
        {({ datasets }) => (
          <>
            {datasets.length === 0 && <p class="faint">{w().nothing}</p>}
            <InParts of={datasets}>
              {(shown) => (
                <ul class="ranks">
                  {shown.map((line) => (
                    <Rank
                      key={line.dataset_id}
                      line={line}
                      most={datasets[0]?.seller_credits ?? 0}
                    />
                  ))}
                </ul>
              )}
            </InParts>
          </>
        )}
      </Show>
    </Box>
  )
}

function Rank({ line, most }: { line: Line; most: number }) {
  const { dataset_id: id, name, charges, seller_credits: earned } = line
  const label = name ?? w().erased
  const sales = counted(w().sold, charges)
  return (
    <li>
      {name === null ? <span>{label}</span> : <a href={to(`/data/${id}`)}>{name}</a>}
      <span class="nums">
        <span class="faint">{sales}</span> {money(earned)}
      </span>
      <Meter value={Math.max(0, earned)} max={Math.max(1, most)} label={label} />
    </li>
  )
}
