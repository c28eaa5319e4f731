import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { query, setQuery, to } from '../../../app/address.ts'
import { date, money, month, number } from '../../../ui/format.ts'
import { Badge, Empty, ScreenHead, type Tone } from '../../../ui/parts.tsx'
import { Select } from '../../../ui/select.tsx'
import { Area, Deed } from '../house/deed.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { Batches } from './batches.tsx'
import { Tabs } from './tabs.tsx'
import { w } from './words.ts'

type Statement = Reply<'listAllPayouts'>['payouts'][number]
type State = Statement['status']

const states = {
  pending: ['approved', 'held'],
  approved: ['held'],
  processing: ['paid', 'failed'],
  paid: ['reversed'],
  failed: ['held'],
  held: ['approved', 'reversed'],
  reversed: [],
} as const satisfies Record<State, readonly State[]>

const tones = {
  pending: 'neutral',
  approved: 'info',
  processing: 'info',
  paid: 'good',
  failed: 'bad',
  held: 'warn',
  reversed: 'neutral',
} as const satisfies Record<State, Tone>

/** What providers are owed, statement by statement, and what the bank was told. */
export function Payouts() {
  return (
    <>
      <ScreenHead title={w().title} />
      <Tabs />
      <Batches />
      <Statements />
    </>
  )
}

function state(): State | undefined {
  return (Object.keys(states) as State[]).find((one) => one === query.value.get('status'))
}

function Statements() {
  const pages = usePages(
    (page, signal) => {
      const status = state()
      const tenant = query.value.get('tenant')
      const period = onlyMonth()
      const asked = {
        ...(status && { status }),
        ...(tenant && { tenant_id: tenant }),
        ...(period && { period }),
      }
      return kontor.listAllPayouts({ ...page, ...asked }, { signal })
    },
    (answer) => answer.payouts,
    ['payouts'],
  )
  return (
    <>
      <Select
        isTool
        label={w().state}
        options={[
          ['', w().anyState],
          ...(Object.keys(states) as State[]).map((one) => [one, w().states[one]] as const),
        ]}
        chosen={state() ?? ''}
        choose={(status) => setQuery({ status })}
      />
      <OneMonth />
      <PageList
        of={pages}
        id="statements"
        title={(n) => (n === 1 ? w().statements.one : w().statements.many(number(n)))}
        none={<Empty icon="receipt" title={w().noStatements} hint={w().noStatementsHint} />}
      >
        {(statement) => <Row key={statement.payout_statement_id} statement={statement} />}
      </PageList>
    </>
  )
}

function onlyMonth(): string | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])$/.exec(query.value.get('period') ?? '')?.[0]
}

/** Of which month alone they are, when somebody came from it. */
function OneMonth() {
  const period = onlyMonth()
  if (period === undefined) return null
  return (
    <p>
      <strong>{month(`${period}-01`)}</strong>{' '}
      <button type="button" class="button" onClick={() => setQuery({ period: undefined })}>
        {w().anyMonth}
      </button>
    </p>
  )
}

/** A dispute holds without a reason: besides it there can be one of the operator's. */
function stepsOf({ status, hold_reason }: Statement): readonly Step[] {
  if (status === 'held' && hold_reason === null) return ['held', ...states.held]
  return states[status]
}

/** What is to be done is done with what is left of the earnings. */
function Row({ statement }: { statement: Statement }) {
  const { status, period, tenant_id: tenant, release_at: release } = statement
  const what = w().statementOf({
    month: month(`${period}-01`),
    amount: money(centsOf(statement.held_amount + statement.released_amount)),
  })
  const reversed = centsOf(statement.reversed_amount)
  const why = statement.hold_reason ?? statement.reversal_reason ?? statement.failure
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{what}</strong> <Badge tone={tones[status]}>{w().states[status]}</Badge>
        </p>
        <p class="row-small">
          <a href={to(`/tenants/${tenant}`)}>{statement.tenant_name || tenant}</a>
        </p>
        {status === 'pending' && <p class="faint row-small">{w().release(date(release))}</p>}
        {reversed > 0 && <p class="faint row-small">{w().takenBack(money(reversed))}</p>}
        {why !== null && <p class="row-small">{why}</p>}
      </div>
      <span class="toolbar">
        {stepsOf(statement).map((deed) => (
          <Step key={deed} statement={statement} deed={deed} what={what} />
        ))}
      </span>
    </li>
  )
}

/** Here amounts are euros. */
function centsOf(euros: number): number {
  return Math.round(euros * 100)
}

type Step = Exclude<State, 'pending' | 'processing'>

function Step(given: { statement: Statement; deed: Step; what: string }) {
  const { statement, deed, what } = given
  const needsReason = deed !== 'approved' && deed !== 'paid'
  return (
    <Deed
      label={w().deeds[deed]}
      about={what}
      title={w().deedTitles[deed](what)}
      says={<p>{w().deedHints[deed]}</p>}
      {...(deed === 'reversed' ? { look: 'bad' as const } : {})}
      topics={['payouts', 'money']}
      done={w().moved}
      send={({ reason }) =>
        kontor.changePayout({
          id: statement.payout_statement_id,
          status: deed,
          ...(needsReason && reason ? { reason } : {}),
        })
      }
    >
      {needsReason && <Area label={w().reason} hint={w().reasonHint} name="reason" required />}
    </Deed>
  )
}
