import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { ScreenHead, Skeleton, Tile } from '../../ui/parts.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Show } from '../../ui/show.tsx'
import { Account } from './account.tsx'
import { Bought } from './bought.tsx'
import { Offers } from './offers.tsx'
import { sol } from './sol.ts'
import { w } from './words.ts'

const tabs = ['offers', 'bought', 'account'] as const
type Tab = (typeof tabs)[number]

/** Licences on whole files, which are paid for with a balance of SOL that a person has. */
export function Licences() {
  const balance = useResource((until) => kontor.getBalance(undefined, { signal: until }), ['sol'])
  const tab = tabs.find((one) => one === query.value.get('part')) ?? 'offers'
  return (
    <>
      <ScreenHead title={w().title} />
      <Show of={balance} isScreen waiting={<Skeleton lines={1} tall />}>
        {(data) => (
          <>
            <div class="tiles">
              <Tile label={w().balance} value={sol(data.balance)} />
              <Tile label={w().earned} value={sol(data.total_earned)} note={w().earnedNote} />
              <Tile label={w().spent} value={sol(data.total_spent)} note={w().spentNote} />
            </div>
            <Tabs tab={tab} />
            {tab === 'offers' && <Offers balance={data.balance} />}
            {tab === 'bought' && <Bought />}
            {tab === 'account' && <Account balance={data} />}
          </>
        )}
      </Show>
    </>
  )
}

function Tabs({ tab }: { tab: Tab }) {
  return (
    <div class="toolbar">
      <Segments
        name="part"
        legend={w().parts}
        options={tabs.map((one) => [one, w().tabs[one]])}
        chosen={tab}
        choose={(one) => {
          const part = one === 'offers' ? undefined : one
          setQuery({ part, page: undefined, of: undefined })
        }}
      />
    </div>
  )
}
