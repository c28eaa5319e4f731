import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { pagesTogether } from '../../api/pages.ts'
import { useResource } from '../../api/resource.ts'
import { query } from '../../app/address.ts'
import { date, moment } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Badge, Box, Empty, ScreenHead } from '../../ui/parts.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Show } from '../../ui/show.tsx'
import { Decide, type Deed, type Received } from './decide.tsx'
import { Grants } from './grants.tsx'
import { w } from './words.ts'

const states = ['pending', 'approved', 'rejected'] as const
const tones = { pending: 'info', approved: 'good', rejected: 'bad' } as const

const rowsAtOnce = 50

/** Who asks to be let into the house's datasets, and who was. */
export function Access() {
  return (
    <>
      <ScreenHead title={w().title} />
      <div class="two">
        <Box id="requests" title={w().requests}>
          <States />
          <Requests key={state()} />
        </Box>
        <Box id="grants" title={w().who}>
          <Grants />
        </Box>
      </div>
    </>
  )
}

function state(): (typeof states)[number] {
  return states.find((one) => one === query.value.get('state')) ?? 'pending'
}

function States() {
  const options = states.map((one) => [one, w().states[one]] as const)
  return <Segments name="state" legend={w().state} options={options} chosen={state()} />
}

function Requests() {
  const pages = useSignal(1)
  const deed = useSignal<Deed | undefined>(undefined)
  const requests = useResource(
    (until) => askFor({ pages: pages.value, status: state() }, until),
    ['access'],
  )
  return (
    <>
      <Show of={requests}>
        {({ list, total }) => (
          <>
            {total === 0 && <Nobody />}
            <ul class="rows">
              {list.map((request) => (
                <Row
                  key={request.access_request_id}
                  request={request}
                  decide={(decision) => {
                    deed.value = { request, decision }
                  }}
                />
              ))}
            </ul>
            {list.length < total && <More show={() => void pages.value++} />}
          </>
        )}
      </Show>
      <Decide
        deed={deed.value}
        close={() => {
          deed.value = undefined
        }}
      />
    </>
  )
}

type Asked = { pages: number; status: (typeof states)[number] }

async function askFor({ pages, status }: Asked, signal: AbortSignal) {
  const answers = await pagesTogether(pages, (page) =>
    kontor.listAccessInbox({ status, limit: rowsAtOnce, offset: page * rowsAtOnce }, { signal }),
  )
  const list = answers.flatMap(({ access_requests }) => access_requests)
  return { list, total: answers[0]?.total ?? 0 }
}

function Nobody() {
  if (state() !== 'pending') return <p class="faint">{w().noneOther}</p>
  return <Empty icon="check" title={w().none} hint={w().noneHint} />
}

type RowProps = { request: Received; decide(decision: Deed['decision']): void }

function Row({ request, decide }: RowProps) {
  const { tenant_name: house, dataset_name, asked_by, message, status } = request
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{house}</strong> {w().askedFor(dataset_name)}{' '}
          {status !== 'pending' && <Badge tone={tones[status]}>{w().states[status]}</Badge>}
        </p>
        {message && <blockquote class="said-by">{message}</blockquote>}
        <p class="faint row-small">
          {asked_by && `${w().askedBy(asked_by)} · `}
          {w().since(moment(request.created_at))}
          {request.decided_at && ` · ${w().decided(date(request.decided_at))}`}
        </p>
      </div>
      {status === 'pending' && (
        <span class="toolbar">
          <button
            type="button"
            class="button button-bad"
            aria-label={`${w().refuse}: ${house}`}
            onClick={() => decide('rejected')}
          >
            {w().refuse}
          </button>
          <button
            type="button"
            class="button button-good"
            aria-label={`${w().approve}: ${house}`}
            onClick={() => decide('approved')}
          >
            {w().approve}
          </button>
        </span>
      )}
    </li>
  )
}
